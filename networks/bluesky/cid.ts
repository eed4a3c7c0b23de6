/**
 * The content address of a record: SHA-256 over its canonical DAG-CBOR (https://atproto.com/specs/data-model).
 * A reply names its parent by it, so knowing it beforehand lets a whole thread go out in one write.
 */
import { createHash } from 'node:crypto';
import type { Json } from '../core/json.ts';
import { textField } from '../core/json.ts';

const alphabet = 'abcdefghijklmnopqrstuvwxyz234567';
/** CID version 1, DAG-CBOR, SHA-256 of 32 bytes. */
const recordPrefix = [0x01, 0x71, 0x12, 0x20];

const major = { unsigned: 0, negative: 1, bytes: 2, text: 3, array: 4, map: 5, tag: 6 };
const linkTag = 42;
const simple = new Map<Json, number>([
  [false, 0xf4],
  [true, 0xf5],
  [null, 0xf6],
]);

export function cidOf(record: Json): string {
  const digest = createHash('sha256').update(encode(record)).digest();
  return `b${toBase32(Buffer.from([...recordPrefix, ...digest]))}`;
}

function encode(value: Json): Buffer {
  if (typeof value === 'string') return withHead(major.text, Buffer.from(value));
  if (typeof value === 'number') return encodeInteger(value);
  if (Array.isArray(value)) return Buffer.concat([head(major.array, value.length), ...value.map(encode)]);
  if (typeof value !== 'object' || value === null) return Buffer.from([simple.get(value) ?? 0xf6]);
  const link = textField(value, '$link');
  return link === undefined ? encodeMap(value) : encodeLink(link);
}

/** Keys stand shortest first, then in the order of their bytes. */
function encodeMap(map: { [key: string]: Json }): Buffer {
  const entries = Object.entries(map)
    .map(([key, value]) => ({ key: withHead(major.text, Buffer.from(key)), value: encode(value) }))
    .sort((a, b) => Buffer.compare(a.key, b.key));
  return Buffer.concat([
    head(major.map, entries.length),
    ...entries.flatMap(({ key, value }) => [key, value]),
  ]);
}

function encodeLink(cid: string): Buffer {
  const bytes = Buffer.concat([Buffer.from([0]), fromBase32(cid.slice(1))]);
  return Buffer.concat([head(major.tag, linkTag), withHead(major.bytes, bytes)]);
}

function encodeInteger(value: number): Buffer {
  if (!Number.isSafeInteger(value)) throw new TypeError(`Records hold whole numbers only, not ${value}.`);
  return value < 0 ? head(major.negative, -1 - value) : head(major.unsigned, value);
}

function withHead(type: number, bytes: Buffer): Buffer {
  return Buffer.concat([head(type, bytes.length), bytes]);
}

/** The major type with its argument in as few bytes as hold it. */
function head(type: number, argument: number): Buffer {
  if (argument < 24) return Buffer.from([(type << 5) | argument]);
  const size = [1, 2, 4, 8].find((bytes) => argument < 256 ** bytes) ?? 8;
  const bytes = Buffer.alloc(9);
  bytes.writeBigUInt64BE(BigInt(argument), 1);
  bytes[8 - size] = (type << 5) | (24 + Math.log2(size));
  return bytes.subarray(8 - size);
}

function toBase32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  const groups = bits.match(/.{1,5}/g) ?? [];
  return groups.map((group) => alphabet.charAt(Number.parseInt(group.padEnd(5, '0'), 2))).join('');
}

function fromBase32(text: string): Buffer {
  const bits = [...text].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}
