import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { prepareKillable } from '../support/killable.ts';

test('a service that is killed leaves the code that it compiled to its next start', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'belfry-compiled-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const service = await prepareKillable({ NODE_COMPILE_CACHE: folder });
  onTestFinished(() => service.close());
  await service.start();
  await service.kill();
  // The service and its packages have more than two thousand modules.
  expect((await readdir(folder, { recursive: true })).length).toBeGreaterThan(500);
});
