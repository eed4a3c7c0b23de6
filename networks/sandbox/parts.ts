/**
 * Range requests. Safari does not play a video from a server that does not support them.
 * https://github.com/WebKit/WebKit/pull/19687 (2026-11-21)
 */
import type { HostedResponse } from '../core/service.ts';

/** The bytes of the requested `range`; all of them if it names no part, or several. */
export function answerBytes(
  bytes: Uint8Array,
  range: string | undefined,
  headers: Record<string, string>,
): HostedResponse {
  const size = bytes.length;
  const part = parseRange(range, size);
  const always = { ...headers, 'accept-ranges': 'bytes' };
  if (part === undefined) return { status: 200, headers: always, body: bytes };
  const [start, end] = part;
  if (start >= size) return { status: 416, headers: { ...always, 'content-range': `bytes */${size}` } };
  const contentRange = `bytes ${start}-${end - 1}/${size}`;
  return {
    status: 206,
    headers: { ...always, 'content-range': contentRange },
    body: bytes.subarray(start, end),
  };
}

/** The first byte (inclusive) and the last (exclusive). */
function parseRange(range = '', size: number): [number, number] | undefined {
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(range.trim()) ?? [];
  if (from === '') return to === '' ? undefined : [size - Math.min(size, Number(to)), size];
  const end = to === '' ? size : Math.min(size, Number(to) + 1);
  return to !== '' && Number(to) < Number(from) ? undefined : [Number(from), end];
}
