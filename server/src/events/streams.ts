/** Events to those who wait for them. A stream reads the log like anybody else, so that nothing is kept for it. */
import { Readable } from 'node:stream';
import type { Permission } from '@belfry/contract/route.ts';
import type { Context } from '../context.ts';
import { Problem } from '../problem.ts';
import type { Caller } from '../workspaces/roles.ts';
import { allow, may } from '../workspaces/roles.ts';
import { type Bell, type Heard, openBell } from './bell.ts';
import { presentEvent } from './present.ts';
import type { EventRow } from './store.ts';
import { findHeadSeq, followEvents } from './store.ts';

/** Streams of one key or session. */
const MOST = 8;
const BATCH = 200;
/** Milliseconds after which something is said though nothing happened, so that nobody on the way hangs up. */
const BEAT = 25_000;
/** Milliseconds for which a reader may take nothing. */
const PATIENCE = 60_000;

export interface StreamRequest {
  who: Caller;
  /** Who it is by now; undefined when the key or session has ended. */
  askAgain(): Promise<Caller | undefined>;
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
  ctx: Pick<Context, 'db'>,
  { beat = BEAT, patience = PATIENCE }: { beat?: number; patience?: number } = {},
): Streams {
  const bell = openBell(ctx.db, beat);
  const counts = new Map<string, number>();
  return {
    open(request) {
      allow(request.who, 'post.read');
      const holder = holderOf(request.who);
      const count = counts.get(holder) ?? 0;
      if (count >= MOST) {
        throw new Problem('rate_limited', {
          message: `Only ${MOST} streams of one key or session at a time.`,
        });
      }
      counts.set(holder, count + 1);
      const stream = limitPatience(patience, (ending) => follow(ctx, bell, request, ending));
      stream.once('close', () => counts.set(holder, (counts.get(holder) ?? 1) - 1));
      return stream;
    },
    close: () => bell.close(),
  };
}

function holderOf({ keyId, sessionId }: Caller): string {
  return keyId === null ? `session ${sessionId}` : `key ${keyId}`;
}

/** Breaks off when a piece is not taken in time: nothing piles up meanwhile, but the place is needed. */
function limitPatience(patience: number, write: (ending: AbortSignal) => AsyncGenerator<string>): Readable {
  const ending = new AbortController();
  const pieces = write(ending.signal);
  let timer: NodeJS.Timeout | undefined;
  const stream: Readable = new Readable({
    read() {
      clearTimeout(timer);
      pieces.next().then(
        ({ done, value }) => {
          if (done !== true) timer = setTimeout(() => stream.destroy(new Error('nobody reads it')), patience);
          stream.push(done === true ? null : value);
        },
        (error: Error) => stream.destroy(error),
      );
    },
    destroy(error, done) {
      clearTimeout(timer);
      // First, as it may be waiting for an event.
      ending.abort();
      pieces.return(undefined).then(() => done(error), done);
    },
  });
  return stream;
}

async function* follow(
  { db }: Pick<Context, 'db'>,
  bell: Bell,
  { who, askAgain, after, follow }: StreamRequest,
  ending: AbortSignal,
): AsyncGenerator<string> {
  const { workspaceId } = who;
  await using ear = await bell.listen(workspaceId, ending);
  const head = await findHeadSeq(db, workspaceId);
  let at = Math.min(after ?? head, head);
  // The browser repeats this id when it comes back, also when no event came in between.
  yield `retry: 2000\nid: ${at}\n\n`;
  for (let heard: Heard = 'events'; heard !== 'end'; ) {
    // Before each reading: nobody gets what happened after their key had ended.
    const now = await askAgain();
    if (now?.workspaceId !== workspaceId || !may(now, 'post.read')) return;
    const filter = { channelIds: now.channelIds };
    const rows = await followEvents(db, workspaceId, filter, { after: at, limit: BATCH });
    at = rows.at(-1)?.seq ?? at;
    if (rows.length > 0) yield print(rows, now, at);
    else if (heard === 'beat') yield ':\n\n';
    if (rows.length < BATCH) heard = follow ? await ear.next() : 'end';
  }
}

/** What the caller may not read moves the place on all the same. */
function print(rows: readonly EventRow[], who: Caller, at: number): string {
  const shown = rows.filter(({ kind }) => may(who, permissionFor(kind)));
  const events = shown.map((row) => `id: ${row.seq}\ndata: ${JSON.stringify(presentEvent(row))}\n\n`);
  return events.join('') + (shown.at(-1)?.seq === at ? '' : `id: ${at}\n\n`);
}

const byNoun: Readonly<Record<string, Permission>> = {
  post: 'post.read',
  target: 'post.read',
  review: 'post.read',
  channel: 'channel.read',
  media: 'media.read',
};

/** Of people, keys, sign-ins and whatever else there may be only who may read all of the log. */
function permissionFor(kind: string): Permission {
  const noun = kind.split('.', 1)[0] ?? '';
  return (Object.hasOwn(byNoun, noun) ? byNoun[noun] : undefined) ?? 'audit.read';
}
