/** Plans the answers of the file endpoint after RFC 9110 (ranges, conditions) and RFC 6266 (names). */
import { encodeExtended } from 'content-disposition';
import fresh from 'fresh';
import { Problem } from '../../base/problem.ts';
import type { ByteRange } from '../../files/index.ts';

export interface ServedFile {
  /** Without quotes. The etag is strong: the bytes under one etag never change. */
  etag: string;
  size: number;
  mimeType: string;
  name: string;
  /** Undefined: send no Last-Modified. */
  modifiedAt: Date | undefined;
  /** Its address serves these bytes only. */
  isImmutable?: true;
  /** Everybody may read it. */
  isPublic?: true;
}

/** Names are in lower case, as in Node. */
export type RequestHeaders = Readonly<Record<string, string | string[] | undefined>>;

export interface AnswerPlan {
  status: 200 | 206 | 304;
  headers: Record<string, string>;
  /** The bytes to send with 206. */
  range?: ByteRange;
}

export interface FileRequest {
  method: string;
  headers: RequestHeaders;
  file: ServedFile;
}

/** Throws 416 for a range that the file does not have. */
export function planAnswer({ method, headers, file }: FileRequest): AnswerPlan {
  const always = describeFile(file);
  if (isNotModified(headers, always)) return { status: 304, headers: always };
  const range =
    method === 'GET' && isRangeValid(headers, always) ? parseRange(headers['range'], file.size) : 'whole';
  if (range === 'nowhere') {
    throw new Problem('range_not_satisfiable', { headers: { 'content-range': `bytes */${file.size}` } });
  }
  const typed = { ...always, 'content-type': safeType(file.mimeType) };
  if (range === 'whole') return { status: 200, headers: { ...typed, 'content-length': `${file.size}` } };
  const { start, end } = range;
  const contentRange = `bytes ${start}-${end}/${file.size}`;
  return {
    status: 206,
    headers: { ...typed, 'content-range': contentRange, 'content-length': `${end - start + 1}` },
    range,
  };
}

/** Users upload these files, so a browser must not run one as a page of ours, or cache it for another user. */
function describeFile(file: ServedFile): Record<string, string> {
  return {
    etag: quoteTag(file.etag),
    ...(file.modifiedAt && { 'last-modified': file.modifiedAt.toUTCString() }),
    'cache-control': describeCaching(file),
    'accept-ranges': 'bytes',
    'content-disposition': nameFile(file.name),
    'content-security-policy': "default-src 'none'; sandbox",
  };
}

/**
 * Otherwise the browser must revalidate each time, so that a user who loses access loses it at once. A 304 is cheap, but
 * not for each of the hundreds of thumbnails in a calendar.
 */
function describeCaching({ isImmutable, isPublic }: ServedFile): string {
  const audience = isPublic ? 'public' : 'private';
  return `${audience}, ${isImmutable ? 'max-age=31536000, immutable' : 'no-cache'}`;
}

function quoteTag(etag: string): string {
  return `"${etag.replace(/[^\x21\x23-\x7e]/g, '')}"`;
}

/** Accepts If-Modified-Since only in the form that clients send today. `Date.parse` would also accept `2027`. */
function isNotModified(headers: RequestHeaders, answer: Record<string, string>): boolean {
  const since = `${headers['if-modified-since']}`;
  return fresh(
    {
      'if-none-match': headers['if-none-match'],
      'if-modified-since': since.endsWith(' GMT') ? since : undefined,
    },
    answer,
  );
}

/** If-Range asks for the part only if the client has the same version, by its strong etag or exact date. */
function isRangeValid({ 'if-range': condition }: RequestHeaders, answer: Record<string, string>): boolean {
  return condition === undefined || condition === answer['etag'] || condition === answer['last-modified'];
}

/** Supports one range. Several ranges or a malformed header count as no range, which RFC 9110, 14.2, permits. */
function parseRange(value: string | string[] | undefined, size: number): ByteRange | 'whole' | 'nowhere' {
  const [, from = '', to = ''] = /^bytes=[ \t]*(\d*)-(\d*)[ \t]*$/i.exec(`${value}`) ?? [];
  if (from === '') return to === '' ? 'whole' : lastBytes(Number(to), size);
  const start = Number(from);
  const end = to === '' ? Number.POSITIVE_INFINITY : Number(to);
  if (end < start) return 'whole';
  return start < size ? { start, end: Math.min(end, size - 1) } : 'nowhere';
}

function lastBytes(count: number, size: number): ByteRange | 'whole' | 'nowhere' {
  if (count === 0) return 'nowhere';
  // Content-Range cannot express a part of an empty file.
  return size === 0 ? 'whole' : { start: Math.max(0, size - count), end: size - 1 };
}

function safeType(mimeType: string): string {
  return /^[\w.+-]+\/[\w.+-]+$/.test(mimeType) ? mimeType : 'application/octet-stream';
}

/** `filename` is for clients that support only ASCII. Other clients prefer `filename*` (RFC 8187). */
function nameFile(name: string): string {
  const clean = name.toWellFormed().replace(/[\p{Cc}/\\]/gu, '_') || 'file';
  // Some clients decode %41 in a quoted name, or end the name at a quote.
  const ascii = clean.replace(/[^\x20-\x7e]|["%]/gu, '_');
  return `inline; filename="${ascii}"${ascii === clean ? '' : `; filename*=${encodeExtended(clean)}`}`;
}
