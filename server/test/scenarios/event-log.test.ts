import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Database, openDatabase, type Tx } from '../../src/db/database.ts';
import { sealEvents, startSealer } from '../../src/events/sealer.ts';
import { verifyChains } from '../../src/events/verify.ts';
import { copyTemplate } from '../support/app.ts';
import { makeEvents, sealAll } from '../support/events.ts';

let db: Database;
let drop: () => Promise<void>;

beforeEach(async () => {
  const copy = await copyTemplate();
  drop = copy.drop;
  db = openDatabase(copy.connection, { poolSize: 24 });
});
afterEach(async () => {
  await db.close();
  await drop();
});

interface Row {
  seq: number | null;
  workspace_id: number;
  data: { writer: number; n: number };
}

function listRows(workspaceId: number): Promise<Row[]> {
  return db.rows<Row>('select seq, workspace_id, data from events where workspace_id = $1 order by seq', [
    workspaceId,
  ]);
}

const isWhole = async () => (await verifyChains(db)).chains.every(({ broken }) => broken === null);

describe('sealing', () => {
  test('numbers the events of 16 simultaneous writers without a gap, in the order of each', async () => {
    const places: number[] = [];
    let writing = true;
    const sealing = (async () => {
      while (writing) await sealEvents(db);
    })();
    const reading = (async () => {
      for (let last = 0; writing; last = places.at(-1) ?? 0) {
        const rows = await db.rows<{ seq: number }>(
          'select seq from events where workspace_id = 1 and seq > $1 order by seq',
          [last],
        );
        places.push(...rows.map(({ seq }) => seq));
      }
    })();
    const write = async (writer: number) => {
      let n = 0;
      const next = (tx: Tx) => makeEvents(tx, 1 + (n % 3), { data: { writer, n: n++ } });
      for (let turn = 0; turn < 20; turn += 1) {
        await db.transaction(async (tx) => {
          for (let count = 0; count <= (writer + turn) % 5; count += 1) await next(tx);
        });
      }
    };
    // Long transactions, which begin before many others and end after them.
    const long = (writer: number) =>
      db.transaction(async (tx) => {
        await makeEvents(tx, 1, { data: { writer, n: 0 } });
        await write(100 + writer);
        await makeEvents(tx, 1, { data: { writer, n: 1 } });
      });
    await Promise.all([
      ...Array.from({ length: 12 }, (_, writer) => write(writer)),
      ...[20, 21, 22, 23].map(long),
    ]);
    writing = false;
    await Promise.all([sealing, reading]);
    await sealAll(db);
    for (const workspaceId of [1, 2, 3]) {
      const rows = await listRows(workspaceId);
      expect(rows.map(({ seq }) => seq)).toEqual(rows.map((_, at) => at + 1));
      for (const own of Map.groupBy(rows, ({ data }) => data.writer).values()) {
        const order = own.map(({ data }) => data.n);
        expect(order).toEqual(order.toSorted((a, b) => a - b));
      }
    }
    expect(places).toEqual(places.map((_, at) => at + 1));
    expect(await isWhole()).toBe(true);
  });

  test('waits for older transactions, so that no event gets a number before an earlier one', async () => {
    await db.transaction(async (tx) => {
      await makeEvents(tx, 1, { data: { writer: 1, n: 1 } });
      await makeEvents(db, 1, { data: { writer: 2, n: 2 } });
      await makeEvents(db, 2);
      expect(await sealEvents(db)).toBe(0);
    });
    await sealAll(db);
    expect((await listRows(1)).map(({ data }) => data.n)).toEqual([1, 2]);
  });

  test('works with two sealers at once, and with more than a batch', async () => {
    await makeEvents(db, 1, {}, 2500);
    await makeEvents(db, 2, {}, 2500);
    await Promise.all([sealAll(db), sealAll(db), sealAll(db)]);
    expect(await verifyChains(db)).toMatchObject({
      events: 5000,
      waiting: 0,
      chains: [
        { seq: 2500, broken: null },
        { seq: 2500, broken: null },
      ],
    });
  });

  test('is complete when a sealer dies between the seals and the heads', async () => {
    await makeEvents(db, 1, {}, 10);
    const dying: Database = {
      ...db,
      transaction: (work) =>
        db.transaction(async (tx) => {
          await work(tx);
          await tx.rows('select pg_terminate_backend(pg_backend_pid())');
          throw new Error('unreachable');
        }),
    };
    while ((await sealEvents(dying).catch(() => 'died')) !== 'died');
    expect((await listRows(1)).every(({ seq }) => seq === null)).toBe(true);
    await sealAll(db);
    expect(await verifyChains(db)).toMatchObject({ events: 10, chains: [{ broken: null }] });
  });

  test('runs by itself, and ends when it is stopped', async () => {
    const sealer = startSealer({ db, log: pino({ level: 'silent' }) });
    await makeEvents(db, 1, {}, 3);
    while ((await listRows(1)).some(({ seq }) => seq === null));
    await sealer.stop();
    await makeEvents(db, 1);
    expect((await listRows(1)).map(({ seq }) => seq)).toEqual([1, 2, 3, null]);
  });

  test('seals events that another server left unsealed in a backup', async () => {
    await db.rows("insert into events (workspace_id, kind, xid) values (1, 'test.restored', '9000000000')");
    await sealAll(db);
    expect(await verifyChains(db)).toMatchObject({ events: 1 });
  });
});

