/** Writes everything that an installation is into one file, while it runs or while it does not. */
import { randomBytes } from 'node:crypto';
import { type FileHandle, link, open, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import type { BulkTransaction, Database } from '../db/database.ts';
import { type Files, NoSuchFile } from '../files/files.ts';
import { listNamedKeys } from '../media/lookup.ts';
import { OperatorError } from '../operator-error.ts';
import { readRelease } from '../version.ts';
import { type ArchiveWriter, writeArchive } from './archive.ts';
import { FORMAT, type Manifest, type MediaPart, type Table } from './manifest.ts';
import * as store from './store.ts';

export interface BackupInput {
  db: Database;
  /** Undefined: the media are left out. */
  files: Files | undefined;
  /** Undefined: it is left out. */
  secret: string | undefined;
  /** Must not be there yet; it is, whole, when this returns. */
  path: string;
}

/**
 * Answers what it wrote. What is committed later than {@link Manifest.taken_at} is not in it. The file is its owner's
 * alone, as it may hold the secret.
 */
export async function takeBackup(input: BackupInput): Promise<Manifest> {
  await requireFree(input.path);
  const draft = `${input.path}.${randomBytes(4).toString('hex')}.part`;
  const file = await open(draft, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
    throw sentenceFor(error, input.path) ?? noPlace(error, input.path);
  });
  try {
    const manifest = await writeDraft(input, file);
    await giveName(draft, input.path);
    await syncDirectory(dirname(input.path));
    return manifest;
  } catch (error) {
    throw sentenceFor(error, input.path) ?? error;
  } finally {
    await rm(draft, { force: true });
  }
}

/** Unlike rename(), link() leaves alone what somebody else put there meanwhile; not every file system has it. */
async function giveName(draft: string, path: string): Promise<void> {
  try {
    await link(draft, path);
  } catch (error) {
    if (!linkless.has((error as NodeJS.ErrnoException).code ?? '')) throw error;
    await requireFree(path);
    await rename(draft, path);
  }
}

const linkless: ReadonlySet<string> = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK']);

async function requireFree(path: string): Promise<void> {
  const found = await stat(path).catch(() => undefined);
  if (found !== undefined) throw taken(path);
}

function taken(path: string): OperatorError {
  return new OperatorError(`${path} is there already: choose another name, or remove it first.`);
}

async function writeDraft(input: BackupInput, draft: FileHandle): Promise<Manifest> {
  await using file = draft;
  const archive = writeArchive(file);
  const tables = await store.listTables(input.db);
  const manifest = await input.db.bulk((tx) => writeAll(tx, archive, tables, input), 'snapshot');
  await addText(archive, 'manifest.json', `${JSON.stringify(manifest, undefined, 2)}\n`);
  await archive.finish();
  return manifest;
}

async function writeAll(
  tx: BulkTransaction,
  archive: ArchiveWriter,
  shapes: readonly store.TableShape[],
  { files, secret }: BackupInput,
): Promise<Manifest> {
  // Locks first: the snapshot is taken by the first statement that reads.
  await store.lockTables(tx, shapes);
  const facts = await store.readFacts(tx);
  if (facts === undefined || JSON.stringify(await store.listTables(tx)) !== JSON.stringify(shapes)) {
    throw new OperatorError('Belfry is just being set up or upgraded: try again in a moment.');
  }
  await store.agreeOnDates(tx);
  if (secret !== undefined) await addText(archive, 'secret', `${secret}\n`);
  const tables: Table[] = [];
  for (const shape of shapes) tables.push({ ...shape, rows: await writeTable(tx, archive, shape) });
  return {
    format: FORMAT,
    belfry: (await readRelease()).version,
    taken_at: facts.now,
    migrations: facts.migrations,
    sealed: facts.sealed,
    has_secret: secret !== undefined,
    media: files === undefined ? null : await writeMedia(tx, archive, files),
    tables,
    sequences: await store.listSequences(tx),
  };
}

/** Bytes of an entry that are in memory at once; how long a table becomes is not known before. */
const PART = 4 * 1024 * 1024;

async function writeTable(
  tx: BulkTransaction,
  archive: ArchiveWriter,
  shape: store.TableShape,
): Promise<number> {
  const rows = store.copyOut(tx, shape);
  const zip = createGzip({ level: 3 });
  rows.once('error', (error) => zip.destroy(error));
  let count = 0;
  for await (const part of inParts(rows.pipe(zip))) {
    await archive.add(`tables/${shape.name}/${String(count).padStart(6, '0')}`, part.length, [part]);
    count += 1;
  }
  return rows.rowCount;
}

async function* inParts(bytes: Readable): AsyncGenerator<Buffer> {
  let chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of bytes as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    size += chunk.length;
    if (size < PART) continue;
    yield Buffer.concat(chunks);
    chunks = [];
    size = 0;
  }
  if (size > 0) yield Buffer.concat(chunks);
}

/** A file never changes under its key; at worst it was deleted since the snapshot. */
async function writeMedia(tx: BulkTransaction, archive: ArchiveWriter, files: Files): Promise<MediaPart> {
  const part: MediaPart = { files: 0, bytes: 0, missing: 0 };
  for await (const key of listNamedKeys(tx)) {
    const found = await openStored(files, key);
    if (found === undefined) {
      part.missing += 1;
      continue;
    }
    await archive.add(`media/${key}`, found.size, found.bytes);
    part.files += 1;
    part.bytes += found.size;
  }
  return part;
}

async function openStored(files: Files, key: string): Promise<{ size: number; bytes: Readable } | undefined> {
  const found = await files.find(key);
  if (found === undefined) return undefined;
  try {
    return { size: found.size, bytes: await files.read(key) };
  } catch (error) {
    if (error instanceof NoSuchFile) return undefined;
    throw error;
  }
}

async function addText(archive: ArchiveWriter, name: string, text: string): Promise<void> {
  const bytes = Buffer.from(text);
  await archive.add(name, bytes.length, [bytes]);
}

async function syncDirectory(path: string): Promise<void> {
  await using directory = await open(path);
  await directory.sync();
}

function noPlace({ code }: NodeJS.ErrnoException, path: string): OperatorError {
  return new OperatorError(`Nothing can be written to ${dirname(path)} (${code}): choose another place.`);
}

function sentenceFor(error: unknown, path: string): OperatorError | undefined {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'EEXIST') return taken(path);
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    return new OperatorError(`There is no room for the backup in ${dirname(path)}: nothing was written.`);
  }
  if (code === 'ENOENT') return new OperatorError(`There is no directory ${dirname(path)}.`);
  return undefined;
}
