import type { KeyIn, NewKey } from '@belfry/contract/keys.ts';
import { afterAll, describe, expect, test } from 'vitest';
import { type Db, openDatabase } from '../../src/db/database.ts';
import { Callers } from '../../src/keys/callers.ts';
import { buildApp } from '../../src/process/app.ts';
import { app } from '../support/app.ts';
import type { Client } from '../support/client.ts';
import { createPost, refusalOf, scheduledFor } from '../support/posts.ts';
import { connectSandbox } from '../support/sandbox.ts';

const service = await app();
afterAll(() => service.close());

const make = async (client: Client, body: Partial<KeyIn> = {}): Promise<NewKey> =>
  (await client.call('createKey', { body: { name: 'Robot', ...body } })).data;
/** The same caller with another of their keys. */
const ask = (client: Client, { key }: { key: string }, method: string, path: string, body?: object) =>
  client.request(method, path, { key, ...(body && { body }) });
const makeWith = async (client: Client, key: NewKey, body: object) =>
  refusalOf(await ask(client, key, 'POST', '/api/v1/keys', { name: 'More', ...body }));

describe('another person’s key', () => {
  test('is invisible to a member: it is not listed, rotated or revoked', async () => {
    const [owner, other] = [await service.as('editor'), await service.as('editor')];
    const made = await make(owner);
    expect((await other.call('listKeys', {})).data.map(({ member }) => member.id)).toEqual([other.userId]);
    for (const [method, path] of [
      ['DELETE', `/api/v1/keys/${made.id}`],
      ['POST', `/api/v1/keys/${made.id}/rotate`],
    ] as const) {
      expect(refusalOf(await other.request(method, path, { body: {} }))).toEqual(['not_found']);
    }
    expect((await ask(owner, made, 'GET', '/posts')).status).toBe(200);
  });

  test('is shown with its owner to an admin, who can revoke it but not rotate it', async () => {
    const [member, admin] = [await service.as('author'), await service.as('admin')];
    const made = await make(member);
    const listed = (await admin.call('listKeys', {})).data.find(({ id }) => id === made.id);
    expect(listed?.member).toEqual(made.member);
    const rotated = await admin.call('rotateKey', { params: { id: made.id }, body: {} });
    expect(refusalOf(rotated)).toEqual(['forbidden']);
    expect((await admin.call('revokeKey', { params: { id: made.id } })).status).toBe(204);
    expect((await ask(member, made, 'GET', '/posts')).status).toBe(401);
  });

  test('is invisible in another workspace, even to its owner', async () => {
    const made = await make(service);
    const stranger = await service.inWorkspace();
    expect((await stranger.call('revokeKey', { params: { id: made.id } })).status).toBe(404);
    expect((await stranger.call('rotateKey', { params: { id: made.id }, body: {} })).status).toBe(404);
    expect((await stranger.call('listKeys', {})).data.map(({ id }) => id)).not.toContain(made.id);
  });

  test('is invisible to an admin’s key without the scope for it', async () => {
    const admin = await service.as('admin');
    const made = await make(await service.as('author'));
    const narrow = await make(admin, { scopes: ['key.own'] });
    expect((await ask(admin, narrow, 'DELETE', `/api/v1/keys/${made.id}`)).status).toBe(404);
  });
});

describe('a key cannot create one with more rights', () => {
  test('by naming scopes, channels or an expiry beyond its own', async () => {
    const client = await service.as('admin');
    const [one, two] = [await connectSandbox(service), await connectSandbox(service)];
    const expires_at = await service.clock.in('1 day');
    const narrow = await make(client, {
      scopes: ['key.own', 'post.read'],
      channel_ids: [one.id],
      expires_at,
    });
    expect(await makeWith(client, narrow, { scopes: ['post.read', 'post.write'] })).toEqual([
      'invalid',
      'scopes.1',
    ]);
    expect(await makeWith(client, narrow, { scopes: null })).toEqual(['invalid', 'scopes']);
    expect(await makeWith(client, narrow, { channel_ids: [two.id] })).toEqual(['invalid', 'channel_ids.0']);
    expect(await makeWith(client, narrow, { channel_ids: null })).toEqual(['invalid', 'channel_ids']);
    expect(await makeWith(client, narrow, { expires_at: null })).toEqual(['invalid', 'expires_at']);
    const later = await service.clock.in('25 hours');
    expect(await makeWith(client, narrow, { expires_at: later })).toEqual(['invalid', 'expires_at']);
  });

  test('by naming nothing: the new key has the same limits', async () => {
    const client = await service.as('admin');
    const channel = await connectSandbox(service);
    const limits = {
      scopes: ['key.own' as const],
      channel_ids: [channel.id],
      expires_at: await service.clock.in('1 day'),
    };
    const narrow = await make(client, limits);
    const made = await ask(client, narrow, 'POST', '/api/v1/keys', { name: 'Child' });
    expect(made.data).toMatchObject({ ...limits, made_with: narrow.id });
  });

  test('by rotating a key with more rights', async () => {
    const client = await service.as('admin');
    const broad = await make(client);
    const narrow = await make(client, { scopes: ['key.own'] });
    const path = `/api/v1/keys/${broad.id}/rotate`;
    expect(refusalOf(await ask(client, narrow, 'POST', path, {}))).toEqual(['forbidden']);
    expect((await ask(client, broad, 'GET', '/posts')).status).toBe(200);
  });

  test('by extending itself, or by a rotated key that outlives its successor', async () => {
    const client = await service.as('admin');
    const old = await make(client, { expires_at: await service.clock.in('1 hour') });
    const path = `/api/v1/keys/${old.id}/rotate`;
    const prolonged = await ask(client, old, 'POST', path, { expires_at: null });
    expect(refusalOf(prolonged)).toEqual(['invalid', 'expires_at']);
    const forever = await make(client);
    const next = (await client.call('rotateKey', { params: { id: forever.id }, body: {} })).data;
    const again = await ask(client, forever, 'POST', `/api/v1/keys/${next.id}/rotate`, {});
    expect(refusalOf(again)).toEqual(['forbidden']);
    const child = await ask(client, forever, 'POST', '/api/v1/keys', { name: 'Child' });
    expect(child.data).toMatchObject({ expires_at: await service.clock.in('24 hours') });
  });

  test('with scopes that the role lacks: they are stored and have no effect', async () => {
    const viewer = await service.as('viewer');
    const made = await make(viewer, { scopes: ['post.write', 'key.manage', 'key.own'] });
    expect((await ask(viewer, made, 'POST', '/posts', { status: 'draft' })).status).toBe(403);
    const listed = await ask(viewer, made, 'GET', '/api/v1/keys');
    expect(new Set((listed.data as NewKey[]).map(({ member }) => member.id))).toEqual(
      new Set([viewer.userId]),
    );
  });
});

