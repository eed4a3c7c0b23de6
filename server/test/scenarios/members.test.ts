import type { Role } from '@belfry/contract/roles.ts';
import { afterAll, describe, expect, test } from 'vitest';
import { app } from '../support/app.ts';
import { signInAs } from '../support/browser.ts';
import type { Client } from '../support/client.ts';
import { createPost, getPost, refusalOf, scheduledFor } from '../support/posts.ts';
import { connectSandbox } from '../support/sandbox.ts';

const service = await app();
afterAll(() => service.close());

const change = (
  by: Client,
  { userId }: { userId: number },
  body: { role?: Role; channel_ids?: number[] | null },
) => by.call('updateMember', { params: { id: userId }, body });
const remove = (by: Client, { userId }: { userId: number }) =>
  by.call('deleteMember', { params: { id: userId } });
const countOwners = async (client: Client) =>
  (await client.call('listMembers', {})).data.filter(({ role }) => role === 'owner').length;

describe('workspaces', () => {
  test('are created by people, who own them, and a key works for its own workspace only', async () => {
    const browser = await signInAs(service, 'viewer');
    const made = await browser.call('createWorkspace', {
      body: { name: 'Mill', time_zone: 'europe/berlin' },
    });
    expect(refusalOf(made)).toEqual(['invalid', 'time_zone']);
    const body = { name: 'Mill', time_zone: 'Europe/Berlin' };
    const { data } = await browser.call('createWorkspace', { body });
    expect(data).toMatchObject({ ...body, role: 'owner', allow_self_review: false });
    const list = (await browser.call('listWorkspaces', {})).data;
    expect(list.map(({ role }) => role)).toEqual(['viewer', 'owner']);
    expect(refusalOf(await service.call('createWorkspace', { body }))).toEqual(['forbidden']);
  });

  test('are changed field by field, with events that have the values before', async () => {
    const owner = await service.inWorkspace();
    const answer = await owner.call('updateWorkspace', { body: { grace_hours: 3, allow_self_review: true } });
    expect(answer.data).toMatchObject({ grace_hours: 3, allow_self_review: true, time_zone: 'UTC' });
    const event = await service.db.row(
      "select data from events where workspace_id = $1 and kind = 'workspace.changed'",
      [owner.workspaceId],
    );
    expect(event).toEqual({
      data: {
        before: { grace_hours: 24, allow_self_review: false },
        after: { grace_hours: 3, allow_self_review: true },
      },
    });
  });

  test.each([
    { id: 7 },
    { media_bytes: 0 },
    { grace_hours: -1 },
    { name: '' },
    { time_zone: 'Mars/Olympus' },
  ])('refuse %j', async (body) => {
    const answer = await service.request('PATCH', '/api/v1/workspace', { body });
    expect(refusalOf(answer)).toEqual(['invalid', Object.keys(body)[0]]);
  });

  test('keep pending posts pending when approvals are turned off', async () => {
    const owner = await service.inWorkspace({ requires_approval: true });
    const channel = await connectSandbox(owner);
    const post = await createPost(await service.beside(owner, 'author'), scheduledFor([channel]));
    await owner.call('updateWorkspace', { body: { requires_approval: false } });
    expect((await getPost(owner, post)).status).toBe('pending_approval');
  });
});

describe('roles', () => {
  test.each<[Role, Role, Role, boolean]>([
    ['owner', 'viewer', 'owner', true],
    ['owner', 'owner', 'viewer', true],
    ['admin', 'viewer', 'admin', true],
    ['admin', 'admin', 'viewer', true],
    ['admin', 'viewer', 'owner', false],
    ['admin', 'owner', 'viewer', false],
    ['editor', 'viewer', 'author', false],
  ])('%s changes %s to %s: %s', async (by, from, to, permitted) => {
    const [actor, member] = [await service.as(by), await service.as(from)];
    const answer = await change(actor, member, { role: to });
    expect(answer.status).toBe(permitted ? 200 : 403);
    const now = (await service.call('listMembers', {})).data.find(({ id }) => id === member.userId);
    expect(now?.role).toBe(permitted ? to : from);
  });

  test('no member can raise their own role', async () => {
    for (const role of ['admin', 'editor', 'author', 'viewer'] as const) {
      const member = await service.as(role);
      expect(refusalOf(await change(member, member, { role: 'owner' }))).toEqual(['forbidden']);
    }
  });

  test.each([{ user_id: 1 }, { workspace_id: 1 }, { role: 'root' }, { channel_ids: [] }])(
    'a change to %j is refused',
    async (body) => {
      const member = await service.as('viewer');
      const answer = await service.request('PATCH', `/api/v1/members/${member.userId}`, { body });
      expect(refusalOf(answer)).toEqual(['invalid', Object.keys(body)[0]]);
    },
  );

  test('the last owner stays an owner, even if all step down at once', async () => {
    const owner = await service.inWorkspace();
    expect(refusalOf(await remove(owner, owner))).toEqual(['last_owner']);
    expect(refusalOf(await change(owner, owner, { role: 'admin' }))).toEqual(['last_owner']);
    const others = [];
    for (let n = 0; n < 7; n += 1) others.push(await service.beside(owner, 'owner'));
    const answers = await Promise.all(
      [owner, ...others].map((one, n) => (n % 2 ? remove(one, one) : change(one, one, { role: 'viewer' }))),
    );
    expect(
      answers
        .map(({ status }) => status)
        .toSorted()
        .at(-1),
    ).toBe(409);
    expect(await countOwnersOf(owner.workspaceId)).toBe(1);
  });

  test('one owner remains when owners demote each other at once', async () => {
    const owner = await service.inWorkspace();
    const other = await service.beside(owner, 'owner');
    await Promise.all([change(owner, other, { role: 'viewer' }), change(other, owner, { role: 'viewer' })]);
    expect(await countOwnersOf(owner.workspaceId)).toBe(1);
  });

  test('an owner can hand the ownership on', async () => {
    const owner = await service.inWorkspace();
    const heir = await service.beside(owner, 'admin');
    await change(owner, heir, { role: 'owner' });
    expect((await change(owner, owner, { role: 'admin' })).data.role).toBe('admin');
    expect(await countOwners(heir)).toBe(1);
  });
});

