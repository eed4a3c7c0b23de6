import { afterAll, expect, test } from 'vitest';
import { type Db, openDatabase } from '../../src/db/database.ts';
import { claimLanes, prolongLeases } from '../../src/lanes/store.ts';
import { openSettling } from '../../src/publishing/settle.ts';
import { app } from '../support/app.ts';
import { appNetworks, connectAccounts, postTo, setKeys } from '../support/app-networks.ts';
import { createPost, scheduledFor } from '../support/posts.ts';
import { connectSandbox } from '../support/sandbox.ts';

const { networks } = appNetworks();
const service = await app({ networks });
afterAll(() => service.close());

const GATE = 4711;

/** The statement, paused after its snapshot and before the join of this table. */
function pauseAfterSnapshot(db: Db, lanes: string, joined: string): Db {
  const gate = `from ${lanes} cross join (select pg_advisory_xact_lock(${GATE})) as gatekeeper ${joined}`;
  const hold = (text: string) => text.replace(`from ${lanes} ${joined}`, gate);
  return {
    rows: (text, values) => db.rows(hold(text), values),
    row: (text, values) => db.row(hold(text), values),
  };
}

/** Waits until a session waits for the advisory lock. */
async function untilBlocked(db: Db): Promise<void> {
  const waits = "select 1 as one from pg_locks where locktype = 'advisory' and not granted";
  while ((await db.row(waits)) === undefined);
}

test('a claim returns the confirmed text, even if the update ended after the claim began', async () => {
  const channel = await connectSandbox(service);
  const body = scheduledFor([channel], { content: 'old' });
  const post = await createPost(service, body);
  const gatekeeper = openDatabase(service.connection, { poolSize: 1 });
  await gatekeeper.rows('select pg_advisory_lock($1)', [GATE]);
  const claim = claimLanes(pauseAfterSnapshot(service.db, 'lanes l', 'join workspaces'), 10);
  await untilBlocked(gatekeeper);
  const update = { params: { id: post.id }, body: { ...body, content: 'new' } };
  expect((await service.call('updatePost', update)).status).toBe(200);
  await gatekeeper.close();
  const { claims } = await claim;
  expect(claims.map(({ text }) => text)).toEqual(['new']);
  await service.db.rows('update targets set lease_id = null where lease_id is not null');
});

test('a claim lets no lane pass a gate that another claim has filled since its snapshot', async () => {
  await setKeys(service);
  await postTo(service, await connectAccounts(service, 'bell', 16));
  const gatekeeper = openDatabase(service.connection, { poolSize: 1 });
  await gatekeeper.rows('select pg_advisory_lock($1)', [GATE]);
  await service.db.rows("update gates set most = 4 where family = 'bells'");
  const paused = claimLanes(pauseAfterSnapshot(service.db, 'due', 'cross join lateral'), 8);
  await untilBlocked(gatekeeper);
  const meanwhile = await claimLanes(service.db, 8);
  await gatekeeper.close();
  const claimed = [meanwhile, await paused].map(({ claims }) => claims.length);
  expect(claimed).toEqual([4, 0]);
  await service.db.rows('delete from posts');
});

test('a lease that is prolonged while its attempt ends does not keep the lane busy', async () => {
  const channel = await connectSandbox(service);
  await createPost(service, scheduledFor([channel]));
  const { claims } = await claimLanes(service.db, 10);
  const gatekeeper = openDatabase(service.connection, { poolSize: 1 });
  await gatekeeper.rows('select pg_advisory_lock($1)', [GATE]);
  const paused = pauseAfterSnapshot(service.db, 'channels c', 'join targets');
  const prolonging = prolongLeases(
    paused,
    claims.map(({ lease }) => lease),
  );
  await untilBlocked(gatekeeper);
  const settle = openSettling(service.db);
  for (const claim of claims) await settle(claim, { kind: 'published', id: '1', url: null, warnings: [] });
  await gatekeeper.close();
  await prolonging;
  expect(claims).toHaveLength(1);
  const isBusy = 'select busy_until > clock_now() as busy from channels where id = $1';
  expect(await service.db.rows(isBusy, [channel.id])).toEqual([{ busy: false }]);
});

test('posts that make the same lanes due earlier at the same moment all succeed, in whatever order they name them', async () => {
  const lanes = await Promise.all(Array.from({ length: 30 }, () => connectSandbox(service)));
  const posts = Array.from({ length: 30 }, (_, n) => {
    const inOrder = n % 2 === 0 ? lanes : lanes.toReversed();
    // Each time is earlier than those before it.
    const scheduled_at = new Date(service.clock.now().getTime() + (60 - n) * 60_000).toISOString();
    return scheduledFor(inOrder, { scheduled_at });
  });
  const answers = await Promise.all(posts.map((body) => service.call('createPost', { body })));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
});
