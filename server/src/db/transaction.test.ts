import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest';
import { type Database, openDatabase, type Tx } from './database.ts';

const db = openDatabase(inject('postgres'), { poolSize: 1 });
const observer = openDatabase(inject('postgres'), { poolSize: 1 });
beforeAll(() =>
  db.rows('create table kept (number int check (number > 0) unique deferrable initially deferred)'),
);
afterEach(() => db.rows('delete from kept'));
afterAll(async () => {
  await db.rows('drop table kept');
  await Promise.all([db.close(), observer.close()]);
});

const insert = (number: number) => ['insert into kept values ($1) returning number', [number]] as const;
const kept = async (by: Pick<Database, 'rows'> = observer) =>
  (await by.rows<{ number: number }>('select number from kept order by number')).map(({ number }) => number);
const isOpen = async (tx: Tx) =>
  (await tx.row<{ open: boolean }>('select transaction_timestamp() <> statement_timestamp() as open'))?.open;

describe('a transaction', () => {
  test('is invisible to others until it ends, then visible at once', async () => {
    await db.transaction(async (tx) => {
      expect(await tx.rows(...insert(1))).toEqual([{ number: 1 }]);
      expect(await isOpen(tx)).toBe(true);
      expect(await tx.row(...insert(2))).toEqual({ number: 2 });
      expect(await kept()).toEqual([]);
    });
    expect(await kept()).toEqual([1, 2]);
  });

  test('leaves nothing behind when its work throws', async () => {
    const work = db.transaction(async (tx) => {
      await tx.rows(...insert(1));
      throw new Error('no');
    });
    await expect(work).rejects.toThrow('no');
    expect(await kept()).toEqual([]);
  });

  test.each([1, 2])(
    'leaves nothing behind when statement %i fails, and the connection stays usable',
    async (at) => {
      const work = db.transaction(async (tx) => {
        for (const number of [1, 2]) await tx.rows(...insert(number === at ? -1 : number));
      });
      await expect(work).rejects.toThrow('kept_number_check');
      expect(await kept()).toEqual([]);
      await db.transaction((tx) => tx.rows(...insert(3)));
      expect(await kept()).toEqual([3]);
    },
  );

  test('without a statement does nothing', async () => {
    expect(await db.transaction(async () => 7)).toBe(7);
    expect(await db.row('select txid_current_if_assigned() as id')).toEqual({ id: null });
  });

  test('of the kind “snapshot” cannot write, whichever statement is first', async () => {
    await expect(db.transaction((tx) => tx.rows(...insert(1)), 'snapshot')).rejects.toThrow('read-only');
    const level = 'select current_setting($1) as level';
    const read = (tx: Tx) => tx.row(level, ['transaction_isolation']);
    expect(await db.transaction(read, 'snapshot')).toEqual({ level: 'repeatable read' });
    expect(await db.transaction(read)).toEqual({ level: 'read committed' });
  });
});

describe('the last statement of a transaction', () => {
  test('is committed with it, before the work ends', async () => {
    await db.transaction(async (tx) => {
      await tx.rows(...insert(1));
      expect(await tx.last.rows(...insert(2))).toEqual([{ number: 2 }]);
      expect(await kept()).toEqual([1, 2]);
    });
    expect(await kept()).toEqual([1, 2]);
  });

  test('can be the only one', async () => {
    expect(await db.transaction((tx) => tx.last.row(...insert(1)))).toEqual({ number: 1 });
    expect(await db.transaction((tx) => tx.last.rows('delete from kept where number = $1', [7]))).toEqual([]);
    expect(await kept()).toEqual([1]);
  });

  test('undoes the others when it fails', async () => {
    const work = db.transaction(async (tx) => {
      await tx.rows(...insert(1));
      await tx.last.rows(...insert(-1));
    });
    await expect(work).rejects.toThrow('kept_number_check');
    expect(await kept()).toEqual([]);
  });

  test('undoes the others when the commit fails', async () => {
    const work = db.transaction(async (tx) => {
      await tx.rows(...insert(1));
      await tx.last.rows(...insert(1));
    });
    await expect(work).rejects.toThrow('kept_number_key');
    expect(await kept()).toEqual([]);
    expect(await kept(db)).toEqual([]);
  });

  test('stays committed when the work throws later, and nothing can follow it', async () => {
    const work = db.transaction(async (tx) => {
      await tx.last.rows(...insert(1));
      await tx.rows(...insert(2));
    });
    await expect(work).rejects.toThrow('committed with its last statement');
    expect(await kept()).toEqual([1]);
    await db.transaction((tx) => tx.rows(...insert(3)));
    expect(await kept()).toEqual([1, 3]);
  });
});

test('a statement never runs outside its transaction, also when the transaction cannot begin', async () => {
  await db.rows('deallocate "belfry begin"');
  const work = db.transaction((tx) => tx.rows(...insert(1)));
  await expect(work).rejects.toThrow('"belfry begin" does not exist');
  expect(await kept()).toEqual([]);
});
