/** Queries of the index of words, in PostgreSQL's syntax. */
import type { Term } from './words.ts';

/** The index has the words of all workspaces, each with the id of its workspace. */
export function withWorkspace(workspaceId: number, word: string): string {
  return `${workspaceId} ${word}`;
}

// No text has a word with one of these signs.
export const personWord = (id: number) => `@${id}`;
export const labelWord = (id: number) => `#${id}`;

/** The word, or one of the people and labels whose names have it. */
export interface Alternatives {
  term: Term;
  authorIds: readonly number[];
  labelIds: readonly number[];
}

/** The text of a `tsquery`: a post matches if it has one of the alternatives of each entry. */
export function writeQuery(workspaceId: number, all: readonly Alternatives[]): string {
  const quote = (word: string) => `'${withWorkspace(workspaceId, word).replaceAll(/['\\]/g, '')}'`;
  const entries = all.map(({ term: { words, prefix }, authorIds, labelIds }) => {
    const text = [...words.map(quote), ...(prefix === undefined ? [] : [`${quote(prefix)}:*`])].join(' & ');
    const names = [...authorIds.map(personWord), ...labelIds.map(labelWord)].map(quote);
    return `(${[`(${text})`, ...names].join(' | ')})`;
  });
  return entries.join(' & ');
}
