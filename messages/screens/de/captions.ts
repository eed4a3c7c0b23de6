import { formatters } from '../../locale.ts';
import type { captions as en } from '../en/captions.ts';

const { list, number } = formatters('de-DE');

export const captions: typeof en = {
  none: () => 'Dieses Video hat noch keine Untertitel.',
  there: () => 'Sprachen',
  remove: () => 'Entfernen',
  removeOf: ({ language }) => `Untertitel auf ${language} entfernen`,
  addFile: () => 'Datei hinzufügen',
  otherFile: () => 'Andere Datei wählen',
  kinds: () => 'SRT oder WebVTT',
  language: () => 'Sprache der Untertitel',
  replaces: ({ language }) => `Ersetzt die Untertitel auf ${language}.`,
  add: () => 'Hinzufügen',
  replace: () => 'Ersetzen',
  sending: () => 'Wird gesendet …',
  added: ({ language }) => `Das Video hat jetzt Untertitel auf ${language}.`,
  replaced: ({ language }) => `Die Untertitel auf ${language} sind ersetzt.`,
  removed: ({ language }) => `Die Untertitel auf ${language} sind entfernt.`,
  goTo: ({ networks }) => `Untertitel gehen an ${list(networks)}.`,
  goNowhere: () => 'Keines der gewählten Netzwerke nimmt Untertitel an. Sie bleiben beim Video.',
  tooLarge: ({ most }) => `Diese Datei ist zu groß: Untertitel haben höchstens ${number(most)} Zeichen.`,
  unreadable: () => 'Der Browser kann die Datei nicht mehr lesen. Wählen Sie sie noch einmal.',
};
