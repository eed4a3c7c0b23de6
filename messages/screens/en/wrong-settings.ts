/** Settings that do not match the schema of their network, by the code of the error. */
import { formatters } from '../../locale.ts';
import { own } from '../own.ts';
import type { ViolationFacts } from '../rule-words.ts';
import { questions, readWrongSetting, shapeFor, type WrongSetting } from '../wrong-setting.ts';
import { options } from './settings.ts';

const { number, plural, choice } = formatters('en-GB');

const types: Readonly<Record<string, string>> = {
  string: 'text',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'Yes or No (true or false)',
  array: 'a list',
  object: 'an object',
};

const shapes: Readonly<Record<string, string>> = {
  text: 'text',
  address: 'a web address such as https://example.org',
  number: 'a number',
  collaborators: 'a user name such as @ada',
  dominant_colour: 'a colour such as #6E7874',
  hashtags: 'a word without # and spaces',
  language: 'a language such as en or pt-BR',
  languages: 'a language such as en or pt-BR',
  playlist: 'the id of a playlist',
  quote: 'the address of a post',
  topic: 'a word or more, without dots and &',
  username: 'a user name such as @ada',
};

type Say = (setting: WrongSetting, place: string) => string;

const needs: Say = ({ network, titleCode, entry, entryTitle, name }, place) => {
  if (entry !== undefined && entryTitle === undefined) return `${network} needs “${name}” in ${place}.`;
  return `${network} needs ${questions.includes(titleCode) ? 'an answer to ' : ''}${place}.`;
};

const many = (verb: string, one: string, other: string): Say => {
  return ({ network, params }, place) => {
    const limit = Number(params['limit']);
    return `${network} ${verb} ${number(limit)} ${plural(limit, { one, other })} in ${place}.`;
  };
};

const bound = (verb: string): Say => {
  return ({ network, params }, place) => `${network} ${verb} ${number(Number(params['limit']))} in ${place}.`;
};

const sentences: Readonly<Record<string, Say>> = {
  required: needs,
  not_equal: needs,
  wrong_type: ({ network, params: { expected } }, place) =>
    `${network} needs ${types[String(expected)] ?? expected} in ${place}.`,
  not_one_of: ({ network, titleCode, params: { allowed } }, place) => {
    const values = Array.isArray(allowed) ? allowed : [];
    const names = values.map((value) => `“${nameOption(titleCode, String(value))}”`);
    return `${network} allows ${choice(names)} in ${place}.`;
  },
  too_long: many('allows at most', 'character', 'characters'),
  too_short: many('needs at least', 'character', 'characters'),
  too_many_entries: many('allows at most', 'entry', 'entries'),
  too_few_entries: many('needs at least', 'entry', 'entries'),
  repeated_entry: ({ network }, place) => `${network} allows each entry of ${place} only once.`,
  too_small: bound('needs at least'),
  too_great: bound('allows at most'),
  not_valid: (setting, place) => {
    const { network, params } = setting;
    if (params['keyword'] === 'multipleOf')
      return `${network} needs a multiple of ${params['value']} in ${place}.`;
    const shape = shapeFor(setting, shapes);
    return shape === undefined ? anyOther(setting, place) : `${network} needs ${shape} in ${place}.`;
  },
};

const anyOther: Say = ({ network }, place) => `${network} does not accept ${place} as it is.`;

/** Undefined: the sentence of the service has to do. */
export function describeWrongSetting(
  network: string,
  violation: Pick<ViolationFacts, 'field' | 'rule' | 'params'>,
): string | undefined {
  const setting = readWrongSetting(network, violation);
  if (setting === undefined) return undefined;
  const { title, code, name } = setting;
  if (code === 'unknown_field') return `${network} has no setting “${name}”.`;
  if (title === undefined) return undefined;
  return (own(sentences, code) ?? anyOther)(setting, `“${title}”${nameEntry(setting)}`);
}

function nameEntry({ titleCode, entry, entryTitle }: WrongSetting): string {
  if (entry === undefined) return '';
  if (entryTitle !== undefined) return ` (${entryTitle} ${number(entry)})`;
  return `, ${titleCode === 'thread' ? 'part' : 'entry'} ${number(entry)}`;
}

/** `logged_in` → `Logged in` */
function nameOption(code: string, value: string): string {
  const words = value.replaceAll(/[_-]+/g, ' ');
  return own(own(options, code) ?? {}, value) ?? words.charAt(0).toUpperCase() + words.slice(1);
}
