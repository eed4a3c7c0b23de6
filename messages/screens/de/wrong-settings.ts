/** Settings that do not match the schema of their network, by the code of the error. */
import { own } from '../own.ts';
import { questions, readWrongSetting, shapeFor, type WrongSetting } from '../wrong-setting.ts';
import { choice, decimal, number } from './amounts.ts';
import { details } from './details.ts';
import { options, titles } from './settings.ts';
import { listOf, type Violated } from './violation-words.ts';

const shapes: Readonly<Record<string, string>> = {
  text: 'einen Text',
  address: 'eine Webadresse, etwa https://example.org',
  number: 'eine Zahl',
  collaborators: 'einen Benutzernamen, etwa @ada',
  dominant_colour: 'eine Farbe, etwa #6E7874',
  hashtags: 'ein Wort ohne # und Leerzeichen',
  language: 'eine Sprache, etwa de oder pt-BR',
  languages: 'eine Sprache, etwa de oder pt-BR',
  playlist: 'die Kennung einer Playlist',
  quote: 'die Adresse eines Beitrags',
  topic: 'ein Wort oder mehr, ohne Punkte und &',
  username: 'einen Benutzernamen, etwa @ada',
};

type Say = (setting: WrongSetting, place: string) => string | undefined;

const needs: Say = ({ network, titleCode, entry, entryTitle, name }, place) => {
  if (entry !== undefined && entryTitle === undefined) return `${network} braucht bei ${place} „${name}“.`;
  return `${network} braucht ${questions.includes(titleCode) ? 'eine Antwort auf ' : ''}${place}.`;
};

/** Those whose words need more than `details` gets. */
const sentences: Readonly<Record<string, Say>> = {
  required: needs,
  not_equal: needs,
  not_one_of: ({ network, titleCode, params: { allowed } }, place) => {
    const names = listOf(allowed)
      .map((value) => own(own(options, titleCode) ?? {}, value) ?? value)
      .map((name) => `„${name}“`);
    return `${network} erlaubt bei ${place} nur ${choice(names)}.`;
  },
  not_valid: (setting, place) => {
    const { network, params } = setting;
    const shape =
      params['keyword'] === 'multipleOf'
        ? `ein Vielfaches von ${decimal(Number(params['value']))}`
        : shapeFor(setting, shapes);
    return shape && `${network} braucht bei ${place} ${shape}.`;
  },
};

/** Undefined: the violation is of another rule. */
export function describeWrongSetting(violated: Violated): string | undefined {
  const { network, field } = violated;
  const setting = readWrongSetting(network, violated);
  const say = own<(params: never) => string>(details, setting?.code ?? '');
  if (setting === undefined || say === undefined) return undefined;
  const { title, titleCode, code, name, params } = setting;
  if (code === 'unknown_field') return `${network} hat keine Einstellung „${name}“.`;
  const named = own(titles, titleCode) ?? title ?? field.replace(/^settings\./, '');
  const place = `„${named}“${nameEntry(setting)}`;
  return (
    own(sentences, code)?.(setting, place) ?? `${network}, Einstellung ${place}: ${say(params as never)}`
  );
}

function nameEntry({ titleCode, entry, entryTitle, entryCode }: WrongSetting): string {
  if (entry === undefined) return '';
  if (entryTitle !== undefined) return ` (${own(titles, entryCode) ?? entryTitle} ${number(entry)})`;
  return `, ${titleCode === 'thread' ? 'Teil' : 'Eintrag'} ${number(entry)}`;
}
