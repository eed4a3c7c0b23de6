/** Captions of videos: stored once, given to each network as it takes them. */
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Slices } from '../../src/base/slices.ts';
import { app, type TestApp } from '../support/app.ts';
import type { Client } from '../support/client.ts';
import { openGallery } from '../support/gallery.ts';
import { loopbackAllowed } from '../support/loopback.ts';
import { addFromLink, CAPTIONS } from '../support/media.ts';
import { createPost, getPost, scheduledFor } from '../support/posts.ts';
import { addPicture, decide } from '../support/reviews.ts';
import { connectSandbox } from '../support/sandbox.ts';
import { makeVideos, type Videos } from '../support/videos.ts';

const own = <T>(value: T) => ({ value, source: 'here', checked: '2026-11-24' });
const gallery = openGallery({ captions: { format: 'srt', most: own(2), bytes: own(100) } });

let service: TestApp;
let author: Client;
let videos: Videos;
beforeAll(async () => {
  videos = await makeVideos('h264.mp4');
  service = await app({
    ...{ networks: gallery.networks, outboundAllow: loopbackAllowed },
    workspace: { requires_approval: true },
  });
  author = await service.as('author');
});
afterAll(async () => {
  await service.close();
  await videos.remove();
});

const addVideo = async () =>
  (await addFromLink(service, await readFile(videos.path('h264.mp4')), 'bell.mp4')).id;
const set = (id: number, language: string, text = CAPTIONS, client: Client = service) =>
  client.call('setCaptions', { params: { id, language }, body: { text } });
const remove = (id: number, language: string) => service.call('deleteCaptions', { params: { id, language } });
const listOf = async (id: number) => (await service.call('getMedia', { params: { id } })).data.captions;
const languagesOf = async (id: number) => (await listOf(id)).map(({ language }) => language);
const textOf = (id: number, language: string) => service.request('GET', `/media/${id}/captions/${language}`);
const eventsOf = (id: number) =>
  service.db.rows<{ data: object }>(
    "select data from events where (data->>'media_id')::bigint = $1 and kind = 'media.captions_changed' order by id",
    [id],
  );
const vtt = 'WEBVTT\n\n00:00:01.000 --> 00:00:02.500\nHear the bells &amp; <i>come</i>\n';

describe('the captions of a video', () => {
  test('are kept by language, in the order in which they were added', async () => {
    const id = await addVideo();
    expect(await listOf(id)).toEqual([]);
    expect((await set(id, 'EN')).status).toBe(204);
    await set(id, 'pt-br', vtt.replace('Hear', 'Ouça'));
    const sizes = { vtt: Buffer.byteLength(vtt), srt: Buffer.byteLength(CAPTIONS) };
    expect(await listOf(id)).toEqual([
      { language: 'en', sizes },
      { language: 'pt-BR', sizes: { vtt: sizes.vtt + 1, srt: sizes.srt + 1 } },
    ]);
    await set(id, 'en', CAPTIONS.replace('come', 'go'));
    expect(await languagesOf(id)).toEqual(['en', 'pt-BR']);
    expect((await remove(id, 'en')).status).toBe(204);
    expect(await languagesOf(id)).toEqual(['pt-BR']);
    expect((await textOf(id, 'en')).status).toBe(404);
    expect((await remove(id, 'en')).error.code).toBe('not_found');
    const change = (language: string, change: string) => ({ data: { media_id: id, language, change } });
    expect(await eventsOf(id)).toEqual([
      change('en', 'added'),
      change('pt-BR', 'added'),
      change('en', 'replaced'),
      change('en', 'deleted'),
    ]);
  });

  test('are read as WebVTT, and nothing in them runs', async () => {
    const id = await addVideo();
    await set(id, 'en');
    const { status, headers, body } = await textOf(id, 'en');
    expect([status, headers.get('content-type'), body]).toEqual([200, 'text/vtt; charset=utf-8', vtt]);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-security-policy')).toContain('sandbox');
    expect((await textOf(id, 'de')).status).toBe(404);
  });

  test('are read and written in slices, without a connection', async () => {
    const id = await addVideo();
    const former = service.ctx.slices;
    let [calls, held] = [0, 0];
    service.ctx.slices = new Slices({
      elapsed() {
        held = Math.max(held, service.db.use().busy);
        return 10 * calls++;
      },
    });
    await set(id, 'en');
    service.ctx.slices = former;
    expect([Math.ceil(calls / 2), held]).toEqual([8, 0]);
  });

  test('that are the same again change nothing', async () => {
    const id = await addVideo();
    await set(id, 'en');
    await set(id, 'en', vtt);
    expect(await eventsOf(id)).toHaveLength(1);
  });

  test('go with the video', async () => {
    const id = await addVideo();
    await set(id, 'en');
    await service.call('deleteMedia', { params: { id } });
    expect(await service.db.rows('select from captions where media_id = $1', [id])).toEqual([]);
  });

  test('are of at most 20 languages', async () => {
    const id = await addVideo();
    const languages = Array.from({ length: 20 }, (_, at) => `a${String.fromCharCode(97 + at)}`);
    for (const language of languages) expect((await set(id, language)).status).toBe(204);
    const refused = await set(id, 'en');
    expect(refused.error.details).toMatchObject([{ field: 'language', code: 'too_many_languages' }]);
    expect((await set(id, 'aa', vtt.replace('come', 'go'))).status).toBe(204);
  });
});

