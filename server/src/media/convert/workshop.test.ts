import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, test } from 'vitest';
import { eventually } from '../../../test/support/eventually.ts';
import { makePicture } from '../../../test/support/media.ts';
import { UnfitFile } from '../probe/probe-unfit.ts';
import { CannotFit } from './convert-refusal.ts';
import { fitImage, makeThumbnail, probeImage } from './workshop.ts';

const directory = await mkdtemp(join(tmpdir(), 'workshop-'));
afterAll(() => rm(directory, { recursive: true }));
let count = 0;

async function store(bytes: Uint8Array): Promise<string> {
  const path = join(directory, String(++count));
  await writeFile(path, bytes);
  return path;
}

/** The child processes that decode images. */
async function findWorkshops(): Promise<number[]> {
  const { stdout } = await promisify(execFile)('ps', ['-o', 'pid=,args=', '--ppid', String(process.pid)]);
  const lines = stdout.split('\n').filter((line) => line.includes('workshop-process'));
  return lines.map((line) => Number.parseInt(line, 10));
}

/** Kills this many processes, one after the other, in addition to those in `killed`. */
async function killWorkshops(count: number, killed = new Set<number>()): Promise<Set<number>> {
  const enough = killed.size + count;
  while (killed.size < enough) {
    for (const pid of await findWorkshops()) {
      if (!killed.has(pid)) process.kill(pid, 'SIGKILL');
      killed.add(pid);
    }
  }
  return killed;
}

describe('the workshop', () => {
  test('is started with the same options for finding packages as this process', async () => {
    const [pin, notes] = [join(directory, 'pin.mjs'), join(directory, 'notes')];
    await writeFile(
      pin,
      `await (await import('node:fs/promises')).appendFile('${notes}', process.argv[1] ?? '');`,
    );
    const picture = await store(await makePicture('png', 8, 6));
    const workshop = new URL('workshop.ts', import.meta.url).href;
    const program = `await (await import('${workshop}')).probeImage(1, '${picture}', 1, 'PNG')`;
    await promisify(execFile)(process.execPath, [`--import=${pin}`, '--input-type=module', '-e', program]);
    expect(await readFile(notes, 'utf8')).toContain('workshop-process.ts');
  });

  test('is one process, even for concurrent tasks', async () => {
    const picture = await store(await makePicture('png', 800, 600));
    const results = await Promise.all([
      probeImage(1, picture, 1, 'PNG'),
      makeThumbnail(1, picture, 100, join(directory, 'thumbnail')),
      fitImage(
        1,
        picture,
        { mimeType: 'image/png', animated: false },
        { types: ['image/jpeg'] },
        join(directory, 'fit'),
      ),
    ]);
    expect(results).toMatchObject([
      { mimeType: 'image/png', width: 800 },
      { mimeType: 'image/webp', width: 100, height: 75 },
      { mimeType: 'image/jpeg', width: 800 },
    ]);
    expect(await findWorkshops()).toHaveLength(1);
  });

  test('passes on refusals, and errors of the disk', async () => {
    const text = await store(Buffer.from('no picture'));
    await expect(probeImage(1, text, 10, 'PNG')).rejects.toThrow(UnfitFile);
    const picture = await store(await makePicture('png'));
    const bounds = { types: ['image/heic'] };
    const image = { mimeType: 'image/png', animated: false };
    await expect(fitImage(1, picture, image, bounds, join(directory, 'x'))).rejects.toThrow(CannotFit);
    const nowhere = join(directory, 'missing', 'x');
    await expect(makeThumbnail(1, picture, 10, nowhere)).rejects.toMatchObject({ code: 'ENOENT' });
  });

  test('that is killed is started again and finishes its tasks', async () => {
    const picture = await store(await makePicture('png', 10_000, 9000));
    const made = makeThumbnail(1, picture, 160, join(directory, 'again'));
    for (const pid of await findWorkshops()) process.kill(pid, 'SIGKILL');
    expect(await made).toMatchObject({ width: 160 });
    expect(await findWorkshops()).toHaveLength(1);
  });

  test('that is killed again refuses the file', async () => {
    // This image takes long enough for the test to find the process.
    const picture = await store(await makePicture('png', 10_000, 9000));
    const refused = expect(makeThumbnail(1, picture, 160, join(directory, 'never'))).rejects.toThrow(
      CannotFit,
    );
    await killWorkshops(2);
    await refused;
    expect(await readdir(directory)).not.toContain('never');
  });

  test('that one file crashes again and again still serves other files', async () => {
    const picture = await store(await makePicture('png', 10_000, 9000));
    const refused = expect(makeThumbnail(1, picture, 160, join(directory, 'guilty'))).rejects.toThrow(
      CannotFit,
    );
    const killed = await killWorkshops(1);
    await eventually(async () => expect((await findWorkshops()).some((pid) => !killed.has(pid))).toBe(true));
    const made = makeThumbnail(1, picture, 160, join(directory, 'bystander'));
    await killWorkshops(2, killed);
    await refused;
    expect(await made).toMatchObject({ width: 160 });
  });
});
