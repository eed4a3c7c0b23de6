import { afterAll, expect, test } from 'vitest';
import { type Db, openDatabase } from '../../src/db/database.ts';
import { claimLanes } from '../../src/lanes/store.ts';
import { app } from '../support/app.ts';
import { appNetworks, connectAccounts, postTo, setKeys } from '../support/app-networks.ts';
import { createPost, scheduledFor } from '../support/posts.ts';
import { connectSandbox } from '../support/sandbox.ts';

const { networks } = appNetworks();
const service = await app({ networks });
afterAll(() => service.close());

const GATE = 4711;

/** The claim, paused after its snapshot and before the join of this table. */
function pauseClaims(db: Db, lanes: string, joined: string): Db {
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
  const claim = claimLanes(pauseClaims(service.db, 'lanes l', 'join workspaces'), 10);
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
  const paused = claimLanes(pauseClaims(service.db, 'due', 'cross join lateral'), 8);
  await untilBlocked(gatekeeper);
  const meanwhile = await claimLanes(service.db, 8);
  await gatekeeper.close();
  const claimed = [meanwhile, await paused].map(({ claims }) => claims.length);
  expect(claimed).toEqual([4, 0]);
  await service.db.rows('delete from posts');
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
