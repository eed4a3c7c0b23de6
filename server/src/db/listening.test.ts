import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest';
import { layCable } from '../../test/support/cable.ts';
import { eventually } from '../../test/support/eventually.ts';
import { type Pooler, startPooler } from '../../test/support/pooler.ts';
import { type Database, openDatabase } from './database.ts';

let pooler: Pooler;
beforeAll(async () => {
  pooler = await startPooler({ ...inject('postgres'), database: 'postgres' });
});
afterAll(() => pooler.close());

const direct = () => ({ ...inject('postgres'), database: 'postgres' });

/** Payloads that arrive from now on. */
async function listenOn(db: Database): Promise<string[]> {
  const heard: string[] = [];
  const listener = await db.listen('bells', (payload) => heard.push(payload));
  onTestFinished(async () => {
    await listener.close();
    await db.close();
  });
  return heard;
}

const notify = (db: Database, payload: string) => db.rows("select pg_notify('bells', $1)", [payload]);

test('a listener gets notifications, but not the echoes of other listeners', async () => {
  const [one, two] = [openDatabase(direct()), openDatabase(direct())];
  const heard = await listenOn(one);
  await listenOn(two);
  await notify(two, 'ding');
  await eventually(() => expect(heard).toContain('ding'));
  expect(heard.filter((payload) => payload !== '')).toEqual(['ding']);
  expect(one.isPolling()).toBe(false);
});

test('through a pooler, the listener is made to poll, and the change is reported once', async () => {
  const changes: [string, boolean][] = [];
  const db = openDatabase(pooler.connection, { onPolling: (...change) => changes.push(change) });
  const heard = await listenOn(db);
  await eventually(() => expect(heard.length).toBeGreaterThan(6));
  expect(new Set(heard)).toEqual(new Set(['']));
  expect([db.isPolling(), changes]).toEqual([true, [['bells', true]]]);
});

test('a direct connection beside the pooler gets notifications', async () => {
  const db = openDatabase(pooler.connection, { direct: direct() });
  const heard = await listenOn(db);
  await notify(db, 'dong');
  await eventually(() => expect(heard).toContain('dong'));
});

test('after the connection broke, each notification arrives again, and once', async () => {
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
    await eventually(async () => expect(await beside.rows(listening)).toHaveLength(0));
    await cable.mend();
    await eventually(async () => expect(await beside.rows(listening)).toHaveLength(1));
    await notify(beside, payload);
    await eventually(() => expect(heard).toContain(payload));
  }
  expect(heard.filter((each) => each !== '')).toEqual(['one', 'two']);
});

test('through a pooler, a session is refused, and the error names DATABASE_DIRECT_URL', async () => {
  const db = openDatabase(pooler.connection);
  onTestFinished(() => db.close());
  await expect(db.session(async () => undefined)).rejects.toThrow('Set DATABASE_DIRECT_URL');
});
