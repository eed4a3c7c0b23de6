import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { findForeignWrites } from './owners.ts';

/** Findings besides those about guests that this small tree does not have. */
function findingsIn(files: Record<string, string>): string[] {
  const root = mkdtempSync(join(tmpdir(), 'belfry-owners-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const schema = 'create table posts (\n);\ncreate table events (\n);\ncreate table users (\n);\n';
  for (const [path, text] of Object.entries({ 'docs/schema.sql': schema, ...files })) {
    mkdirSync(join(root, dirname(path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return findForeignWrites(root).filter((finding) => !finding.includes('does not write'));
}

const users = { 'server/src/accounts/store.ts': 'update users set name = $1' };
const posts = { 'server/src/posts/store.ts': '`insert into posts (id) values ($1)`' };

test('each table may be written by one module and by the guests that have a reason', () => {
  const guest = { 'server/src/lanes/store.ts': 'with post as (update posts p set status = $1)' };
  const test = { 'server/src/keys/keys.test.ts': 'delete from posts' };
  const event = {
    'server/src/keys/store.ts': 'insert into events (kind)',
    'server/src/mail/store.ts': 'insert into events (kind)',
  };
  expect(findingsIn({ ...users, ...posts, ...guest, ...test, ...event })).toEqual([]);
});

test('a second module, and a table without an owner, are found', () => {
  const second = { 'server/src/keys/store.ts': 'delete from only posts where id = $1' };
  expect(findingsIn({ ...posts, ...second })).toEqual([
    'posts is written by keys and posts',
    'users is written by guests only',
  ]);
});

test('the tables of this tree have one owner each', () => {
  expect(findForeignWrites(join(import.meta.dirname, '../..'))).toEqual([]);
});
