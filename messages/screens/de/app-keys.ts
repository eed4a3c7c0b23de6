import { formatters } from '../../locale.ts';
import type { appKeys as en } from '../en/app-keys.ts';
import { appFields } from './app-fields.ts';

const { list } = formatters('de-DE');

export const appKeys: typeof en = {
  title: ({ network }) => `App für ${network}`,
  back: ({ network }) => `${network} verbinden`,
  why: ({ network }) =>
    `Konten von ${network} können verbunden werden, sobald Sie dort eine App registriert und hier ihre Schlüssel hinterlegt haben.`,
  optional: ({ network }) =>
    `Konten von ${network} können auch ohne diese Schlüssel verbunden werden. Nur die Anmeldung dort braucht sie.`,
  shared: ({ networks }) => `${list(networks)} teilen sich diese App und ihre Schlüssel.`,
  guide: () => 'App registrieren',
  guideLanguage: () => 'Diese Anleitung gibt es nur auf Englisch.',
  newTab: () => 'öffnet in neuem Tab',
  addresses: () => 'Adressen dieses Belfry',
  redirect: () => 'Adresse der Weiterleitung (Redirect)',
  deauthorize: () => 'Adresse für entzogene Berechtigungen (Deauthorize)',
  deletion: () => 'Adresse für Löschanfragen (Data deletion)',
  copy: () => 'Kopieren',
  copied: () => 'Kopiert',
  keys: () => 'Schlüssel',
  never: () =>
    'Geben Sie sie genau so ein, wie das Netzwerk sie zeigt. Sie gelten sofort, in allen Arbeitsbereichen. Belfry verschlüsselt sie und zeigt sie nie wieder.',
  nothing: () => 'Geben Sie die Schlüssel mindestens einer App ein.',
  save: () => 'Schlüssel speichern',
  saved: () => 'Die Schlüssel sind gespeichert.',
  stored: ({ moment }) => `Die Schlüssel sind hinterlegt seit ${moment}. Belfry zeigt sie nie wieder.`,
  environment: () =>
    'Die Umgebungsvariable NETWORK_APPS legt diese Schlüssel fest, darum können sie hier nicht geändert werden. Ändern Sie die Variable in jedem Prozess, und starten Sie Belfry neu.',
  replace: () => 'Schlüssel ersetzen',
  replacing: () =>
    'Neue Anmeldungen verwenden die neuen Schlüssel. Verbundene Kanäle verwenden die alten, bis sie neu verbunden werden.',
  remove: () => 'Schlüssel löschen',
  removal: {
    title: () => 'Schlüssel löschen?',
    why: ({ networks }) =>
      `Niemand kann sich dann bei ${list(networks)} anmelden, bis Sie wieder Schlüssel hinterlegen. Verwenden noch Kanäle die Schlüssel, behält Belfry sie.`,
    confirm: () => 'Löschen',
  },
  removed: () => 'Die Schlüssel sind gelöscht.',
  fields: appFields,
};
