import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { loopbackHttp } from '../../server/test/support/loopback-http.ts';
import { checkVersion } from '../core/check.ts';
import type { Http } from '../core/http.ts';
import { field } from '../core/json.ts';
import type { Outgoing, Session } from '../core/network.ts';
import { makeMedia } from '../testing/media.ts';
import { openSession, startTarget } from '../testing/target.ts';
import { startFake } from './fake.ts';
import { bluesky } from './index.ts';
import { blueskyPreview } from './preview.ts';
import { checkQuote } from './quote.ts';
import { blueskyRules } from './rules.ts';
import type { Grant } from './session.ts';

let fake: Awaited<ReturnType<typeof startFake>>;
beforeEach(async () => {
  fake = await startFake();
});
afterEach(() => fake.server.close());

const did = 'did:plc:z72i7hdynmk6r22z27h6tvur';
const uri = `at://${did}/app.bsky.feed.post/3lbellsring22`;
const page = (rkey: string, of = 'bob.test') => `https://bsky.app/profile/${of}/post/${rkey}`;

function start(post: Partial<Outgoing>, own: Partial<Session> = {}) {
  return startTarget(bluesky, post, fake, own);
}

/** What the newest post embeds. */
function embedded(): unknown {
  return [...fake.pds.records.values()].at(-1)?.embed;
}

describe('a quoted post', () => {
  test.each([page('3lbellsring22'), `${page('3lbellsring22', did)}?x=1`, uri])('%s', async (quote) => {
    expect(await start({ settings: { quote } }).try()).toMatchObject({ kind: 'published' });
    const { cid } = fake.pds.others.read(uri) ?? {};
    expect(embedded()).toEqual({ $type: 'app.bsky.embed.record', record: { uri, cid } });
  });

  test('stands beside pictures, and beside a link card', async () => {
    const quote = page('3lbellsring22');
    await start({ settings: { quote }, media: [makeMedia()] }).try();
    expect(embedded()).toMatchObject({
      $type: 'app.bsky.embed.recordWithMedia',
      record: { $type: 'app.bsky.embed.record', record: { uri } },
      media: { $type: 'app.bsky.embed.images' },
    });
    const link_card = { url: 'https://bells.example/', title: 'Bells' };
    await start({ settings: { quote, link_card } }).try();
    expect(embedded()).toMatchObject({ media: { external: { uri: link_card.url } } });
  });

  test('is resolved once, and stays the same when the author deletes it meanwhile', async () => {
    const target = start({ settings: { quote: page('3lbellsring22') } });
    fake.server.faults.push('throttle');
    expect(await target.try()).toMatchObject({ kind: 'later' });
    fake.pds.others.posts.clear();
    expect(await target.finish()).toMatchObject({ kind: 'published' });
    expect(field(embedded(), 'record', 'uri')).toBe(uri);
  });

  test('is part of the first post of a thread only', async () => {
    await start({ settings: { quote: page('3lbellsring22'), thread: ['Two'] } }).try();
    expect([...fake.pds.records.values()].map(({ embed }) => embed !== undefined)).toEqual([true, false]);
  });

  test.each([
    ['is gone', page('3lgone'), 'not there'],
    ['is of an unknown account', page('3lbellsring22', 'nobody.test'), 'not there'],
    ['may not be quoted', page('3lbellsquiet2'), 'does not allow quotes'],
  ])('that %s is refused, before the time too', async (_, quote, words) => {
    const message = expect.stringContaining(words);
    const refused = { kind: 'failed', code: 'rejected', field: 'settings.quote', message };
    expect(await start({ settings: { quote } }).try()).toMatchObject(refused);
    expect(fake.visible()).toEqual([]);
    const version = { text: 'Ding', settings: { quote }, media: [] };
    expect(await checkQuote(version, openSession<Grant>(fake))).toEqual([message]);
  });

  test('that can be quoted is no risk, and a server that is down says nothing about it', async () => {
    const version = { text: 'Ding', settings: { quote: page('3lbellsring22') }, media: [] };
    expect(await checkQuote(version, openSession<Grant>(fake))).toEqual([]);
    expect(await checkQuote({ ...version, settings: {} }, openSession<Grant>(fake))).toEqual([]);
    const http: Http = async () => ({ status: 503, headers: {}, text: '', json: undefined });
    await expect(checkQuote(version, openSession<Grant>(fake, { http }))).rejects.toMatchObject({
      fault: { kind: 'unavailable' },
    });
  });

  test('whose gate Bluesky’s server does not know yet can be quoted', async () => {
    const http: Http = async (request) => {
      const response = await loopbackHttp(request);
      const isAsked = request.url.includes('getPosts');
      return isAsked ? { ...response, status: 400, json: { error: 'InvalidRequest' } } : response;
    };
    const settings = { quote: page('3lbellsring22') };
    expect(await start({ settings }, { http }).try()).toMatchObject({ kind: 'published' });
  });
});

test('the preview shows the page of the quoted post, unless there is a link card', () => {
  const link_card = { url: 'https://bells.example/', title: 'Bells' };
  const version = { text: 'Ding', settings: { quote: uri }, media: [] };
  expect(blueskyPreview.card?.(version)).toEqual({ url: page('3lbellsring22', did) });
  expect(blueskyPreview.card?.({ ...version, settings: { quote: uri, link_card } })).toEqual(link_card);
  expect(blueskyPreview.card?.({ ...version, settings: { quote: 'https://else.example/1' } })).toBe(
    undefined,
  );
});

test('a post with a quote needs no text', () => {
  const version = { text: '', settings: { quote: uri }, media: [] };
  expect(checkVersion(blueskyRules, {}, version)).toEqual([]);
});
