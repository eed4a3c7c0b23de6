/** Makes an installation of a backup: all of it, or one that says it is not whole and does not start. */
import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { json, text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import type { BulkTransaction, Database } from '../db/database.ts';
import { listMigrations, migrateWithin } from '../db/migrate.ts';
import { withoutTimeout } from '../db/without-timeout.ts';
import { verifyChains } from '../events/verify.ts';
import type { Files } from '../files/files.ts';
import { openIncoming } from '../media/incoming.ts';
import { OperatorError } from '../operator-error.ts';
import { type Rewound, rewind } from '../publishing/rewound/rewind.ts';
import { type Entry, readArchive, verifyArchive } from './archive.ts';
import { findMark, mark, unmark } from './half-restored.ts';
import { FORMAT, type Manifest, type Table } from './manifest.ts';
import * as store from './store.ts';

/** Seconds after which a process notes again that it runs. */
const BEAT = 10;

/** A backup that was found whole, and that this program can read. */
export interface Archive {
  path: string;
  sha256: string;
  manifest: Manifest;
  /** The secret, if it is in it. */
  secret: string | undefined;
}

/** Reads every byte. Throws {@link OperatorError} when it is damaged, no backup, or of a newer Belfry. */
export async function openArchive(path: string): Promise<Archive> {
  const sha256 = await verifyArchive(path).catch((error: NodeJS.ErrnoException) => {
    throw sentenceFor(error, path) ?? error;
  });
  let manifest: Manifest | undefined;
  let secret: string | undefined;
  for await (const { name, read } of readArchive(path)) {
    if (name === 'manifest.json') manifest = (await json(read())) as Manifest;
    if (name === 'secret') secret = (await text(read())).trim();
  }
  if (manifest === undefined) throw new OperatorError(`${path} is no backup of Belfry.`);
  const known = await listMigrations();
  if (manifest.format !== FORMAT || manifest.migrations.some((name) => !known.includes(name))) {
    const by = `Belfry ${manifest.belfry}, which is newer than this one`;
    throw new OperatorError(`${path} was made by ${by}: restore it with that version.`);
  }
  return { path, sha256, manifest, secret };
}

function sentenceFor({ code }: NodeJS.ErrnoException, path: string): OperatorError | undefined {
  if (code === 'ENOENT') return new OperatorError(`There is no file ${path}.`);
  if (code === 'EISDIR') return new OperatorError(`${path} is a directory: name the file of the backup.`);
  if (code === 'EACCES') return new OperatorError(`This user may not read ${path}.`);
  return undefined;
}

export interface RestoreInput {
  archive: Archive;
  /** Of nobody yet, and nobody else's as long as this takes. */
  db: Database;
  files: Files;
  dataDir: string;
  /** Puts the secret where the service looks for it; called before any row that is sealed with it is there. */
  keepSecret(): Promise<void>;
}

export interface Restored extends Rewound {
  taken_at: string;
  tables: number;
  rows: number;
  files: number;
  /** False: the event log is not whole. It may not have been when the backup was taken. */
  is_chain_whole: boolean;
}

/** Begins again, where an earlier run with the same file was interrupted. */
export async function restore(input: RestoreInput): Promise<Restored> {
  const { archive, db, dataDir } = input;
  const isBegun = (await findMark(dataDir)) === archive.sha256;
  const isLoaded = !(await store.isEmpty(db));
  if (isLoaded && !(isBegun && (await isOf(archive, db)))) {
    throw new OperatorError('There is an installation already: restore into an empty DATA_DIR or database.');
  }
  if (!isLoaded) await requireQuiet(db);
  await mark(dataDir, archive.sha256);
  await input.keepSecret();
  const files = await loadMedia(input);
  // One transaction: the database is empty before it, and all there after it.
  const rewound = await db.bulk(async (tx) => {
    if (!isLoaded) await loadDatabase(tx, archive);
    return rewind(tx, archive.manifest.taken_at);
  });
  await store.analyze(withoutTimeout(db));
  const { chains } = await verifyChains(db);
  await unmark(dataDir);
  const { taken_at, tables } = archive.manifest;
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  const is_chain_whole = chains.every(({ broken }) => broken === null);
  return { taken_at, tables: tables.length, rows, files, is_chain_whole, ...rewound };
}

/** Somebody may have set up another one, where an earlier run was interrupted. */
async function isOf({ manifest }: Archive, db: Database): Promise<boolean> {
  return (await store.readFacts(db))?.sealed === manifest.sealed;
}

/** What runs there would go on with a secret and settings that are not those of the backup. */
async function requireQuiet(db: Database): Promise<void> {
  const seconds = await store.secondsSinceBeat(db);
  if (seconds === undefined || seconds > 2 * BEAT) return;
  throw new OperatorError(
    `A Belfry was at work on this database ${Math.round(seconds)} s ago: stop every process of it, ` +
      `wait ${2 * BEAT} s, then try again. Nothing was changed.`,
  );
}

async function loadMedia({ archive, files, dataDir }: RestoreInput): Promise<number> {
  let count = 0;
  for await (const { name, read } of readArchive(archive.path)) {
    if (!name.startsWith('media/')) continue;
    await using incoming = await openIncoming(dataDir);
    await pipeline(read(), createWriteStream(incoming.path, { flags: 'wx', mode: 0o600 }));
    await files.adopt(name.slice('media/'.length), incoming.path);
    count += 1;
  }
  return count;
}

async function loadDatabase(tx: BulkTransaction, { path, manifest }: Archive): Promise<void> {
  await migrateWithin(tx, manifest.migrations);
  // Asked once more, now that nobody else can begin: migrating takes a lock that this transaction keeps.
  if (!(await store.isEmpty(tx))) throw new OperatorError('Somebody else was just setting this database up.');
  const shapes = await store.listTables(tx);
  const expected = manifest.tables.map(({ name, columns }) => ({ name, columns }));
  if (JSON.stringify(shapes) !== JSON.stringify(expected)) {
    throw new OperatorError(`The tables in ${path} are not those of this Belfry: nothing was restored.`);
  }
  await store.agreeOnDates(tx);
  const rules = await store.setAside(tx, shapes);
  const parts = await listParts(path);
  for (const table of manifest.tables) await loadTable(tx, table, parts.get(table.name) ?? []);
  await store.bringBack(tx, shapes, rules);
  await store.setSequences(tx, manifest.sequences);
  await migrateWithin(tx);
}

/** By table, in their order. */
async function listParts(path: string): Promise<Map<string, Entry[]>> {
  const found = new Map<string, Entry[]>();
  for await (const entry of readArchive(path)) {
    const [kind, table = ''] = entry.name.split('/');
    if (kind !== 'tables') continue;
    const parts = found.get(table) ?? [];
    if (parts.push(entry) === 1) found.set(table, parts);
  }
  return found;
}

async function loadTable(tx: BulkTransaction, table: Table, parts: readonly Entry[]): Promise<void> {
  await pipeline(Readable.from(bytesOf(parts)), createGunzip(), store.copyIn(tx, table));
  const count = await store.countRows(tx, table);
  if (count === table.rows) return;
  throw new OperatorError(`${table.name} has ${count} rows in place of ${table.rows}: nothing was restored.`);
}

async function* bytesOf(parts: readonly Entry[]): AsyncGenerator<Uint8Array> {
  for (const part of parts) yield* part.read();
}
