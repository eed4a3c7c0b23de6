/** A thread as networks have it in `settings.thread`: the texts below the post's own. Safe for the browser. */
import type { JsonObject } from './json.ts';
import type { Part, Version } from './limits.ts';

/** The further texts. Settings may still be a draft nobody has checked. */
export function threadOf(settings: JsonObject): string[] {
  return Array.isArray(settings.thread) ? settings.thread.map(String) : [];
}

/** The post's own text and the further ones, each with its place. */
export function listParts({ text, settings }: Pick<Version, 'text' | 'settings'>): Part[] {
  const replies = threadOf(settings).map((reply, index) => ({
    field: `settings.thread.${index}`,
    text: reply,
  }));
  return [{ field: 'content', text }, ...replies];
}
