import type { composerSettings as en } from '../en/composer-settings.ts';

export const composerSettings: typeof en = {
  title: ({ channel }) => `Einstellungen für ${channel}`,
  none: () => '–',
  off: () => 'nein',
  yes: () => 'Ja',
  no: () => 'Nein',
  remove: () => 'Entfernen',
  list: () => 'Ein Eintrag je Zeile',
  json: () => 'JSON',
  jsonWrong: () => 'Das ist kein gültiges JSON.',
  unknown: ({ name }) => `Belfry zeigt „${name}“ so, wie es gespeichert ist.`,
  optionsFailed: () => 'Das Netzwerk nennt seine Werte gerade nicht. Geben Sie die Kennung ein.',
  searching: () => 'Suche läuft …',
  nothing: ({ words }) => `Nichts gefunden zu „${words}“.`,
  unknownId: () => 'Das Netzwerk findet zu dieser Kennung nichts.',
  chooseImage: () => 'Bild wählen',
};
