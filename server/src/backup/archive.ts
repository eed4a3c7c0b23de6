/**
 * A backup is a tar file (ustar), so that any tool can look into it. Its last entry is the SHA-256 of every byte
 * before that entry: what is not whole does not pass.
 */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { OperatorError } from '../operator-error.ts';

const BLOCK = 512;
const END = Buffer.alloc(2 * BLOCK);
const SEAL = 'sha256';
const SEAL_SIZE = 65;

export interface ArchiveWriter {
  /** Throws when the bytes are not exactly `size`. */
  add(name: string, size: number, bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<void>;
  /** Seals it; when this returns, all of it is on the disk. */
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
    if (count !== size) throw new Error(`${name} has ${count} bytes in place of ${size}`);
    await write(Buffer.alloc(paddingOf(size)));
  };
  return {
    add,
    async finish() {
      await add(SEAL, SEAL_SIZE, [Buffer.from(`${hash.copy().digest('hex')}\n`)]);
      await file.writeFile(END);
      await file.sync();
    },
  };
}

export interface Entry {
  name: string;
  size: number;
  /** Its bytes, to be read to the end or destroyed. */
  read(): Readable;
}

/** The entries in their order, without the seal. Throws {@link OperatorError} where it is no archive, or not whole. */
export async function* readArchive(path: string): AsyncGenerator<Entry> {
  await using file = await open(path);
  for (let at = 0; ; ) {
    const { name, size } = await readHeader(file, path, at);
    if (name === SEAL) return;
    const start = at + BLOCK;
    yield {
      name,
      size,
      read: () => (size === 0 ? Readable.from([]) : createReadStream(path, { start, end: start + size - 1 })),
    };
    at = start + size + paddingOf(size);
  }
}

/** Reads every byte once, and answers their SHA-256. Throws {@link OperatorError} when the file is not whole. */
export async function verifyArchive(path: string): Promise<string> {
  let sealAt = 0;
  for await (const { size } of readArchive(path)) sealAt += BLOCK + size + paddingOf(size);
  await using file = await open(path);
  const rest = BLOCK + SEAL_SIZE + paddingOf(SEAL_SIZE) + END.length;
  if ((await file.stat()).size !== sealAt + rest) throw damaged(path);
  const hash = createHash('sha256');
  if (sealAt > 0) for await (const bytes of createReadStream(path, { end: sealAt - 1 })) hash.update(bytes);
  const found = hash.digest('hex');
  const seal = await buffer(createReadStream(path, { start: sealAt }));
  const expected = [headerOf(SEAL, SEAL_SIZE), Buffer.from(`${found}\n`)];
  const padding = Buffer.alloc(paddingOf(SEAL_SIZE) + END.length);
  if (!seal.equals(Buffer.concat([...expected, padding]))) throw damaged(path);
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
    throw new OperatorError(`${path} is no backup of Belfry.`);
  }
  const name = head.toString('utf8', 0, 100).replace(/\0.*/s, '');
  const size = readSize(head);
  // Times and owners are always the same, so that a header is what its name and size make it.
  if (bytesRead < BLOCK || name === '' || !head.equals(headerOf(name, size))) {
    throw at === 0
      ? new OperatorError(`${path} is no backup of Belfry, or its beginning is damaged.`)
      : damaged(path);
  }
  return { name, size };
}

function damaged(path: string): OperatorError {
  return new OperatorError(`${path} is damaged or not whole: nothing was changed. Take another backup.`);
}

function paddingOf(size: number): number {
  return (BLOCK - (size % BLOCK)) % BLOCK;
}

const sizeAt = 124;
const sumAt = 148;
/** Beyond this, eleven octal digits do not suffice, and the number is written in binary, as GNU tar does. */
const MOST_OCTAL = 8 ** 11 - 1;

function headerOf(name: string, size: number): Buffer {
  const head = Buffer.alloc(BLOCK);
  if (head.write(name, 0, 101) > 100) throw new Error(`${name} is too long a name for an archive`);
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
  if (size <= MOST_OCTAL) {
    head.write(`${size.toString(8).padStart(11, '0')}\0`, sizeAt);
    return;
  }
  head[sizeAt] = 0x80;
  head.writeBigUInt64BE(BigInt(size), sizeAt + 4);
}

function readSize(head: Buffer): number {
  if (head[sizeAt] === 0x80) return Number(head.readBigUInt64BE(sizeAt + 4) & 0x1fffffffffffffn);
  return Number.parseInt(head.toString('latin1', sizeAt, sizeAt + 11), 8) || 0;
}
