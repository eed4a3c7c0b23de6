/** People in the files of a post, as the settings of a target have them. Pure. */
import { type Json, type JsonObject, field as read } from '@belfry/networks/core/json.ts';
import { isObject } from './settings/schema.ts';

/** From the left and from the top, as parts of the picture’s sides. */
export interface Place {
  x: number;
  y: number;
}

export interface Person {
  name: string;
  /** The place of the file in the post, from 0. */
  at: number;
  place: Place | undefined;
}

export function readPerson(value: Json | undefined): Person {
  const [x, y] = [read(value, 'x'), read(value, 'y')];
  return {
    name: String(read(value, 'username') ?? ''),
    at: Number(read(value, 'media') ?? 0),
    place: typeof x === 'number' && typeof y === 'number' ? { x, y } : undefined,
  };
}

/** The first file is the one that is meant without a number. */
export function withFile({ media: _, ...person }: JsonObject, at: number): JsonObject {
  return at === 0 ? person : { ...person, media: at };
}

/** Inside the picture, to a thousandth. */
export function movedTo(x: number, y: number): Place {
  return { x: within(x), y: within(y) };
}

function within(part: number): number {
  return Math.round(Math.min(Math.max(part, 0), 1) * 1000) / 1000;
}

/** People stay in their picture when files are ordered anew, and go with a picture that goes. */
export function movePeople(
  settings: JsonObject,
  before: readonly number[],
  after: readonly number[],
): JsonObject {
  const { user_tags: all, ...others } = settings;
  if (!Array.isArray(all)) return settings;
  const left = all.flatMap((one): Json[] => {
    if (!isObject(one)) return [one];
    const { at } = readPerson(one);
    const to = after.indexOf(before[at] ?? Number.NaN);
    const other = after[at];
    // Another file is in the place of theirs, as the cropped one is.
    const isReplaced = before.length === after.length && other !== undefined && !before.includes(other);
    if (before[at] === undefined || (to < 0 && isReplaced)) return [one];
    return to < 0 ? [] : [withFile(one, to)];
  });
  return left.length === 0 ? others : { ...others, user_tags: left };
}
