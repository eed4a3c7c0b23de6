/** The adapter and the engine against the reference PDS. */
import { createHmac } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loopbackHttp } from '../../server/test/support/loopback-http.ts';
import { makeVideos } from '../../server/test/support/videos.ts';
import { NetworkFault } from '../core/fault.ts';
import type { Http } from '../core/http.ts';
import { field } from '../core/json.ts';
import type { Caller, Captions, ConnectedAccount, Media, Outgoing } from '../core/network.ts';
import { makeCaptions, makeMedia } from '../testing/media.ts';
import { TestTarget } from '../testing/target.ts';
import { connect } from './connect.ts';
import { bluesky } from './index.ts';
import { remove } from './metrics.ts';
import type { BlueskySession, Grant } from './session.ts';
import { jwtSecret, type LocalPds, startPds } from './testing/pds.ts';
import { startVideoService, type VideoService } from './testing/video-service.ts';

const caller: Caller = { http: loopbackHttp, endpoint: undefined, app: undefined, now: () => new Date() };

let pds: LocalPds;
let connected: ConnectedAccount<Grant>;

beforeAll(async () => {
  pds = await startPds();
  [connected] = (await connect(credentials(), caller)) as [ConnectedAccount<Grant>];
});
afterAll(() => pds.close());

function credentials(password = pds.appPassword) {
  return { service: pds.url, identifier: pds.handle, app_password: password };
}

function openSession(http = loopbackHttp): BlueskySession {
  return { ...caller, http, account: connected.account, grant: connected.grant, limits: {} };
}

function start(post: Partial<Outgoing>, session = openSession()): TestTarget {
  return new TestTarget(bluesky, post, session);
}

async function newestPosts(count: number) {
  return (await pds.listPosts()).slice(-count);
}

/** A client that loses the answer to the next write after the server stored it. */
function losingOneAnswer(): Http {
  let isLost = false;
  return async (request) => {
    const response = await loopbackHttp(request);
    if (isLost || !request.url.endsWith('applyWrites')) return response;
    isLost = true;
    throw new NetworkFault({ kind: 'unavailable', message: 'The connection was reset.', sent: true });
  };
}

/** The same token, signed by the server so that it expired an hour ago. */
function endToken(jwt: string): string {
  const [head, payload = ''] = jwt.split('.');
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString());
  const ended = Buffer.from(JSON.stringify({ ...claims, exp: claims.iat - 3600 })).toString('base64url');
  return `${head}.${ended}.${createHmac('sha256', jwtSecret).update(`${head}.${ended}`).digest('base64url')}`;
}

describe('sign-in', () => {
  test('connects the account and reads the limits of its server', () => {
    expect(connected.account).toEqual({
      id: pds.did,
      name: pds.handle,
      username: pds.handle,
      avatarUrl: null,
    });
    expect(connected.grant).toMatchObject({ service: pds.url });
    expect(connected.limits).toEqual({ 'image.bytes': 2_000_000 });
    expect(Number(connected.reconnectBy) - Date.now()).toBeGreaterThan(89 * 86_400_000);
  });

  test('the error for a wrong password says what to do', async () => {
    const fault = { kind: 'rejected', message: expect.stringContaining('Create an app password') };
    await expect(connect(credentials('wrong'), caller)).rejects.toMatchObject({ fault });
  });
});

test('text with link, mention and tag is stored with facets over its bytes', async () => {
  const text = `🔔 @alice.test reads https://example.com/ä #bells #${'a'.repeat(63)}${'\u0301'.repeat(289)}`;
  const settings = { langs: ['zh-Hant-TW', 'es-419', 'de-CH-1901'], tags: ['towers'] };
  const outcome = await start({ text, settings }).try();
  const [post] = await newestPosts(1);
  expect(outcome).toMatchObject({ kind: 'published', id: post?.uri });
  expect(post?.value).toMatchObject({ text, ...settings });
  const facets = field(post, 'value', 'facets') as { index: { byteStart: number; byteEnd: number } }[];
  const words = facets.map(({ index: at }) => String(Buffer.from(text).subarray(at.byteStart, at.byteEnd)));
  expect(words).toEqual(['@alice.test', 'https://example.com/ä', '#bells']);
});

test.each([
  [1, 'images'],
  [5, 'gallery'],
])('%i images are stored as %s with their descriptions', async (count, embed) => {
  const outcome = await start({ media: Array.from({ length: count }, () => makeMedia()) }).try();
  expect(outcome).toMatchObject({ kind: 'published' });
  const [post] = await newestPosts(1);
  expect(post?.value.embed).toMatchObject({ $type: `app.bsky.embed.${embed}` });
  expect(JSON.stringify(post?.value.embed).match(/A bell/g)).toHaveLength(count);
});

