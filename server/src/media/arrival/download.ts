/** Downloads a linked file. The link, every name server and every answer may be hostile. */
import type { IncomingMessage } from 'node:http';
import type { OutboundRule } from '../../base/outbound-rules.ts';
import { receive, release } from '../../files/index.ts';
import { createGuard, type Lookup } from '../../outbound/index.ts';
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

export { DownloadRefused };

export interface DownloadOptions {
  allow: readonly OutboundRule[];
  lookup: Lookup;
  /** For the whole download, from the first lookup to the last byte. */
  seconds: number;
  limits: DownloadLimits;
  /** Sent to the link's own origin, not to those that it redirects to. They may contain credentials. */
  headers?: Readonly<Record<string, string>>;
}

interface Download extends Progress, Route {
  deadline: AbortSignal;
  limits: DownloadLimits;
  into: string;
}

type Hop = { next: URL } | { size: number; type: string };

const maxRedirects = 5;
const redirectStatuses = new Set([301, 302, 303, 307, 308]);

/**
 * Streams a public file to the local path `into`, which must not exist. After an error it does not exist either.
 * Throws {@link DownloadRefused} or the error of the local disk. Returns the parsed link, the address after all redirects,
 * the Content-Type that the server stated, and the size in bytes. The file is not durable yet.
 */
export async function download(
  link: string,
  into: string,
  { allow, lookup, seconds, limits, headers = {} }: DownloadOptions,
): Promise<{ size: number; url: URL; end: URL; type: string }> {
  const deadline = AbortSignal.timeout(seconds * 1000);
  const guard = createGuard(allow);
  const progress = { guard, lookup, limits, into, seconds, deadline, headers, redirects: 0 };
  const url = requireWebAddress(URL.parse(link), progress);
  let end = url;
  let hop: Hop = { next: url };
  for (; 'next' in hop; progress.redirects++) {
    if (progress.redirects > maxRedirects)
      throw refuse('not_a_file', `The link redirects too often; ${advice}`);
    if (deadline.aborted) throw refuseSlowness(progress);
    if (hop.next.origin !== url.origin) progress.headers = {};
    end = hop.next;
    hop = await followHop(end, progress);
  }
  return { ...hop, url, end };
}

function requireWebAddress(url: URL | null, progress: Download): URL {
  const target = nameTarget(progress);
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:') {
    throw refuse('address', `${target} is not an http or https address.`);
  }
  if (url.username !== '' || url.password !== '') {
    throw refuse(
      'address',
      `${target} contains a user name or a password. Belfry downloads files without signing in.`,
    );
  }
  return url;
}

async function followHop(url: URL, progress: Download): Promise<Hop> {
  const answer = await requestFile(url, progress).catch((error: unknown) =>
    Promise.reject(explainNoAnswer(error, progress)),
  );
  try {
    if (redirectStatuses.has(answer.statusCode ?? 0)) return { next: readTarget(answer, url, progress) };
    const type = answer.headers['content-type'] ?? '';
    return { size: await receive(readFile(answer, progress), progress.into), type };
  } finally {
    answer.destroy();
  }
}

function readTarget({ headersDistinct }: IncomingMessage, from: URL, progress: Download): URL {
  const [location, ...more] = headersDistinct.location ?? [];
  if (location === undefined || more.length > 0) {
    throw refuse('not_a_file', `The link answers with a redirect without a target; ${advice}`);
  }
  // Node reads headers as Latin-1, but some servers send unescaped UTF-8.
  const text = Buffer.from(location, 'latin1').toString();
  const next = requireWebAddress(URL.parse(text, from.href), {
    ...progress,
    redirects: progress.redirects + 1,
  });
  if (from.protocol === 'https:' && next.protocol === 'http:') {
    throw refuse('address', 'The link redirects from https to http, where others could alter the file.');
  }
  return next;
}

function readFile(answer: IncomingMessage, progress: Download): AsyncIterable<Buffer> {
  const { statusCode, headers } = answer;
  if (statusCode !== 200) throw refuse('not_a_file', `The link answered ${statusCode}; ${advice}`);
  const codings = [headers['content-encoding'], headers['transfer-encoding']].flat().join().toLowerCase();
  if (codings.split(/[\s,]+/).some((coding) => !['', 'identity', 'chunked'].includes(coding))) {
    throw refuse('not_a_file', 'The link sent a compressed answer that was not requested.');
  }
  const declared = Number(headers['content-length'] ?? 0);
  refuseDeclared(declared, progress.limits);
  return keepWithin(readBody(answer, progress), progress.limits, declared);
}

async function* readBody(answer: IncomingMessage, progress: Download): AsyncGenerator<Buffer> {
  const { headers, socket } = answer;
  // This listener runs after the parser's own, which has already copied the body out of each chunk.
  socket.on('data', release);
  const isFramed = 'content-length' in headers || 'transfer-encoding' in headers;
  try {
    yield* answer as AsyncIterable<Buffer>;
    // Without a length or chunks, the end of the connection ends the file, and Node also accepts a broken connection.
    if (!isFramed && socket.errored) throw socket.errored;
  } catch (error) {
    throw error instanceof DownloadRefused ? error : explainBreak(error, progress);
  }
}

const advice = 'it must open the file itself without signing in.';

function refuse(...because: ConstructorParameters<typeof DownloadRefused>): DownloadRefused {
  return new DownloadRefused(...because);
}
