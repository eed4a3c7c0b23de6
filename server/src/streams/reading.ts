/**
 * Reads the log for all streams of this process together. New events cost one statement for the events and one for the
 * callers' rights, for any number of streams. Streams that are behind are read separately, so that others do not wait.
 */
import { may } from '../access/roles.ts';
import type { Context } from '../base/context.ts';
import { findHeadSeq, SEALED_CHANNEL } from '../events/index.ts';
import { openListener } from './listener.ts';
import { openNoticing } from './noticing.ts';
import { HEARTBEAT, type PrintedEvent, piecesFor, printEvent } from './print.ts';
import type { Reader } from './reader.ts';
import { openRounds } from './rounds.ts';
import { listRights, readEvents } from './store.ts';

type Ctx = Pick<Context, 'db' | 'callers'>;

export interface Reading {
  /** Starts after `after`, but not beyond the end of the log. Returns the position. */
  add(reader: Reader, after: number | undefined): Promise<number>;
  remove(reader: Reader): void;
  /** Call it when the reader has room again. */
  resume(reader: Reader): void;
  /** Ends all streams. Resolves when no statement of theirs runs any more. */
  close(): Promise<void>;
}

/** `heartbeat` in milliseconds: how often the rights are checked, and an idle stream gets a comment. */
export function openReading(ctx: Ctx, heartbeat: number): Reading {
  const readers = new Set<Reader>();
  let isClosed = false;
  const current = openRounds((some: readonly Reader[]) => readFor(ctx, some, resume));
  const behind = openRounds((some: readonly Reader[]) => readFor(ctx, some, resume));
  function resume(reader: Reader): void {
    if (!readers.has(reader)) return;
    reader.isPaused = !reader.hasRoom;
    if (reader.hasRoom) (reader.isBehind ? behind : current).add(reader);
  }
  const listener = openListener(ctx.db, SEALED_CHANNEL, (payload) => {
    // An empty payload: any workspace may have new events.
    const workspaceIds = payload === '' ? undefined : new Set(payload.split(',').map(Number));
    for (const reader of readers) {
      if (reader.follows && (workspaceIds?.has(reader.who.workspaceId) ?? true)) resume(reader);
    }
  });
  const noticing = openNoticing(ctx, readers, (some) => renewRights(ctx, some));
  const heartbeats = openHeartbeats(ctx, readers, heartbeat, () => noticing.remind());
  const add = async (reader: Reader, after: number | undefined) => {
    if (reader.follows && !isClosed) await listener.listen();
    if (reader.hasNotices && !isClosed) await noticing.listen();
    const head = await findHeadSeq(ctx.db, reader.who.workspaceId);
    reader.at = Math.min(after ?? head, head);
    // From here on, the reader is notified of new events. The caller reads for it only after that, so it misses none.
    if (isClosed) reader.end();
    if (!reader.hasEnded) readers.add(reader);
    return reader.at;
  };
  const additions = new Set<Promise<number>>();
  return {
    add(reader, after) {
      const addition = add(reader, after);
      additions.add(addition);
      return addition.finally(() => additions.delete(addition));
    },
    remove: (reader) => void readers.delete(reader),
    resume,
    async close() {
      isClosed = true;
      const lastHeartbeats = heartbeats.stop();
      for (const reader of readers) reader.end();
      readers.clear();
      await Promise.allSettled(additions);
      await listener.close();
      await noticing.close();
      await Promise.all([current.idle(), behind.idle(), lastHeartbeats]);
    },
  };
}

/** Events of one round, and bytes of their data, for all streams together. */
const MAX_EVENTS = 2000;
const MAX_BYTES = 262_144;
/** The same for one position. */
const MAX_AT_POSITION = { events: 200, bytes: 65_536 };

/** A position in a workspace's log, and the readers that have reached it. */
interface Position {
  workspaceId: number;
  after: number;
  /** True when a reader is limited to channels. Then the statement also finds the channels of each event. */
  isLimited: boolean;
  readers: Reader[];
}

