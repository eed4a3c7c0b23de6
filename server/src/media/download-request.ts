/** One request on a connection of its own: every address is resolved and checked, and nothing is shared. */
import { type IncomingMessage, request } from 'node:http';
import type { Socket } from 'node:net';
import type { Guard } from '../outbound/addresses.ts';
import { createDial, type Lookup } from '../outbound/dial.ts';
import { MAX_INFORMATIONAL } from '../outbound/exchange.ts';
import { DownloadRefused } from './download-refusal.ts';

export interface Route {
  guard: Guard;
  lookup: Lookup;
  /** Ends the connection too. */
  deadline: AbortSignal;
}

/** Nothing of the caller, and nothing compressed: it could unpack to any size. */
const headers = { 'user-agent': 'Belfry', accept: '*/*', 'accept-encoding': 'identity', connection: 'close' };

/**
 * The head of the answer, whose body is still to be read; whoever takes it destroys its socket. Not by undici, as
 * `exchange` does: when a server ends a connection while undici 7 holds back a slowly read body, an assertion ends
 * the process (nodejs/undici#5360, seen with 7.30 in 2026).
 */
export async function requestFile(url: URL, route: Route): Promise<IncomingMessage> {
  const socket = await connect(url, route);
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const path = url.pathname + url.search;
  let hints = 0;
  request({ createConnection: () => socket, path, headers: { host: url.host, ...headers } })
    .on('response', (answer) => {
      refuseCrumbs(answer);
      resolve(answer);
    })
    .on('information', () => {
      hints += 1;
      if (hints > MAX_INFORMATIONAL) reject(new Error('The server only hints at an answer.'));
    })
    // Stays for the errors that come after the head: those are told by the body.
    .on('error', reject)
    .on('close', () => reject(new Error('No answer.')))
    .end();
  return promise.catch((error: unknown) => {
    socket.destroy();
    throw error;
  });
}

/** Bytes: a piece that is smaller is as much work. */
const SMALL = 64;
/** So many bytes may arrive for each one of the file, and beside them. */
const MOST_WRAPPING = 1.25;
const FREE = 64 * 1024;

/** A server decides how small the pieces are; of many that hold a few bytes each is as much work as one of 64 KB. */
function refuseCrumbs(answer: IncomingMessage): void {
  const { socket } = answer;
  let [before, body, arrived] = [0, 0, 0];
  // Around the parser's own listener.
  socket.prependListener('data', () => {
    before = answer.readableLength;
  });
  socket.on('data', ({ length }: Buffer) => {
    body += answer.readableLength - before;
    arrived += Math.max(length, SMALL);
    if (arrived > MOST_WRAPPING * body + FREE) answer.destroy(crumbs());
  });
}

function crumbs(): DownloadRefused {
  const message = 'The link answers in pieces of a few bytes; it must send its file in larger ones.';
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
    // Not compared with null: after an error the socket is missing.
    if (socket) resolve(socket);
    else reject(error);
  });
  return promise;
}
