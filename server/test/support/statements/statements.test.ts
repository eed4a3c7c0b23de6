import { join, relative } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Connection, type Database, openDatabase } from '../../../src/db/database.ts';
import { copyTemplate } from '../app.ts';
import { type Describer, openDescriber } from './describe.ts';
import { findDifferences } from './findings.ts';
import { recordStatements } from './recorder.ts';
import { neverRun, right, wrong } from './samples.ts';
import { findSites } from './sites.ts';

const ROOT = join(import.meta.dirname, '../../../..');
const FILE = relative(ROOT, join(import.meta.dirname, 'samples.ts'));

const { recorded, stop } = recordStatements(`/${FILE}`);
const sites = findSites(ROOT, [FILE]);
let copy: { connection: Connection; drop(): Promise<void> };
let db: Database;
let describer: Describer;
beforeAll(async () => {
  copy = await copyTemplate();
  db = openDatabase(copy.connection);
  describer = await openDescriber(copy.connection);
});
afterAll(async () => {
  stop();
  await describer.close();
  await db.close();
  await copy.drop();
});

const none = { neverNull: {}, neverRun: {} };

async function differences(exceptions = none, isWhole = false): Promise<string[][]> {
  const seen = [...recorded.values()].map((one) => ({ ...one, site: relative(ROOT, one.site) }));
  const found = await findDifferences(sites, seen, describer.nullability, exceptions, isWhole);
  return found.map((text) => text.replace(`${FILE}:`, '').split('\n  '));
}

test('accepts row types that fit, inside and outside a transaction', async () => {
  for (const run of right) await run(db);
  await db.transaction(async (tx) => {
    for (const run of right) await run(tx);
  });
  expect(await differences()).toEqual([]);
});

test('names each difference with its call and its statement', async () => {
  for (const run of wrong) await run(db);
  expect(await differences()).toEqual([
    ['6:14  select 1 as id', 'name: the row type has it, but the statement does not return it'],
    ['7:14  select 2 as id, 3 as more', 'more: the statement returns it, but the row type lacks it'],
    [
      '8:14  select 4 as id, 5 as id',
      'id: the statement returns two columns of this name; rename one of them',
    ],
    ['9:14  select 6 as id', 'id: is number, but the row type has string'],
    ['10:14  select array[7]::numeric[] as ids', 'ids[]: is string, but the row type has number'],
    ['11:14  select null::timestamptz as at', 'at: a test got null, but the row type has no null'],
    [
      '12:14  select scheduled_at from posts',
      'scheduled_at: can be null in the schema, but the row type has no null',
    ],
    [
      '13:14  select u.name from posts p left join users u on u.id = p.author_id',
      'name: can be null in the schema, but the row type has no null',
    ],
    [
      `14:14  select '{"id": "8", "more": 9}'::jsonb as of`,
      'of.id: is string, but the row type has number',
      'of.more: is in the value, but the row type lacks it',
      'of.name: the row type requires it, but no value has it',
    ],
  ]);
});

test('accepts a null of the schema that an exception explains', async () => {
  const neverNull = { [`${FILE} scheduled_at`]: 'no test', [`${FILE} at`]: 'no test' };
  const found = (await differences({ ...none, neverNull })).map(([head]) => head);
  expect(found).not.toContain('12:14  select scheduled_at from posts');
  expect(found).toContain('11:14  select null::timestamptz as at');
});

test('names calls that no test runs and exceptions without a use', async () => {
  const neverNull = { [`${FILE} gone`]: 'no test' };
  const found = await differences({ ...none, neverNull }, true);
  expect(neverRun).not.toBeUndefined();
  expect(found.slice(-2)).toEqual([
    ['31:40', 'no test runs this call: add a test, or delete it'],
    [`${FILE} gone: delete this exception from exceptions.ts`],
  ]);
  expect(await differences({ neverNull: {}, neverRun: { [FILE]: 'no test' } }, true)).toEqual(
    await differences(),
  );
});
