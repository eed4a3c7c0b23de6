import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Outgoing } from '../core/network.ts';
import type { FakeFault } from '../testing/fake-server.ts';
import { openSession, startTarget } from '../testing/target.ts';
import type { Grant } from './api.ts';
import { type MastodonFake, startFake } from './fake.ts';
import { mastodon } from './index.ts';
import { mastodonPreview } from './preview.ts';
import { checkPost } from './quote.ts';

let fake: MastodonFake;
beforeEach(async () => {
  fake = await startFake();
});
afterEach(() => fake.server.close());

const address = (number: number) => `https://else.example/@bob/${number}`;

function start(post: Partial<Outgoing> = {}) {
  return startTarget(mastodon, post, fake);
}

function listQuoted() {
  return fake.instance.statuses.all.map(({ quotedId }) => quotedId);
}

function check(quote: string) {
  return checkPost({ text: 'Ding', settings: { quote }, media: [] }, openSession<Grant>(fake));
}

describe('a quoted post', () => {
  test('of another server is found by its address, and only the first part quotes it', async () => {
    const settings = { quote: address(1), thread: ['Dong'] };
    expect(await start({ settings }).try()).toMatchObject({ kind: 'published' });
    expect(listQuoted()).toEqual(['501', null]);
    const sent = fake.server.requests.find(
      ({ method, path }) => method === 'POST' && path.endsWith('/statuses'),
    );
    expect(sent?.json).toEqual({ status: 'Hello', quoted_status_id: '501' });
  });

  test.each(['@ada/501', '@bob@else.example/501', 'users/ada/statuses/501/?x=1'])(
    'of this server is read by the id in its address: %s',
    async (path) => {
      fake.instance.statuses.others.isSearchable = false;
      await start({ settings: { quote: `${fake.server.url}/${path}` } }).try();
      expect(listQuoted()).toEqual(['501']);
    },
  );

  test('is looked up once', async () => {
    const target = start({ settings: { quote: address(1) } });
    fake.server.faults.push('throttle_2s');
    expect(await target.try()).toMatchObject({ kind: 'later' });
    fake.instance.statuses.others.isSearchable = false;
    expect(await target.finish()).toMatchObject({ kind: 'published' });
    expect(listQuoted()).toEqual(['501']);
  });

  test.each([
    [address(3), 'does not allow quotes'],
    [address(4), 'does not allow quotes'],
    [address(5), 'This server cannot quote'],
    [address(9), 'not there'],
  ])('%s is refused, before the time too: %s', async (quote, words) => {
    const message = expect.stringContaining(words);
    const refused = { kind: 'failed', code: 'rejected', field: 'settings.quote', message };
    expect(await start({ settings: { quote } }).try()).toMatchObject(refused);
    expect(fake.visible()).toEqual([]);
    expect(await check(quote)).toEqual([message]);
  });

  test('of this server that is gone is refused', async () => {
    expect(await check(`${fake.server.url}/@ada/77`)).toEqual([expect.stringContaining('not there')]);
  });

  test('of another server needs a sign-in that may search', async () => {
    fake.instance.statuses.others.isSearchable = false;
    expect(await check(address(1))).toEqual([expect.stringContaining('Connect the channel again')]);
  });

  test('is no risk if it may be quoted, now or after its author agrees, and a revoked token is no answer', async () => {
    expect([await check(address(1)), await check(address(2))]).toEqual([[], []]);
    const revoked = openSession<Grant>(fake);
    fake.instance.signIn.revoke();
    const version = { text: 'Ding', settings: { quote: address(1) }, media: [] };
    await expect(checkPost(version, revoked)).rejects.toMatchObject({ fault: { kind: 'reconnect' } });
  });

  test('is refused on other software without a call', async () => {
    await fake.server.close();
    fake = await startFake({ software: 'hollo' });
    expect(await check(address(1))).toEqual(['Only Mastodon 4.5 and newer can quote posts.']);
    expect(fake.server.requests).toEqual([]);
  });
});

describe('a quote in doubt', () => {
  test.each<[FakeFault, string]>([
    ['accept_then_500', address(1)],
    ['accept_then_500', address(2)],
    ['reset_before', address(1)],
  ])('%s: is published once', async (fault, quote) => {
    const target = start({ settings: { quote } });
    fake.server.faults.push(fault);
    expect(await target.try()).toMatchObject({ kind: 'later', because: 'in_doubt' });
    expect(await target.finish()).toMatchObject({ kind: 'published' });
    expect(listQuoted()).toHaveLength(1);
    // The text is compared without the link that the server put before it.
    expect(fake.server.requests.filter(({ path }) => path.endsWith('/source'))).toEqual([]);
  });

  test('is not taken for a post with the same text that quotes another one, or for a quote', async () => {
    const statuses = fake.instance.statuses;
    const twin = { text: 'Hello', spoilerText: '', visibility: 'public', mediaIds: [], inReplyTo: null };
    const target = start();
    statuses.all.push({ ...twin, id: '7', createdAt: target.session.now(), quotedId: '501' });
    fake.server.faults.push('error_500');
    await target.try();
    expect(await target.finish()).toMatchObject({ kind: 'published' });
    expect(listQuoted()).toEqual(['501', null]);
  });
});

test('the preview shows the page of the quoted post, or else that of the first link', () => {
  const version = { text: 'https://a.example/', settings: { quote: address(1) }, media: [] };
  expect(mastodonPreview.card?.(version)).toEqual({ url: address(1) });
  expect(mastodonPreview.card?.({ ...version, settings: {} })).toEqual({ url: 'https://a.example/' });
});
