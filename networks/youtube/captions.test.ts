/** Captions through the real engine and a real socket, against the fake YouTube. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { loopbackHttp } from '../../server/test/support/loopback-http.ts';
import type { Http, HttpResponse } from '../core/http.ts';
import type { Session } from '../core/network.ts';
import { makeCaptions, makeMedia } from '../testing/media.ts';
import { startTarget } from '../testing/target.ts';
import { startFake, type YoutubeFake } from './fake.ts';
import { refuse } from './fake-refusal.ts';
import { readRelated } from './fake-related.ts';
import { youtube } from './index.ts';

let fake: YoutubeFake;
beforeEach(async () => {
  fake = await startFake();
});
afterEach(() => fake.server.close());

const captions = makeCaptions('vtt', 'en', 'pt-BR');

function start(own: Partial<Session> = {}) {
  const media = [makeMedia({ kind: 'video', captions })];
  return startTarget(youtube, { text: 'Ding', media, settings: { made_for_kids: false } }, fake, own);
}

const sent = () => fake.server.requests.filter(({ path }) => path.endsWith('/upload/youtube/v3/captions'));

const shown = () => fake.channel.captions.shownFor('bell_video-1').map(({ language }) => language);

/** A client whose first answer about the captions in English is another one. With `before`, YouTube gets no request. */
function answering(response: Partial<HttpResponse>, before = false): Http {
  let isDone = false;
  return async (request) => {
    const isOurs = request.method === 'POST' && String(request.body).includes('"language":"en"');
    if (!isOurs || isDone) return loopbackHttp(request);
    isDone = true;
    const own = before ? { status: 0, headers: {}, text: '', json: undefined } : await loopbackHttp(request);
    return { ...own, ...response };
  };
}

const refusing = (status: number, reason: string) => {
  const { body } = refuse(status, reason);
  return answering({ status, json: body }, true);
};

test('captions follow the video, a track for each language, named in its own words', async () => {
  expect(await start().finish()).toMatchObject({ kind: 'published', warnings: [] });
  expect(fake.channel.captions.tracks).toEqual([
    {
      id: 'caption-1',
      snippet: { videoId: 'bell_video-1', language: 'en', name: 'English', isDraft: false },
      text: captions[0]?.text,
    },
    {
      id: 'caption-2',
      snippet: { videoId: 'bell_video-1', language: 'pt-BR', name: 'português (Brasil)', isDraft: false },
      text: captions[1]?.text,
    },
  ]);
  const [request] = sent();
  expect(Object.fromEntries(request?.query ?? [])).toEqual({ part: 'snippet', uploadType: 'multipart' });
  const { metadata, file } = (request && readRelated(request)) ?? {};
  expect(metadata?.headers['content-type']).toBe('application/json; charset=utf-8');
  expect(file?.headers['content-type']).toBe('application/octet-stream');
});

test.each([
  [400, 'invalidMetadata', 'YouTube does not accept these captions. Reason: invalidMetadata'],
  [403, 'forbidden', 'YouTube does not allow this channel to add captions to the video.'],
  [404, 'videoNotFound', 'YouTube does not have this video. Reason: videoNotFound'],
])('a refusal is a warning and does not end the other languages: %i %s', async (status, reason, words) => {
  expect(await start({ http: refusing(status, reason) }).finish()).toMatchObject({
    kind: 'published',
    warnings: [`captions en: ${words}`],
  });
  expect(shown()).toEqual(['pt-BR']);
});

test('a sign-in that does not allow captions is a warning for each, and nothing is sent', async () => {
  const grant = { ...fake.grant, scopes: [] };
  const warning = expect.stringContaining('does not allow playlists, comments and captions');
  expect(await start({ grant }).finish()).toMatchObject({ kind: 'published', warnings: [warning, warning] });
  expect(sent()).toEqual([]);
});

test('after a lost answer, the video’s captions are listed, and nothing is sent again', async () => {
  const http = answering({ status: 502, json: undefined });
  expect(await start({ http }).finish()).toMatchObject({ kind: 'published', warnings: [] });
  expect(sent()).toHaveLength(2);
  expect(shown()).toEqual(['en', 'pt-BR']);
});

test('captions that did not arrive are sent again after a minute', async () => {
  const target = start({ http: answering({ status: 502 }, true) });
  expect(await target.try()).toMatchObject({ kind: 'later', because: 'in_doubt' });
  expect(await target.finish()).toMatchObject({ kind: 'published', warnings: [] });
  expect(shown()).toEqual(['en', 'pt-BR']);
});

test('captions that YouTube lists too late are there already, and no warning', async () => {
  const { list } = fake.channel.captions;
  fake.channel.captions.list = () => [];
  expect(await start({ http: answering({ status: 502 }) }).finish()).toMatchObject({
    kind: 'published',
    warnings: [],
  });
  fake.channel.captions.list = list;
  expect(sent()).toHaveLength(3);
  expect(shown()).toEqual(['en', 'pt-BR']);
});

test('a used quota is a warning, so that the channel can still upload', async () => {
  expect(await start({ http: refusing(403, 'quotaExceeded') }).try()).toMatchObject({
    kind: 'published',
    warnings: [expect.stringMatching(/^captions en: .* Add this in YouTube Studio\.$/)],
  });
  expect(shown()).toEqual(['pt-BR']);
});

test('a used quota does not keep captions in doubt', async () => {
  const lost = answering({ status: 502 }, true);
  const { body } = refuse(403, 'quotaExceeded');
  const http: Http = (request) =>
    request.method === 'GET'
      ? Promise.resolve({ status: 403, headers: {}, text: '', json: body })
      : lost(request);
  const target = start({ http });
  expect(await target.try()).toMatchObject({ because: 'in_doubt', pauses: 'target' });
  expect(await target.finish()).toMatchObject({
    kind: 'published',
    warnings: [expect.stringMatching(/^captions en: /)],
  });
  expect(sent()).toHaveLength(1);
});
