/** The parts of a request that sends a file, or the bytes from `start` up to, but without, `end`. */
import { type HttpRequest, secondsToSend } from './http.ts';
import type { Media } from './network.ts';

export type Range = { start: number; end: number };

export function fileBody(
  file: Media,
  range?: Range,
): Required<Pick<HttpRequest, 'headers' | 'body' | 'timeout'>> {
  const { start, end } = range ?? { start: 0, end: file.size };
  const length = end - start;
  return {
    headers: {
      'content-type': file.mimeType,
      'content-length': String(length),
      ...(range && { 'content-range': `bytes ${start}-${end - 1}/${file.size}` }),
    },
    body: file.open(range),
    timeout: secondsToSend(length),
  };
}
