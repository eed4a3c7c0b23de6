/**
 * Files in parts: Safari plays no video that cannot be asked for so.
 * https://github.com/WebKit/WebKit/pull/19687 (2026-11-21)
 */
import type { HostedResponse } from '../core/service.ts';

/** The bytes that `range` asks for: one part or, where it names several or none, all of them. */
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

/** From the first byte to the one behind the last. */
function parseRange(range = '', size: number): [number, number] | undefined {
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(range.trim()) ?? [];
  if (from === '') return to === '' ? undefined : [size - Math.min(size, Number(to)), size];
  const end = to === '' ? size : Math.min(size, Number(to) + 1);
  return to !== '' && Number(to) < Number(from) ? undefined : [Number(from), end];
}
