/** The fake refuses what Google's description of the API does not allow. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openSession } from '../testing/target.ts';
import { type App, type Grant, send } from './api.ts';
import { startFake, type YoutubeFake } from './fake.ts';

let fake: YoutubeFake;
beforeEach(async () => {
  fake = await startFake();
});
afterEach(() => fake.server.close());

const ask = (call: Parameters<typeof send>[1]) => send(openSession<Grant, App>(fake), call);
const v3 = (path: string, query: Record<string, string> = {}) => ({ path: `/youtube/v3/${path}`, query });
const snippet = { part: 'snippet' };
const item = { playlistId: 'PL1', resourceId: { kind: 'youtube#video', videoId: 'v' } };
const comment = { channelId: 'UC1', videoId: 'v', topLevelComment: { snippet: { textOriginal: 'Ding' } } };
const upload = '/upload/youtube/v3/thumbnails/set';
const png = { headers: { 'content-type': 'image/png' }, body: 'x' };
const track = { language: 'en', name: 'English', videoId: 'v' };

function related(snippet: object, text = 'WEBVTT') {
  const json = `Content-Type: application/json\r\n\r\n${JSON.stringify({ snippet })}`;
  const file = `Content-Type: text/vtt\r\n\r\n${text}`;
  return {
    path: '/upload/youtube/v3/captions',
    query: { part: 'snippet', uploadType: 'multipart' },
    headers: { 'content-type': 'multipart/related; boundary=b' },
    body: `--b\r\n${json}\r\n--b\r\n${file}\r\n--b--\r\n`,
  };
}

test.each([
  ['a list without its part', v3('channels', { mine: 'true' }), 'needs “part”'],
  ['a part that the resource does not have', v3('channels', { part: 'snippet,bells' }), 'no part “bells”'],
  ['an unknown parameter', v3('playlistItems', { ...snippet, bells: '1' }), 'no parameter “bells”'],
  ['too many results', v3('playlists', { ...snippet, maxResults: '51' }), '“51” as “maxResults”'],
  ['no results', v3('commentThreads', { ...snippet, maxResults: '0' }), '“0” as “maxResults”'],
  ['an odd truth', v3('playlists', { ...snippet, mine: '1' }), '“1” as “mine”'],
  ['an unknown order', v3('commentThreads', { ...snippet, order: 'bells' }), '“bells” as “order”'],
  ['a deletion of nothing', { ...v3('videos'), method: 'DELETE' }, 'needs “id”'],
  ['an unknown method', { ...v3('videos', snippet), method: 'PUT' }, 'is no method'],
  [
    'a body that is not JSON',
    { ...v3('playlistItems', snippet), headers: {}, body: JSON.stringify({ snippet: item }) },
    'needs a body of JSON',
  ],
  [
    'an unknown field',
    { ...v3('playlistItems', snippet), json: { snippet: { ...item, bells: 1 } } },
    'additional properties',
  ],
  [
    'a field of another type',
    { ...v3('playlistItems', snippet), json: { snippet: { ...item, playlistId: 7 } } },
    'must be string',
  ],
  [
    'an item of no playlist',
    { ...v3('playlistItems', snippet), json: { snippet: { resourceId: item.resourceId } } },
    'needs “snippet.playlistId”',
  ],
  [
    'a part in the body only',
    { ...v3('playlistItems', { part: 'id' }), json: { snippet: item } },
    'the part “snippet” in its body only',
  ],
  [
    'a comment without its channel',
    { ...v3('commentThreads', snippet), json: { snippet: { ...comment, channelId: undefined } } },
    'needs “snippet.channelId”',
  ],
  ['a cover of no video', { path: upload, query: { uploadType: 'media' }, ...png }, 'needs “videoId”'],
  [
    'a cover of another type',
    {
      path: upload,
      query: { uploadType: 'media', videoId: 'v' },
      ...png,
      headers: { 'content-type': 'image/webp' },
    },
    'does not take files of the type “image/webp”',
  ],
  ['captions of no video', related({ language: 'en', name: 'English' }), 'needs “snippet.videoId”'],
  ['captions without a name', related({ language: 'en', videoId: 'v' }), 'needs “snippet.name”'],
  ['captions without their file', related(track, ''), 'does not take a file of 0 bytes'],
  ['captions in one part', { ...related(track), ...png }, 'needs a body of JSON'],
  ['the list of captions of no video', v3('captions', snippet), 'needs “videoId”'],
] as [string, Parameters<typeof send>[1], string][])('%s is refused', async (_, call, words) => {
  const { status, json } = await ask(call);
  expect([status, json]).toEqual([
    400,
    { error: expect.objectContaining({ message: expect.stringContaining(words) }) },
  ]);
});

test('a list has the parts that were asked for, and as many items as YouTube gives by default', async () => {
  fake.channel.playlists = Array.from({ length: 7 }, (_, at) => ({
    id: `PL${at}`,
    snippet: { title: 'Bells', channelId: fake.account.id },
    status: { privacyStatus: 'public' },
  }));
  const { json } = await ask(v3('playlists', { part: 'snippet', mine: 'true' }));
  expect(json).toMatchObject({ nextPageToken: expect.any(String) });
  const { items } = json as { items: object[] };
  expect(items.map((each) => Object.keys(each))).toEqual(Array(5).fill(['id', 'snippet']));
});
