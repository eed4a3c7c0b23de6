/** The parts of a thread after the first, as a network's settings have them. Pure. */
import type { Json, JsonObject } from '@belfry/networks/core/json.ts';
import { changeTarget, setText, targetOf, textOf, type Writing } from './writing.ts';

/** What begins a part: two blank lines. */
const BREAK = /\n[ \t]*\n[ \t]*\n/;

export function textsOf(writing: Writing, channelId: number): string[] {
  return partsOf(writing, channelId).map(textOfPart);
}

function partsOf(writing: Writing, channelId: number): Json[] {
  const thread = targetOf(writing, channelId)?.settings['thread'];
  return Array.isArray(thread) ? thread : [];
}

function textOfPart(part: Json): string {
  return typeof part === 'string' ? part : String((part as JsonObject)['text'] ?? '');
}

function withText(part: Json | undefined, text: string): Json {
  return typeof part === 'object' && part !== null ? { ...(part as JsonObject), text } : text;
}

function setParts(writing: Writing, channelId: number, parts: readonly Json[]): Writing {
  const { thread: _, ...settings } = targetOf(writing, channelId)?.settings ?? {};
  return changeTarget(writing, channelId, {
    settings: parts.length === 0 ? settings : { ...settings, thread: [...parts] },
  });
}

/** `at` 0 is the text itself, which `own` says whose it is: the channel's, or null for the common one. */
export function setPart(
  writing: Writing,
  channelId: number,
  own: number | null,
  at: number,
  text: string,
): Writing {
  const match = BREAK.exec(text);
  const [head, tail] =
    match === null
      ? [text, undefined]
      : [text.slice(0, match.index), text.slice(match.index + match[0].length)];
  const parts = partsOf(writing, channelId);
  const further = tail === undefined ? [] : [tail];
  if (at === 0) return setParts(setText(writing, own, head), channelId, [...further, ...parts]);
  return setParts(writing, channelId, parts.toSpliced(at - 1, 1, withText(parts[at - 1], head), ...further));
}

/** Whether this text becomes two parts. */
export function isBroken(text: string): boolean {
  return BREAK.test(text);
}

export function addPart(writing: Writing, channelId: number): Writing {
  return setParts(writing, channelId, [...partsOf(writing, channelId), '']);
}

export function removePart(writing: Writing, channelId: number, at: number): Writing {
  return setParts(writing, channelId, partsOf(writing, channelId).toSpliced(at - 1, 1));
}

/** Joins a part to the one before it. */
export function joinPart(writing: Writing, channelId: number, own: number | null, at: number): Writing {
  const parts = partsOf(writing, channelId);
  const text = textOfPart(parts[at - 1] ?? '');
  const rest = parts.toSpliced(at - 1, 1);
  if (at === 1) return setParts(setText(writing, own, textOf(writing, channelId) + text), channelId, rest);
  const before = parts[at - 2];
  return setParts(
    writing,
    channelId,
    rest.toSpliced(at - 2, 1, withText(before, textOfPart(before ?? '') + text)),
  );
}

/** Exchanges a part with the one before it. */
export function liftPart(writing: Writing, channelId: number, own: number | null, at: number): Writing {
  const parts = partsOf(writing, channelId);
  const part = parts[at - 1];
  if (part === undefined) return writing;
  if (at === 1) {
    const first = textOf(writing, channelId);
    const moved = setText(writing, own, textOfPart(part));
    return setParts(moved, channelId, parts.toSpliced(0, 1, withText(part, first)));
  }
  return setParts(writing, channelId, parts.toSpliced(at - 2, 2, part, parts[at - 2] ?? ''));
}
