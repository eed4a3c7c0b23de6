/** Fetches a file that somebody linked to; the link, every name server and every answer may be hostile. */
import type { IncomingMessage } from 'node:http';
import { createGuard } from '../outbound/addresses.ts';
import type { Lookup } from '../outbound/dial.ts';
import type { OutboundRule } from '../outbound/rules.ts';
import { type DownloadLimits, keepWithin, refuseDeclared } from './download-limit.ts';
import {
  DownloadRefused,
  explainBreak,
  explainNoAnswer,
  nameTarget,
  type Progress,
  refuseSlowness,
} from './download-refusal.ts';
import { type Route, requestFile } from './download-request.ts';
import { release, save } from './download-save.ts';

export { DownloadRefused };

export interface DownloadOptions {
  allow: readonly OutboundRule[];
  lookup: Lookup;
  /** For everything together, from the first name to the last byte. */
  seconds: number;
  limits: DownloadLimits;
}

interface Trip extends Progress, Route {
  deadline: AbortSignal;
  limits: DownloadLimits;
  into: string;
}

type Stop = { next: URL } | { size: number };

const maxRedirects = 5;
const redirectStatuses = new Set([301, 302, 303, 307, 308]);

/**
 * Streams the public file to the local path `into`, where nothing may be yet and on any failure nothing is left.
 * Throws {@link DownloadRefused}, or the error of the local disk. `url` is the link given, `size` in bytes.
 */
export async function download(
  link: string,
  into: string,
  { allow, lookup, seconds, limits }: DownloadOptions,
): Promise<{ size: number; url: URL }> {
  const deadline = AbortSignal.timeout(seconds * 1000);
  const trip = { guard: createGuard(allow), lookup, limits, into, seconds, deadline, redirects: 0 };
  const url = requireWebAddress(URL.parse(link), trip);
  let stop: Stop = { next: url };
  for (; 'next' in stop; trip.redirects++) {
    if (trip.redirects > maxRedirects) throw refuse('not_a_file', `The link leads on too often; ${advice}`);
    if (deadline.aborted) throw refuseSlowness(trip);
    stop = await visit(stop.next, trip);
  }
  return { size: stop.size, url };
}

function requireWebAddress(url: URL | null, trip: Trip): URL {
  const target = nameTarget(trip);
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:') {
    throw refuse('address', `${target} is not an http or https address.`);
  }
  if (url.username !== '' || url.password !== '') {
    throw refuse(
      'address',
      `${target} holds a user name or a password; files are fetched without signing in.`,
    );
  }
  return url;
}

async function visit(url: URL, trip: Trip): Promise<Stop> {
  const answer = await requestFile(url, trip).catch((error: unknown) =>
    Promise.reject(explainNoAnswer(error, trip)),
  );
  try {
    if (redirectStatuses.has(answer.statusCode ?? 0)) return { next: readTarget(answer, url, trip) };
    return { size: await save(readFile(answer, trip), trip.into) };
  } finally {
    answer.destroy();
  }
}

function readTarget({ headersDistinct }: IncomingMessage, from: URL, trip: Trip): URL {
  const [location, ...more] = headersDistinct.location ?? [];
  if (location === undefined || more.length > 0) {
    throw refuse('not_a_file', `The link leads nowhere; ${advice}`);
  }
  // Headers are read as Latin-1, and some servers send UTF-8 unescaped.
  const text = Buffer.from(location, 'latin1').toString();
  const next = requireWebAddress(URL.parse(text, from.href), { ...trip, redirects: trip.redirects + 1 });
  if (from.protocol === 'https:' && next.protocol === 'http:') {
    throw refuse(
      'address',
      'The link leads from https to http, where anyone on the way could alter the file.',
    );
  }
  return next;
}

function readFile(answer: IncomingMessage, trip: Trip): AsyncIterable<Buffer> {
  const { statusCode, headers } = answer;
  if (statusCode !== 200) throw refuse('not_a_file', `The link answered ${statusCode}; ${advice}`);
  const codings = [headers['content-encoding'], headers['transfer-encoding']].flat().join().toLowerCase();
  if (codings.split(/[\s,]+/).some((coding) => !['', 'identity', 'chunked'].includes(coding))) {
    throw refuse('not_a_file', 'The link answered in a compression that nobody asked for.');
  }
  const declared = Number(headers['content-length'] ?? 0);
  refuseDeclared(declared, trip.limits);
  return keepWithin(readBody(answer, trip), trip.limits, declared);
}

async function* readBody(answer: IncomingMessage, trip: Trip): AsyncGenerator<Buffer> {
  const { headers, socket } = answer;
  // After the parser's own listener: it has copied out of each read what belongs to the body.
  socket.on('data', release);
  const isFramed = 'content-length' in headers || 'transfer-encoding' in headers;
  try {
    yield* answer as AsyncIterable<Buffer>;
    // Where only the end of the connection ends the file, Node takes a broken connection for that end.
    if (!isFramed && socket.errored) throw socket.errored;
  } catch (error) {
    throw error instanceof DownloadRefused ? error : explainBreak(error, trip);
  }
}

const advice = 'it must open the file itself without signing in.';

function refuse(...because: ConstructorParameters<typeof DownloadRefused>): DownloadRefused {
  return new DownloadRefused(...because);
}
