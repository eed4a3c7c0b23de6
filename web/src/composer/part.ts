/** One part of a thread, as the settings of a target have it: its text, or its text and its own files. Pure. */
import type { Json, JsonObject } from '@belfry/networks/core/json.ts';

export function textOfPart(part: Json | undefined): string {
  if (part === undefined) return '';
  return typeof part === 'string' ? part : String((part as JsonObject)['text'] ?? '');
}

/** Negative ids are files that are still on their way. */
export function filesOfPart(part: Json | undefined): readonly number[] {
  const ids = typeof part === 'object' && part !== null ? (part as JsonObject)['media_ids'] : undefined;
  return Array.isArray(ids) ? ids.map(Number) : [];
}

/** Without files it is only its text, which every network with threads accepts. */
export function makePart(text: string, files: readonly number[]): Json {
  return files.length === 0 ? text : { text, media_ids: [...files] };
}

/** Changes the files of each part of a thread. Settings without a thread stay the same object. */
export function mapThreadFiles(
  settings: JsonObject,
  change: (ids: readonly number[]) => readonly number[],
): JsonObject {
  const { thread } = settings;
  if (!Array.isArray(thread) || thread.every((part) => filesOfPart(part).length === 0)) return settings;
  return { ...settings, thread: thread.map((part) => makePart(textOfPart(part), change(filesOfPart(part)))) };
}

export function listThreadFiles({ thread }: JsonObject): readonly number[] {
  return Array.isArray(thread) ? thread.flatMap(filesOfPart) : [];
}