test('the keys of a member who gets a lower role follow at once', async () => {
  const client = await service.as('admin');
  const [made, foreign] = [await make(client), await make(service)];
  await service.db.rows("update members set role = 'viewer' where user_id = $1", [client.userId]);
  expect((await ask(client, made, 'POST', '/posts', { status: 'draft' })).status).toBe(403);
  expect((await ask(client, made, 'DELETE', `/api/v1/keys/${foreign.id}`)).status).toBe(404);
});

test('the keys of an admin who becomes an author publish nothing more, rotated or not', async () => {
  const owner = await service.inWorkspace({ requires_approval: true });
  const admin = await service.beside(owner, 'admin');
  const channel = await connectSandbox(owner);
  const made = await make(admin, { scopes: ['post.write', 'post.publish', 'key.own', 'review.decide'] });
  const waiting = await createPost(await service.beside(owner, 'author'), scheduledFor([channel]));
  await owner.call('updateMember', { params: { id: admin.userId }, body: { role: 'author' } });
  const rotated = await ask(admin, made, 'POST', `/api/v1/keys/${made.id}/rotate`, {});
  expect((rotated.data as NewKey).scopes).toEqual(made.scopes);
  for (const key of [made, rotated.data as NewKey]) {
    const post = await ask(admin, key, 'POST', '/posts', scheduledFor([channel]));
    expect(post.data).toMatchObject({ status: 'pending_approval' });
    const review = await ask(admin, key, 'POST', `/posts/${waiting.id}/reviews`, { decision: 'approve' });
    expect(refusalOf(review)).toEqual(['forbidden']);
  }
  expect(await service.publishDue()).toBe(0);
});

test('the keys of a member who leaves are revoked', async () => {
  const client = await service.as('editor');
  const made = await make(client);
  await client.call('rotateKey', { params: { id: made.id }, body: {} });
  await service.db.rows('delete from members where user_id = $1', [client.userId]);
  expect((await ask(client, made, 'GET', '/posts')).status).toBe(401);
  expect(await service.db.rows('select id from api_keys where user_id = $1', [client.userId])).toEqual([]);
});

test('a revoked key is refused by another process from its next request on, by one statement', async () => {
  const db = openDatabase(service.connection);
  let statements = 0;
  const rows: Db['rows'] = (...statement) => {
    statements += 1;
    return db.rows(...statement);
  };
  const counting = { ...db, rows };
  const other = await buildApp({ ...service.ctx, db: counting, callers: new Callers(counting) });
  const made = await make(service);
  const headers = { authorization: `Bearer ${made.key}` };
  const answer = async (url: string) => (await other.inject({ url, headers })).statusCode;
  expect([await answer('/pages/style.css'), statements]).toEqual([200, 1]);
  expect(await answer('/api/public/v1/posts')).toBe(200);
  await service.call('revokeKey', { params: { id: made.id } });
  expect(await answer('/api/public/v1/posts')).toBe(401);
  await other.close();
  await db.close();
});

test.each([
  ['revoked', 'update api_keys set revoked_at = clock_now() where user_id = $1'],
  ['whose member leaves', 'delete from members where user_id = $1'],
])('a key %s while its request is being processed creates no other key', async (_, ending) => {
  const client = await service.as('editor');
  // The service has authenticated the key before the request waits for this transaction.
  const { asked } = await service.db.transaction(async (tx) => {
    await tx.rows(ending, [client.userId]);
    const request = client.call('createKey', { body: { name: 'Heir' } });
    await untilWaiting();
    return { asked: request };
  });
  expect((await asked).error.code).toBe('unauthenticated');
  const heirs = await service.db.rows("select id from api_keys where user_id = $1 and name = 'Heir'", [
    client.userId,
  ]);
  expect(heirs).toEqual([]);
});

/** Waits until a statement of this database waits for the lock of another. */
async function untilWaiting(): Promise<void> {
  const waiting = () =>
    service.db.row(
      "select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    );
  while ((await waiting()) === undefined);
}
