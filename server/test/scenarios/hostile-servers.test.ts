/** Servers that anybody may run, with any answers. */
import type { Channel } from '@belfry/contract/channels.ts';
import { startFake } from '@belfry/networks/mastodon/fake.ts';
import type { FakeRequest, FakeResponse } from '@belfry/networks/testing/fake-server.ts';
import { afterAll, afterEach, expect, test } from 'vitest';
import { app } from '../support/app.ts';
import { createPost, getPost, refusalOf, scheduledFor } from '../support/posts.ts';

const fake = await startFake();
const service = await app({ outboundAllow: [{ range: '127.0.0.0/8' }] });
const honest = fake.instance.answer.bind(fake.instance);
afterEach(() => {
  fake.instance.answer = honest;
});
afterAll(async () => {
  await service.close();
  await fake.server.close();
});

/** From now on the server answers calls of this path with `twist` of its original answer. */
function state(path: string, twist: (original: object, request: FakeRequest) => FakeResponse | object): void {
  const before = fake.instance.answer;
  fake.instance.answer = (request, base) => {
    const original = before.call(fake.instance, request, base);
    if (request.path !== path) return original;
    const answer = twist(original.body as object, request);
    return 'status' in answer && typeof answer.status === 'number'
      ? (answer as FakeResponse)
      : { ...original, body: answer };
  };
}

const join = () =>
  service.request('POST', '/channels', { body: { platform: 'mastodon', credentials: fake.credentials } });
const joined = async () => (await join()).data as Channel;
const limitsOf = async ({ id }: Channel) =>
  (await service.db.row<{ limits: object }>('select limits from channels where id = $1', [id]))?.limits;

const profile = '/api/v1/accounts/verify_credentials';
const description = '/api/v2/instance';
const statuses = '/api/v1/statuses';

test.each([3e7, 6e8, 1e308])('%d characters for a link do not block the process', async (characters) => {
  state(description, () => ({
    configuration: { statuses: { characters_reserved_per_url: characters, max_characters: 1e300 } },
  }));
  const channel = await joined();
  expect(await limitsOf(channel)).toMatchObject({ 'text.url_length': 1000, 'text.max': 1_000_000 });
  const body = scheduledFor([channel], { content: 'https://a.example '.repeat(500) });
  expect((await service.request('POST', '/posts/validate', { body })).status).toBe(200);
});

test('numbers and types that are invalid are ignored', async () => {
  state(description, () => ({
    configuration: {
      statuses: { max_characters: '500', max_media_attachments: -1, characters_reserved_per_url: 1.5 },
      media_attachments: {
        supported_mime_types: [
          { toString: 1, valueOf: 1 },
          'image/png',
          'image/\0',
          ...Array(5000).fill('image/x'),
        ],
        image_size_limit: 0.1,
        description_limit: null,
      },
    },
  }));
  const limits = await limitsOf(await joined());
  expect(limits).toEqual({
    'text.url_length': 1,
    'videos.max': 0,
    scopes: ['mastodon'],
    'media.mixed': false,
    'image.types': ['image/png', ...Array(49).fill('image/x')],
  });
});

test('an account is shown by the printable part of its names', async () => {
  state(profile, (original) => ({
    ...original,
    display_name: `Ad\u202ea\0\u200b${'!'.repeat(100_000)}`,
    username: 'a\u2066da\ud83d',
    avatar: 'javascript:alert(1)',
  }));
  state(description, () => ({ configuration: {}, domain: `fake.example\u0000${'.x'.repeat(1000)}` }));
  const channel = await joined();
  expect(channel).toMatchObject({ name: `Ada${'!'.repeat(197)}`, avatar_url: null });
  expect(channel.username).toHaveLength(320);
  expect(channel.username).toMatch(/^ada\ufffd@fake\.example\.x/);
});

test.each(['7\0', '7\u200b', '7'.repeat(600)])('an account with the id %j is not connected', async (id) => {
  state(profile, (original) => ({ ...original, id }));
  const answer = await join();
  expect([answer.status, ...refusalOf(answer)]).toEqual([422, 'connect_refused']);
});

test.each([
  'javascript:alert(document.cookie)',
  'JavaScript://https://a.example/%0aalert(1)',
  'data:text/html,<script>1</script>',
  ' https://a.example',
  'https://a.example/\0',
  'https://a.example/\ud83d',
  'https://a.example/\u202egpj.exe',
  'ftp://a.example/',
  '//a.example',
])('a post that its server shows at %j has no link', async (url) => {
  const channel = await joined();
  state(statuses, (original) => ({ ...original, url, uri: url }));
  const post = await createPost(service, scheduledFor([channel]));
  await service.publishDue();
  const { status, targets } = await getPost(service, post);
  expect([status, targets[0]?.external_url]).toEqual(['published', null]);
});

test('a post whose server gives it an invalid id is published once, and left to a person', async () => {
  const channel = await joined();
  state(statuses, (original) => ({ ...original, id: '7\0' }));
  const account = fake.account.id.split('@')[0];
  state(`/api/v1/accounts/${account}/statuses`, (original) =>
    (original as object[]).map((each) => ({ ...each, id: '7\0' })),
  );
  const post = await createPost(service, scheduledFor([channel], { content: 'Only once' }));
  for (let tries = 0; tries < 12; tries += 1) {
    await service.publishDue();
    await service.clock.advance('10 minutes');
  }
  const { targets } = await getPost(service, post);
  expect(targets[0]).toMatchObject({ status: 'failed', error: { code: 'outcome_unknown' } });
  expect(fake.visible().filter(({ text }) => text === 'Only once')).toHaveLength(1);
});

test('a refusal is shown in a sentence that can be stored', async () => {
  const channel = await joined();
  state(statuses, () => ({ status: 422, body: { error: `No\0\u202e ${'way '.repeat(100_000)}` } }));
  const post = await createPost(service, scheduledFor([channel]));
  await service.publishDue();
  const { targets } = await getPost(service, post);
  expect(targets[0]?.error?.message).toBe(`No ${'way '.repeat(300)}`.slice(0, 1000).trim());
});

test('no server makes a channel wait for more than a day', async () => {
  const channel = await joined();
  state(statuses, () => ({ status: 429, headers: { 'retry-after': '9'.repeat(300) }, body: {} }));
  await service.db.rows('update workspaces set grace_hours = 100');
  const post = await createPost(service, scheduledFor([channel]));
  await service.publishDue();
  fake.instance.answer = honest;
  await service.clock.advance('86401 seconds');
  await service.publishDue();
  expect((await getPost(service, post)).status).toBe('published');
});
