/**
 * A backup is a tar file (ustar), so that any tool can read it. Its last entry is the SHA-256 of all bytes before that
 * entry, so that an incomplete file is refused.
 */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { OperatorError } from '../base/operator-error.ts';

const BLOCK = 512;
const END = Buffer.alloc(2 * BLOCK);
const HASH_ENTRY = 'sha256';
const HASH_ENTRY_SIZE = 65;

export interface ArchiveWriter {
  /** Throws when the bytes are not exactly `size`. */
  add(name: string, size: number, bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<void>;
  /** Adds the hash, and returns when the whole file is on the disk. */
  finish(): Promise<void>;
}

export function writeArchive(file: FileHandle): ArchiveWriter {
  const hash = createHash('sha256');
  const write = async (bytes: Uint8Array) => {
    hash.update(bytes);
    await file.writeFile(bytes);
  };
  const add: ArchiveWriter['add'] = async (name, size, bytes) => {
    await write(headerOf(name, size));
    let count = 0;
    for await (const chunk of bytes) {
      count += chunk.length;
      await write(chunk);
    }
    if (count !== size) throw new Error(`${name} has ${count} bytes, but should have ${size}`);
    await write(Buffer.alloc(paddingOf(size)));
  };
  return {
    add,
    async finish() {
      await add(HASH_ENTRY, HASH_ENTRY_SIZE, [Buffer.from(`${hash.copy().digest('hex')}\n`)]);
      await file.writeFile(END);
      await file.sync();
    },
  };
}

export interface Entry {
  name: string;
  size: number;
  /** Its bytes. The caller reads them to the end or destroys the stream. */
  read(): Readable;
}

/**
 * The entries in their order, without the hash. Throws {@link OperatorError} when the file is not a backup, or is
 * incomplete.
 */
export async function* readArchive(path: string): AsyncGenerator<Entry> {
  await using file = await open(path);
  for (let at = 0; ; ) {
    const { name, size } = await readHeader(file, path, at);
    if (name === HASH_ENTRY) return;
    const start = at + BLOCK;
    yield {
      name,
      size,
      read: () => (size === 0 ? Readable.from([]) : createReadStream(path, { start, end: start + size - 1 })),
    };
    at = start + size + paddingOf(size);
  }
}

/**
 * Reads every byte once, and returns their SHA-256. Throws {@link OperatorError} when the file is damaged or
 * incomplete.
 */
export async function verifyArchive(path: string): Promise<string> {
  let hashAt = 0;
  for await (const { size } of readArchive(path)) hashAt += BLOCK + size + paddingOf(size);
  await using file = await open(path);
  const rest = BLOCK + HASH_ENTRY_SIZE + paddingOf(HASH_ENTRY_SIZE) + END.length;
  if ((await file.stat()).size !== hashAt + rest) throw damaged(path);
  const hash = createHash('sha256');
  if (hashAt > 0) for await (const bytes of createReadStream(path, { end: hashAt - 1 })) hash.update(bytes);
  const found = hash.digest('hex');
  const hashEntry = await buffer(createReadStream(path, { start: hashAt }));
  const expected = [headerOf(HASH_ENTRY, HASH_ENTRY_SIZE), Buffer.from(`${found}\n`)];
  const padding = Buffer.alloc(paddingOf(HASH_ENTRY_SIZE) + END.length);
  if (!hashEntry.equals(Buffer.concat([...expected, padding]))) throw damaged(path);
  return found;
}

async function readHeader(
  file: FileHandle,
  path: string,
  at: number,
): Promise<{ name: string; size: number }> {
  const head = Buffer.alloc(BLOCK);
  const { bytesRead } = await file.read(head, 0, BLOCK, at);
  if (at === 0 && (bytesRead < BLOCK || head.toString('latin1', 257, 262) !== 'ustar')) {
    throw new OperatorError(`${path} is not a backup of Belfry. Name the file that npx belfry backup wrote.`);
  }
  const name = head.toString('utf8', 0, 100).replace(/\0.*/s, '');
  const size = parseSize(head);
  // Times and owners are constant, so name and size determine every byte of a header.
  if (bytesRead < BLOCK || name === '' || !head.equals(headerOf(name, size))) {
    throw at === 0
      ? new OperatorError(
          `${path} is not a backup of Belfry, or its first bytes are damaged. Name the file that npx belfry backup wrote.`,
        )
      : damaged(path);
  }
  return { name, size };
}

function damaged(path: string): OperatorError {
  return new OperatorError(`${path} is damaged or incomplete. Nothing was changed. Use another backup.`);
}

function paddingOf(size: number): number {
  return (BLOCK - (size % BLOCK)) % BLOCK;
}

const sizeAt = 124;
const sumAt = 148;
/** A larger number does not fit into eleven octal digits. It is written in binary, as GNU tar does. */
const MAX_OCTAL = 8 ** 11 - 1;

function headerOf(name: string, size: number): Buffer {
  const head = Buffer.alloc(BLOCK);
  if (head.write(name, 0, 101) > 100) throw new Error(`The name ${name} is too long for a tar archive`);
  head.write('0000600\0', 100);
  head.write('0000000\0', 108);
  head.write('0000000\0', 116);
  writeSize(head, size);
  head.write('00000000000\0', 136);
  head.write(' '.repeat(8), sumAt);
  head.write('0', 156);
  head.write('ustar\u000000', 257);
  const sum = head.reduce((total, byte) => total + byte, 0);
  head.write(`${sum.toString(8).padStart(6, '0')}\0 `, sumAt);
  return head;
}

function writeSize(head: Buffer, size: number): void {
  if (size <= MAX_OCTAL) {
    head.write(`${size.toString(8).padStart(11, '0')}\0`, sizeAt);
    return;
  }
  head[sizeAt] = 0x80;
  head.writeBigUInt64BE(BigInt(size), sizeAt + 4);
}

function parseSize(head: Buffer): number {
  if (head[sizeAt] === 0x80) return Number(head.readBigUInt64BE(sizeAt + 4) & 0x1fffffffffffffn);
  return Number.parseInt(head.toString('latin1', sizeAt, sizeAt + 11), 8) || 0;
}
