import { afterAll, expect, test } from 'vitest';
import { forgetWorker, reportWorker } from '../../src/publishing/store.ts';
import { app } from '../support/app.ts';

const service = await app();
afterAll(() => service.close());

test('a worker that comes back after hours waits for no other that does too', async () => {
  const [one, other] = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002'];
  await reportWorker(service.db, one);
  await reportWorker(service.db, other);
  await service.clock.advance('2 hours');
  await service.db.transaction(async (tx) => {
    await tx.rows('select from workers where id = $1 for update', [other]);
    await reportWorker(service.db, one);
  });
  const seen = () =>
    service.db.rows('select id from workers where id = any($1::uuid[]) order by id', [[one, other]]);
  expect(await seen()).toEqual([{ id: one }, { id: other }]);
  await reportWorker(service.db, one);
  expect(await seen()).toEqual([{ id: one }]);
  await forgetWorker(service.db, one);
});
