/**
 * Loads a server from a separate process, with the same request again and again on each connection. It implements just
 * enough HTTP to be cheaper than the server.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';

/** Maximum milliseconds for each answer. */
const TIMEOUT = 30_000;
/** Ends an answer that does not state its length. */
const LAST_CHUNK = '0\r\n\r\n';

export interface LoadInput {
  method: string;
  url: string;
  /** API keys, which the connections use in turn. */
  keys: readonly string[];
  headers?: Record<string, string>;
  body?: string | Uint8Array;
  connections: number;
  seconds: number;
}

export interface Load {
  /** Answers per second. */
  rate: number;
  /** Milliseconds of each answer. */
  latencies: number[];
  /** Of all answers, with their heads. */
  bytes: number;
  /** Answers other than 2xx. */
  refused: number;
}

export async function load(input: LoadInput): Promise<Load> {
  const child = fork(import.meta.filename, {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    // For bodies that are bytes.
    serialization: 'advanced',
  });
  child.send(input);
  const answered = once(child, 'message') as Promise<[Load]>;
  const gone = once(child, 'disconnect').then(() => [undefined] as const);
  const [result] = await Promise.race([answered, gone]);
  if (result === undefined) throw new Error(`The load on ${input.url} stopped early.`);
  if (result.refused > 0) throw new Error(`${result.refused} requests to ${input.url} were refused`);
  return result;
}

async function run(input: LoadInput): Promise<Load> {
  const result: Load = { rate: 0, latencies: [], bytes: 0, refused: 0 };
  const begin = performance.now();
  const end = begin + input.seconds * 1000;
  await Promise.all(Array.from({ length: input.connections }, (_, n) => repeat(input, n, end, result)));
  result.rate = (result.latencies.length / (performance.now() - begin)) * 1000;
  return result;
}

/** Repeats the request as soon as it is answered, until the end. */
async function repeat(input: LoadInput, nth: number, end: number, result: Load): Promise<void> {
  const { hostname, port } = new URL(input.url);
  const socket = connect({ host: hostname, port: Number(port), noDelay: true });
  socket.setTimeout(TIMEOUT, () => socket.destroy(new Error('no answer came')));
  const request = serialize(input, input.keys[nth % input.keys.length]);
  let sent = performance.now();
  let answer = openAnswer();
  socket.on('connect', () => socket.write(request));
  socket.on('data', (chunk) => {
    result.bytes += chunk.length;
    if (!answer.take(chunk)) return;
    result.latencies.push(performance.now() - sent);
    if (!answer.succeeded()) result.refused += 1;
    if (performance.now() >= end) return void socket.destroy();
    answer = openAnswer();
    sent = performance.now();
    socket.write(request);
  });
  await once(socket, 'close');
  if (performance.now() < end) throw new Error('the server closed the connection');
}

function serialize({ method, url, headers, body = '' }: LoadInput, key = ''): Buffer {
  const { host, pathname, search } = new URL(url);
  const bytes = Buffer.from(body);
  const length = String(bytes.length);
  const all = { host, authorization: `Bearer ${key}`, 'content-length': length, ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  const head = [`${method} ${pathname}${search} HTTP/1.1`, ...lines, '', ''].join('\r\n');
  return Buffer.concat([Buffer.from(head), bytes]);
}

/** Follows one answer to its end; `take` returns whether it is complete. */
function openAnswer() {
  let head = '';
  let hasHead = false;
  /** Infinite if the answer does not state its length. */
  let missing = 0;
  let tail = '';
  return {
    take(chunk: Buffer): boolean {
      if (!hasHead) {
        head += chunk.toString('latin1');
        const bodyAt = head.indexOf('\r\n\r\n') + 4;
        hasHead = bodyAt >= 4;
        if (!hasHead) return false;
        const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
        missing = Number(length ?? Number.POSITIVE_INFINITY) - (head.length - bodyAt);
      } else {
        missing -= chunk.length;
      }
      tail = (tail + chunk.toString('latin1', Math.max(0, chunk.length - 5))).slice(-5);
      return missing <= 0 || (missing === Number.POSITIVE_INFINITY && tail === LAST_CHUNK);
    },
    succeeded: () => head.startsWith('HTTP/1.1 2'),
  };
}

if (process.argv[1] === import.meta.filename) {
  const [input] = (await once(process, 'message')) as [LoadInput];
  const result = await run(input);
  // Disconnecting earlier would lose an unsent result.
  process.send?.(result, () => process.disconnect());
}
