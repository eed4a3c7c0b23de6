import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { findContractions, judgeMigration } from './migrations.ts';

const judge = (sql: string) => judgeMigration('0099_x.sql', sql, 'v0.2.0');

test.each([
  'drop table posts',
  'alter table posts drop column note',
  'alter table posts rename column note to remark',
  'alter table posts rename to entries',
  'alter table posts alter column note type integer using 1',
  'alter table posts alter column note set not null',
  'alter table posts add column a integer default 1, add column note text not null',
  'alter table posts add constraint c check (note is null)',
  'create unique index posts_note on posts (note)',
  'truncate posts',
])('%s is found', (sql) => expect(judge(`${sql};`)).toHaveLength(1));

test.each([
  'create table notes (id int primary key, text text not null); create unique index n on notes (text)',
  'alter table posts add column note text',
  "alter table posts add column note text not null default ''",
  'create index posts_note on posts (note); drop index posts_old',
  '-- drop table posts\ncomment on table posts is $$drop table posts$$',
  "insert into notes values ('truncate')",
])('%s is not', (sql) => expect(judge(`${sql};`)).toEqual([]));

test('a removal names the release after which it is safe, and that release must exist', () => {
  expect(judge('-- contract: after release 0.2\ndrop table posts;')).toEqual([]);
  expect(judge('-- contract: after release 0.3\ndrop table posts;')).toHaveLength(1);
});

test('until there is a release, migrations after the first commit are checked', () => {
  const { root, git, write } = repository();
  write('0001_a.sql', 'drop table a;\n');
  git('add', '.');
  git('commit', '-qm', 'a');
  write('0002_b.sql', 'drop table b;\n');
  expect(findContractions(root, { commit: 'HEAD', version: 'v0.0.0' })).toEqual([
    expect.stringMatching(/^0002_b.sql drops/),
  ]);
  expect(findContractions(root)).toEqual([]);
});

test('only migrations after the last release are checked, and released migrations must not change', () => {
  const { root, git, write } = repository();
  write('0001_a.sql', 'drop table a;\n');
  git('add', '.');
  git('commit', '-qm', 'a');
  expect(findContractions(root)).toEqual([]);
  git('tag', 'v0.1.0');
  write('0002_b.sql', 'drop table b;\n');
  expect(findContractions(root)).toEqual([expect.stringMatching(/^0002_b.sql drops/)]);
  write('0001_a.sql', 'drop table c;\n');
  expect(findContractions(root)).toHaveLength(2);
});

/** An empty repository in a temporary directory. */
function repository() {
  const root = mkdtempSync(join(tmpdir(), 'belfry-migrations-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@a.example', ...args], { cwd: root });
  const write = (name: string, sql: string) => writeFileSync(join(root, 'server/migrations', name), sql);
  mkdirSync(join(root, 'server/migrations'), { recursive: true });
  git('init', '-q');
  return { root, git, write };
}
