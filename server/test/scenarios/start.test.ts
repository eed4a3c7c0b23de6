import { permissions } from '@belfry/contract/route.ts';
import { afterAll, expect, test } from 'vitest';
import { app } from '../support/app.ts';
import { signInAs } from '../support/browser.ts';
import { makeEvents, sealAll } from '../support/events.ts';
import { createPost, scheduledFor, scheduledToBehave } from '../support/posts.ts';
import { connectSandbox } from '../support/sandbox.ts';

const service = await app();
afterAll(() => service.close());

const disconnect = (id: number) =>
  service.db.rows('update channels set needs_reconnect = true where id = $1', [id]);
const limit = (userId: number, channelIds: number[]) =>
  service.db.rows('update members set channel_ids = $2 where user_id = $1', [userId, channelIds]);

test('a person gets in one answer what the single endpoints answer', async () => {
  const person = await signInAs(service, 'owner');
  await connectSandbox(service);
  const { data } = await person.call('getStart', {});
  const self = (await person.call('getSession', {})).data;
  expect(data).toMatchObject({
    version: '1.2.3',
    user: self.user,
    session: self.session,
    workspaces: self.workspaces,
    workspace: (await person.call('getWorkspace', {})).data,
    role: 'owner',
    permissions: [...permissions],
    channel_ids: null,
    channels: (await person.call('listChannels', {})).data,
  });
  const notices = await person.call('listNotices', { query: {} });
  expect(notices.body).toMatchObject({ unread: data.counts.unread_notices });
});

test('an API key gets nothing of its person, and only the parts that its scopes include', async () => {
  const whole = (await service.call('getStart', {})).data;
  expect(whole).toMatchObject({ user: null, session: null, workspaces: [], role: 'owner' });
  expect(whole.workspace?.id).toBe(service.workspaceId);
  const reader = await service.as('owner', { scopes: ['media.read'] });
  const { data } = await reader.call('getStart', {});
  expect(data).toEqual({
    version: '1.2.3',
    user: null,
    session: null,
    workspaces: [],
    workspace: null,
    role: 'owner',
    permissions: ['media.read'],
    channel_ids: null,
    channels: [],
    networks: [],
    counts: { drafts: null, reviews: null, attention: null, unread_notices: null },
    stream_position: null,
  });
});

test('a person without a workspace gets themselves, and no workspace', async () => {
  const person = await signInAs(service, 'viewer');
  await service.db.rows('delete from members where user_id = $1', [person.userId]);
  const { data } = await person.call('getStart', {});
  expect(data).toMatchObject({ user: { id: person.userId }, workspaces: [], workspace: null, channels: [] });
  const headers = { 'x-workspace': String(service.workspaceId) };
  expect((await person.call('getStart', { headers })).status).toBe(404);
});

test('the counts are those of the workspace, as far as the caller sees its posts', async () => {
  const owner = await service.inWorkspace({ requires_approval: true });
  const [one, two] = [await connectSandbox(owner), await connectSandbox(owner)];
  const author = await service.beside(owner, 'author');
  for (const channel of [one, one, two])
    await createPost(owner, { ...scheduledFor([channel]), status: 'draft' });
  await createPost(author, scheduledFor([one], { scheduled_at: '2027-03-01T09:00:00Z' }));
  const counts = async (client: typeof owner) => (await client.call('getStart', {})).data.counts;
  expect(await counts(owner)).toMatchObject({ drafts: 3, reviews: 1, attention: 0 });
  expect(await counts(author)).toMatchObject({ drafts: 3, reviews: null, attention: 0 });
  const limited = await service.beside(owner, 'viewer');
  await limit(limited.userId, [two.id]);
  expect(await counts(limited)).toMatchObject({ drafts: 1, reviews: null });
  expect((await limited.call('getStart', {})).data).toMatchObject({
    channel_ids: [two.id],
    channels: [{ id: two.id }],
  });
});

test('what wants attention is counted as it is listed', async () => {
  const owner = await service.inWorkspace();
  const [one, two] = [await connectSandbox(owner), await connectSandbox(owner)];
  const author = await service.beside(owner, 'author');
  await limit(author.userId, [one.id]);
  const attention = async (client = owner) => {
    const { data } = await client.call('getStart', {});
    const list = await client.call('getAttention', {});
    expect(data.counts.attention).toBe(list.data.length);
    return list.data.length;
  };
  expect(await attention()).toBe(0);
  await createPost(author, scheduledToBehave('reject', [one], { scheduled_at: '2027-01-15T13:00:00Z' }));
  await createPost(owner, scheduledFor([two], { scheduled_at: '2027-01-15T13:00:00Z' }));
  await disconnect(two.id);
  await service.clock.set('2027-01-15T13:00:01Z');
  await service.publishDue();
  expect([await attention(), await attention(author)]).toEqual([2, 1]);
});

test('the stream position is that of the last sealed event', async () => {
  const owner = await service.inWorkspace();
  await makeEvents(service.db, owner.workspaceId, {}, 3);
  await sealAll(service.db);
  const position = async () => (await owner.call('getStart', {})).data.stream_position;
  expect(await position()).toBe(3);
  await connectSandbox(owner);
  expect(await position()).toBe(3);
});

test('networks that need an app without keys can connect no account', async () => {
  const { networks } = (await service.call('getStart', {})).data;
  expect(networks).toContainEqual({
    platform: 'sandbox',
    name: 'Sandbox',
    connected_by: { form: true, sign_in: false },
    transcodes_videos: false,
    set_limits: {},
    has_quota: false,
  });
  expect(networks.map(({ platform }) => platform)).not.toContain('pinterest');
});
