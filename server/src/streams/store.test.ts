import { afterAll, expect, test } from 'vitest';
import { app } from '../../test/support/app.ts';
import { makeEvents, sealAll } from '../../test/support/events.ts';
import { readEvents } from './store.ts';

const service = await app();
afterAll(() => service.close());

test('events are read up to a number of bytes, also if the database stores them compressed', async () => {
  const { workspaceId, db } = service;
  await makeEvents(db, workspaceId, { data: { text: 'x'.repeat(8000) } }, 100);
  await sealAll(db);
  const position = { workspaceId, after: 0, isLimited: false };
  const rows = await readEvents(db, [position], { events: 50, bytes: 64_000 });
  expect(rows).toHaveLength(8);
  expect(rows[0]?.found).toBe(51);
});
