import { expect, test } from 'vitest';
import { encodeMultipart } from './multipart.ts';

const part = (field: string, name: string, bytes: Uint8Array) => ({
  field,
  name,
  mimeType: 'image/png',
  size: bytes.length,
  bytes: (async function* () {
    yield bytes.subarray(0, 1);
    yield bytes.subarray(1);
  })(),
});

test('texts and several files arrive whole, in as many bytes as stated', async () => {
  const [bell, tower] = [new Uint8Array([1, 2, 3]), new Uint8Array(70_000).fill(7)];
  const { contentType, length, body } = encodeMultipart(
    { payload: '{"content":"Grüße 🔔"}' },
    part('files[0]', 'bell.png', bell),
    part('files[1]', '../to"wer.png', tower),
  );
  const bytes = Buffer.concat(await Array.fromAsync(body));
  expect(bytes.length).toBe(length);
  const form = await new Response(bytes, { headers: { 'content-type': contentType } }).formData();
  expect(form.get('payload')).toBe('{"content":"Grüße 🔔"}');
  const files = ['files[0]', 'files[1]'].map((name) => form.get(name) as File);
  expect(files.map(({ name, type }) => [name, type])).toEqual([
    ['bell.png', 'image/png'],
    ['.._to_wer.png', 'image/png'],
  ]);
  const arrived = await Promise.all(files.map((file) => file.bytes()));
  expect(arrived).toEqual([bell, tower]);
});
