/** Captions of a video, through the real engine and a real socket, against the fake server. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { loopbackHttp } from '../../server/test/support/loopback-http.ts';
import { divideCaptions } from '../core/captions.ts';
import type { Http } from '../core/http.ts';
import type { Captions, Session } from '../core/network.ts';
import { makeCaptions, makeMedia } from '../testing/media.ts';
import { startTarget } from '../testing/target.ts';
import { startFake } from './fake.ts';
import { bluesky } from './index.ts';
import { blueskyRules } from './rules.ts';

let fake: Awaited<ReturnType<typeof startFake>>;

beforeEach(async () => {
  fake = await startFake();
});
afterEach(() => fake.server.close());

const both = makeCaptions('vtt', 'en', 'pt-BR');

function start(captions: readonly Captions[] = both, own: Partial<Session> = {}) {
  return startTarget(bluesky, { media: [makeMedia({ kind: 'video', captions })] }, fake, own);
}

/** A client that gets this answer when it uploads the captions in one language. */
function answering(words: string, status: number, json: unknown): Http {
  return async (request) => {
    const response = await loopbackHttp(request);
    return String(request.body).includes(words) ? { ...response, status, json } : response;
  };
}

const uploads = () => fake.server.requests.filter(({ path }) => path.endsWith('.uploadBlob'));

const shownCaptions = () => fake.pds.show()[0]?.media[0]?.captions;

const plain = (captions: readonly Captions[]) => captions.map(({ language, text }) => ({ language, text }));

test('captions are uploaded once, and the embed of the video names them in order', async () => {
  expect(await start().finish()).toMatchObject({ kind: 'published', warnings: [] });
  expect(uploads().map(({ headers }) => headers['content-type'])).toEqual(['text/vtt', 'text/vtt']);
  expect(shownCaptions()).toEqual(plain(both));
});

test.each([
  ['refuses', 400, { error: 'InvalidRequest', message: 'No captions here' }, 'No captions here'],
  ['finds too large', 413, { error: 'PayloadTooLarge', message: 'Too large' }, 'larger than this server'],
])('captions that the server %s are a warning, and the others stay', async (_, status, json, words) => {
  const http = answering('in en', status, json);
  expect(await start(both, { http }).finish()).toMatchObject({
    kind: 'published',
    warnings: [
      expect.stringMatching(new RegExp(`^Bluesky did not take the captions in English\\. .*${words}`)),
    ],
  });
  expect(shownCaptions()).toEqual(plain(both.slice(1)));
});

test('captions that the server takes for another kind of file are a warning', async () => {
  const ref = { $link: 'bafkreihdwdcefgh4dqkjv67uzcmw7ojee6xedzdetojuzjevtenxquvyku' };
  const blob = { $type: 'blob', ref, mimeType: 'text/plain', size: 9 };
  const http = answering('in en', 200, { blob });
  expect(await start(both, { http }).finish()).toMatchObject({
    kind: 'published',
    warnings: [
      'Bluesky did not take the captions in English. The server took them for another kind of file.',
    ],
  });
});

test('a server that is down is asked again, and the post waits', async () => {
  const http = answering('in en', 502, undefined);
  const target = start(both, { http });
  await target.try();
  expect(await target.try()).toMatchObject({ kind: 'later', because: 'unavailable' });
  expect(fake.visible()).toEqual([]);
});

test('captions that the server has deleted meanwhile are uploaded again', async () => {
  const target = start();
  await target.try();
  fake.server.faults.push('throttle');
  expect(await target.try()).toMatchObject({ kind: 'later', because: 'throttled' });
  for (const [link, { mimeType }] of fake.pds.blobs) if (mimeType === 'text/vtt') fake.pds.blobs.delete(link);
  expect(await target.finish()).toMatchObject({ kind: 'published', warnings: [] });
  expect(uploads()).toHaveLength(4);
  expect(shownCaptions()).toEqual(plain(both));
});

test('twenty languages and 20,000 bytes are sent, and nothing beyond', () => {
  const facts = (language: string, vtt: number) => ({ language, sizes: { vtt, srt: 1 } });
  const languages = Array.from({ length: 21 }, (_, at) => `a${String.fromCharCode(97 + at)}`);
  const { sent, tooMany } = divideCaptions(blueskyRules, {
    captions: languages.map((each) => facts(each, 20_000)),
  });
  expect([sent.length, tooMany.length]).toEqual([20, 1]);
  expect(divideCaptions(blueskyRules, { captions: [facts('en', 20_001)] }).tooLarge).toHaveLength(1);
});

test.each([
  ['too large', { text: `WEBVTT\n\n${'x'.repeat(20_000)}` }],
  ['in no language', { language: 'english!' }],
])('the fake refuses a post with captions that are %s', async (_, odd) => {
  const captions = both.map((each) => ({ ...each, ...odd }));
  expect(await start(captions.slice(0, 1)).finish()).toMatchObject({ kind: 'failed' });
});
