/**
 * Reads the log for all streams of this process together: what happens costs one statement for what there is, and one
 * for who may still read, whatever the number of streams. Those who are behind are read for apart, so that nobody waits
 * for them.
 */
import type { Context } from '../../context.ts';
import { may } from '../../workspaces/roles.ts';
import { findHeadSeq } from '../lookup.ts';
import { openBell } from './bell.ts';
import { BEAT_PIECE, type Printed, piecesFor, printEvent } from './print.ts';
import type { Reader } from './reader.ts';
import { openRounds } from './rounds.ts';
import { listRights, readOn } from './store.ts';

type Ctx = Pick<Context, 'db' | 'keyUse'>;

export interface Reading {
  /** Begins after `after`, at the end of the log at most. Answers the place. */
  join(reader: Reader, after: number | undefined): Promise<number>;
  leave(reader: Reader): void;
  /** It has room again. */
  goOn(reader: Reader): void;
  /** Ends all of them. */
  close(): Promise<void>;
}

/** `beat` in milliseconds: how often each is asked for its rights, and hears something, when nothing happens. */
export function openReading(ctx: Ctx, beat: number): Reading {
  const readers = new Set<Reader>();
  let isClosed = false;
  const current = openRounds((some: readonly Reader[]) => readFor(ctx, some, goOn));
  const behind = openRounds((some: readonly Reader[]) => readFor(ctx, some, goOn));
  function goOn(reader: Reader): void {
    if (!readers.has(reader)) return;
    reader.isWaitedFor = !reader.hasRoom;
    if (reader.hasRoom) (reader.isBehind ? behind : current).add(reader);
  }
  const bell = openBell(ctx.db, (workspaceIds) => {
    for (const reader of readers) {
      if (reader.follows && (workspaceIds?.has(reader.who.workspaceId) ?? true)) goOn(reader);
    }
  });
  const beats = openRounds((some: readonly Reader[]) => beatFor(ctx, some));
  const timer = setInterval(() => {
    for (const reader of readers) if (reader.follows) beats.add(reader);
  }, beat).unref();
  return {
    async join(reader, after) {
      if (reader.follows && !isClosed) await bell.listen();
      const head = await findHeadSeq(ctx.db, reader.who.workspaceId);
      reader.at = Math.min(after ?? head, head);
      // From here on it hears of what comes, and only then it is read for: so nothing falls between.
      if (isClosed) reader.end();
      if (!reader.hasEnded) readers.add(reader);
      return reader.at;
    },
    leave: (reader) => void readers.delete(reader),
    goOn,
    async close() {
      isClosed = true;
      clearInterval(timer);
      for (const reader of readers) reader.end();
      readers.clear();
      await bell.close();
      await Promise.all([current.idle(), behind.idle(), beats.idle()]);
    },
  };
}

/** Events of a round, and bytes of their data, for all together; of one place at most so many. */
const MOST_EVENTS = 2000;
const MOST_BYTES = 262_144;
const MOST_AT_PLACE = { events: 200, bytes: 65_536 };

/** A place in the log of a workspace, and who stands there. */
interface Place {
  workspaceId: number;
  after: number;
  /** One of them is limited to channels: then it is asked which channels each event concerns. */
  isLimited: boolean;
  readers: Reader[];
}

async function readFor(ctx: Ctx, readers: readonly Reader[], goOn: (reader: Reader) => void): Promise<void> {
  const open = readers.filter(({ hasEnded }) => !hasEnded);
  const places = placesOf(open);
  if (places.length === 0) return;
  try {
    const rows = await readOn(ctx.db, places, {
      events: Math.max(1, Math.min(MOST_AT_PLACE.events, Math.floor(MOST_EVENTS / places.length))),
      bytes: Math.min(MOST_AT_PLACE.bytes, Math.floor(MOST_BYTES / places.length)),
    });
    const found = Map.groupBy(rows, ({ place }) => place);
    const reached = places.flatMap((place, index) => (found.has(index) ? place.readers : []));
    // After the events were read: so nobody gets what happened after their key had ended.
    await renewRights(ctx, reached);
    for (const [index, place] of places.entries()) {
      const events = found.get(index) ?? [];
      deliver(place, events.map(printEvent), (events[0]?.found ?? 0) > events.length, goOn);
    }
  } catch (error) {
    // Their clients come back, and go on where they were.
    for (const reader of open) reader.end(error as Error);
  }
}

function placesOf(readers: readonly Reader[]): Place[] {
  const places = new Map<string, Place>();
  for (const reader of readers) {
    const { workspaceId, channelIds } = reader.who;
    const name = `${workspaceId} ${reader.at}`;
    const place = places.get(name) ?? { workspaceId, after: reader.at, isLimited: false, readers: [] };
    place.isLimited ||= channelIds !== null;
    place.readers.push(reader);
    places.set(name, place);
  }
  return [...places.values()];
}

function deliver(
  place: Place,
  printed: readonly Printed[],
  isMore: boolean,
  goOn: (reader: Reader) => void,
): void {
  for (const reader of place.readers) {
    if (reader.hasEnded) continue;
    reader.isBehind = giveTo(reader, place, printed, isMore);
    if (reader.isBehind) goOn(reader);
    else if (!reader.follows) reader.end();
  }
}

/** Answers whether more lies ahead of it. */
function giveTo(
  reader: Reader,
  { after, isLimited }: Place,
  printed: readonly Printed[],
  isMore: boolean,
): boolean {
  const last = printed.at(-1)?.seq;
  // Another round brought it further, perhaps not as far as this one would have.
  if (reader.at !== after) return reader.isBehind || reader.at < (last ?? after);
  if (last === undefined) return false;
  // Limited since this was read: which channels the events concern was not asked.
  if (reader.who.channelIds !== null && !isLimited) return true;
  reader.give(piecesFor(reader.who, printed), last);
  return isMore;
}

/** What each may do by now; ends those whose key or session has ended, or may read no posts any more. */
async function renewRights({ db, keyUse }: Ctx, readers: readonly Reader[]): Promise<void> {
  if (readers.length === 0) return;
  const asked = readers.map(({ who, credential }) => ({ workspaceId: who.workspaceId, ...credential }));
  const rights = await listRights(db, asked);
  for (const [index, reader] of readers.entries()) {
    const now = rights.get(index);
    if (now !== undefined) reader.who = { ...reader.who, ...now };
    if (now === undefined || !may(reader.who, 'post.read')) reader.end();
    else if (reader.who.keyId !== null) keyUse.add(reader.who.keyId);
  }
}

async function beatFor(ctx: Ctx, readers: readonly Reader[]): Promise<void> {
  const open = readers.filter(({ hasEnded }) => !hasEnded);
  try {
    await renewRights(ctx, open);
  } catch (error) {
    for (const reader of open) reader.end(error as Error);
  }
  for (const reader of open) if (reader.isIdle) reader.give([BEAT_PIECE]);
}
