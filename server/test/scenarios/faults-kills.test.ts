/** Rows 1 to 5, 14 and 29 of docs/faults.md: the process is killed at each point of an attempt. */
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Kind, kinds } from '../support/faulty/adapter.ts';
import { type FaultyServer, openFaultyServer } from '../support/faulty/server.ts';
import {
  advanceClock,
  advanceToNext,
  endpointsOf,
  type FaultyPost,
  scheduleFaultyPost,
  untilSettled,
  wakeWorkers,
} from '../support/faulty/world.ts';
import { holdTable, holdWrites, untilIdle } from '../support/held.ts';
import { type Killable, prepareKillable } from '../support/killable.ts';
import { getPost } from '../support/posts.ts';

let network: FaultyServer;
let service: Killable;
beforeAll(async () => {
  network = await openFaultyServer();
  const env = {
    BELFRY_ROLE: 'both',
    NETWORK_ENDPOINTS: JSON.stringify(endpointsOf(network)),
    OUTBOUND_ALLOW: '127.0.0.1',
  };
  service = await prepareKillable(env, join(import.meta.dirname, '../support/faulty/main.ts'));
  await service.start();
});
afterAll(async () => {
  await service.close();
  await network.close();
});

/** Returns when the point is reached. `undo` removes the cause after the kill. */
type Point = (faulty: FaultyPost[]) => Promise<{ reached(): Promise<void>; undo?(): Promise<void> }>;

/** Kills the process at this point of publishing to all these kinds, and starts another after the lease. */
async function killAt(point: Point, of: readonly Kind[] = kinds): Promise<FaultyPost[]> {
  const faulty = await Promise.all(of.map((kind) => scheduleFaultyPost(service, kind)));
  const { reached, undo } = await point(faulty);
  await advanceClock(service.db, '1 minute');
  await wakeWorkers(service.db);
  await reached();
  await service.kill();
  await undo?.();
  await untilIdle(service.db);
  await advanceClock(service.db, '16 seconds');
  await service.start();
  return faulty;
}

const shownBy = ({ username }: FaultyPost) =>
  network.shown.filter((post) => post.account === username).length;
const countsOf = ({ username }: FaultyPost, ...sorts: string[]) =>
  sorts.map((what) => network.count(what, username));

async function endOf(faulty: FaultyPost) {
  const { status, targets } = await untilSettled(service, faulty.post);
  return [faulty.kind, status, targets[0]?.error?.code ?? targets[0]?.external_url, shownBy(faulty)];
}

const linkOf = ({ username }: FaultyPost) =>
  `https://${username}.example/${network.shown.find((post) => post.account === username)?.id}`;
const isPublished = (faulty: FaultyPost) => [faulty.kind, 'published', linkOf(faulty), 1];
const isDoubtful = ({ kind }: FaultyPost, copies: number) => [kind, 'failed', 'outcome_unknown', copies];

/** The network does not answer calls of this sort. */
const silent =
  (what: string, accepts: boolean): Point =>
  async (faulty) => {
    network.spoil(what, ...faulty.map(() => ({ accepts, answer: 'hang' }) as const));
    const before = network.count(what);
    return {
      reached: () => network.until(what, before + faulty.length),
      async undo() {
        network.release();
        network.spoil(what);
      },
    };
  };

/** Rows of this kind are not written, or only after the process is dead. */
const unwritten =
  (table: string, when: string, end: 'breakOff' | 'release' = 'breakOff'): Point =>
  async () => {
    const held = await holdWrites(service.db, table, when);
    return { reached: held.untilWaiting, undo: held[end] };
  };

/** No other session can use this table, and the statements that wait for it are not run. */
const waiting =
  (table: string): Point =>
  async () => {
    const held = await holdTable(service.db, table);
    return { reached: () => held.untilWaiting(1), undo: held.breakOff };
  };

/** Reached when this statement also finds the targets of all posts. */
const andFound =
  (found: string, point: Point): Point =>
  async (faulty) => {
    const held = await point(faulty);
    const ids = faulty.map(({ post }) => post.targets[0]?.id);
    return {
      ...held,
      async reached() {
        await held.reached();
        while ((await service.db.rows(found, [ids])).length < faulty.length) await pause(5);
      },
    };
  };

test('1: P0, due and not claimed: another worker claims it', async () => {
  const [faulty] = (await killAt(waiting('channels'), ['neither'])) as [FaultyPost];
  expect(await endOf(faulty)).toEqual(isPublished(faulty));
});

test('2: P1, claimed: resumed after the lease', async () => {
  const claimed = 'select from targets where held_by is not null and id = any($1)';
  // Attempts read these before anything else, and the claim does not.
  const all = await killAt(andFound(claimed, waiting('post_files')));
  for (const faulty of all) expect(await endOf(faulty)).toEqual(isPublished(faulty));
});

test('2: P2, token refreshed: the new token is used, and not refreshed again', async () => {
  const soon = "update grants set expires_at = clock_now() + interval '90 seconds'";
  const all = await killAt(async (faulty) => {
    await service.db.rows(soon);
    return silent('POST /uploads', true)(faulty);
  });
  for (const faulty of all) {
    expect(await endOf(faulty)).toEqual(isPublished(faulty));
    expect(countsOf(faulty, 'POST /token')).toEqual([1]);
  }
});

test('2: P3, uploaded: the upload is reused', async () => {
  const all = await killAt(silent('GET /uploads', true));
  for (const faulty of all) {
    expect(await endOf(faulty)).toEqual(isPublished(faulty));
    expect(countsOf(faulty, 'POST /uploads', 'POST /posts')).toEqual([1, 1]);
  }
});

