import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Config } from '../../src/config/index.ts';
import type { Files } from '../../src/files/files.ts';
import { clearAbandoned } from '../../src/files/incoming.ts';
import { openFiles } from '../../src/files/open.ts';
import { verifyMedia } from '../../src/media/library/verify/verify.ts';
import { eventually } from '../support/eventually.ts';
import { countRows } from '../support/full-workspace.ts';
import { holdTable, untilIdle } from '../support/held.ts';
import { type Killable, prepareKillable } from '../support/killable.ts';
import { makePicture, upload } from '../support/media.ts';
import { createPost } from '../support/posts.ts';
import { unzip } from '../support/zips.ts';

let service: Killable;
let files: Files;
beforeAll(async () => {
  service = await prepareKillable({ BELFRY_ROLE: 'both' });
  await service.start();
  files = await openFiles({ dataDir: service.dataDir, storageUrl: undefined });
  for (let count = 0; count < 3; count += 1) {
    await upload(service, { bytes: await makePicture('png') });
    await createPost(service, { status: 'draft' });
  }
});
afterAll(() => service.close());

const advance = (interval: string) =>
  service.db.rows('update test_clock set moment = moment + $1::interval', [interval]);
const stateOf = async (table: 'exports' | 'erasures') =>
  (await service.db.row(`select state, done > 0 as begun from ${table}`)) ?? {};

/** Kills the process while it works on `table`, and starts it again when its lease has ended. */
async function killAt(table: string, work: 'exports' | 'erasures'): Promise<void> {
  const { release } = await holdTable(service.db, table);
  try {
    if (work === 'erasures') await advance('2 minutes');
    const atWork = { state: 'running', begun: true };
    await eventually(async () => expect(await stateOf(work)).toEqual(atWork));
    await service.kill();
  } finally {
    await release();
  }
  await untilIdle(service.db);
  expect(await stateOf(work)).toMatchObject({ state: 'running' });
  await advance('2 minutes');
  await service.start();
}

test('an export and an erasure survive kill -9 of their process, and leave nothing behind', async () => {
  const { id } = (await service.call('createExport', { body: {} })).data;
  await killAt('reviews', 'exports');
  await eventually(async () =>
    expect((await service.call('getExport', { params: { id } })).data).toMatchObject({ state: 'done' }),
  );
  const answer = await fetch(`${service.origin}/api/v1/exports/${id}/file`, {
    headers: { authorization: `Bearer ${service.key}` },
  });
  const entries = await unzip(Buffer.from(await answer.arrayBuffer()));
  expect([...entries.keys()].filter((name) => name.startsWith('media/'))).toHaveLength(3);

  const { name } = (await service.call('getWorkspace', {})).data;
  await service.call('deleteWorkspace', { body: { name } });
  await killAt('renditions', 'erasures');
  await eventually(async () => expect(await stateOf('erasures')).toMatchObject({ state: 'done' }));
  const counts = await countRows(service.db, service.workspaceId);
  expect([...counts].filter(([, count]) => count > 0)).toEqual([['erasures', 1]]);
  await clearAbandoned(service.dataDir, 0);
  const config = { dataDir: service.dataDir } as Config;
  const report = await verifyMedia({ db: service.db, files, config }, { settled: -60 });
  expect(report).toMatchObject({ files: 0, rows: 0, orphans: 0 });
  expect(await readdir(join(service.dataDir, 'incoming'))).toEqual([]);
});
