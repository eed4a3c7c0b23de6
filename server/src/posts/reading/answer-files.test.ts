import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AnswerFiles } from './answer-files.ts';

const dataDir = await mkdtemp(join(tmpdir(), 'belfry-answers-'));
afterAll(() => rm(dataDir, { recursive: true }));

interface Alarm {
  ms: number;
  act(): void;
  isCancelled: boolean;
}

let alarms: Alarm[];
let files: AnswerFiles;
const begun: number[] = [];
const written: Readable[] = [];

const openFiles = () =>
  new AnswerFiles(
    { dataDir },
    {
      after(ms, act) {
        const alarm = { ms, act, isCancelled: false };
        alarms.push(alarm);
        return {
          cancel: () => {
            alarm.isCancelled = true;
          },
        };
      },
    },
  );
async function write(userId: number, of = files) {
  const file = await of.write(userId, async (draft) => {
    begun.push(userId);
    await draft.write('Glocken ');
    await draft.write('läuten');
  });
  written.push(file.bytes);
  return file;
}
// An open file would be closed with a warning, in the middle of another test.
afterEach(() => {
  for (const bytes of written.splice(0)) bytes.destroy();
});
/** Writes another file to its end, so that every write that can begin has begun. */
const letOthersBegin = async () => {
  const other = await write(0, openFiles());
  other.bytes.destroy();
  begun.splice(begun.indexOf(0), 1);
};

beforeEach(() => {
  alarms = [];
  files = openFiles();
  begun.length = 0;
});

test('a file is read as it was written, has no name meanwhile, and frees its slot', async () => {
  const file = await write(1);
  expect(await readdir(join(dataDir, 'incoming'))).toEqual([]);
  expect([await text(file.bytes), file.size]).toEqual(['Glocken läuten', 15]);
  expect((await write(1)).size).toBe(15);
});

test('a person has one file at a time', async () => {
  const first = await write(1);
  const second = write(1);
  await letOthersBegin();
  expect(begun).toEqual([1]);
  first.bytes.destroy();
  await second;
  expect(begun).toEqual([1, 1]);
});

test('four people have a file at a time, and the fifth gets the first slot that is freed', async () => {
  const four = await Promise.all([1, 2, 3, 4].map((userId) => write(userId)));
  const fifth = write(5);
  await letOthersBegin();
  expect(begun.toSorted()).toEqual([1, 2, 3, 4]);
  four[2]?.bytes.destroy();
  await fifth;
  expect(begun.toSorted()).toEqual([1, 2, 3, 4, 5]);
});

test('a failed write frees its slot', async () => {
  const failing = files.write(1, () => Promise.reject(new Error('no answer')));
  await expect(failing).rejects.toThrow('no answer');
  await write(1);
  expect(begun).toEqual([1]);
});

test('a file that is not read within ten minutes is destroyed', async () => {
  const file = await write(1);
  expect(alarms.map(({ ms }) => ms)).toEqual([600_000]);
  const next = write(1);
  alarms[0]?.act();
  await next;
  expect(file.bytes.destroyed).toBe(true);
  expect(alarms.map(({ isCancelled }) => isCancelled)).toEqual([true, false]);
});
test('a full disk is named as the reason', async () => {
  const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
  await expect(files.write(1, () => Promise.reject(full))).rejects.toMatchObject({
    code: 'storage_full',
    message: expect.stringContaining('Ask for fewer posts'),
  });
});

test('a request that gets no slot within 20 seconds is refused, with the time to try again', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    await write(1);
    const refused = expect(write(1)).rejects.toMatchObject({
      code: 'unavailable',
      more: { headers: { 'retry-after': '60' } },
    });
    vi.advanceTimersByTime(20_000);
    await refused;
    expect(begun).toEqual([1]);
  } finally {
    vi.useRealTimers();
  }
});
