/** Runs the examples of the README. They stand here word for word, so that they are also checked by the compiler. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ApiError, createClient } from '@belfry/sdk/client.ts';
import { afterAll, expect, test, vi } from 'vitest';
import { app } from '../server/test/support/app.ts';
import { sealAll } from '../server/test/support/events.ts';
import { makePicture } from '../server/test/support/media.ts';

const service = await app();
afterAll(() => service.close());

test('the examples of the README do what the README says', async () => {
  const { origin: url, key } = service;
  const { signal } = new AbortController();
  const file = await makePicture('png');
  const console = { log: vi.fn() };

  const belfry = createClient({ url, key });

  const { data: post, etag = '' } = await belfry.call('createPost', {
    body: { status: 'draft', content: 'The bells ring at nine.' },
  });
  await belfry.call('updatePost', {
    params: { id: post.id },
    body: { status: 'draft', content: 'The bells ring at ten.' },
    ifMatch: etag,
  });

  const read = await belfry.call('getPost', { params: { id: post.id } });
  expect(read.data.content).toBe('The bells ring at ten.');

  try {
    await belfry.call('getPost', { params: { id: 1_000_000 } });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    console.log(error.status, error.code, error.message, error.requestId);
  }

  expect(console.log.mock.lastCall).toEqual([404, 'not_found', expect.any(String), expect.any(String)]);
  await sealAll(service.db);

  for await (const entry of belfry.pages('listAudit', { query: { kind: 'post.saved' } })) {
    console.log(entry.seq, entry.at);
  }

  expect(console.log.mock.lastCall).toEqual([1, expect.any(String)]);

  for await (const event of belfry.events({ lastEventId: 0, signal })) {
    console.log(event.seq, event.kind);
    if (event.kind === 'post.saved') break;
  }

  expect(console.log.mock.lastCall).toEqual([1, 'post.saved']);

  const { data: picture } = await belfry.upload(file, {
    name: 'bells.png',
    altText: 'Two bells',
    onProgress: (sent, total) => console.log(`${sent} of ${total} bytes`),
  });

  expect([picture.name, picture.alt_text]).toEqual(['bells.png', 'Two bells']);
  expect(console.log.mock.lastCall).toEqual([`${file.length} of ${file.length} bytes`]);

  const { data: tower } = await belfry.uploadResumable(file, {
    name: 'tower.png',
    onBegun: (upload) => console.log(upload),
  });

  expect([tower.name, console.log.mock.lastCall]).toEqual(['tower.png', [1]]);
});

test('this test contains every example of the README', () => {
  const lines = (text: string) => text.replaceAll(/^ +/gm, '').trim();
  const read = (name: string) => readFileSync(join(import.meta.dirname, name), 'utf8');
  const own = lines(read('readme.test.ts'));
  const examples = [...read('README.md').matchAll(/```ts\n(.*?)```/gs)].flatMap(([, text = '']) =>
    text.split('\n\n'),
  );
  expect(examples.length).toBeGreaterThan(5);
  for (const example of examples) expect(own).toContain(lines(example));
});
