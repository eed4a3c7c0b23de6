/**
 * Restores a backup. An interrupted restore leaves a mark, and the service does not start before the restore is
 * complete.
 */
import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { json, text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { OperatorError } from '../base/operator-error.ts';
import type { CopyTransaction, Database } from '../db/database.ts';
import { listMigrations, migrateWithin } from '../db/migrate.ts';
import { verifyChains } from '../events/index.ts';
import type { Files } from '../files/index.ts';
import { openIncoming } from '../files/index.ts';
import { type Entry, readArchive, verifyArchive } from './archive.ts';
import { findMark, mark, unmark } from './half-restored.ts';
import { FORMAT, type Manifest, type Table } from './manifest.ts';
import { type Rewound, rewind } from './rewound/rewind.ts';
import * as store from './store.ts';

/** Seconds between two heartbeats of a process. */
const HEARTBEAT_INTERVAL = 10;

/** A backup that is complete and readable by this program. */
export interface Archive {
  path: string;
  sha256: string;
  manifest: Manifest;
  /** Undefined: the backup does not hold it. */
  secret: string | undefined;
}

/**
 * Reads every byte. Throws {@link OperatorError} when the file is damaged, is not a backup, or was made by a newer
 * Belfry.
 */
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
  if (manifest === undefined)
    throw new OperatorError(`${path} is not a backup of Belfry. Name the file that npx belfry backup wrote.`);
  const known = await listMigrations();
  if (manifest.format !== FORMAT || manifest.migrations.some((name) => !known.includes(name))) {
    const version = `Belfry ${manifest.belfry}, a newer version than this one`;
    throw new OperatorError(`${path} was made by ${version}. Restore it with that version.`);
  }
  return { path, sha256, manifest, secret };
}

function sentenceFor({ code }: NodeJS.ErrnoException, path: string): OperatorError | undefined {
  if (code === 'ENOENT') return new OperatorError(`The file ${path} does not exist.`);
  if (code === 'EISDIR') return new OperatorError(`${path} is a directory. Name the file of the backup.`);
  if (code === 'EACCES')
    return new OperatorError(
      `This user may not read ${path}. Run the command as a user who may, or change the mode of the file.`,
    );
  return undefined;
}

export interface RestoreInput {
  archive: Archive;
  /** Must be empty, and no other process may use it meanwhile. */
  db: Database;
  files: Files;
  dataDir: string;
  /** Stores the secret for the service. Called before any row that is sealed with it is loaded. */
  keepSecret(): Promise<void>;
}

export interface Restored extends Rewound {
  taken_at: string;
  tables: number;
  rows: number;
  files: number;
  /** False: the event log is broken. It may have been broken before the backup. */
  is_chain_whole: boolean;
}

/** Runs again from the start if an earlier run with the same file was interrupted. */
export async function restore(input: RestoreInput): Promise<Restored> {
  const { archive, db, dataDir } = input;
  const isResumed = (await findMark(dataDir)) === archive.sha256;
  const isLoaded = !(await store.isEmpty(db));
  if (isLoaded && !(isResumed && (await containsBackup(archive, db)))) {
    throw new OperatorError(
      'DATA_DIR or DATABASE_URL already has an installation. Restore into an empty DATA_DIR or an empty database.',
    );
  }
  if (!isLoaded) await requireNoRunningProcess(db);
  await mark(dataDir, archive.sha256);
  await input.keepSecret();
  const files = await loadMedia(input);
  // One transaction, so that the database is either empty or complete.
  const rewound = await db.transactionWithoutTimeouts(async (tx) => {
    if (!isLoaded) await loadDatabase(tx, archive);
    return rewind(tx, archive.manifest.taken_at);
  });
  await store.analyze(db.withoutTimeouts);
  const { chains } = await verifyChains(db);
  await unmark(dataDir);
  const { taken_at, tables } = archive.manifest;
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  const is_chain_whole = chains.every(({ broken }) => broken === null);
  return { taken_at, tables: tables.length, rows, files, is_chain_whole, ...rewound };
}

/**
 * Whether the database holds this backup. A person may have set up another installation after an interrupted restore.
 */
async function containsBackup({ manifest }: Archive, db: Database): Promise<boolean> {
  return (await store.readFacts(db))?.sealed === manifest.sealed;
}

/**
 * Throws when a process uses the database. It would continue with a secret and settings that are not those of the
 * backup.
 */
async function requireNoRunningProcess(db: Database): Promise<void> {
  const seconds = await store.secondsSinceHeartbeat(db);
  if (seconds === undefined || seconds > 2 * HEARTBEAT_INTERVAL) return;
  throw new OperatorError(
    `A Belfry process used this database ${Math.round(seconds)} s ago. Nothing was changed. Stop all Belfry processes, ` +
      `wait ${2 * HEARTBEAT_INTERVAL} s, then try again.`,
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

async function loadDatabase(tx: CopyTransaction, { path, manifest }: Archive): Promise<void> {
  await migrateWithin(tx, { only: manifest.migrations });
  // Checked again, because now no other process can begin: this transaction holds the lock of migrations.
  if (!(await store.isEmpty(tx)))
    throw new OperatorError(
      'Another process has just set up this database. Nothing was restored. Restore into an empty database.',
    );
  const shapes = await store.listTables(tx);
  const expected = manifest.tables.map(({ name, columns }) => ({ name, columns }));
  if (JSON.stringify(shapes) !== JSON.stringify(expected)) {
    throw new OperatorError(
      `The tables in ${path} do not match this version of Belfry. Nothing was restored. Restore it with the version that made it, Belfry ${manifest.belfry}.`,
    );
  }
  await store.useIsoDates(tx);
  const constraints = await store.dropConstraints(tx, shapes);
  const parts = await listParts(path);
  for (const table of manifest.tables) await loadTable(tx, table, parts.get(table.name) ?? []);
  await store.restoreConstraints(tx, shapes, constraints);
  await store.setSequences(tx, manifest.sequences);
  await migrateWithin(tx);
}

/** The parts of each table, in their order. */
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

async function loadTable(tx: CopyTransaction, table: Table, parts: readonly Entry[]): Promise<void> {
  await pipeline(Readable.from(bytesOf(parts)), createGunzip(), store.copyIn(tx, table));
  const count = await store.countRows(tx, table);
  if (count === table.rows) return;
  throw new OperatorError(
    `The table ${table.name} has ${count} rows in the backup, but should have ${table.rows}. Nothing was restored. Use another backup.`,
  );
}

async function* bytesOf(parts: readonly Entry[]): AsyncGenerator<Uint8Array> {
  for (const part of parts) yield* part.read();
}
