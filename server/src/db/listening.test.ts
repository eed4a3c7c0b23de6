import { afterAll, beforeAll, expect, inject, onTestFinished, test, vi } from 'vitest';
import { layCable } from '../../test/support/cable.ts';
import type { Pooler } from '../../test/support/pooler.ts';
import { startPooler } from '../../test/support/pooler.ts';
import type { Database } from './database.ts';
import { openDatabase } from './database.ts';

let pooler: Pooler;
beforeAll(async () => {
  pooler = await startPooler({ ...inject('postgres'), database: 'postgres' });
});
afterAll(() => pooler.close());

const direct = () => ({ ...inject('postgres'), database: 'postgres' });

/** What is heard from now on. */
async function listenOn(db: Database): Promise<string[]> {
  const heard: string[] = [];
  const ears = await db.listen('bells', (payload) => heard.push(payload));
  onTestFinished(async () => {
    await ears.close();
    await db.close();
  });
  return heard;
}

const notify = (db: Database, payload: string) => db.rows("select pg_notify('bells', $1)", [payload]);

test('what is notified is heard, and calls of listeners to themselves are not', async () => {
  const [one, two] = [openDatabase(direct()), openDatabase(direct())];
  const heard = await listenOn(one);
  await listenOn(two);
  await notify(two, 'ding');
  await vi.waitFor(() => expect(heard).toContain('ding'));
  expect(heard.filter((payload) => payload !== '')).toEqual(['ding']);
  expect(one.isDeaf()).toBe(false);
});

test('through a pooler whoever listens is made to look again and again, and it is told once', async () => {
  const told: [string, boolean][] = [];
  const db = openDatabase(pooler.connection, { onDeaf: (...change) => told.push(change) });
  const heard = await listenOn(db);
  await vi.waitFor(() => expect(heard.length).toBeGreaterThan(6), { timeout: 15_000 });
  expect(new Set(heard)).toEqual(new Set(['']));
  expect([db.isDeaf(), told]).toEqual([true, [['bells', true]]]);
});

test('a direct connection beside the pooler hears', async () => {
  const db = openDatabase(pooler.connection, { direct: direct() });
  const heard = await listenOn(db);
  await notify(db, 'dong');
  await vi.waitFor(() => expect(heard).toContain('dong'));
});

test('after the connection broke it is heard again, and once', async () => {
  const cable = await layCable(direct());
  const db = openDatabase(cable.connection);
  const heard = await listenOn(db);
  const beside = openDatabase(direct(), { poolSize: 1 });
  onTestFinished(async () => {
    await beside.close();
    await cable.close();
  });
  const listening =
    "select from pg_stat_activity where datname = current_database() and query = 'listen bells'";
  for (const payload of ['one', 'two']) {
    await cable.cut();
    await vi.waitFor(async () => expect(await beside.rows(listening)).toHaveLength(0));
    await cable.mend();
    await vi.waitFor(async () => expect(await beside.rows(listening)).toHaveLength(1), { timeout: 15_000 });
    await notify(beside, payload);
    await vi.waitFor(() => expect(heard).toContain(payload));
  }
  expect(heard.filter((each) => each !== '')).toEqual(['one', 'two']);
});

test('through a pooler there are no sessions, and a sentence says so', async () => {
  const db = openDatabase(pooler.connection);
  onTestFinished(() => db.close());
  await expect(db.session(async () => undefined)).rejects.toThrow('set DATABASE_DIRECT_URL');
});
