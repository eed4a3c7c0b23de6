import { execFile } from 'node:child_process';
import { mkdtemp, open, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { afterAll, describe, expect, test } from 'vitest';
import { OperatorError } from '../base/operator-error.ts';
import { readArchive, verifyArchive, writeArchive } from './archive.ts';

const directory = await mkdtemp(join(tmpdir(), 'belfry-archive-'));
const path = join(directory, 'whole.tar');
const entries: [name: string, bytes: Buffer][] = [
  ['secret', Buffer.from('hush\n')],
  ['tables/posts/000000', Buffer.alloc(512, 'x')],
  ['tables/posts/000001', Buffer.alloc(0)],
  ['media/ähm.png', Buffer.alloc(1300, 'y')],
];

afterAll(() => rm(directory, { recursive: true }));

async function write(to: string): Promise<void> {
  await using file = await open(to, 'wx');
  const archive = writeArchive(file);
  for (const [name, bytes] of entries) await archive.add(name, bytes.length, [bytes]);
  await archive.finish();
}

async function read(from: string): Promise<[string, Buffer][]> {
  const found: [string, Buffer][] = [];
  for await (const entry of readArchive(from)) found.push([entry.name, await buffer(entry.read())]);
  return found;
}

await write(path);
const whole = await readFile(path);

describe('an archive', () => {
  test('returns its entries in their order', async () => {
    expect(await read(path)).toEqual(entries);
    expect(await verifyArchive(path)).toMatch(/^[\da-f]{64}$/);
  });

  test('can be read by tar', async () => {
    const { stdout } = await promisify(execFile)('tar', ['-tf', path, '--quoting-style=literal']);
    expect(stdout.split('\n')).toEqual([...entries.map(([name]) => name), 'sha256', '']);
  });

  test('is refused when any byte is changed', async () => {
    const damaged = join(directory, 'damaged.tar');
    for (let at = 0; at < whole.length; at += at % 512 < 300 ? 7 : 61) {
      const bytes = Buffer.from(whole);
      bytes[at] = (bytes[at] ?? 0) ^ 0x10;
      await writeFile(damaged, bytes);
      await expect(verifyArchive(damaged), `byte ${at}`).rejects.toThrow(OperatorError);
    }
  });

  test('is refused when it is too short or too long', async () => {
    const cut = join(directory, 'cut.tar');
    for (let size = 0; size < whole.length; size += 128) {
      await writeFile(cut, whole);
      await truncate(cut, size);
      await expect(verifyArchive(cut), `${size} bytes`).rejects.toThrow(OperatorError);
    }
    await writeFile(cut, Buffer.concat([whole, Buffer.alloc(1)]));
    await expect(verifyArchive(cut)).rejects.toThrow('damaged');
  });

  test('is distinguished from other files', async () => {
    const other = join(directory, 'other');
    await writeFile(other, 'Dear diary'.repeat(100));
    await expect(verifyArchive(other)).rejects.toThrow('is not a backup of Belfry');
  });

  test('can hold files whose size needs more than eleven octal digits', async () => {
    const large = join(directory, 'large.tar');
    const size = 8 ** 11 + 5;
    await using file = await open(large, 'wx');
    await expect(writeArchive(file).add('large', size, [])).rejects.toThrow('has 0 bytes, but should have');
    const entries = readArchive(large);
    const { value: entry } = await entries.next();
    await entries.return(undefined);
    expect(entry).toMatchObject({ name: 'large', size });
    const { stdout } = await promisify(execFile)('tar', ['-tvf', large]).catch((error) => error);
    expect(stdout).toContain(String(size));
  });
});
