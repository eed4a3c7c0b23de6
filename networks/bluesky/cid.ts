/**
 * The content address of a record: SHA-256 over its canonical DAG-CBOR (https://atproto.com/specs/data-model). A reply
 * names its parent by this address. Because we compute it before sending, one write can create a whole thread.
 */
import { createHash } from 'node:crypto';
import { code, encode } from '@ipld/dag-cbor';
import { CID } from 'multiformats/cid';
import { create } from 'multiformats/hashes/digest';
import { field, idField, type Json, type JsonObject, textField } from '../core/json.ts';

const sha256 = 0x12;

export function cidOf(record: Json): string {
  const digest = createHash('sha256')
    .update(encode(withLinks(record)))
    .digest();
  return CID.createV1(code, create(sha256, digest)).toString();
}

/** Whether a text is valid as a link in a record. */
export function isCid(text: string): boolean {
  try {
    return CID.parse(text).toString() === text;
  } catch {
    return false;
  }
}

/** A stored file in a record's form (https://atproto.com/specs/data-model#blob-type); undefined for anything else. */
export function readBlob(stated: unknown): JsonObject | undefined {
  const $link = idField(stated, 'ref', '$link');
  const mimeType = idField(stated, 'mimeType');
  const size = field(stated, 'size');
  if ($link === undefined || !isCid($link) || mimeType === undefined || !Number.isSafeInteger(size))
    return undefined;
  return { $type: 'blob', ref: { $link }, mimeType, size: Number(size) };
}

/** The encoder's form of a value: JSON writes a link as `{ "$link": … }`. */
function withLinks(value: Json): unknown {
  if (typeof value === 'number' && !Number.isSafeInteger(value))
    throw new TypeError(`Records hold whole numbers only, not ${value}.`);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(withLinks);
  const link = textField(value, '$link');
  if (link !== undefined) return CID.parse(link);
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, withLinks(each)]));
}
