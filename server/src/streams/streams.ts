/** Opens streams of events. Limits their number, and ends a stream that its client does not read. */
import { Readable } from 'node:stream';
import type { Credential } from '../access/credential.ts';
import { allow, type Caller } from '../access/roles.ts';
import type { Context } from '../base/context.ts';
import { Problem } from '../base/problem.ts';
import { openSlots } from '../events/index.ts';
import { Reader } from './reader.ts';
import { openReading, type Reading } from './reading.ts';

/** Streams of one person, and of all, in this process. */
const MAX_PER_PERSON = 16;
const MAX_STREAMS = 1000;
/** Seconds. */
const RETRY_AFTER = 10;
/** Milliseconds after which an idle stream gets a comment, so that no proxy closes the connection. */
const HEARTBEAT_INTERVAL = 25_000;
/** Milliseconds in which a client must read a piece. */
const READ_TIMEOUT = 60_000;

export interface StreamRequest {
  who: Caller;
  credential: Credential;
  /** The seq after which the stream begins; undefined: that of the newest event. */
  after: number | undefined;
  /** False: the stream ends at the end of the log. */
  follow: boolean;
  /** True: the stream also tells of the person's notices. */
  notices?: boolean | undefined;
}

export interface Streams {
  open(request: StreamRequest): Readable;
  /** Ends all streams. */
  close(): Promise<void>;
}

export function openStreams(
  ctx: Pick<Context, 'db' | 'callers'>,
  {
    heartbeat = HEARTBEAT_INTERVAL,
    readTimeout = READ_TIMEOUT,
    max = MAX_STREAMS,
  }: { heartbeat?: number; readTimeout?: number; max?: number } = {},
): Streams {
  const reading = openReading(ctx, heartbeat);
  const slots = openSlots({ perPerson: MAX_PER_PERSON, all: max }, (limit) =>
    limit === 'all' ? tooMany(max) : tooManyOfPerson(),
  );
  return {
    open(request) {
      allow(request.who, 'post.read');
      const release = slots.acquire(request.who.userId);
      return openStream(reading, request, readTimeout).once('close', release);
    },
    close: () => reading.close(),
  };
}

function tooManyOfPerson(): Problem {
  const message = `You have ${MAX_PER_PERSON} event streams open, over all keys, sessions and workspaces. Close one first.`;
  return new Problem('rate_limited', { message, headers: { 'retry-after': `${RETRY_AFTER}` } });
}

function tooMany(max: number): Problem {
  const message = `This server has ${max} event streams open and accepts no more. Try again in ${RETRY_AFTER} s.`;
  return new Problem('unavailable', { message, headers: { 'retry-after': `${RETRY_AFTER}` } });
}

/**
 * Reads a piece when the previous one is sent, so that few wait. Ends when the client reads none within the timeout.
 */
function openStream(reading: Reading, { after, ...request }: StreamRequest, readTimeout: number): Readable {
  const reader = new Reader(request, reading.resume);
  let timer: NodeJS.Timeout | undefined;
  const stream = new Readable({
    read() {
      clearTimeout(timer);
      reader.next().then(
        (piece) => {
          if (stream.destroyed) return;
          if (piece !== undefined)
            timer = setTimeout(
              () => stream.destroy(new Error('the client does not read the stream')),
              readTimeout,
            );
          stream.push(piece ?? null);
        },
        (error: Error) => stream.destroy(error),
      );
    },
    destroy(error, done) {
      clearTimeout(timer);
      reading.remove(reader);
      reader.end();
      done(error);
    },
  });
  void begin(reading, reader, after);
  return stream;
}

async function begin(reading: Reading, reader: Reader, after: number | undefined): Promise<void> {
  try {
    const at = await reading.add(reader, after);
    // A browser sends this id when it reconnects, also if no event was sent in between.
    reader.push([Buffer.from(`retry: 2000\nid: ${at}\n\n`)]);
    reading.resume(reader);
  } catch (error) {
    reader.end(error as Error);
  }
}
