/** The posts that one version becomes: its own, those of its thread, and the first comment. Safe for the browser. */
import { field, type JsonObject, textField } from '../core/json.ts';
import type { Part, Version } from '../core/limits.ts';
import { listParts } from '../core/thread.ts';

/** Ids of the files of each part of the thread. Settings may be an unchecked draft. */
export function listThreadFiles({ thread }: JsonObject): number[][] {
  if (!Array.isArray(thread)) return [];
  return thread.map((part) => {
    const ids = field(part, 'media_ids');
    return Array.isArray(ids) ? ids.map(Number) : [];
  });
}

/** Every text, with its path in the target. */
export function listTexts(version: Version): Part[] {
  const comment = textField(version.settings, 'first_comment');
  const parts = listParts(version);
  return comment === undefined ? parts : [...parts, { field: 'settings.first_comment', text: comment }];
}
