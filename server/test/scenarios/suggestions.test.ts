/** Mentions and tags that complete what people type. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { indexPosts } from '../../src/search/index.ts';
import { app } from '../support/app.ts';
import type { Client } from '../support/client.ts';
import { createPost, refusalOf, scheduledFor } from '../support/posts.ts';
import { connectSandbox } from '../support/sandbox.ts';

const service = await app();
afterAll(() => service.close());
// A network that makes links of mentions and tags, unlike the sandbox.
const connect = async (client: Client) => {
  const channel = await connectSandbox(client);
  await service.db.rows("update channels set platform = 'mastodon' where id = $1", [channel.id]);
  return channel;
};
const [one, two] = [await connect(service), await connect(service)];

const ask = async (kind: 'mention' | 'tag', q = '', client: Client = service) =>
  (await client.call('listSuggestions', { query: { kind, platform: 'mastodon', q } })).data;
const textsOf = async (...of: Parameters<typeof ask>) => (await ask(...of)).map(({ text }) => text);
const write = (content: string, channels = [one], client: Client = service) =>
  createPost(client, scheduledFor(channels, { content, scheduled_at: '2027-03-01T09:00Z' }));

beforeAll(async () => {
  await write('Meet @ada@tower.example at #FairDay, #fairday.');
  await write('#FAIRDAY with @ada@tower.example.', [one, two]);
  await write('#Färöer #bells', [two]);
});

describe('suggestions', () => {
  test('are what the workspace used, the most used first, as it was written last', async () => {
    expect(await ask('tag')).toMatchObject([
      { text: '#FAIRDAY', uses: 2 },
      { text: '#bells', uses: 1 },
      { text: '#Färöer', uses: 1 },
    ]);
    expect(await ask('mention')).toMatchObject([{ text: '@ada@tower.example', uses: 2 }]);
  });

  test.each([
    ['tag', 'fa', ['#FAIRDAY', '#Färöer']],
    ['tag', '#FAR', ['#Färöer']],
    ['tag', 'day', []],
    ['tag', '%', []],
    ['mention', '@ad', ['@ada@tower.example']],
    ['mention', 'fa', []],
  ] as const)('of the kind %s for %s', async (kind, q, texts) => {
    expect(await textsOf(kind, q)).toEqual(texts);
  });

  test('are those of one network', async () => {
    const { data } = await service.call('listSuggestions', { query: { kind: 'tag', platform: 'sandbox' } });
    expect(data).toEqual([]);
  });

  test('come from drafts when they are scheduled, and count a post once', async () => {
    const client = await service.inWorkspace();
    const channel = await connect(client);
    const body = { content: 'An #idea', targets: [{ channel_id: channel.id }] };
    const { id } = await createPost(client, { status: 'draft', ...body });
    expect(await ask('tag', '', client)).toEqual([]);
    const scheduled = { ...body, status: 'scheduled' as const, scheduled_at: '2027-03-01T09:00Z' };
    await client.call('updatePost', { params: { id }, body: scheduled });
    expect(await ask('tag', '', client)).toMatchObject([{ text: '#idea', uses: 1 }]);
    await client.call('updatePost', { params: { id }, body: { ...scheduled, content: 'A better #idea' } });
    expect(await ask('tag', '', client)).toMatchObject([{ text: '#idea', uses: 1 }]);
  });

  test('that were used long ago come after those of today', async () => {
    const client = await service.inWorkspace();
    const channel = await connect(client);
    for (const n of [1, 2]) await write(`#old ${n}`, [channel], client);
    await textsOf('tag', '', client);
    await service.db.rows(
      "update suggestions set used_at = used_at - interval '60 days' where workspace_id = $1",
      [client.workspaceId],
    );
    await write('#new', [channel], client);
    expect(await textsOf('tag', '', client)).toEqual(['#new', '#old']);
  });

  test('are at most 20, and a workspace keeps the 2,000 of each kind that were used last', async () => {
    const client = await service.inWorkspace();
    const channel = await connect(client);
    for (let from = 0; from < 2100; from += 300) {
      const { id } = await write('#begin', [channel], client);
      const content = Array.from({ length: 300 }, (_, n) => `#t${from + n}`).join(' ');
      await service.db.rows('update posts set content = $2, updated_at = clock_now() where id = $1', [
        id,
        content,
      ]);
      await service.clock.advance('1 second');
    }
    await indexPosts(service.ctx);
    expect(await ask('tag', '', client)).toHaveLength(20);
    const rows = await service.db.rows('select folded from suggestions where workspace_id = $1', [
      client.workspaceId,
    ]);
    expect(rows).toHaveLength(2000);
    expect(await textsOf('tag', 't2099', client)).toEqual(['#t2099']);
  });

  test('of another workspace are never shown', async () => {
    expect(await ask('tag', '', await service.inWorkspace())).toEqual([]);
  });

  test('of other channels are hidden from a limited member', async () => {
    const author = await service.as('author');
    await service.db.rows('update members set channel_ids = $2 where user_id = $1', [
      author.userId,
      [one.id],
    ]);
    expect(await textsOf('tag', '', author)).toEqual(['#FAIRDAY']);
  });

  test('are for those who write', async () => {
    const viewer = await service.as('viewer');
    expect(
      refusalOf(await viewer.call('listSuggestions', { query: { kind: 'tag', platform: 'mastodon' } })),
    ).toEqual(['forbidden']);
    const long = { kind: 'tag', platform: 'mastodon', q: 'x'.repeat(101) } as const;
    expect(refusalOf(await service.call('listSuggestions', { query: long }))).toEqual(['invalid', 'q']);
  });
});
