import { afterAll, describe, expect, test } from 'vitest';
import { app } from '../support/app.ts';
import type { Client } from '../support/client.ts';
import { refusalOf } from '../support/posts.ts';
import { connectSandbox } from '../support/sandbox.ts';

const service = await app();
afterAll(() => service.close());

const PATH = '/api/v1/channel-sets';
const create = async (client: Client, name: string, ...channels: { id: number }[]) =>
  (await client.call('createChannelSet', { body: { name, channel_ids: channels.map(({ id }) => id) } })).data;
const list = async (client: Client) => (await client.call('listChannelSets', {})).data;

describe('a channel set', () => {
  test('is created, changed, listed by name and deleted, with events', async () => {
    const owner = await service.inWorkspace();
    const [one, two] = [await connectSandbox(owner), await connectSandbox(owner)];
    const set = await create(owner, 'towers', two, one);
    expect(set).toMatchObject({ name: 'towers', channel_ids: [two.id, one.id] });
    const other = await create(owner, 'Mills', one);
    expect(await list(owner)).toEqual([other, set]);
    const change = (body: object) => owner.request('PATCH', `${PATH}/${set.id}`, { body });
    expect((await change({ name: 'All' })).data).toEqual({ ...set, name: 'All' });
    expect((await change({ channel_ids: [one.id] })).data).toMatchObject({
      name: 'All',
      channel_ids: [one.id],
    });
    expect((await change({ name: 'All' })).status).toBe(200);
    await owner.call('deleteChannelSet', { params: { id: set.id } });
    expect(await list(owner)).toEqual([other]);
    const events = await service.db.rows<{ kind: string; data: unknown }>(
      "select kind, data from events where workspace_id = $1 and kind like 'channel_set.%' order by id",
      [owner.workspaceId],
    );
    expect(events.map(({ kind, data }) => [kind, (data as { name: string }).name])).toEqual([
      ['channel_set.created', 'towers'],
      ['channel_set.created', 'Mills'],
      ['channel_set.changed', 'All'],
      ['channel_set.changed', 'All'],
      ['channel_set.deleted', 'All'],
    ]);
  });

  test('loses a removed channel, and has it again when its account is connected again', async () => {
    const owner = await service.inWorkspace();
    const [one, two] = [await connectSandbox(owner), await connectSandbox(owner)];
    await create(owner, 'Both', one, two);
    await owner.call('deleteChannel', { params: { id: one.id } });
    expect(await list(owner)).toMatchObject([{ channel_ids: [two.id] }]);
    await connectSandbox(owner, one.username);
    expect(await list(owner)).toMatchObject([{ channel_ids: [one.id, two.id] }]);
  });

  test('shows a limited member only their channels, and no set without any', async () => {
    const owner = await service.inWorkspace();
    const [one, two] = [await connectSandbox(owner), await connectSandbox(owner)];
    const both = await create(owner, 'Both', one, two);
    await create(owner, 'One', one);
    const limited = await service.beside(owner, 'editor');
    await service.db.rows('update members set channel_ids = $2 where user_id = $1', [
      limited.userId,
      [two.id],
    ]);
    expect(await list(limited)).toEqual([{ ...both, channel_ids: [two.id] }]);
  });

  test('of another workspace is not found, and takes no channel of another workspace', async () => {
    const [owner, stranger] = [await service.inWorkspace(), await service.inWorkspace()];
    const channel = await connectSandbox(owner);
    const set = await create(owner, 'Mine', channel);
    expect(refusalOf(await stranger.request('DELETE', `${PATH}/${set.id}`))).toEqual(['not_found']);
    const body = { name: 'Theirs', channel_ids: [channel.id] };
    expect(refusalOf(await stranger.request('POST', PATH, { body }))).toEqual(['invalid', 'channel_ids.0']);
    const own = await create(stranger, 'Own', await connectSandbox(stranger));
    expect(refusalOf(await stranger.request('PATCH', `${PATH}/${own.id}`, { body }))).toEqual([
      'invalid',
      'channel_ids.0',
    ]);
  });

  test.each([
    [{ name: '' }, 'name'],
    [{ name: 'x'.repeat(61) }, 'name'],
    [{ name: 'a\nb' }, 'name'],
    [{ channel_ids: [] }, 'channel_ids'],
    [{ channel_ids: [1, 1] }, 'channel_ids'],
    [{ channel_ids: Array.from({ length: 101 }, (_, n) => n + 1) }, 'channel_ids'],
  ])('is checked: %j', async (changes, field) => {
    const { id } = await connectSandbox(service);
    const body = { name: 'Set', channel_ids: [id], ...changes };
    expect(refusalOf(await service.request('POST', PATH, { body }))).toEqual(['invalid', field]);
  });

  test('is refused after the 200th, also when two ask at once', async () => {
    const owner = await service.inWorkspace();
    const channel = await connectSandbox(owner);
    await service.db.rows(
      "insert into channel_sets (workspace_id, name, channel_ids) select $1, 'n', $2 from generate_series(1, 199)",
      [owner.workspaceId, [channel.id]],
    );
    const body = { name: 'Last', channel_ids: [channel.id] };
    const answers = await Promise.all([1, 2].map(() => owner.request('POST', PATH, { body })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 422]);
    expect(await list(owner)).toHaveLength(200);
  });
});
