/** Streams of events to those who wait for them: how many there may be, and what becomes of a slow one. */
import { Readable } from 'node:stream';
import type { Context } from '../../context.ts';
import { Problem } from '../../problem.ts';
import type { Credential } from '../../sessions/credential.ts';
import type { Caller } from '../../workspaces/roles.ts';
import { allow } from '../../workspaces/roles.ts';
import { openPlaces } from '../places.ts';
import { Reader } from './reader.ts';
import { openReading, type Reading } from './reading.ts';

/** Streams of one person, and of all, in this process. */
const MOST_OF_PERSON = 16;
const MOST = 1000;
/** Seconds after which one who found no room may try again. */
const TRY_AGAIN = 10;
/** Milliseconds after which something is said though nothing happened, so that nobody on the way hangs up. */
const BEAT = 25_000;
/** Milliseconds for which a connection may take nothing. */
const PATIENCE = 60_000;

export interface StreamRequest {
  who: Caller;
  credential: Credential;
  /** The seq after which it begins; undefined: the newest. */
  after: number | undefined;
  /** False: it ends with what is there. */
  follow: boolean;
}

export interface Streams {
  open(request: StreamRequest): Readable;
  /** Ends all of them. */
  close(): Promise<void>;
}

export function openStreams(
  ctx: Pick<Context, 'db' | 'keyUse'>,
  { beat = BEAT, patience = PATIENCE, most = MOST }: { beat?: number; patience?: number; most?: number } = {},
): Streams {
  const reading = openReading(ctx, beat);
  const places = openPlaces({ ofPerson: MOST_OF_PERSON, all: most }, (because) =>
    because === 'all' ? tooMany(most) : tooManyOfPerson(),
  );
  return {
    open(request) {
      allow(request.who, 'post.read');
      const leave = places.take(request.who.userId);
      return openStream(reading, request, patience).once('close', leave);
    },
    close: () => reading.close(),
  };
}

function tooManyOfPerson(): Problem {
  const message = `You have ${MOST_OF_PERSON} event streams open, over all keys, sessions and workspaces; close one first.`;
  return new Problem('rate_limited', { message, headers: { 'retry-after': `${TRY_AGAIN}` } });
}

function tooMany(most: number): Problem {
  const message = `This server has ${most} event streams open, as many as it takes; try again in ${TRY_AGAIN} s.`;
  return new Problem('unavailable', { message, headers: { 'retry-after': `${TRY_AGAIN}` } });
}

/** Takes a piece when the one before it is sent: what waits is bounded. Breaks off when none is taken for too long. */
function openStream(reading: Reading, { after, ...request }: StreamRequest, patience: number): Readable {
  const reader = new Reader(request, reading.goOn);
  let timer: NodeJS.Timeout | undefined;
  const stream = new Readable({
    read() {
      clearTimeout(timer);
      reader.next().then(
        (piece) => {
          if (stream.destroyed) return;
          if (piece !== undefined)
            timer = setTimeout(() => stream.destroy(new Error('nobody reads it')), patience);
          stream.push(piece ?? null);
        },
        (error: Error) => stream.destroy(error),
      );
    },
    destroy(error, done) {
      clearTimeout(timer);
      reading.leave(reader);
      reader.end();
      done(error);
    },
  });
  void begin(reading, reader, after);
  return stream;
}

async function begin(reading: Reading, reader: Reader, after: number | undefined): Promise<void> {
  try {
    const at = await reading.join(reader, after);
    // A browser repeats this id when it comes back, also when no event came in between.
    reader.give([Buffer.from(`retry: 2000\nid: ${at}\n\n`)]);
    reading.goOn(reader);
  } catch (error) {
    reader.end(error as Error);
  }
}