async function countOwnersOf(workspaceId: number): Promise<number> {
  const rows = await service.db.rows("select 1 from members where workspace_id = $1 and role = 'owner'", [
    workspaceId,
  ]);
  return rows.length;
}

describe('a member who leaves', () => {
  test('leaves posts that are published, and keys that no longer work', async () => {
    const owner = await service.inWorkspace();
    const editor = await service.beside(owner, 'editor');
    const post = await createPost(editor, scheduledFor([await connectSandbox(owner)]));
    expect((await remove(editor, editor)).status).toBe(204);
    expect((await editor.call('getWorkspace', {})).status).toBe(401);
    await service.publishDue();
    expect((await getPost(owner, post)).status).toBe('published');
  });

  test('cannot be removed by colleagues, nor by a key that may only read', async () => {
    const [one, two] = [await service.as('editor'), await service.as('viewer')];
    expect(refusalOf(await remove(one, two))).toEqual(['forbidden']);
    expect(refusalOf(await remove(await service.as('admin'), service))).toEqual(['forbidden']);
    const reader = await service.as('editor', { scopes: ['workspace.read'] });
    expect(refusalOf(await remove(reader, reader))).toEqual(['forbidden']);
  });
});

describe('a member who is limited to some channels', () => {
  test('sees and writes posts there and their own posts, and nothing else', async () => {
    const owner = await service.inWorkspace();
    const [mine, other] = [await connectSandbox(owner), await connectSandbox(owner)];
    const member = await service.beside(owner, 'editor');
    const early = await createPost(member, { status: 'draft', targets: [{ channel_id: other.id }] });
    await change(owner, member, { channel_ids: [mine.id] });
    const draft = (...ids: number[]) =>
      createPost(owner, { status: 'draft', targets: ids.map((channel_id) => ({ channel_id })) });
    const [here, both, elsewhere] = [
      await draft(mine.id),
      await draft(mine.id, other.id),
      await draft(other.id),
    ];

    expect((await member.call('listChannels', {})).data.map(({ id }) => id)).toEqual([mine.id]);
    const seen = (await member.call('listPosts', { query: {} })).data.map(({ id }) => id);
    expect(seen.toSorted()).toEqual([early.id, here.id, both.id].toSorted());
    const params = { id: elsewhere.id };
    const body = scheduledFor([mine]);
    for (const answer of [
      await member.call('getPost', { params }),
      await member.call('listPostEvents', { params }),
      await member.call('updatePost', { params, body }),
      await member.call('deletePost', { params }),
      await member.call('getChannel', { params: { id: other.id } }),
      await member.call('getChannelSettings', { params: { id: other.id } }),
    ]) {
      expect(refusalOf(answer)).toEqual(['not_found']);
    }
    for (const post of [both, early]) {
      expect(refusalOf(await member.call('deletePost', { params: { id: post.id } }))).toEqual(['forbidden']);
      const answer = await member.call('updatePost', { params: { id: post.id }, body });
      expect(refusalOf(answer)).toEqual(['forbidden']);
    }
    const named = scheduledFor([mine, other]);
    for (const name of ['createPost', 'validatePost'] as const) {
      expect(refusalOf(await member.call(name, { body: named }))).toEqual([
        'invalid',
        'targets.1.channel_id',
      ]);
    }
    const slot = await member.call('getNextSlot', { query: { 'channel_ids[]': [other.id] } });
    expect(refusalOf(slot)).toEqual(['invalid', 'channel_ids[].0']);
    expect((await member.call('updatePost', { params: { id: here.id }, body })).status).toBe(200);
  });

  test('cannot be an admin, and the channels must exist', async () => {
    const owner = await service.inWorkspace();
    const [channel, foreign] = [await connectSandbox(owner), await connectSandbox(service)];
    const member = await service.beside(owner, 'author');
    const limit = (body: object) => owner.request('PATCH', `/api/v1/members/${member.userId}`, { body });
    expect(refusalOf(await limit({ channel_ids: [foreign.id] }))).toEqual(['invalid', 'channel_ids.0']);
    expect(refusalOf(await limit({ role: 'admin', channel_ids: [channel.id] }))).toEqual([
      'invalid',
      'channel_ids',
    ]);
    expect((await limit({ channel_ids: [channel.id] })).data).toMatchObject({ channel_ids: [channel.id] });
    expect((await limit({ role: 'admin' })).data).toMatchObject({ role: 'admin', channel_ids: null });
  });
});