async function readFor(
  ctx: Ctx,
  readers: readonly Reader[],
  resume: (reader: Reader) => void,
): Promise<void> {
  const open = readers.filter(({ hasEnded }) => !hasEnded);
  const positions = positionsOf(open);
  if (positions.length === 0) return;
  try {
    const rows = await readEvents(ctx.db, positions, {
      events: Math.max(1, Math.min(MAX_AT_POSITION.events, Math.floor(MAX_EVENTS / positions.length))),
      bytes: Math.min(MAX_AT_POSITION.bytes, Math.floor(MAX_BYTES / positions.length)),
    });
    const eventsAt = Map.groupBy(rows, ({ position }) => position);
    const reached = positions.flatMap((position, index) => (eventsAt.has(index) ? position.readers : []));
    // After the events were read, so that no stream gets events that are newer than the end of its key.
    await renewRights(ctx, reached);
    for (const [index, position] of positions.entries()) {
      const events = eventsAt.get(index) ?? [];
      deliver(position, events.map(printEvent), (events[0]?.found ?? 0) > events.length, resume);
    }
  } catch (error) {
    // The clients reconnect and continue at their positions.
    for (const reader of open) reader.end(error as Error);
  }
}

function positionsOf(readers: readonly Reader[]): Position[] {
  const positions = new Map<string, Position>();
  for (const reader of readers) {
    const { workspaceId, channelIds } = reader.who;
    const name = `${workspaceId} ${reader.at}`;
    const position = positions.get(name) ?? { workspaceId, after: reader.at, isLimited: false, readers: [] };
    position.isLimited ||= channelIds !== null;
    position.readers.push(reader);
    positions.set(name, position);
  }
  return [...positions.values()];
}

function deliver(
  position: Position,
  printed: readonly PrintedEvent[],
  isMore: boolean,
  resume: (reader: Reader) => void,
): void {
  for (const reader of position.readers) {
    if (reader.hasEnded) continue;
    reader.isBehind = pushTo(reader, position, printed, isMore);
    if (reader.isBehind) resume(reader);
    else if (!reader.follows) reader.end();
  }
}

/** Returns whether the log has more events for the reader. */
function pushTo(
  reader: Reader,
  { after, isLimited }: Position,
  printed: readonly PrintedEvent[],
  isMore: boolean,
): boolean {
  const last = printed.at(-1)?.seq;
  // Another round has moved the reader, perhaps not as far as this one would have.
  if (reader.at !== after) return reader.isBehind || reader.at < (last ?? after);
  if (last === undefined) return false;
  // The reader was limited to channels after the events were read, so their channels are unknown. It reads again.
  if (reader.who.channelIds !== null && !isLimited) return true;
  reader.push(piecesFor(reader.who, printed), last);
  return isMore;
}

/** Updates the rights. Ends streams whose key or session has ended, or whose caller may no longer read posts. */
async function renewRights({ db, callers }: Ctx, readers: readonly Reader[]): Promise<void> {
  if (readers.length === 0) return;
  const asked = readers.map(({ who, credential }) => ({ workspaceId: who.workspaceId, ...credential }));
  const rights = await listRights(db, asked);
  for (const [index, reader] of readers.entries()) {
    const now = rights.get(index);
    if (now !== undefined) reader.who = { ...reader.who, ...now };
    if (now === undefined || !may(reader.who, 'post.read')) reader.end();
    else if (reader.who.keyId !== null) callers.used.add(reader.who.keyId);
  }
}

/** `also` runs before each heartbeat of the streams. */
function openHeartbeats(ctx: Ctx, readers: ReadonlySet<Reader>, interval: number, also: () => void) {
  const rounds = openRounds((some: readonly Reader[]) => sendHeartbeats(ctx, some));
  const timer = setInterval(() => {
    also();
    for (const reader of readers) if (reader.follows) rounds.add(reader);
  }, interval).unref();
  return {
    /** Begins no more, and resolves when the last has ended. */
    stop() {
      clearInterval(timer);
      return rounds.idle();
    },
  };
}

async function sendHeartbeats(ctx: Ctx, readers: readonly Reader[]): Promise<void> {
  const open = readers.filter(({ hasEnded }) => !hasEnded);
  try {
    await renewRights(ctx, open);
  } catch (error) {
    for (const reader of open) reader.end(error as Error);
  }
  for (const reader of open) if (reader.isIdle) reader.push([HEARTBEAT]);
}
