/** Names of members in a plain text: `@Ada Lovelace`. The service gets their ids beside the text. Pure. */
export interface Named {
  id: number;
  name: string;
}

/** Characters of a name that somebody may have typed so far. */
const LONGEST = 60;

/** What is being typed after `@`, just before the caret. */
export interface Query {
  /** The place of the `@`. */
  from: number;
  text: string;
}

export function findQuery(text: string, caret: number): Query | undefined {
  const from = text.lastIndexOf('@', caret - 1);
  if (from < 0 || caret - from > LONGEST || /[\p{L}\p{N}]/u.test(text[from - 1] ?? ' ')) return undefined;
  const typed = text.slice(from + 1, caret);
  return /\n|^\s/.test(typed) ? undefined : { from, text: typed };
}

/** The members whose name has a word that begins with the typed text. */
export function match<Member extends Named>(members: readonly Member[], typed: string): Member[] {
  const wanted = typed.toLocaleLowerCase();
  return members.filter(({ name }) => ` ${name.toLocaleLowerCase()}`.includes(` ${wanted}`));
}

/** Puts a name in the place of what was typed. */
export function insertName(
  text: string,
  caret: number,
  { from }: Query,
  name: string,
): { text: string; caret: number } {
  const rest = text.slice(caret);
  const before = `${text.slice(0, from)}@${name}${/^(?:$|[\p{L}\p{N}])/u.test(rest) ? ' ' : ''}`;
  return { text: before + rest, caret: before.length };
}

export interface Run {
  text: string;
  /** Undefined: plain text. */
  member?: Named;
}

/** The text in pieces: the names of members, and what is between them. The longest name wins. */
export function splitNames(text: string, members: readonly Named[]): Run[] {
  const byLength = members.toSorted((one, other) => other.name.length - one.name.length);
  const runs: Run[] = [];
  let rest = 0;
  for (let at = text.indexOf('@'); at >= 0; at = text.indexOf('@', at + 1)) {
    const member = at < rest ? undefined : byLength.find(({ name }) => isNamedAt(text, at, name));
    if (member === undefined) continue;
    if (at > rest) runs.push({ text: text.slice(rest, at) });
    rest = at + 1 + member.name.length;
    runs.push({ text: text.slice(at, rest), member });
  }
  if (rest < text.length) runs.push({ text: text.slice(rest) });
  return runs;
}

/** `@Ada` does not name Ada in `@Adam`. */
function isNamedAt(text: string, at: number, name: string): boolean {
  const end = at + 1 + name.length;
  return name !== '' && text.startsWith(name, at + 1) && !/[\p{L}\p{N}]/u.test(text[end] ?? ' ');
}

/** Each once, in the order of the text. */
export function namedIn(text: string, members: readonly Named[]): number[] {
  return [...new Set(splitNames(text, members).flatMap(({ member }) => member?.id ?? []))];
}
