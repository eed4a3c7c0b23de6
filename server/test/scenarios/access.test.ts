import type { Permission, Route } from '@belfry/contract/route.ts';
import { routes } from '@belfry/contract/routes.ts';
import { afterAll, describe, expect, test } from 'vitest';
import type { Role } from '../../src/workspaces/roles.ts';
import { allowed, roles } from '../../src/workspaces/roles.ts';
import { app } from '../support/app.ts';
import type { Client } from '../support/client.ts';
import { makeKey, makeMedia } from '../support/people.ts';
import { createPost, getPost, refusalOf, scheduledFor } from '../support/posts.ts';
import { joinSandbox } from '../support/sandbox.ts';

const permissions = Object.keys(allowed) as Permission[];

const service = await app();
afterAll(() => service.close());
const channel = await joinSandbox(service);
const post = await createPost(service, { status: 'draft', targets: [{ channel_id: channel.id }] });
const media = { id: await makeMedia(service.db, service.workspaceId) };
const invitation = await service.call('createInvitation', {
  body: { email: 'guest@people.example', role: 'viewer' },
});
const key = (await service.call('createKey', { body: { name: 'Genuine' } })).data;
const genuineIds = {
  post: post.id,
  channel: channel.id,
  media: media.id,
  members: service.userId,
  invitations: invitation.data.id,
  key: key.id,
};
const nouns = ['channel', 'media', 'members', 'invitations', 'key'] as const;
type Ids = Record<(typeof nouns)[number] | 'post', number>;
const idsOf = (id: number): Ids => ({
  post: id,
  channel: id,
  media: id,
  members: id,
  invitations: id,
  key: id,
});
const unknown = idsOf(999_999);

/** Every endpoint but the open ones, with a body and query that would do. */
const endpoints = Object.entries(routes as Record<string, Route>).filter(
  ([, { permission }]) => permission !== 'open' && permission !== 'person',
);
const bodies: Record<string, unknown> = {
  createPost: { status: 'draft' },
  validatePost: { status: 'draft' },
  updatePost: { status: 'draft' },
  createChannel: { platform: 'sandbox', credentials: { username: 'ada' } },
  beginConnect: { platform: 'sandbox' },
  updateChannel: { posting_times: [] },
  addMediaFromUrl: { url: 'no link' },
  updateMedia: {},
  createKey: { name: 'Another' },
  rotateKey: {},
  reviewPost: { decision: 'approve' },
  updateWorkspace: {},
  updateMember: {},
  createInvitation: { email: 'nobody@people.example', role: 'viewer' },
};

function ask(client: Client, [name, route]: [string, Route], ids: Ids, key?: string | null) {
  const noun = nouns.find((one) => route.path.includes(`/${one}`)) ?? 'post';
  const id = ids[noun];
  const queries: Record<string, string> = {
    getNextSlot: `?channel_ids[]=${ids.channel}`,
    streamEvents: '?follow=false',
  };
  const query = queries[name] ?? '';
  const options = { ...(key === undefined ? {} : { key }), body: bodies[name] };
  return client.request(route.method, route.path.replace(':id', String(id)) + query, options);
}

describe('without a valid key', () => {
  const genuine = service.key;
  const wrong: [string, Record<string, string>][] = [
    ['none', {}],
    ['an unknown one', { authorization: `Bearer bf_${'0'.repeat(64)}` }],
    [
      'one with a slip of the pen',
      { authorization: `Bearer ${genuine.slice(0, -1)}${genuine.endsWith('0') ? '1' : '0'}` },
    ],
    ['another scheme', { authorization: `Basic ${genuine}` }],
    ['no scheme', { authorization: genuine }],
    ['an empty one', { authorization: 'Bearer ' }],
    ['two', { authorization: `Bearer ${genuine} ${genuine}` }],
    ['one in capitals', { authorization: `Bearer ${genuine.toUpperCase()}` }],
  ];

  test.each(wrong)('every endpoint answers 401: %s', async (_, headers) => {
    const answer = await service.request('GET', '/posts', { key: null, headers });
    expect([answer.status, answer.error.code]).toEqual([401, 'unauthenticated']);
    expect(answer.headers.get('www-authenticate')).toBe('Bearer');
  });

  test.each(endpoints)('%s answers 401 before it looks at anything else', async (name, route) => {
    const answer = await ask(service, [name, route], idsOf(0), null);
    expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
  });

  test('the scheme may be spelt in any case', async () => {
    const headers = { authorization: `bearer ${genuine}` };
    expect((await service.request('GET', '/posts', { key: null, headers })).status).toBe(200);
  });
});

