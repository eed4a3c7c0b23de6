/** What the file endpoint answers: status, headers and part, by RFC 9110 (ranges, conditions) and RFC 6266 (names). */
import { encodeExtended } from 'content-disposition';
import fresh from 'fresh';
import type { ByteRange } from '../files/files.ts';

export interface ServedFile {
  /** Without quotes. The bytes never change under one etag: it is strong. */
  etag: string;
  size: number;
  mimeType: string;
  name: string;
  /** Undefined: not told. */
  modifiedAt: Date | undefined;
}

/** Names in lower case, as Node gives them. */
export type RequestHeaders = Readonly<Record<string, string | string[] | undefined>>;

export interface AnswerPlan {
  status: 200 | 206 | 304 | 416;
  headers: Record<string, string>;
  /** Which bytes to send with 206. */
  range?: ByteRange;
}

export interface FileRequest {
  method: string;
  headers: RequestHeaders;
  file: ServedFile;
}

export function planAnswer({ method, headers, file }: FileRequest): AnswerPlan {
  const always = describeFile(file);
  if (isKnown(headers, always)) return { status: 304, headers: always };
  const range =
    method === 'GET' && isRangeMeant(headers, always) ? parseRange(headers['range'], file.size) : 'whole';
  if (range === 'nowhere') {
    return {
      status: 416,
      headers: { ...always, 'content-range': `bytes */${file.size}`, 'content-length': '0' },
    };
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

/** Users upload these files: a browser must not take one for a page of ours, nor keep it for another user. */
function describeFile(file: ServedFile): Record<string, string> {
  return {
    etag: quoteTag(file.etag),
    ...(file.modifiedAt && { 'last-modified': file.modifiedAt.toUTCString() }),
    // Each use asks again: who lost the access to a file loses it at once, and 304 costs little.
    'cache-control': 'private, no-cache',
    'accept-ranges': 'bytes',
    'content-disposition': nameFile(file.name),
    'content-security-policy': "default-src 'none'; sandbox",
  };
}

function quoteTag(etag: string): string {
  return `"${etag.replace(/[^\x21\x23-\x7e]/g, '')}"`;
}

/** If-Modified-Since counts in the one form that clients send today; `Date.parse` would take `2027`, too. */
function isKnown(headers: RequestHeaders, answer: Record<string, string>): boolean {
  const since = `${headers['if-modified-since']}`;
  return fresh(
    {
      'if-none-match': headers['if-none-match'],
      'if-modified-since': since.endsWith(' GMT') ? since : undefined,
    },
    answer,
  );
}

/** A part is for who has the rest of the same file: If-Range names it by a strong etag or by its exact date. */
function isRangeMeant({ 'if-range': condition }: RequestHeaders, answer: Record<string, string>): boolean {
  return condition === undefined || condition === answer['etag'] || condition === answer['last-modified'];
}

/** One range; several, and what is malformed, count as no range: RFC 9110, 14.2, leaves that to the server. */
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
  // Content-Range has no words for a part of nothing.
  return size === 0 ? 'whole' : { start: Math.max(0, size - count), end: size - 1 };
}

function safeType(mimeType: string): string {
  return /^[\w.+-]+\/[\w.+-]+$/.test(mimeType) ? mimeType : 'application/octet-stream';
}

/** `filename` is for clients that know ASCII only; `filename*` (RFC 8187) goes before it. */
function nameFile(name: string): string {
  const clean = name.toWellFormed().replace(/[\p{Cc}/\\]/gu, '_') || 'file';
  // Some clients decode %41 in a quoted name, and end the name at a quote.
  const ascii = clean.replace(/[^\x20-\x7e]|["%]/gu, '_');
  return `inline; filename="${ascii}"${ascii === clean ? '' : `; filename*=${encodeExtended(clean)}`}`;
}
