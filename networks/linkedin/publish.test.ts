import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Outgoing, Session } from '../core/network.ts';
import type { Grant } from '../families/linkedin/api.ts';
import type { App } from '../families/linkedin/app.ts';
import type { LinkedinFake } from '../families/linkedin/fake-linkedin.ts';
import { refuse } from '../families/linkedin/fake-refusal.ts';
import { makeMedia } from '../testing/media.ts';
import { openSession, startTarget, type TestTarget } from '../testing/target.ts';
import { startCommunityFake, startFake } from './fake.ts';
import { linkedin } from './index.ts';

let fake: LinkedinFake;
beforeEach(async () => {
  fake = await startFake();
});
afterEach(() => fake.server.close());

function start(post: Partial<Outgoing> = {}, own: Partial<Session> = {}): TestTarget {
  return startTarget(linkedin, post, fake, own);
}

const bodies = () => fake.linkedin.posts.all.map(({ body }) => body);
const common = {
  author: 'urn:li:person:Ylpq-RobP9',
  commentary: 'Hello',
  visibility: 'PUBLIC',
  distribution: { feedDistribution: 'MAIN_FEED', targetEntities: [], thirdPartyDistributionChannels: [] },
  lifecycleState: 'PUBLISHED',
  isReshareDisabledByAuthor: false,
};

