import { afterAll, expect, test } from 'vitest';
import { rewindFromBeat } from '../../src/backup/rewound/rewind.ts';
import { checkHeartbeat } from '../../src/backup/rewound/watch.ts';
import { openDatabase } from '../../src/db/database.ts';
import { readLaneHealth } from '../../src/lanes/waiting/store.ts';
import { app } from '../support/app.ts';
import { holdRows } from '../support/held.ts';
import { createPost, getPost, scheduledFor } from '../support/posts.ts';
import { connectSandbox } from '../support/sandbox.ts';

const service = await app();
const other = openDatabase(service.connection, { poolSize: 2 });
afterAll(async () => {
  await other.close();
  await service.close();
});

test('a worker claims nothing from a database while an older state of it is being detected', async () => {
  await service.db.rows("insert into installation (sealed) values ('\\x00') on conflict do nothing");
  const channels = [await connectSandbox(service), await connectSandbox(service)];
  const posts = [];
  for (const channel of channels) posts.push(await createPost(service, scheduledFor([channel])));
  const last = posts[1]?.targets[0]?.id;
  // The rewind has locked the first target and waits for the second one when the worker claims.
  const held = await holdRows(other, 'select from targets where id = $1 for update', [last]);
  const rewinding = rewindFromBeat(service.db);
  await held.untilWaiting(1);
  const looking = service.publishDue();
  await Promise.race([looking, held.untilWaiting(2)]);
  await held.release();
  const [rewound, attempts] = await Promise.all([rewinding, looking]);
  expect([rewound.unconfirmed_targets, attempts]).toEqual([2, 0]);
  for (const post of posts) {
    expect((await getPost(service, post)).targets[0]?.error?.code).toBe('outcome_unknown');
  }
});

test('after a rewind only due targets count as due, even if no worker runs', async () => {
  const channels = [await connectSandbox(service), await connectSandbox(service)];
  const [first] = channels;
  const scheduled_at = new Date(service.clock.now().getTime() + 3_600_000).toISOString();
  await createPost(service, scheduledFor(channels));
  await createPost(service, scheduledFor([first ?? { id: 0 }], { scheduled_at }));
  await rewindFromBeat(service.db);
  await service.clock.advance('10 minutes');
  expect((await readLaneHealth(service.db)).oldestDue).toBe(0);
  await service.clock.advance('1 hour');
  expect((await readLaneHealth(service.db)).oldestDue).toBeGreaterThan(0);
  expect(await service.publishDue()).toBe(1);
});

test('a rewind completes although a save waits for its lane', async () => {
  await checkHeartbeat(service.ctx);
  const channel = await connectSandbox(service);
  const post = await createPost(service, scheduledFor([channel]));
  await service.db.rows('update installation set beat = 0');
  const waits =
    "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
  let noticing: Promise<void> | undefined;
  // In the order of a save: the post, then its lane. PostgreSQL ends the rewind to resolve the deadlock.
  await other.transaction(async (tx) => {
    await tx.rows("set local deadlock_timeout = '1min'");
    await tx.rows('select from posts where id = $1 for update', [post.id]);
    noticing = checkHeartbeat(service.ctx);
    noticing.catch(() => undefined);
    while ((await other.row(waits)) === undefined);
    await tx.rows('update channels set next_due_at = clock_now() where id = $1', [channel.id]);
  });
  await noticing;
  expect((await getPost(service, post)).targets[0]?.error?.code).toBe('outcome_unknown');
});

test('a worker claims nothing from a restored database before the restore was noticed', async () => {
  await checkHeartbeat(service.ctx);
  const channel = await connectSandbox(service);
  const [post, later] = [
    await createPost(service, scheduledFor([channel])),
    await createPost(service, scheduledFor([channel], { scheduled_at: await service.clock.in('1 hour') })),
  ];
  await service.db.rows('update installation set beat = 0');
  await service.clock.advance('5 minutes');
  expect(await service.publishDue()).toBe(0);
  await checkHeartbeat(service.ctx);
  expect((await getPost(service, post)).targets[0]?.error?.code).toBe('outcome_unknown');
  await service.clock.advance('1 hour');
  expect(await service.publishDue()).toBe(1);
  expect((await getPost(service, later)).status).toBe('published');
});
