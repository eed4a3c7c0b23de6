import { expect, test } from 'vitest';
import type { Media } from '../core/network.ts';
import { makeMedia } from '../testing/media.ts';
import { streamJson } from './body.ts';

/** A file that arrives in chunks of these sizes. */
function makeFile(...sizes: number[]): Media {
  const size = sizes.reduce((sum, each) => sum + each, 0);
  const bytes = Buffer.from(Array.from({ length: size }, (_, at) => at % 256));
  async function* open() {
    let at = 0;
    for (const each of sizes) {
      yield bytes.subarray(at, at + each);
      at += each;
    }
  }
  return makeMedia({ size, open });
}

async function read({ body }: ReturnType<typeof streamJson>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks);
}

test.each([[[1]], [[2]], [[3]], [[1, 1, 1, 1]], [[2, 3, 4]], [[0, 5]], [[100, 1, 7, 1000]]])(
  'a file in chunks of %j stands in the body as Base64, whose length is known before',
  async (sizes) => {
    const file = makeFile(...sizes);
    const json = streamJson((place) => ({
      text: 'Grüße "bells"',
      items: [{ data: place(file) }, { data: place(file) }],
    }));
    const body = await read(json);
    expect(body.length).toBe(json.length);
    const chunks: Uint8Array[] = [];
    for await (const chunk of file.open()) chunks.push(chunk);
    const data = Buffer.concat(chunks).toString('base64');
    expect(JSON.parse(body.toString())).toEqual({ text: 'Grüße "bells"', items: [{ data }, { data }] });
  },
);

test('a body without files is plain JSON', async () => {
  const json = streamJson(() => ({ a: ['1-0', null] }));
  expect((await read(json)).toString()).toBe('{"a":["1-0",null]}');
});

test('memory contains a chunk of a large file, not the file', async () => {
  const chunk = 64 * 1024;
  const file = makeMedia({
    size: 2048 * chunk,
    async *open() {
      for (let at = 0; at < 2048; at += 1) yield Buffer.alloc(chunk);
    },
  });
  let largest = 0;
  let length = 0;
  const json = streamJson((place) => ({ data: place(file) }));
  for await (const bytes of json.body) {
    largest = Math.max(largest, bytes.length);
    length += bytes.length;
  }
  expect(length).toBe(json.length);
  expect(largest).toBeLessThanOrEqual(2 * chunk);
});