describe('the event log', () => {
  const refused = 'the event log is append-only';
  test.each([
    "update events set kind = 'other'",
    "update events set data = '{}' where seq is null",
    "update events set at = at + interval '1 s', seq = 2, hash = '' where seq is null",
    'update events set seq = null, hash = null',
    'delete from events',
    'truncate events',
    'update event_heads set seq = 0',
    'delete from event_heads',
    'truncate event_heads',
    "insert into events (workspace_id, kind, seq, hash) values (1, 'test.forged', 2, '')",
  ])('cannot be changed by mistake: %s', async (statement) => {
    await makeEvents(db, 1);
    await sealAll(db);
    await makeEvents(db, 1);
    await expect(db.rows(statement)).rejects.toThrow(refused);
  });

  test('is deleted with its workspace, and no other log is', async () => {
    await makeEvents(db, 1, {}, 3);
    await makeEvents(db, 2, {}, 3);
    await sealAll(db);
    const erase = (which: number) =>
      db.transaction(async (tx) => {
        await tx.rows("select set_config('belfry.erased_workspace', '1', true)");
        await tx.rows('delete from events where workspace_id = $1', [which]);
        await tx.rows('delete from event_heads where workspace_id = $1', [which]);
      });
    await expect(erase(2)).rejects.toThrow(refused);
    await erase(1);
    expect(await verifyChains(db)).toMatchObject({ chains: [{ workspace_id: 2, seq: 3, broken: null }] });
    await expect(db.rows('delete from events')).rejects.toThrow(refused);
  });
});

describe('verification', () => {
  /** As a superuser could change rows. */
  async function tamper(...statements: string[]): Promise<void> {
    await db.transaction(async (tx) => {
      await tx.rows("select set_config('session_replication_role', 'replica', true)");
      for (const statement of statements) await tx.rows(statement);
    });
  }

  test.each<[string, string[], { seq: number; fault: string }]>([
    ['changed data', [`update events set data = '{"n": 8}' where seq = 7`], { seq: 7, fault: 'changed' }],
    ['another author', ['update events set user_id = 1 where seq = 7'], { seq: 7, fault: 'changed' }],
    [
      'another time',
      ["update events set at = at + interval '1 microsecond' where seq = 7"],
      { seq: 7, fault: 'changed' },
    ],
    ['a removed row', ['delete from events where seq = 7'], { seq: 7, fault: 'missing' }],
    [
      'a removed row, with later rows moved up',
      [
        'delete from events where seq = 7',
        ...[8, 9, 10].map((seq) => `update events set seq = ${seq - 1} where seq = ${seq}`),
        'update event_heads set seq = 9',
      ],
      { seq: 7, fault: 'changed' },
    ],
    [
      'swapped rows',
      [
        'update events set seq = 100 where seq = 4',
        'update events set seq = 4 where seq = 7',
        'update events set seq = 7 where seq = 100',
      ],
      { seq: 4, fault: 'changed' },
    ],
    ['a cut tail', ['delete from events where seq > 8'], { seq: 9, fault: 'cut' }],
    ['no rows', ['delete from events'], { seq: 1, fault: 'cut' }],
    ['a head with an earlier value', ['update event_heads set seq = 8'], { seq: 9, fault: 'added' }],
    ['no head', ['delete from event_heads'], { seq: 1, fault: 'added' }],
    [
      'a row that hides its change',
      [
        `update events set data = '{"n": 8}', hash = sha256('forged') where seq = 7`,
        `update events set data = data where seq = 8`,
      ],
      { seq: 7, fault: 'changed' },
    ],
  ])('finds %s', async (_, statements, broken) => {
    await db.rows("insert into workspaces (name) values ('One')");
    await makeEvents(db, 1, {}, 10);
    await sealAll(db);
    expect(await isWhole()).toBe(true);
    await tamper(...statements);
    expect((await verifyChains(db)).chains).toMatchObject([{ workspace_id: 1, broken }]);
    expect((await verifyChains(db, 2)).chains).toMatchObject([{ broken: null }]);
  });

  test('is not misled by new events', async () => {
    await makeEvents(db, 1, {}, 3000);
    await sealAll(db);
    let verifying = true;
    const writing = (async () => {
      while (verifying) {
        await makeEvents(db, 1, {}, 3);
        await sealEvents(db);
      }
    })();
    for (let turn = 0; turn < 10; turn += 1) expect(await isWhole()).toBe(true);
    verifying = false;
    await writing;
  });
});
