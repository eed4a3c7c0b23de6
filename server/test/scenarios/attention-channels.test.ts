/** The list of what wants a person: channels that must be connected again. */
import type { AttentionItem } from '@belfry/contract/attention.ts';
import type { Channel } from '@belfry/contract/channels.ts';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { requireSameSecret } from '../../src/setup/setup.ts';
import { app } from '../support/app.ts';
import type { Client } from '../support/client.ts';
import { sealAll } from '../support/events.ts';
import { createPost, scheduledFor, scheduledToBehave } from '../support/posts.ts';
import { connectSandbox } from '../support/sandbox.ts';

const service = await app();
await requireSameSecret(service.ctx);
afterAll(() => service.close());
const editor = await service.as('editor');
const author = await service.as('author');
let channel: Channel;

beforeEach(async () => {
  await service.db.rows('delete from posts');
  await service.db.rows('update channels set deleted_at = clock_now()');
  await service.db.rows('update workspaces set requires_approval = false where id = $1', [
    service.workspaceId,
  ]);
  channel = await connectSandbox(service);
});

const list = async (client: Client = service): Promise<AttentionItem[]> =>
  (await client.call('getAttention', {})).data as unknown as AttentionItem[];
const only = async (client: Client = service) => {
  const items = await list(client);
  expect(items).toHaveLength(1);
  return items[0] as AttentionItem;
};
const behave = (behaviour: string, by: Client = author, channels = [channel]) =>
  createPost(by, scheduledToBehave(behaviour, channels));
describe('the list', () => {
  test('has one item for a channel that must be connected again, with the posts that wait', async () => {
    const first = await behave('reconnect');
    await service.publishDue();
    const second = await createPost(
      author,
      scheduledFor([channel], { scheduled_at: await service.clock.in('1 hour') }),
    );
    await sealAll(service.db);
    const item = await only();
    expect(item).toMatchObject({
      id: `held:channel:${channel.id}`,
      kind: 'held',
      channel: { id: channel.id, needs_reconnect: true },
      since: expect.any(String),
      acts: ['reconnect'],
    });
    expect(item.posts.map(({ id }) => id)).toEqual([first.id, second.id]);
    expect(Date.parse(item.until ?? '') - service.clock.now().getTime()).toBeGreaterThan(23 * 3_600_000);
    expect(await only(editor)).toMatchObject({ kind: 'held', acts: [] });
    await connectSandbox(service, channel.username);
    await service.publishDue();
    expect(await list()).toEqual([]);
  });

  test('has one item for a held channel, also with posts that failed because of it', async () => {
    const failed = await behave('reconnect');
    await service.publishDue();
    await service.clock.advance('25 hours');
    await service.publishDue();
    const at = await service.clock.in('1 hour');
    const waiting = await createPost(author, scheduledFor([channel], { scheduled_at: at }));
    const item = await only();
    expect(item).toMatchObject({ kind: 'held', code: null, acts: ['reconnect'] });
    expect(item.posts.map(({ id }) => id)).toEqual([failed.id, waiting.id]);
    await connectSandbox(service, channel.username);
    expect(await only()).toMatchObject({ kind: 'failed', posts: [{ id: failed.id }] });
  });

  test('names 50 of the posts that wait for a channel, and says that there are more', async () => {
    await service.db.rows('update channels set needs_reconnect = true where id = $1', [channel.id]);
    const at = await service.clock.in('1 hour');
    for (let n = 0; n < 51; n += 1)
      await createPost(author, scheduledFor([channel], { scheduled_at: at, content: `Post ${n}` }));
    const item = await only();
    expect([item.posts.length, item.more_posts]).toEqual([50, true]);
  });

  test('has a channel whose sign-in ends within 14 days, with the posts that are due after it', async () => {
    await service.db.rows(
      "update channels set reconnect_by = clock_now() + interval '13 days' where id = $1",
      [channel.id],
    );
    await createPost(author, scheduledFor([channel], { scheduled_at: await service.clock.in('12 days') }));
    const late = await createPost(
      author,
      scheduledFor([channel], { scheduled_at: await service.clock.in('14 days') }),
    );
    const item = await only();
    expect([item.kind, item.posts.map(({ id }) => id)]).toEqual(['reconnect_soon', [late.id]]);
    await service.db.rows(
      "update channels set reconnect_by = clock_now() + interval '15 days' where id = $1",
      [channel.id],
    );
    expect(await list()).toEqual([]);
  });
});
