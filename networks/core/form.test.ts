import { expect, test } from 'vitest';
import { encodeForm, filePart } from './form.ts';
import type { Media } from './network.ts';

const bell: Media = {
  ...{ id: 1, kind: 'image', mimeType: 'image/png', name: 'bell.png', size: 4, width: 1, height: 1 },
  ...{ duration: null, animated: false, altText: null, link: () => 'https://a.example/bell.png' },
  async *open() {
    yield new TextEncoder().encode('ding');
  },
};

test('a form states its length, and contains its fields and whole files', async () => {
  const { headers, body, timeout } = encodeForm({ text: 'Hear' }, filePart('file0', bell));
  const chunks = await Array.fromAsync(body as AsyncIterable<Uint8Array>);
  const text = Buffer.concat(chunks).toString();
  expect(headers['content-type']).toMatch(/^multipart\/form-data; boundary=/);
  expect(headers['content-length']).toBe(String(text.length));
  expect(timeout).toBe(31);
  expect(text).toContain('name="text"\r\n\r\nHear\r\n');
  expect(text).toMatch(/name="file0"; filename="bell.png"\r\nContent-Type: image\/png\r\n\r\nding\r\n/);
});
