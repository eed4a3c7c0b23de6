import { createReadStream } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { receive } from './incoming.ts';

let folder: string;
let path: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'belfry-incoming-'));
  path = join(folder, 'file');
});

afterEach(() => rm(folder, { recursive: true }));

async function* inPieces(bytes: Uint8Array, length: number) {
  for (let at = 0; at < bytes.length; at += length) yield bytes.slice(at, at + length);
}

describe('a received file', () => {
  const long = Uint8Array.from({ length: 1_300_000 }, (_, at) => at % 251);

  const mixed = async function* () {
    yield* inPieces(long.subarray(0, 100_000), 999);
    yield* inPieces(long.subarray(100_000, 700_000), 50_000);
    yield* inPieces(long.subarray(700_000), 16_000);
  };

  it.each([
    ['small pieces', () => inPieces(long, 1000)],
    ['large pieces', () => inPieces(long, 65_536)],
    ['one piece', () => inPieces(long, long.length)],
    ['small and large pieces', mixed],
  ])('arrives unchanged in %s', async (_what, pieces) => {
    expect(await receive(pieces(), path)).toBe(long.length);
    expect((await readFile(path)).equals(long)).toBe(true);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
  });

  it('may be empty', async () => {
    expect(await receive(inPieces(new Uint8Array(), 1000), path)).toBe(0);
    expect((await stat(path)).size).toBe(0);
  });

  it.each([1000, 65_536])('frees a piece of %d bytes before it reads the next', async (length) => {
    const given: Uint8Array[] = [];
    const pieces = async function* () {
      for (let n = 0; n < 100; n += 1) {
        expect(given.every((piece) => piece.length === 0)).toBe(true);
        const piece = new Uint8Array(length);
        given.push(piece);
        yield piece;
      }
    };
    expect(await receive(pieces(), path)).toBe(100 * length);
  });

  it('keeps the memory that a piece shares', async () => {
    const [shared, wide] = [long.slice(0, 100), long.slice()];
    const pieces = async function* () {
      yield shared.subarray(10, 20);
      yield wide.subarray(10);
    };
    await receive(pieces(), path);
    expect(shared).toEqual(long.slice(0, 100));
    expect(wide.length).toBe(long.length);
  });

  it('does not stay when its sender fails', async () => {
    const failing = async function* () {
      yield long.slice();
      throw new Error('gone');
    };
    await expect(receive(failing(), path)).rejects.toThrow('gone');
    expect(await readdir(folder)).toEqual([]);
  });

  it('does not replace another file', async () => {
    await writeFile(path, 'older');
    await expect(receive(inPieces(long, 1000), path)).rejects.toMatchObject({ code: 'EEXIST' });
    expect(await readFile(path, 'utf8')).toBe('older');
  });

  it('closes its source when it cannot be created', async () => {
    const source = createReadStream(import.meta.filename);
    await expect(receive(source, join(folder, 'no', 'such', 'folder'))).rejects.toMatchObject({
      code: 'ENOENT',
    });
    expect(source.destroyed).toBe(true);
  });
});
