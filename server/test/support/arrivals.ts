/** Uploads that arrive slowly and in pieces, so that a test can interrupt them. */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import type { Random } from '../../../prove/random.ts';
import type { Killable } from './killable.ts';
import { type Loopback, listen } from './loopback.ts';
import { makePicture } from './media.ts';
import { makeVideos } from './videos.ts';

export interface Sent {
  name: string;
  size: number;
  sha256: string;
  /** Resolves when the upload has ended, successfully or not. */
  bytes: Buffer | undefined;
  /** The answer of the service to a successful upload. */
  id?: number;
  /** Number of pieces to send before the service is killed. */
  stall?: { after: number; ended: AbortSignal } | undefined;
}

export interface Arrivals {
  /** The rule that allows the service to reach the files. */
  host: string;
  /** All uploads so far. */
  sent: Sent[];
  /**
   * Sends several uploads at a time until the service is killed. Returns the interrupted uploads. With `stalled`, each
   * upload stops after none, half or all of its pieces.
   */
  keepSending(client: Caller, ended: AbortSignal, stalled?: 'stalled'): Promise<Sent[]>;
  /** Milliseconds that the slowest upload takes on a service that has just started. */
  measure(client: Caller): Promise<number>;
  close(): Promise<void>;
}

type Caller = Pick<Killable, 'origin' | 'key'>;
type Way = (client: Caller, file: Sent) => Promise<Response>;

export const PIECES = 16;
/** Numbers of pieces: none, half, and all of a form except a second field. */
const stalls = { nothing: 0, half: PIECES / 2, all: PIECES };
/** Milliseconds between two pieces. */
const PIECE_INTERVAL = 10;
/** The service collects small pieces of a file. The half of a picture must be larger than these. */
const MIN_PICTURE = 512 * 1024;
const MAX_PICTURE = 3 * 1024 * 1024;
/** Large enough for three parts of a multipart upload to the storage, which are 5 MiB each. */
const VIDEO = 12 * 1024 * 1024;

export async function openArrivals(random: Random): Promise<Arrivals> {
  const sent: Sent[] = [];
  const draw = { picture: await drawPictures(random), video: await drawVideos(random) };
  const linked = await serveFiles(sent);
  const addFromUrl: Way = (client, { name }) => {
    const body = { url: `http://127.0.0.1:${linked.port}/${name}` };
    return post(client, '/media/from-url', { 'content-type': 'application/json' }, JSON.stringify(body));
  };
  const lanes: [kind: keyof typeof draw, way: Way, stall: keyof typeof stalls][] = [
    ['picture', upload, 'nothing'],
    ['picture', upload, 'half'],
    ['picture', upload, 'all'],
    ['picture', upload, 'all'],
    ['picture', addFromUrl, 'nothing'],
    ['picture', addFromUrl, 'nothing'],
    ['video', addFromUrl, 'half'],
  ];
  const begin = (kind: keyof typeof draw, stall?: Sent['stall']): Sent => {
    const bytes = draw[kind]();
    const name = `${kind}-${sent.length}.${kind === 'video' ? 'mp4' : 'jpg'}`;
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const file: Sent = { name, size: bytes.length, sha256, bytes, stall };
    sent.push(file);
    return file;
  };
  return {
    host: `127.0.0.1:${linked.port}`,
    sent,
    keepSending: (client, ended, stalled) =>
      Promise.all(
        lanes.map(async ([kind, way, stall]) => {
          for (;;) {
            const file = begin(kind, stalled && { after: stalls[stall], ended });
            if (!(await arrives(client, file, way, ended))) return file;
          }
        }),
      ),
    async measure(client) {
      const start = performance.now();
      const { signal } = new AbortController();
      await Promise.all(lanes.map(([kind, way]) => arrives(client, begin(kind), way, signal)));
      return performance.now() - start;
    },
    close: () => linked.close(),
  };
}

