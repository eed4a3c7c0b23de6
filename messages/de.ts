import type { en } from './en.ts';
import { formatters } from './locale.ts';
import { notices } from './notices-de.ts';
import { roles } from './roles-de.ts';

const { plural, number, list } = formatters('de-DE');

const IGNORE = 'Wenn Sie das nicht angefordert haben, ignorieren Sie diese E-Mail. Es ändert sich nichts.';

export const de: typeof en = {
  notices,

  names: {
    post({ text }) {
      if (text === null) return 'ein Beitrag, den es nicht mehr gibt';
      return text === '' ? 'ein Beitrag ohne Text' : `„${text}“`;
    },
    unknownChannel: () => 'ein Kanal',
    unknownPerson: () => 'jemand',
    workspaces: ({ names }) => list(names),
  },

  digest: {
    greeting: ({ name }) => `Hallo ${name},`,
    subject: ({ title, count }) =>
      plural(count, {
        one: `${title}, und 1 weitere Mitteilung`,
        other: `${title}, und ${number(count)} weitere Mitteilungen`,
      }),
    moreEntries: ({ count }) =>
      plural(count, { one: 'und 1 weiterer', other: `und ${number(count)} weitere` }),
    moreNotices: ({ count }) =>
      plural(count, { one: 'und 1 weitere Mitteilung', other: `und ${number(count)} weitere Mitteilungen` }),
    open: () => 'Belfry öffnen',
    why: ({ workspaces }) =>
      `Sie bekommen diese E-Mail als Mitglied von ${workspaces}. Sie können wählen, welche Mitteilungen Sie per E-Mail bekommen:`,
    settings: () => 'E-Mail-Einstellungen',
    stop: () => 'Keine Mitteilungen mehr per E-Mail',
    aboutSecurity: () => 'Diese E-Mail betrifft Ihre Sicherheit und lässt sich deshalb nicht abschalten.',
  },

  stopping: {
    stop: {
      title: () => 'Keine Mitteilungen mehr per E-Mail?',
      body: ({ workspaces }) =>
        `Sie bekommen dann keine Mitteilungen von ${workspaces} mehr per E-Mail. In Belfry finden Sie sie weiterhin.`,
    },
    stopped: {
      title: () => 'Mitteilungen per E-Mail sind aus',
      body: ({ workspaces }) =>
        `Sie bekommen keine Mitteilungen von ${workspaces} mehr per E-Mail. Das können Sie in Ihren Einstellungen ändern.`,
    },
    link_over: {
      title: () => 'Dieser Link funktioniert nicht',
      body: () => 'In Ihren Einstellungen können Sie wählen, welche Mitteilungen Sie per E-Mail bekommen.',
    },
  },

  invitation: {
    subject: ({ inviter, workspace }) => `${inviter} lädt Sie zu ${workspace} ein`,
    opening: ({ inviter, workspace, role }) =>
      `${inviter} lädt Sie in den Arbeitsbereich „${workspace}“ auf Belfry ein, mit der Rolle ${roles[role]}.`,
    label: () => 'Einladung annehmen',
    closing: () =>
      'Der Link gilt 7 Tage und nur einmal. Wenn Sie den Absender nicht kennen, ignorieren Sie diese E-Mail.',
  },

  passwordReset: {
    subject: () => 'Ihr Belfry-Passwort zurücksetzen',
    opening: () => 'Jemand möchte das Passwort des Belfry-Kontos mit dieser E-Mail-Adresse zurücksetzen.',
    label: () => 'Neues Passwort setzen',
    closing: () => `Der Link gilt eine Stunde und nur einmal. ${IGNORE}`,
  },

  addressLink: {
    subject: () => 'Bestätigen Sie Ihre E-Mail-Adresse für Belfry',
    opening: ({ name }) => `${name} möchte diese E-Mail-Adresse für das eigene Belfry-Konto verwenden.`,
    label: () => 'Adresse bestätigen',
    closing: () =>
      `Der Link gilt eine Stunde, nur einmal und nur für die Person, die ihn angefordert hat. ${IGNORE}`,
  },

  addressChanged: {
    subject: () => 'Die E-Mail-Adresse Ihres Belfry-Kontos wurde geändert',
    opening: ({ email }) =>
      `Die E-Mail-Adresse Ihres Belfry-Kontos ist jetzt ${email} und nicht mehr diese Adresse.`,
    closing: () =>
      'Wenn Sie das nicht waren, melden Sie sich an und ändern Sie sofort Ihr Passwort, oder wenden Sie sich an den Betreiber.',
  },
};
