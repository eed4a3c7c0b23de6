import { Buffer } from 'node:buffer';
import { once } from 'node:events';
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest';
import { app } from '../server/test/support/app.ts';
import { answerInTurn } from '../server/test/support/in-turn.ts';
import { makePicture, requireTidy } from '../server/test/support/media.ts';
import { layWire } from '../server/test/support/wire.ts';
import { createClient, NoAnswer } from './client.ts';

const service = await app();
afterAll(() => service.close());
afterEach(() => vi.unstubAllGlobals());

const { call, upload } = createClient({ url: service.origin, key: service.key });
const png = await makePicture('png');
/** A valid picture, so large that it is sent in many pieces. */
const large = Buffer.concat([await makePicture('jpeg'), Buffer.alloc(1_000_000)]);

async function readFile(id: number): Promise<Buffer> {
  const { body } = await call('getMediaFile', { params: { id } });
  return Buffer.from(await body.arrayBuffer());
}

describe('an upload', () => {
  test('stores a file with its name and its alt text', async () => {
    const { status, data } = await upload(png, { name: 'bell.png', altText: 'A bell' });
    expect([status, data.name, data.alt_text]).toEqual([201, 'bell.png', 'A bell']);
    expect(await readFile(data.id)).toEqual(png);
  });

  test.each([
    ['bytes', png, 'file'],
    ['a buffer', png.buffer.slice(png.byteOffset, png.byteOffset + png.length), 'file'],
    ['a blob', new Blob([png]), 'file'],
    ['a file', new File([png], 'tower.png'), 'tower.png'],
  ])('accepts %s', async (_, file, name) => {
    const { data } = await upload(file);
    expect([data.name, data.size, data.alt_text]).toEqual([name, png.length, null]);
  });

  test('prefers the given name', async () => {
    const { data } = await upload(new File([png], 'tower.png'), { name: 'bell.png' });
    expect(data.name).toBe('bell.png');
  });

  test('reports how much of the file has been sent', async () => {
    const progress: number[] = [];
    const onProgress = (sent: number, total: number) => {
      expect(total).toBe(large.length);
      progress.push(sent);
    };
    const { data } = await upload(large, { name: 'large.jpg', altText: 'Large', onProgress });
    expect(await readFile(data.id)).toEqual(large);
    expect([data.name, data.alt_text]).toEqual(['large.jpg', 'Large']);
    expect(progress).toEqual([...progress].sort((one, other) => one - other));
    expect([progress[0], progress.at(-1)]).toEqual([0, large.length]);
    expect(new Set(progress).size).toBe(progress.length);
    expect(progress.length).toBeGreaterThan(2);
  });

  test('in a browser reports only its start and its end, since a browser cannot send a stream', async () => {
    vi.stubGlobal('navigator', { userAgent: 'Mozilla/5.0 (X11; Linux x86_64) …' });
    const sent: unknown[] = [];
    const watch = (url: string, init: RequestInit) => {
      sent.push(init.body);
      return fetch(url, init);
    };
    const client = createClient({ url: service.origin, key: service.key, fetch: watch });
    const progress: number[] = [];
    await client.upload(large, { onProgress: (bytes) => progress.push(bytes) });
    expect(progress).toEqual([0, large.length]);
    expect(sent).toEqual([expect.any(FormData)]);
  });

  test('does not report its end when it fails', async () => {
    const progress: number[] = [];
    const bytes = Buffer.from('no picture');
    await expect(upload(bytes, { onProgress: (sent) => progress.push(sent) })).rejects.toMatchObject({
      code: 'unfit_file',
    });
    expect(progress).not.toContain(bytes.length);
  });

  test.each([[undefined], [() => undefined]])(
    'is not repeated when its answer is lost',
    async (onProgress) => {
      const wire = await layWire(service.origin);
      wire.breakAfter(0);
      const owner = await service.inWorkspace();
      const client = createClient({ url: wire.origin, key: owner.key });
      await expect(client.upload(png, { ...(onProgress && { onProgress }) })).rejects.toBeInstanceOf(
        NoAnswer,
      );
      const { data } = await createClient({ url: service.origin, key: owner.key }).call('listMedia');
      expect(data).toHaveLength(1);
      await wire.close();
    },
  );

  test('that is aborted stores nothing, and leaves nothing behind', async () => {
    const owner = await service.inWorkspace();
    const client = createClient({ url: service.origin, key: owner.key });
    const stop = new AbortController();
    const reason = new Error('enough');
    const onProgress = (sent: number) => sent > 0 && stop.abort(reason);
    await expect(client.upload(large, { onProgress, signal: stop.signal })).rejects.toBe(reason);
    expect((await client.call('listMedia')).data).toEqual([]);
    await requireTidy(service);
  });

  test('can be aborted while it waits for the answer', async () => {
    await using server = await answerInTurn(undefined);
    const stop = new AbortController();
    const answer = createClient(server).upload(png, { signal: stop.signal });
    await once(server.server, 'request');
    stop.abort('enough');
    await expect(answer).rejects.toBe('enough');
  });
});
