/** Slices of one upload that reach several processes, of which some are killed. */
import { Buffer } from 'node:buffer';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { app } from '../support/app.ts';
import { eventually } from '../support/eventually.ts';
import { type Machines, openMachines } from '../support/machines.ts';
import { makePicture } from '../support/media.ts';
import { openRaw } from '../support/raw.ts';
import { beginUpload, progressOf, sendSlice } from '../support/uploads.ts';

let machines: Machines;
beforeAll(async () => {
  machines = await openMachines();
});
afterAll(() => machines.close());

const file = Buffer.concat([await makePicture('jpeg'), Buffer.alloc(300_000, 7)]);
const part = (from: number, to?: number) => Buffer.from(file.subarray(from, to));

test('an upload continues in another process, and after its process was killed', async () => {
  const one = await machines.add({ BELFRY_ROLE: 'api' });
  const other = await machines.add({ BELFRY_ROLE: 'api' });
  const path = await beginUpload(one, file.length);
  expect(progressOf(await sendSlice(one, path, 0, part(0, 100_000)))).toEqual([204, 100_000]);
  expect(progressOf(await sendSlice(other, path, 100_000, part(100_000, 200_000)))).toEqual([204, 200_000]);
  await one.kill();
  expect(progressOf(await other.request('HEAD', path))).toEqual([200, 200_000]);
  await other.kill();
  await one.start();
  const [status, , id = 0] = progressOf(await sendSlice(one, path, 200_000, part(200_000)));
  expect(status).toBe(204);
  const { data } = await one.call('getMedia', { params: { id } });
  const answer = await fetch(new URL(data.url, one.origin), {
    headers: { authorization: `Bearer ${one.key}` },
  });
  expect(Buffer.from(await answer.arrayBuffer()).equals(file)).toBe(true);
});

test('a slice that arrives too slowly ends without an answer, and what has arrived is kept', async () => {
  await using slow = await app({ timeout: 300 });
  const path = await beginUpload(slow, file.length);
  const socket = openRaw(slow.origin);
  socket.send(
    `PATCH ${path} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${slow.key}\r\nupload-offset: 0\r\n` +
      `content-type: application/offset+octet-stream\r\ncontent-length: ${file.length}\r\n\r\n`,
  );
  socket.send(part(0, 4000));
  await expect(socket.answer()).resolves.toMatchObject({ status: Number.NaN });
  const offset = async () => progressOf(await slow.request('HEAD', path))[1];
  await eventually(async () => expect(await offset()).toBe(4000));
});
