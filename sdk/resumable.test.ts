import { Buffer } from 'node:buffer';
import { afterAll, describe, expect, test } from 'vitest';
import { app } from '../server/test/support/app.ts';
import { makePicture } from '../server/test/support/media.ts';
import { layWire } from '../server/test/support/wire.ts';
import { ApiError, createClient, NoAnswer } from './client.ts';

const service = await app();
afterAll(() => service.close());

const client = createClient({ url: service.origin, key: service.key });
/** A valid picture of several slices. */
const large = Buffer.concat([await makePicture('jpeg'), Buffer.alloc(1_000_000)]);
const sliceSize = 100_000;

async function readFile(id: number): Promise<Buffer> {
  const { body } = await client.call('getMediaFile', { params: { id } });
  return Buffer.from(await body.arrayBuffer());
}

describe('a resumable upload', () => {
  test('adds a file with its name and its alt text, and reports its progress', async () => {
    const progress: number[] = [];
    const { data } = await client.uploadResumable(new File([large], 'Türme.jpg'), {
      altText: 'Zwei Türme',
      sliceSize,
      onProgress: (sent) => progress.push(sent),
    });
    expect([data.name, data.alt_text, data.size]).toEqual(['Türme.jpg', 'Zwei Türme', large.length]);
    expect(await readFile(data.id)).toEqual(large);
    expect(progress).toEqual([...Array.from({ length: 11 }, (_, n) => n * sliceSize), large.length]);
  });

  test('continues after lost answers and refused connections, and adds the file once', async () => {
    const wire = await layWire(service.origin);
    const { data: before } = await client.call('listMedia', { query: {} });
    let slices = 0;
    const { data } = await createClient({
      url: wire.origin,
      key: service.key,
      retry: { maxWait: 10 },
    }).uploadResumable(large, {
      sliceSize,
      onProgress() {
        slices += 1;
        // The answers to these slices are lost. The last one completes the upload.
        if (slices === 3 || slices === 11) wire.breakAfter(0);
        if (slices === 6) wire.refuse(2);
      },
    });
    await wire.close();
    expect(await readFile(data.id)).toEqual(large);
    const { data: after } = await client.call('listMedia', { query: {} });
    expect(after).toHaveLength(before.length + 1);
  });

  test('that was given up continues later with the bytes that have not arrived', async () => {
    let upload = 0;
    const ending = new AbortController();
    const onBegun = (id: number) => {
      upload = id;
    };
    const onProgress = (sent: number) => {
      if (sent >= 5 * sliceSize) ending.abort(new Error('enough'));
    };
    const given = { sliceSize, onBegun, onProgress, signal: ending.signal };
    await expect(client.uploadResumable(large, given)).rejects.toThrow('enough');
    const progress: number[] = [];
    const { data } = await client.uploadResumable(large, {
      sliceSize,
      upload,
      onProgress: (sent) => progress.push(sent),
    });
    expect(progress[0]).toBe(5 * sliceSize);
    expect(await readFile(data.id)).toEqual(large);
  });

  test('of a file that the library refuses throws its reason', async () => {
    const error = await client.uploadResumable(Buffer.from('no picture')).catch((reason) => reason);
    expect([error instanceof ApiError, error.code]).toEqual([true, 'unfit_file']);
  });

  test('throws when the service stays away', async () => {
    const wire = await layWire(service.origin);
    wire.refuse(1000);
    const away = createClient({ url: wire.origin, key: service.key, retry: { tries: 2, maxWait: 1 } });
    const error = await away.uploadResumable(large).catch((reason) => reason);
    expect(error).toBeInstanceOf(NoAnswer);
    await wire.close();
  });
});