test.each(kinds)(
  '2: P4, intent stored and nothing sent to “%s”: sent once, or left to a person',
  async (kind) => {
    const intent = "new.kind = 'commit' and new.state = 'open'";
    const [faulty] = (await killAt(unwritten('journal', intent, 'release'), [kind])) as [FaultyPost];
    expect(await endOf(faulty)).toEqual(kind === 'neither' ? isDoubtful(faulty, 0) : isPublished(faulty));
    expect(countsOf(faulty, 'POST /posts')).toEqual([kind === 'neither' ? 0 : 1]);
  },
);

test('3: P5, sent and accepted without an answer: repeated under its key, looked up, or left to a person', async () => {
  const all = await killAt(silent('POST /posts', true));
  for (const faulty of all) {
    const canSettle = faulty.kind !== 'neither';
    expect(await endOf(faulty)).toEqual(canSettle ? isPublished(faulty) : isDoubtful(faulty, 1));
    expect(countsOf(faulty, 'POST /posts')).toEqual([faulty.kind === 'key' ? 2 : 1]);
  }
});

test('3: P5, sent and not accepted: sent again if the absence is proven', async () => {
  const all = await killAt(silent('POST /posts', false));
  for (const faulty of all) {
    const canSettle = faulty.kind !== 'neither';
    expect(await endOf(faulty)).toEqual(canSettle ? isPublished(faulty) : isDoubtful(faulty, 0));
    expect(countsOf(faulty, 'POST /posts')).toEqual([canSettle ? 2 : 1]);
  }
});

// One at a time: attempts share the statements that store answers, so a held answer could delay another's upload.
test.each(kinds)(
  '4: P6, answered and not stored by “%s”: settled as without an answer, and its link is added',
  async (kind) => {
    const answered = "new.kind = 'commit' and new.state = 'done'";
    const [faulty] = (await killAt(unwritten('journal', answered), [kind])) as [FaultyPost];
    expect(await endOf(faulty)).toEqual(kind === 'neither' ? isDoubtful(faulty, 1) : isPublished(faulty));
  },
);

test('4: P7, the answer stored and the target not: no network is called again, and the link is added', async () => {
  const done = "select from journal where kind = 'commit' and state = 'done' and target_id = any($1)";
  const all = await killAt(andFound(done, unwritten('targets', "new.status = 'published'")));
  for (const faulty of all) {
    expect(await endOf(faulty)).toEqual(isPublished(faulty));
    expect(countsOf(faulty, 'POST /posts')).toEqual([1]);
  }
});

/** Advances the clock until all their channels ask for a person. */
async function untilDisconnected(faulty: FaultyPost[]): Promise<void> {
  const ids = faulty.map(({ channel }) => channel.id);
  const unasked = 'select from channels where id = any($1) and not needs_reconnect';
  while ((await service.db.rows(unasked, [ids])).length > 0) {
    if (await advanceToNext(service.db)) await wakeWorkers(service.db);
    await pause(10);
  }
}

test('14: killed before a rotated token was stored: the channel asks for a person once, and its posts are held', async () => {
  const all = await killAt(async (faulty) => {
    const ids = faulty.map(({ channel }) => channel.id);
    const soon =
      "update grants set expires_at = clock_now() + interval '90 seconds' where channel_id = any($1)";
    await service.db.rows(soon, [ids]);
    const held = await unwritten('grants', 'new.version > 1')(faulty);
    const before = network.count('POST /token');
    return {
      ...held,
      async reached() {
        await network.until('POST /token', before + faulty.length);
        await held.reached();
      },
    };
  });
  await untilDisconnected(all);
  // Later, after workers have claimed again: another post of each channel was published.
  await advanceClock(service.db, '3 hours');
  const later = await scheduleFaultyPost(service, 'key', '0');
  expect(await endOf(later)).toEqual(isPublished(later));
  for (const faulty of all) {
    const { channel, post } = faulty;
    const { status, targets } = await getPost(service, post);
    expect([status, targets[0]?.status, shownBy(faulty)]).toEqual(['scheduled', 'pending', 0]);
    // Once for the token that is lost, and once for the refusal of the previous one.
    expect(countsOf(faulty, 'POST /token')).toEqual([2]);
    const asked = "select from events where channel_id = $1 and kind = 'channel.needs_reconnect'";
    expect(await service.db.rows(asked, [channel.id])).toHaveLength(1);
    const ahead = 'select from grants where channel_id = $1 and refresh_at is not null';
    expect(await service.db.rows(ahead, [channel.id])).toEqual([]);
  }
  for (const faulty of all) {
    const { channel, username } = faulty;
    await service.call('createChannel', { body: { platform: channel.platform, credentials: { username } } });
    expect(await endOf(faulty)).toEqual(isPublished(faulty));
  }
});

test('29: a target that crashes its worker each time fails in the end, and the lane continues', async () => {
  const poison = await scheduleFaultyPost(service, 'neither', '1 minute', 'poison');
  await advanceClock(service.db, '1 minute');
  await wakeWorkers(service.db);
  for (let crashes = 1; crashes <= 5; crashes += 1) {
    await service.ended();
    await advanceClock(service.db, '16 seconds');
    // It may meet the target and end before it has answered.
    await service.start().catch((error: unknown) => {
      if (crashes === 5) throw error;
    });
  }
  expect(await endOf(poison)).toEqual(['neither', 'failed', 'attempt_crashed', 0]);
  const next = await scheduleFaultyPost(service, 'neither', '0', 'next', poison.channel);
  expect(await endOf(next)).toEqual(isPublished(next));
});
