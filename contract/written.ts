/**
 * What people write into a post itself, beside its targets, files, labels and time. Each field is a column of `posts` with its
 * name. Requests, answers, working copies, events, exports and the statements that save posts take their fields from here.
 */
import type { Static } from 'typebox';
import { nullable, Text } from './shapes.ts';
import { Type } from './type.ts';

/** In answers. */
export const written = { content: Type.String() };

type Field = keyof typeof written;
export type Written = { [Name in Field]: Static<(typeof written)[Name]> };

/** In requests. Left out or null: as in {@link nothingWritten}. */
export const writtenIn = {
  content: Type.Optional(nullable(Text({ maxLength: 10_000 }))),
} satisfies Record<Field, unknown>;

/** In events, which name only what a save has changed. */
export const writtenChanges = {
  content: Type.Optional(Type.String()),
} satisfies Record<Field, unknown>;

/** A post into which nobody has written anything. */
export const nothingWritten: Written = { content: '' };

export const writtenFields = Object.keys(nothingWritten) as readonly Field[];

export function writtenOf(post: { readonly [Name in Field]?: Written[Name] | null | undefined }): Written {
  return Object.fromEntries(
    writtenFields.map((name) => [name, post[name] ?? nothingWritten[name]]),
  ) as unknown as Written;
}
