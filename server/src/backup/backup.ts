/** Writes the whole installation into one file. The service may run meanwhile. */
import { randomBytes } from 'node:crypto';
import { type FileHandle, link, open, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import { sync } from '../base/durable.ts';
import { OperatorError } from '../base/operator-error.ts';
import { readRelease } from '../base/version.ts';
import type { CopyTransaction, Database } from '../db/database.ts';
import { type Files, NoSuchFile } from '../files/index.ts';
import { type ArchiveWriter, writeArchive } from './archive.ts';
import { FORMAT, type Manifest, type MediaPart, type Table } from './manifest.ts';
import * as store from './store.ts';

export interface BackupInput {
  db: Database;
  /** Undefined: the backup leaves out the media. */
  files: Files | undefined;
  /** Undefined: the backup leaves out the secret. */
  secret: string | undefined;
  /** Must not exist yet. When this returns, the complete file is there. */
  path: string;
}

/**
 * Returns a description of the file. The file lacks all that is committed after {@link Manifest.taken_at}. Only its owner
 * can read it, because it may hold the secret.
 */
export async function takeBackup(input: BackupInput): Promise<Manifest> {
  await requireFree(input.path);
  const draft = `${input.path}.${randomBytes(4).toString('hex')}.part`;
  const file = await open(draft, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
    throw sentenceFor(error, input.path) ?? unwritable(error, input.path);
  });
  try {
    const manifest = await writeDraft(input, file);
    await moveToPath(draft, input.path);
    await sync(dirname(input.path));
    return manifest;
  } catch (error) {
    throw sentenceFor(error, input.path) ?? error;
  } finally {
    await rm(draft, { force: true });
  }
}

/** Unlike rename(), link() never replaces a file that another process wrote meanwhile. Some file systems lack it. */
async function moveToPath(draft: string, path: string): Promise<void> {
  try {
    await link(draft, path);
  } catch (error) {
    if (!NO_LINK_SUPPORT.has((error as NodeJS.ErrnoException).code ?? '')) throw error;
    await requireFree(path);
    await rename(draft, path);
  }
}

const NO_LINK_SUPPORT: ReadonlySet<string> = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK']);

async function requireFree(path: string): Promise<void> {
  const found = await stat(path).catch(() => undefined);
  if (found !== undefined) throw alreadyExists(path);
}

function alreadyExists(path: string): OperatorError {
  return new OperatorError(`${path} already exists. Choose another name, or remove the file first.`);
}

async function writeDraft(input: BackupInput, draft: FileHandle): Promise<Manifest> {
  await using file = draft;
  const archive = writeArchive(file);
  const tables = await store.listTables(input.db);
  const manifest = await input.db.transactionWithoutTimeouts(
    (tx) => writeAll(tx, archive, tables, input),
    'snapshot',
  );
  await addTextEntry(archive, 'manifest.json', `${JSON.stringify(manifest, undefined, 2)}\n`);
  await archive.finish();
  return manifest;
}

async function writeAll(
  tx: CopyTransaction,
  archive: ArchiveWriter,
  shapes: readonly store.TableShape[],
  { files, secret }: BackupInput,
): Promise<Manifest> {
  // Locks come first, because the first statement that reads takes the snapshot.
  await store.lockTables(tx, shapes);
  const facts = await store.readFacts(tx);
  if (facts === undefined || JSON.stringify(await store.listTables(tx)) !== JSON.stringify(shapes)) {
    throw new OperatorError('Belfry is being set up or upgraded at this moment. Try again in a minute.');
  }
  await store.useIsoDates(tx);
  if (secret !== undefined) await addTextEntry(archive, 'secret', `${secret}\n`);
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

/** Bytes of one entry. A table is split into entries, because its size is unknown before it is read. */
const PART_SIZE = 4 * 1024 * 1024;

async function writeTable(
  tx: CopyTransaction,
  archive: ArchiveWriter,
  shape: store.TableShape,
): Promise<number> {
  const rows = store.copyOut(tx, shape);
  const zip = createGzip({ level: 3 });
  rows.once('error', (error) => zip.destroy(error));
  let count = 0;
  for await (const part of splitIntoParts(rows.pipe(zip))) {
    await archive.add(`tables/${shape.name}/${String(count).padStart(6, '0')}`, part.length, [part]);
    count += 1;
  }
  return rows.rowCount;
}

async function* splitIntoParts(bytes: Readable): AsyncGenerator<Buffer> {
  let chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of bytes as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    size += chunk.length;
    if (size < PART_SIZE) continue;
    yield Buffer.concat(chunks);
    chunks = [];
    size = 0;
  }
  if (size > 0) yield Buffer.concat(chunks);
}

/** Reads files outside the snapshot. A file never changes under its key, but it may have been deleted since. */
async function writeMedia(tx: CopyTransaction, archive: ArchiveWriter, files: Files): Promise<MediaPart> {
  // Loaded only for this, because every command loads this module.
  const { listNamedKeys } = await import('../media/index.ts');
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

async function addTextEntry(archive: ArchiveWriter, name: string, text: string): Promise<void> {
  const bytes = Buffer.from(text);
  await archive.add(name, bytes.length, [bytes]);
}

function unwritable({ code }: NodeJS.ErrnoException, path: string): OperatorError {
  return new OperatorError(`Belfry cannot write to ${dirname(path)} (${code}). Choose another directory.`);
}

function sentenceFor(error: unknown, path: string): OperatorError | undefined {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'EEXIST') return alreadyExists(path);
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    return new OperatorError(
      `The disk of ${dirname(path)} has no room for the backup. No backup was written. Free some space, or choose another directory.`,
    );
  }
  if (code === 'ENOENT')
    return new OperatorError(
      `The directory ${dirname(path)} does not exist. Create it, or choose another one.`,
    );
  return undefined;
}
