import { afterAll, expect, test } from 'vitest';
import { deleteLostWorkers, deleteWorker, reportWorker } from '../../src/publishing/store.ts';
import { app } from '../support/app.ts';

const service = await app();
afterAll(() => service.close());

test('a worker without a report for an hour is deleted, until it reports again', async () => {
  const [one, other] = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002'];
  const seen = () =>
    service.db.rows('select id from workers where id = any($1::uuid[]) order by id', [[one, other]]);
  await reportWorker(service.db, one);
  await reportWorker(service.db, other);
  await service.clock.advance('50 minutes');
  await reportWorker(service.db, one);
  await service.clock.advance('50 minutes');
  await deleteLostWorkers(service.db);
  expect(await seen()).toEqual([{ id: one }]);
  await reportWorker(service.db, other);
  expect(await seen()).toEqual([{ id: one }, { id: other }]);
  for (const id of [one, other]) await deleteWorker(service.db, id);
});
