/** Sends one request on a new connection. So every address is resolved and checked, and requests share no state. */
import { type IncomingMessage, request } from 'node:http';
import type { Socket } from 'node:net';
import { createDial, type Guard, type Lookup, MAX_INFORMATIONAL } from '../../outbound/index.ts';
import { DownloadRefused } from './download-refusal.ts';

export interface Route {
  guard: Guard;
  lookup: Lookup;
  /** Also closes the connection. */
  deadline: AbortSignal;
  /** Of the caller. */
  headers: Readonly<Record<string, string>>;
}

/** Without any header of the caller's request. A compressed answer could expand to any size. */
const always = { 'user-agent': 'Belfry', accept: '*/*', 'accept-encoding': 'identity', connection: 'close' };

/**
 * Returns the answer with an unread body. The caller must destroy its socket. This does not use undici like
 * `exchange`: when a server closes a connection while undici 7 pauses a slowly read body, a failed assertion ends the
 * process (nodejs/undici#5360, seen with 7.30 in 2026).
 */
export async function requestFile(url: URL, route: Route): Promise<IncomingMessage> {
  const socket = await connect(url, route);
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const path = url.pathname + url.search;
  let informational = 0;
  request({ createConnection: () => socket, path, headers: { ...route.headers, host: url.host, ...always } })
    .on('response', (answer) => {
      refuseTinyChunks(answer);
      resolve(answer);
    })
    .on('information', () => {
      informational += 1;
      if (informational > MAX_INFORMATIONAL) {
        reject(new Error('The server sent too many informational responses.'));
      }
    })
    // Also catches errors after the head. The reader of the body gets those too.
    .on('error', reject)
    .on('close', () => reject(new Error('No answer.')))
    .end();
  return promise.catch((error: unknown) => {
    socket.destroy();
    throw error;
  });
}

/** A smaller chunk counts as this many bytes, because it is as much work. */
const MIN_CHUNK_BYTES = 64;
/** Bytes that may arrive for each byte of the file. */
const MAX_OVERHEAD = 1.25;
/** Bytes that may arrive in addition. */
const FREE_OVERHEAD = 64 * 1024;

/** Each chunk is work, whatever its size. A hostile server could send chunks of a few bytes. */
function refuseTinyChunks(answer: IncomingMessage): void {
  const { socket } = answer;
  let [before, body, arrived] = [0, 0, 0];
  // One listener before the parser's own, and one after it.
  socket.prependListener('data', () => {
    before = answer.readableLength;
  });
  socket.on('data', ({ length }: Buffer) => {
    body += answer.readableLength - before;
    arrived += Math.max(length, MIN_CHUNK_BYTES);
    if (arrived > MAX_OVERHEAD * body + FREE_OVERHEAD) answer.destroy(tinyChunks());
  });
}

function tinyChunks(): DownloadRefused {
  const message = 'The link sends its file in pieces of a few bytes. It must send larger ones.';
  return new DownloadRefused('not_a_file', message);
}

function connect(url: URL, { guard, lookup, deadline }: Route): Promise<Socket> {
  const { promise, resolve, reject } = Promise.withResolvers<Socket>();
  const { host, hostname, protocol, port } = url;
  const name = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname;
  deadline.addEventListener('abort', () => reject(deadline.reason), { once: true });
  createDial(
    guard,
    lookup,
    deadline,
  )({ host, hostname: name, protocol, port }, (error, socket) => {
    // Not `!== null`: after an error, the socket is undefined.
    if (socket) resolve(socket);
    else reject(error);
  });
  return promise;
}
