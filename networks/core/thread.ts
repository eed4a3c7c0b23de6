/** Threads: the parts of `settings.thread`, which follow the post's own text. Safe for the browser. */
import { field, type JsonObject, textField } from './json.ts';
import type { Part, Version } from './limits.ts';

/** One part of a thread after the first, as the settings have it. */
export interface ThreadPart {
  text: string;
  /** Ids of its own files. */
  mediaIds: readonly number[];
}

/** The parts after the first. Settings may be an unchecked draft. */
function readThread({ thread }: JsonObject): ThreadPart[] {
  return Array.isArray(thread) ? thread.map(readPart) : [];
}

function readPart(part: unknown): ThreadPart {
  if (typeof part === 'string') return { text: part, mediaIds: [] };
  const ids = field(part, 'media_ids');
  return { text: String(field(part, 'text') ?? ''), mediaIds: Array.isArray(ids) ? ids.map(Number) : [] };
}

/** The texts after the first. Settings may be an unchecked draft. */
export function threadOf(settings: JsonObject): string[] {
  return readThread(settings).map(({ text }) => text);
}

/** The post's own text and those of its thread, each with its path in the target. */
export function listParts({ text, settings }: Pick<Version, 'text' | 'settings'>): Part[] {
  const replies = threadOf(settings).map((reply, index) => ({
    field: `settings.thread.${index}`,
    text: reply,
  }));
  return [{ field: 'content', text }, ...replies];
}

/** Ids of the files of each part after the first. */
export function listThreadFiles(settings: JsonObject): (readonly number[])[] {
  return readThread(settings).map(({ mediaIds }) => mediaIds);
}

/** The texts of {@link listParts} and that of the first comment. */
export function listTexts(version: Version): Part[] {
  const comment = textField(version.settings, 'first_comment');
  const parts = listParts(version);
  return comment === undefined ? parts : [...parts, { field: 'settings.first_comment', text: comment }];
}
