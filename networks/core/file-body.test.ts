import { expect, test } from 'vitest';
import { fileBody } from './file-body.ts';
import type { Media } from './network.ts';

const bytes = Buffer.from('bells');

const file: Media = {
  id: 1,
  kind: 'image',
  mimeType: 'image/png',
  name: 'bells.png',
  size: bytes.length,
  width: 4,
  height: 3,
  duration: null,
  animated: false,
  altText: null,
  link: () => '',
  async *open({ start, end } = { start: 0 }) {
    yield bytes.subarray(start, end);
  },
};

test('a whole file has its type and length', async () => {
  const { headers, body, timeout } = fileBody(file);
  expect(headers).toEqual({ 'content-type': 'image/png', 'content-length': '5' });
  expect(await Array.fromAsync(body as AsyncIterable<Uint8Array>, String)).toEqual(['bells']);
  expect(timeout).toBe(31);
});

test('a part of a file has its range', async () => {
  const { headers, body } = fileBody(file, { start: 1, end: 3 });
  expect(headers).toMatchObject({ 'content-length': '2', 'content-range': 'bytes 1-2/5' });
  expect(await Array.fromAsync(body as AsyncIterable<Uint8Array>, String)).toEqual(['el']);
});
