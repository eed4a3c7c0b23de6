import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { copyTemplate } from '../../test/support/app.ts';
import { layCable } from '../../test/support/cable.ts';
import { untilIdle } from '../../test/support/held.ts';
import { type Pooler, startPooler } from '../../test/support/pooler.ts';
import { isUnavailable } from '../base/unavailable.ts';
import { type Database, openDatabase } from './database.ts';
import { migrate } from './migrate.ts';

const db = openDatabase(inject('postgres'), { poolSize: 2 });
afterAll(() => db.close());

const numbers = (count: number) => `copy (select generate_series(1, ${count})) to stdout`;

test('returns a list of bigint as numbers, like a single one', async () => {
  expect(await db.row('select 1::bigint as one, array[1, 2]::bigint[] as list')).toEqual({
    one: 1,
    list: [1, 2],
  });
});

describe('moving whole tables', () => {
  test('reads and writes what COPY does', async () => {
    await db.transactionWithoutTimeouts(async (tx) => {
      await tx.rows('create temp table copied (number int)');
      await pipeline(['1\n', '2\n', '\\N\n'], tx.copyIn('copy copied from stdin'));
      const out = tx.copyOut('copy copied to stdout');
      expect([await text(out), out.rowCount]).toEqual(['1\n2\n\\N\n', 3]);
    });
  });

  test('reads one snapshot throughout and cannot write', async () => {
    const read = db.transactionWithoutTimeouts(async (tx) => {
      const first = await tx.rows('select txid_current_snapshot()::text as at');
      await db.rows('select txid_current()');
      expect(await tx.rows('select txid_current_snapshot()::text as at')).toEqual(first);
      await tx.rows('create table never ()');
    }, 'snapshot');
    await expect(read).rejects.toThrow('read-only transaction');
  });

  test('ends at once when it fails while a table is being copied', async () => {
    const failing = db.transactionWithoutTimeouts(async (tx) => {
      const out = tx.copyOut(numbers(50_000_000));
      out.on('error', () => undefined);
      await once(out, 'readable');
      throw new Error('no room');
    });
    await expect(failing).rejects.toThrow('no room');
    expect(await db.row('select 1 as one')).toEqual({ one: 1 });
  });
});

/** Milliseconds. The quick statements of these tests take less than that on any machine. */
const TIMEOUT = 1000;
const longer = `select pg_sleep(${(TIMEOUT * 1.5) / 1000})::text as slept`;
const SLEPT = [{ slept: '' }];
const locking = 'select pg_advisory_xact_lock(1)';

describe.each(['directly', 'through a pooler'] as const)('a database that is reached %s', (how) => {
  let pooler: Pooler;
  let drop: () => Promise<void>;
  let hurried: Database;
  let beside: Database;
  beforeAll(async () => {
    const copy = await copyTemplate();
    drop = copy.drop;
    pooler = await startPooler(copy.connection);
    const connection = how === 'directly' ? copy.connection : pooler.connection;
    hurried = openDatabase(connection, { poolSize: 2, statementTimeout: TIMEOUT, direct: copy.connection });
    beside = openDatabase(copy.connection, { poolSize: 1 });
  });
  afterAll(async () => {
    await hurried.close();
    await pooler.close();
    await untilIdle(beside);
    await beside.close();
    await drop();
  });

  const requireTimeout = async (query: Promise<unknown>) => {
    const error: unknown = await query.then(String, (failure: unknown) => failure);
    expect([String(error), isUnavailable(error)]).toEqual([expect.stringMatching(/timeout/), true]);
  };

  test('gives up a statement that takes too long, and the server cancels it', async () => {
    // Through a pooler, the server has a timeout only for transactions, so this statement runs to its end.
    await requireTimeout(hurried.rows(`select pg_sleep(${how === 'directly' ? 3600 : 2})`));
    const kept = hurried.transaction(async (tx) => {
      await tx.rows(locking);
      await tx.rows('select pg_sleep(3600)');
    });
    await requireTimeout(kept);
    await beside.transaction((tx) => tx.rows(locking));
    await untilIdle(beside);
    expect(await hurried.row('select 1 as one')).toEqual({ one: 1 });
  });

  test('ends an idle transaction and releases its locks', async () => {
    const idle = hurried.transaction(async (tx) => {
      await tx.rows(locking);
      await beside.transaction((other) => other.rows(locking));
      await tx.rows('select 1');
    });
    expect(await idle.catch(isUnavailable)).toBe(true);
  });

  test('has no timeout for bulk work and sessions', async () => {
    const long = [
      hurried.withoutTimeouts.rows(longer),
      hurried.transactionWithoutTimeouts((tx) => tx.rows(longer), 'snapshot'),
      hurried.session((alone) => alone.rows(longer)),
    ];
    expect(await Promise.all(long)).toEqual([SLEPT, SLEPT, SLEPT]);
    // Afterwards, other statements have their timeouts again.
    await Promise.all([requireTimeout(hurried.rows(longer)), requireTimeout(hurried.rows(longer))]);
  });

  test('has no timeout for a migration', async () => {
    const free = Promise.withResolvers<void>();
    const held = Promise.withResolvers<void>();
    const holding = beside.transaction(async (tx) => {
      await tx.rows('select pg_advisory_xact_lock(4600)');
      held.resolve();
      await free.promise;
    });
    await held.promise;
    const migrating = migrate(hurried);
    await db.rows(longer);
    free.resolve();
    await holding;
    expect(await migrating).toEqual([]);
  });
});

test('after a timeout, all other connections of the pool are replaced, too', async () => {
  const cable = await layCable(inject('postgres'), 'port');
  const silent = openDatabase(cable.connection, { poolSize: 3, statementTimeout: TIMEOUT });
  const pids = async () => {
    const own = 'select pg_backend_pid() as pid, pg_sleep(0.1)';
    return Promise.all(Array.from({ length: 3 }, async () => (await silent.row<{ pid: number }>(own))?.pid));
  };
  const before = await pids();
  cable.freeze();
  await expect(silent.row('select 1')).rejects.toSatisfy(isUnavailable);
  cable.thaw();
  const after = await pids();
  expect(after.filter((pid) => before.includes(pid))).toEqual([]);
  await silent.close();
  await cable.close();
});
