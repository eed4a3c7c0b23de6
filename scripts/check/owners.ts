/** Checks that each table has one module that writes it. A module that also writes a table of another needs a reason here. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Guest {
  module: string;
  tables: readonly string[];
  why: string;
}

const guests: readonly Guest[] = [
  {
    module: 'backup',
    tables: [
      'account_choices',
      'email_changes',
      'installation',
      'mails',
      'notices',
      'password_resets',
      'processes',
      'sessions',
      'sign_ins',
      'workers',
    ],
    why: 'a restore ends what may have been used or ended since the backup, in one transaction',
  },
  {
    module: 'data',
    tables: [
      'account_choices',
      'channels',
      'link_cards',
      'media',
      'members',
      'search_marks',
      'sign_ins',
      'uploads',
      'webhooks',
      'workspaces',
    ],
    why: 'an erasure deletes all rows of a workspace',
  },
  {
    module: 'lanes',
    tables: ['channels', 'journal', 'posts', 'targets'],
    why: 'the queue is columns of channels and targets; an outcome changes its post in the same statement',
  },
  {
    module: 'setup',
    tables: ['members', 'users', 'workspaces'],
    why: 'the first person and workspace are created in one statement',
  },
  { module: 'workspaces', tables: ['users'], why: 'a person may be created by accepting an invitation' },
  {
    module: 'posts',
    tables: ['journal'],
    why: 'a save deletes the entries that prepared the former version',
  },
  {
    module: 'media',
    tables: ['post_files', 'post_media'],
    why: 'published posts lose a file that is deleted',
  },
  { module: 'media', tables: ['workspaces'], why: 'the used bytes change with the files' },
];

/** Every module writes events, in the statement that makes them. */
const SHARED = new Set(['events']);

const WRITES = /\b(?:insert into|update|delete from)\s+(?:only\s+)?(\w+)\b/g;

/** Returns the findings below `root`. */
export function findForeignWrites(root: string): string[] {
  const writers = readWriters(root);
  const used = new Set<Guest>();
  const findings = [...writers].flatMap(([table, modules]) => {
    const own = [...modules].filter((module) => {
      const guest = guests.find((each) => each.module === module && each.tables.includes(table));
      if (guest !== undefined) used.add(guest);
      return guest === undefined;
    });
    if (own.length === 1 || SHARED.has(table)) return [];
    return [`${table} is written by ${own.length === 0 ? 'guests only' : own.sort().join(' and ')}`];
  });
  const unused = guests.filter((guest) => !used.has(guest));
  return [
    ...findings,
    ...unused.map(({ module, tables }) => `${module} does not write ${tables.join(', ')}`),
  ];
}

/** The modules that write each table. */
function readWriters(root: string): Map<string, Set<string>> {
  const schema = readFileSync(join(root, 'docs/schema.sql'), 'utf8');
  const tables = [...schema.matchAll(/^create table (\w+)/gm)].map(([, name = '']) => name);
  const writers = new Map(tables.map((table) => [table, new Set<string>()]));
  for (const file of globSync('server/src/*/**/*.ts', { cwd: root })) {
    if (file.endsWith('.test.ts')) continue;
    const [, , module = ''] = file.split('/');
    for (const [, table = ''] of readFileSync(join(root, file), 'utf8').matchAll(WRITES)) {
      writers.get(table)?.add(module);
    }
  }
  return writers;
}