describe('a video', () => {
  const [english, portuguese] = makeCaptions('vtt', 'en', 'pt-BR') as [Captions, Captions];
  let service: VideoService;
  let bytes: Buffer;

  beforeAll(async () => {
    service = await startVideoService(pds.url);
    const videos = await makeVideos('h264.mp4');
    bytes = await readFile(videos.path('h264.mp4'));
    await videos.remove();
  });
  afterAll(() => service.close());

  function describeVideo(): Media {
    const facts = { kind: 'video', mimeType: 'video/mp4', name: 'bell.mp4', width: 128, height: 72 } as const;
    const alt = { altText: 'A bell rings', captions: [english, portuguese] };
    return makeMedia({ ...facts, ...alt, size: bytes.length, duration: 2, open: openBytes });
  }

  async function* openBytes() {
    yield bytes.subarray(0, 1000);
    yield bytes.subarray(1000);
  }

  /** A client that calls this video service in place of Bluesky's. */
  const withService: Http = (request) =>
    loopbackHttp({ ...request, url: request.url.replace('https://video.bsky.app', service.server.url) });

  test('is stored by the service for the account, and shown with all that belongs to it', async () => {
    const target = start({ media: [describeVideo()] }, openSession(withService));
    expect(await target.try()).toMatchObject({ kind: 'later', because: 'processing' });
    expect(await target.try()).toMatchObject({ kind: 'later', because: 'processing' });
    expect(await target.try()).toMatchObject({ kind: 'published' });
    expect(service.asked).toEqual([pds.did]);
    const [post] = await newestPosts(1);
    expect(post?.value.embed).toEqual({
      $type: 'app.bsky.embed.video',
      video: { $type: 'blob', ref: expect.anything(), mimeType: 'video/mp4', size: bytes.length },
      captions: [english, portuguese].map(({ language, text }) => ({
        lang: language,
        file: { $type: 'blob', ref: expect.anything(), mimeType: 'text/vtt', size: text.length },
      })),
      alt: 'A bell rings',
      aspectRatio: { width: 128, height: 72 },
    });
    const link = String(field(post, 'value', 'embed', 'captions', 1, 'file', 'ref', '$link'));
    expect((await pds.readBlob(link)).bytes.toString()).toBe(portuguese.text);
    const stored = await pds.readBlob(String(field(post, 'value', 'embed', 'video', 'ref', '$link')));
    expect(stored).toEqual({ mimeType: 'video/mp4', bytes });
  });

  test('that the service already knows is not processed again', async () => {
    const outcome = await start({ media: [describeVideo()] }, openSession(withService)).try();
    expect(outcome).toMatchObject({ kind: 'published' });
    expect(service.jobs).toHaveLength(1);
    const [first, second] = await newestPosts(2);
    expect(field(second, 'value', 'embed')).toEqual(field(first, 'value', 'embed'));
  });

  test.each([
    ['in more than 20 languages', makeCaptions('vtt', ...[...'abcdefghijklmnopqrstu'].map((to) => `a${to}`))],
    ['of more than 20,000 bytes', [{ ...english, text: `${english.text}${'x'.repeat(20_000)}` }]],
  ])('with captions %s would be refused', async (_, captions) => {
    const target = start({ media: [{ ...describeVideo(), captions }] }, openSession(withService));
    expect(await target.finish()).toMatchObject({ message: expect.stringMatching(/captions/) });
  });
});

test('a thread with an image and gates names its parents by their real addresses', async () => {
  const settings = {
    thread: ['Two 🔔', 'Three @alice.test'],
    reply_gate: { following: true },
    disable_quotes: true,
    labels: ['nudity'],
  };
  const outcome = await start({ media: [makeMedia()], settings }).try();
  const [one, two, three] = await newestPosts(3);
  expect(outcome).toMatchObject({ kind: 'published', id: one?.uri });
  const root = { uri: one?.uri, cid: one?.cid };
  expect(two?.value.reply).toEqual({ root, parent: root });
  expect(three?.value.reply).toEqual({ root, parent: { uri: two?.uri, cid: two?.cid } });
  const [gate] = (await pds.listRecords('app.bsky.feed.threadgate')).slice(-1);
  expect(gate?.uri).toBe(one?.uri.replace('.post/', '.threadgate/'));
  expect(await pds.listRecords('app.bsky.feed.postgate')).toHaveLength(3);
});

test('a link card is stored', async () => {
  const link_card = { url: 'https://example.com', title: 'Example', description: '' };
  await start({ text: '', settings: { link_card } }).try();
  const [post] = await newestPosts(1);
  expect(post?.value.embed).toMatchObject({ external: { uri: link_card.url, title: 'Example' } });
});

