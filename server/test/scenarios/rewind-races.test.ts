import { afterAll, expect, test } from 'vitest';
import { openDatabase } from '../../src/db/database.ts';
import { rewindFromBeat } from '../../src/publishing/rewound/rewind.ts';
import { app } from '../support/app.ts';
import { holdRows } from '../support/held-rows.ts';
import { createPost, getPost, scheduledFor } from '../support/posts.ts';
import { joinSandbox } from '../support/sandbox.ts';

const service = await app();
const other = openDatabase(service.connection, { poolSize: 2 });
afterAll(async () => {
  await other.close();
  await service.close();
});

test('a database that is found to be an older one while a worker looks for work gives nothing out', async () => {
  await service.db.rows("insert into installation (sealed) values ('\\x00') on conflict do nothing");
  const channels = [await joinSandbox(service), await joinSandbox(service)];
  const posts = [];
  for (const channel of channels) posts.push(await createPost(service, scheduledFor([channel])));
  const last = posts[1]?.targets[0]?.id;
  // The rewinding has the first target already, and waits for the second one, as the worker comes.
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