test.each([
  ['a text without times', 'en', 'Hear the bells', { field: 'text', code: 'no_captions' }],
  ['a wrong time', 'en', `${CAPTIONS}\n2\n00:00 --> 1\nx`, { code: 'caption_time', params: { line: 6 } }],
  [
    'an end before the start',
    'en',
    CAPTIONS.replace(',500', ',500').replace('01,000', '03,000'),
    { code: 'caption_order' },
  ],
  ['a language that is none', 'english', CAPTIONS, { field: 'language', code: 'not_a_language' }],
  ['a text that is too long', 'en', CAPTIONS.padEnd(200_001), { field: 'text', code: 'too_long' }],
])('%s is refused', async (_, language, text, expected) => {
  const { status, error } = await set(await addVideo(), language, text);
  expect(status).toBe(422);
  expect(error.details).toMatchObject([expected]);
});

test('an image has no captions', async () => {
  const { error } = await set(await addPicture(service), 'en');
  expect(error.details).toMatchObject([{ code: 'captions_of_image' }]);
});

test('a network gets those that it takes, in its format, and people learn which it does not get', async () => {
  const id = await addVideo();
  for (const language of ['fr', 'en', 'de', 'it']) await set(id, language);
  await set(id, 'fr', CAPTIONS.replace('bells', 'bells'.repeat(20)));
  const body = scheduledFor([await connectSandbox(service)], { media_ids: [id] });
  const { advice } = (await service.call('validatePost', { body })).data;
  expect(advice.map(({ rule, params }) => [rule, (params as { languages: string[] }).languages])).toEqual([
    ['captions.bytes', ['fr']],
    ['captions.most', ['it']],
  ]);
  const post = await createPost(service, body);
  await service.clock.advance('2 hours');
  await service.publishDue();
  expect((await getPost(service, post)).status).toBe('published');
  const sizes = { vtt: Buffer.byteLength(vtt), srt: Buffer.byteLength(CAPTIONS) };
  expect(gallery.received.at(-1)?.media[0]?.captions).toEqual([
    { language: 'en', sizes, text: CAPTIONS },
    { language: 'de', sizes, text: CAPTIONS },
  ]);
});

test.each<[string, (id: number) => Promise<{ status: number }>]>([
  ['new captions', (id) => set(id, 'de', CAPTIONS, author)],
  ['other captions', (id) => set(id, 'en', vtt.replace('Hear', 'See'), author)],
  ['fewer captions', (id) => author.call('deleteCaptions', { params: { id, language: 'en' } })],
])('an approval ends with %s', async (_, change) => {
  const id = await addVideo();
  await set(id, 'en');
  const body = scheduledFor([await connectSandbox(service)], { media_ids: [id] });
  const post = await createPost(author, body);
  await decide(await service.as('admin'), post, 'approve');
  expect((await getPost(service, post)).status).toBe('scheduled');
  expect((await change(id)).status).toBe(204);
  expect((await getPost(service, post)).status).toBe('pending_approval');
});

test('a post shows the captions of its video at once', async () => {
  const id = await addVideo();
  const post = await createPost(author, { status: 'draft', media_ids: [id] });
  const shown = async () => (await getPost(author, post)).media.map(({ captions }) => captions.length);
  expect(await shown()).toEqual([0]);
  await set(id, 'en');
  expect(await shown()).toEqual([1]);
  const { data } = await author.call('listPosts', { query: {} });
  expect(data.find((each) => each.id === post.id)?.media[0]?.captions).toMatchObject([{ language: 'en' }]);
});
