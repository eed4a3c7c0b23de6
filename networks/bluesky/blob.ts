import { field, idField, type JsonObject } from '../core/json.ts';
import { isCid } from './cid.ts';

/** A stored file in a record's form (https://atproto.com/specs/data-model#blob-type); undefined for anything else. */
export function readBlob(stated: unknown): JsonObject | undefined {
  const $link = idField(stated, 'ref', '$link');
  const mimeType = idField(stated, 'mimeType');
  const size = field(stated, 'size');
  if ($link === undefined || !isCid($link) || mimeType === undefined || !Number.isSafeInteger(size))
    return undefined;
  return { $type: 'blob', ref: { $link }, mimeType, size: Number(size) };
}