describe('a key', () => {
  test('ends at its time', async () => {
    const expires_at = await service.clock.in('1 hour');
    const client = await service.as('editor', { expires_at });
    expect((await client.call('listPosts', { query: {} })).status).toBe(200);
    await service.clock.set(expires_at);
    expect((await client.call('listPosts', { query: {} })).status).toBe(401);
  });

  test('ends with its revocation, and with its member', async () => {
    const [revoked, left] = [await service.as('editor'), await service.as('editor')];
    await service.db.rows('update api_keys set revoked_at = clock_now() where user_id = $1', [
      revoked.userId,
    ]);
    await service.db.rows('delete from members where user_id = $1', [left.userId]);
    for (const client of [revoked, left])
      expect((await client.call('listPosts', { query: {} })).status).toBe(401);
  });

  test('follows the role of its member at once', async () => {
    const client = await service.as('editor');
    await service.db.rows("update members set role = 'viewer' where user_id = $1", [client.userId]);
    expect(refusalOf(await client.request('POST', '/posts', { body: { status: 'draft' } }))).toEqual([
      'forbidden',
    ]);
  });

  test.each(permissions)('limited to the scope %s opens that and nothing else', async (scope) => {
    const key = await makeKey(service.db, service.workspaceId, service.userId, { scopes: [scope] });
    for (const [name, route] of endpoints) {
      const answer = await ask(service, [name, route], unknown, key);
      expect([name, answer.status === 403]).toEqual([name, route.permission !== scope]);
    }
  });
});

describe('a role', () => {
  const table: Record<Role, readonly Permission[]> = {
    owner: permissions,
    admin: permissions,
    editor: [
      'post.read',
      'post.write',
      'post.publish',
      'channel.read',
      'media.read',
      'media.write',
      'workspace.read',
      'key.own',
    ],
    author: [
      'post.read',
      'post.write',
      'channel.read',
      'media.read',
      'media.write',
      'workspace.read',
      'key.own',
    ],
    viewer: ['post.read', 'channel.read', 'media.read', 'workspace.read', 'key.own'],
  };

  test.each(roles)('may do what its row says, and no more: %s', async (role) => {
    expect(permissions.filter((permission) => allowed[permission].includes(role))).toEqual(table[role]);
    const client = await service.as(role);
    for (const [name, route] of endpoints) {
      const answer = await ask(client, [name, route], unknown);
      const permitted =
        route.permission !== 'open' &&
        route.permission !== 'person' &&
        table[role].includes(route.permission);
      expect([name, answer.status === 403]).toEqual([name, !permitted]);
    }
  });
});

describe('another workspace', () => {
  test('cannot be told apart from nothing, whatever is asked', async () => {
    const stranger = await service.inWorkspace();
    for (const [name, route] of endpoints.filter(([, { path }]) => path.includes(':id'))) {
      const foreign = await ask(stranger, [name, route], genuineIds);
      const missing = await ask(stranger, [name, route], unknown);
      expect([name, foreign.status]).toEqual([name, 404]);
      const { request_id: _, ...error } = foreign.error;
      expect(missing.error).toMatchObject(error);
    }
    expect(await getPost(service, post)).toEqual(post);
    expect((await service.call('getChannel', { params: { id: channel.id } })).data).toEqual(channel);
    expect((await service.call('getMedia', { params: { id: media.id } })).data).toMatchObject(media);
    expect((await service.call('listPosts', { query: {}, key: key.key })).status).toBe(200);
  });

  test('lends neither channels nor media, in bodies and queries', async () => {
    const stranger = await service.inWorkspace();
    const own = await createPost(stranger, { status: 'draft' });
    const body = scheduledFor([channel], { media_ids: [media.id] });
    const fields = ['media_ids.0', 'targets.0.channel_id'];
    for (const [method, path] of [
      ['POST', '/posts'],
      ['POST', '/posts/validate'],
      ['PUT', `/posts/${own.id}`],
    ] as const) {
      expect(refusalOf(await stranger.request(method, path, { body }))).toEqual(['invalid', ...fields]);
    }
    const slot = await stranger.request('GET', `/queue/next?channel_ids[]=${channel.id}`);
    expect([slot.status, slot.error.code]).toEqual([422, 'invalid']);
    expect((await stranger.request('GET', `/posts?channel_ids[]=${channel.id}`)).data).toEqual([]);
    expect((await stranger.call('listChannels', {})).data).toEqual([]);
  });
});