test('a quoted post is named by its real address, alone and beside an image', async () => {
  const [quoted] = await newestPosts(1);
  const quote = `https://bsky.app/profile/${pds.handle}/post/${quoted?.uri.split('/').at(-1)}`;
  const record = { record: { uri: quoted?.uri, cid: quoted?.cid } };
  expect(await start({ settings: { quote } }).try()).toMatchObject({ kind: 'published' });
  expect((await newestPosts(1))[0]?.value.embed).toMatchObject({ $type: 'app.bsky.embed.record', ...record });
  expect(await start({ settings: { quote }, media: [makeMedia()] }).try()).toMatchObject({
    kind: 'published',
  });
  const embed = {
    $type: 'app.bsky.embed.recordWithMedia',
    record,
    media: { $type: 'app.bsky.embed.images' },
  };
  expect((await newestPosts(1))[0]?.value.embed).toMatchObject(embed);
});

test('a quoted post that is not there is refused, before the time too', async () => {
  const settings = { quote: `at://${pds.did}/app.bsky.feed.post/3lbellsgone22` };
  const message = expect.stringContaining('not there');
  expect(await start({ settings }).try()).toMatchObject({ kind: 'failed', field: 'settings.quote', message });
  const version = { text: 'Ding', settings, media: [] };
  expect(await bluesky.checkPost?.(version, openSession())).toEqual([message]);
});

test('the check finds a session that no longer works', async () => {
  expect(await bluesky.check?.(openSession())).toEqual([]);
  const { accessJwt } = connected.grant as Grant;
  const ended = { ...openSession(), grant: { ...connected.grant, accessJwt: endToken(accessJwt) } };
  await expect(bluesky.check?.(ended)).rejects.toMatchObject({ fault: { kind: 'expired' } });
});

test('a text over the limit is refused with the server’s message', async () => {
  const outcome = await start({ text: 'x'.repeat(301) }).try();
  expect(outcome).toMatchObject({ kind: 'failed', message: expect.stringContaining('grapheme too big') });
});

test('after a lost answer to the write there is one thread, found by its key', async () => {
  const before = (await pds.listPosts()).length;
  const target = start({ settings: { thread: ['Two'] } }, openSession(losingOneAnswer()));
  expect(await target.try()).toMatchObject({ kind: 'later', because: 'in_doubt' });
  const outcome = await target.try();
  const [one] = await newestPosts(2);
  expect(outcome).toMatchObject({ kind: 'published', id: one?.uri });
  expect(await pds.listPosts()).toHaveLength(before + 2);
});

test('the same write sent again creates no record, in spite of the server’s answer', async () => {
  const before = (await pds.listPosts()).length;
  const answers: number[] = [];
  const twice: Http = async (request) => {
    const response = await loopbackHttp(request);
    if (!request.url.endsWith('applyWrites')) return response;
    const again = await loopbackHttp(request);
    answers.push(response.status, again.status);
    return again;
  };
  const target = start({}, openSession(twice));
  expect(await target.try()).toMatchObject({ kind: 'later', because: 'in_doubt' });
  expect(await target.try()).toMatchObject({ kind: 'published' });
  expect(answers).toEqual([200, 500]);
  expect(await pds.listPosts()).toHaveLength(before + 1);
});

test('an expired token is refreshed and the post is published once', async () => {
  const before = (await pds.listPosts()).length;
  const session = openSession();
  const { accessJwt } = connected.grant as Grant;
  session.grant = { ...connected.grant, accessJwt: endToken(accessJwt) };
  const target = start({}, session);
  expect(await target.try()).toMatchObject({ kind: 'published' });
  expect(target.session.grant.refreshJwt).not.toBe(connected.grant.refreshJwt);
  expect(await pds.listPosts()).toHaveLength(before + 1);
});

test('a refresh that was not stored can be repeated, with the same result', async () => {
  const first = await bluesky.refresh?.(openSession());
  const second = await bluesky.refresh?.(openSession());
  const idOf = (jwt: unknown) => field(JSON.parse(atob(String(jwt).split('.')[1] ?? '')), 'jti');
  expect(idOf(second?.grant.refreshJwt)).toBe(idOf(first?.grant.refreshJwt));
});

test('a signed-out session asks the person to connect again', async () => {
  const [other] = (await connect(credentials(), caller)) as [ConnectedAccount<Grant>];
  const authorization = `Bearer ${other.grant.refreshJwt}`;
  const url = `${pds.url}/xrpc/com.atproto.server.deleteSession`;
  await loopbackHttp({ method: 'POST', url, headers: { authorization } });
  const session = { ...openSession(), grant: other.grant };
  await expect(bluesky.refresh?.(session)).rejects.toMatchObject({ fault: { kind: 'reconnect' } });
});

test('a thread is deleted post by post, and a post that is gone counts as deleted', async () => {
  const before = await pds.listPosts();
  const outcome = await start({ text: 'One', settings: { thread: ['Two'] } }).try();
  const parts = outcome.kind === 'published' ? (outcome.parts ?? []) : [];
  expect(parts).toHaveLength(2);
  for (const part of parts.toReversed()) await remove(part, openSession());
  expect(await pds.listPosts()).toEqual(before);
  for (const part of parts) await remove(part, openSession());
});
