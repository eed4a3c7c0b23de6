/** Threads: the texts of `settings.thread`, which follow the post's own text. Safe for the browser. */
import type { JsonObject } from './json.ts';
import type { Part, Version } from './limits.ts';

/** The texts after the first. Settings may be an unchecked draft. */
export function threadOf(settings: JsonObject): string[] {
  return Array.isArray(settings.thread) ? settings.thread.map(String) : [];
}

/** The post's own text and those of its thread, each with its path in the target. */
export function listParts({ text, settings }: Pick<Version, 'text' | 'settings'>): Part[] {
  const replies = threadOf(settings).map((reply, index) => ({
    field: `settings.thread.${index}`,
    text: reply,
  }));
  return [{ field: 'content', text }, ...replies];
}
