import { request as send } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { app } from '../support/app.ts';
import { createPost, scheduledFor } from '../support/posts.ts';
import { connectSandbox } from '../support/sandbox.ts';

const service = await app();
afterAll(() => service.close());
beforeAll(async () => {
  const channel = await connectSandbox(service);
  for (let count = 0; count < 10; count += 1) await createPost(service, scheduledFor([channel]));
});

/** The bytes as sent; `fetch` would decompress them. */
async function read(path: string, accept?: string, method = 'GET', body?: string) {
  const { promise, resolve, reject } = Promise.withResolvers<{
    headers: NodeJS.Dict<string | string[]>;
    bytes: Buffer;
  }>();
  const request = send(`${service.origin}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${service.key}`,
      ...(accept !== undefined && { 'accept-encoding': accept }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
  });
  request.on('error', reject).on('response', async (response) => {
    resolve({ headers: response.headers, bytes: Buffer.concat(await Array.fromAsync(response)) });
  });
  request.end(body);
  return promise;
}

const LIST = '/api/public/v1/posts';

describe('a long answer', () => {
  test.each([
    ['br', 'br', brotliDecompressSync],
    ['gzip, deflate, br', 'br', brotliDecompressSync],
    ['br;q=0, GZIP;q=0.5', 'gzip', gunzipSync],
  ] as const)('to a client that accepts “%s” is sent as %s', async (accept, encoding, unpack) => {
    const plain = await read(LIST);
    const { headers, bytes } = await read(LIST, accept);
    expect(headers).toMatchObject({
      'content-encoding': encoding,
      vary: expect.stringMatching(/accept-encoding/i),
      'content-length': String(bytes.length),
    });
    expect(unpack(bytes)).toEqual(plain.bytes);
    expect(bytes.length).toBeLessThan(plain.bytes.length / 5);
  });

  test.each([undefined, 'identity', 'br;q=0', 'zstd', '*;q=0'])(
    'to a client that accepts “%s” is sent uncompressed, with Vary for caches',
    async (accept) => {
      const { headers, bytes } = await read(LIST, accept);
      expect(headers['content-encoding']).toBeUndefined();
      expect(headers['vary']).toMatch(/accept-encoding/i);
      expect(JSON.parse(bytes.toString()).data).toHaveLength(10);
    },
  );
});

test('a short answer, and the answer to a change, are sent uncompressed', async () => {
  const short = await read('/api/public/v1/channels', 'br');
  const content = 'x'.repeat(5000);
  const made = await read(LIST, 'br', 'POST', JSON.stringify({ status: 'draft', content }));
  expect([short.headers['content-encoding'], made.headers['content-encoding']]).toEqual([
    undefined,
    undefined,
  ]);
  expect(JSON.parse(made.bytes.toString()).data.content).toBe(content);
});
