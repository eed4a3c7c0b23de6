/** People in the files of a post, as the settings of a target have them. Pure. */
import { type Json, type JsonObject, field as read } from '@belfry/networks/core/json.ts';

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