/** Returns false when the service ended before it answered. Throws for any answer other than success. */
async function arrives(client: Caller, file: Sent, way: Way, ended: AbortSignal): Promise<boolean> {
  try {
    const response = await way(client, file);
    const text = await response.text();
    if (response.status !== 201) throw new Error(`${file.name} was answered ${response.status}: ${text}`);
    file.id = (JSON.parse(text) as { data: { id: number } }).data.id;
    file.bytes = undefined;
    return true;
  } catch (error) {
    if (ended.aborted && error instanceof TypeError) return false;
    throw error;
  }
}

/**
 * Appends spaces, tabs and line ends after the end of the picture. Cut off there, the file is still a valid picture.
 */
async function drawPictures(random: Random): Promise<() => Buffer> {
  const picture = await makePicture('jpeg', 640, 480);
  const drawn = Buffer.alloc(MAX_PICTURE).map(() => ' \t\n\r'.charCodeAt(random() * 4));
  const padding = Buffer.concat([drawn, drawn]);
  return () => {
    const from = Math.floor(random() * MAX_PICTURE);
    const length = MIN_PICTURE + Math.floor(random() * (MAX_PICTURE - MIN_PICTURE));
    // The parser would hold back a line end, because it may begin the closing boundary.
    return Buffer.concat([picture, padding.subarray(from, from + length), Buffer.from(' ')]);
  };
}

/** A real video with much data that players ignore. */
async function drawVideos(random: Random): Promise<() => Buffer> {
  await using videos = await makeSmallVideo();
  const video = await readFile(await videos.widen(VIDEO));
  const free = video.indexOf('free', video.indexOf('mdat') + 4) + 4;
  return () => {
    const copy = Buffer.from(video);
    copy.writeDoubleLE(random(), free);
    return copy;
  };
}

async function makeSmallVideo() {
  const videos = await makeVideos('h264.mp4');
  return { ...videos, [Symbol.asyncDispose]: () => videos.remove() };
}

function serveFiles(sent: readonly Sent[]): Promise<Loopback> {
  const server = createServer((request, response) => {
    const file = sent.findLast(({ name }) => `/${name}` === request.url);
    if (file?.bytes === undefined) return response.writeHead(404).end();
    response.setHeader('content-length', file.size);
    // The service may be killed while it fetches the file.
    pipeline(Readable.from(inPieces(file)), response).catch(() => undefined);
  });
  return listen(server);
}

function upload(client: Caller, file: Sent): Promise<Response> {
  const boundary = 'piecemeal';
  const disposition = `form-data; name="file"; filename="${file.name}"`;
  const head = `--${boundary}\r\nContent-Disposition: ${disposition}\r\nContent-Type: image/jpeg\r\n\r\n`;
  async function* form() {
    yield Buffer.from(head);
    yield* inPieces(file);
    yield Buffer.from(`\r\n--${boundary}\r\nContent-Disposition: form-data; name="alt_text"\r\n\r\n`);
    if (file.stall?.after === PIECES) await untilEnded(file.stall.ended);
    yield Buffer.from(`The bells.\r\n--${boundary}--\r\n`);
  }
  return post(client, '/media', { 'content-type': `multipart/form-data; boundary=${boundary}` }, form());
}

function post(
  { origin, key }: Caller,
  path: string,
  headers: Record<string, string>,
  body: string | AsyncIterable<Uint8Array>,
): Promise<Response> {
  const authorization = `Bearer ${key}`;
  // The type lacks streamed bodies and the option `duplex`.
  const request: object = { method: 'POST', headers: { ...headers, authorization }, body, duplex: 'half' };
  return fetch(`${origin}/api/public/v1${path}`, request);
}

async function* inPieces({ bytes = Buffer.alloc(0), stall }: Sent): AsyncGenerator<Buffer> {
  const length = Math.ceil(bytes.length / PIECES);
  for (let count = 0; count < PIECES; count += 1) {
    if (stall?.after === count) await untilEnded(stall.ended);
    yield bytes.subarray(count * length, (count + 1) * length);
    await pause(PIECE_INTERVAL);
  }
}

async function untilEnded(ended: AbortSignal): Promise<void> {
  if (!ended.aborted) await once(ended, 'abort');
}