describe('a post', () => {
  test('of text is one call with the headers that LinkedIn wants', async () => {
    const outcome = await start({ text: 'Hear @[Acme (UK)](urn:li:organization:1) #bells (now)' }).finish();
    const [post] = fake.linkedin.posts.all;
    expect(outcome).toEqual({
      kind: 'published',
      id: post?.id,
      url: `https://www.linkedin.com/feed/update/${post?.id}/`,
      warnings: [],
    });
    const commentary = 'Hear @[Acme \\(UK\\)](urn:li:organization:1) #bells \\(now\\)';
    expect(fake.server.requests).toMatchObject([
      {
        method: 'POST',
        path: '/api.linkedin.com/rest/posts',
        headers: {
          authorization: `Bearer ${fake.grant.access}`,
          'linkedin-version': '202609',
          'x-restli-protocol-version': '2.0.0',
          'content-type': 'application/json',
        },
      },
    ]);
    expect(bodies()).toEqual([{ ...common, commentary }]);
    expect(fake.visible()).toEqual([{ id: post?.id, text: 'Hear Acme (UK) #bells (now)' }]);
  });

  test('is sent in the version that the operator has set', async () => {
    const app = { ...fake.app, version: '202608' };
    await start({}, { app }).finish();
    expect(fake.server.requests[0]?.headers['linkedin-version']).toBe('202608');
  });

  test('waits for the operator if LinkedIn has ended the version', async () => {
    const app = { ...fake.app, version: '202501' };
    expect(await start({}, { app }).try()).toMatchObject({
      kind: 'later',
      because: 'throttled',
      seconds: 900,
      message: expect.stringContaining('operator must set a newer one'),
    });
  });

  test('has its visibility, and may not be reposted', async () => {
    await start({ settings: { visibility: 'connections', disable_reshare: true } }).finish();
    expect(bodies()).toMatchObject([{ visibility: 'CONNECTIONS', isReshareDisabledByAuthor: true }]);
  });

  test.each([
    [undefined, 'SEVEN_DAYS'],
    [1440, 'ONE_DAY'],
    [4320, 'THREE_DAYS'],
    [10_080, 'SEVEN_DAYS'],
    [20_160, 'FOURTEEN_DAYS'],
  ])('has a poll of %s minutes', async (minutes, duration) => {
    const poll = {
      question: 'Which?',
      options: ['One', 'Two'],
      ...(minutes && { duration_minutes: minutes }),
    };
    await start({ settings: { poll } }).finish();
    const options = [{ text: 'One' }, { text: 'Two' }];
    expect(bodies()).toEqual([
      { ...common, content: { poll: { question: 'Which?', options, settings: { duration } } } },
    ]);
  });

  test('has a card of a link, with the name of the site if there is no title', async () => {
    await start({ settings: { link: 'https://bells.example/tower?x=1' } }).finish();
    const article = { source: 'https://bells.example/tower?x=1', title: 'bells.example' };
    expect(bodies()).toEqual([{ ...common, content: { article } }]);
  });

  test('has a card with title, description and image', async () => {
    const files = new Map([[7, makeMedia({ id: 7 })]]);
    const settings = {
      link: 'https://bells.example/',
      link_title: 'Bells (all)',
      link_description: 'Ding',
      link_image: 7,
    };
    await start({ settings, files }).finish();
    const thumbnail = 'urn:li:image:D4E10AQ1';
    const article = {
      source: 'https://bells.example/',
      title: 'Bells (all)',
      description: 'Ding',
      thumbnail,
    };
    expect(bodies()).toEqual([{ ...common, content: { article } }]);
    expect(fake.leftovers?.()).toBe(0);
  });

  test.each([
    ['is not in the library', new Map()],
    ['is a video', new Map([[7, makeMedia({ id: 7, kind: 'video' })]])],
  ])('with an image of the link that %s fails', async (_, files) => {
    const settings = { link: 'https://bells.example/', link_image: 7 };
    expect(await start({ settings, files }).try()).toMatchObject({
      kind: 'failed',
      field: 'settings.link_image',
    });
    expect(fake.server.requests).toEqual([]);
  });

  test.each([
    ['no id', {}],
    ['an id of something else', { 'x-restli-id': 'urn:li:comment:1' }],
    ['an id that would change an address', { 'x-restli-id': 'urn:li:share:1/../2' }],
  ])('with %s in the answer is in doubt', async (_, headers) => {
    fake.linkedin.refusals.push({ status: 201, headers });
    expect(await start().try()).toMatchObject({ kind: 'unconfirmed' });
  });

  test('with a lost answer is never sent again, because LinkedIn lets nobody ask for a member’s posts', async () => {
    fake.server.faults.push('accept_then_drop');
    expect(await start().finish()).toMatchObject({ kind: 'unconfirmed' });
    expect(fake.server.visibleAt).toHaveLength(1);
  });

  test('that LinkedIn has already fails, and names the twin', async () => {
    await start().finish();
    const [twin] = fake.linkedin.posts.all;
    expect(await start().try()).toMatchObject({
      kind: 'failed',
      code: 'rejected',
      message: expect.stringContaining(twin?.id ?? '?'),
    });
  });

  test('beyond the daily limit waits until midnight UTC', async () => {
    fake.linkedin.refusals.push(refuse(429, 'TOO_MANY_REQUESTS'));
    expect(await start().try()).toMatchObject({ kind: 'later', because: 'throttled', seconds: 12 * 3600 });
  });

  test('with an expired token that cannot be refreshed is held', async () => {
    fake.server.faults.push('expire');
    expect(await start().finish()).toMatchObject({ kind: 'held' });
    expect(fake.linkedin.posts.all).toEqual([]);
  });
});

test('a member with the permission comments, and an expired token is refreshed', async () => {
  await fake.server.close();
  fake = await startCommunityFake();
  fake.server.faults.push('expire');
  const settings = { first_comment: 'More soon' };
  expect(await start({ settings }).finish()).toMatchObject({ kind: 'published', warnings: [] });
  expect(fake.linkedin.posts.all).toMatchObject([{ comments: ['More soon'] }]);
  expect(fake.server.requests.at(-1)).toMatchObject({
    path: expect.stringMatching(
      /^\/api\.linkedin\.com\/rest\/socialActions\/urn%3Ali%3Ashare%3A\d+\/comments$/,
    ),
    json: { actor: 'urn:li:person:Ylpq-RobP9', message: { text: 'More soon' } },
  });
});

test('a post is removed', async () => {
  await start().finish();
  const [{ id } = { id: '' }] = fake.linkedin.posts.all;
  const session = openSession<Grant>(fake) as Session<Grant, App>;
  await linkedin.remove?.({ id, url: null }, session);
  expect(fake.linkedin.posts.all).toEqual([]);
});
