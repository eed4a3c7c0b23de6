import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';
import process from 'node:process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { makeVideos, type Videos } from '../../../test/support/videos.ts';
import { identifyFile } from './identify.ts';

let videos: Videos;
beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  videos = await makeVideos('h264.mp4');
});
afterAll(async () => {
  vi.useRealTimers();
  await videos.remove();
});

async function findProcesses(): Promise<number[]> {
  const { stdout } = await promisify(execFile)('ps', ['-o', 'pid=,args=', '--ppid', String(process.pid)]);
  const lines = stdout.split('\n').filter((line) => line.includes('identify-process'));
  return lines.map((line) => Number.parseInt(line, 10));
}

describe('a video that makes its reader loop for ever', () => {
  test('is refused after a while with a sentence, and does not delay other files', async () => {
    const path = videos.path('h264.mp4');
    const { size } = await stat(path);
    const probe = (person: number) => identifyFile(person, path, size, 'images and videos');
    await probe(1);
    const [stuck, ...more] = await findProcesses();
    expect(more).toEqual([]);
    process.kill(Number(stuck), 'SIGSTOP');
    // The process used last is used first, and that one is stuck.
    const refused = expect(probe(1)).rejects.toThrow(/takes too much time or memory/);
    expect(await probe(2)).toMatchObject({ mimeType: 'video/mp4' });
    await vi.advanceTimersByTimeAsync(10_000);
    await refused;
    expect(await probe(1)).toMatchObject({ mimeType: 'video/mp4' });
  });
});
