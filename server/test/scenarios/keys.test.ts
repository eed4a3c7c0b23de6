import type { KeyIn, NewKey } from '@belfry/contract/keys.ts';
import { afterAll, describe, expect, test } from 'vitest';
import { Callers } from '../../src/keys/callers.ts';
import { hashKey } from '../../src/keys/key.ts';
import { deleteEndedKeys, touchKeys } from '../../src/keys/store.ts';
import { app } from '../support/app.ts';
import type { Client } from '../support/client.ts';
import { holdWrites, untilLocked } from '../support/held.ts';
import { makeKey } from '../support/people.ts';
import { refusalOf } from '../support/posts.ts';
import { connectSandbox } from '../support/sandbox.ts';

const service = await app();
afterAll(() => service.close());

const make = async (client: Client, body: Partial<KeyIn> = {}): Promise<NewKey> =>
  (await client.call('createKey', { body: { name: 'Robot', ...body } })).data;
const refuse = async (client: Client, body: unknown) =>
  refusalOf(await client.request('POST', '/api/v1/keys', { body }));
const list = async (client: Client) => (await client.call('listKeys', {})).data;
const find = async (client: Client, { id }: { id: number }) =>
  (await list(client)).find((key) => key.id === id);
const statusOf = async (client: Client, { key }: { key: string }) =>
  (await client.request('GET', '/posts', { key })).status;
const rotate = (client: Client, { id }: { id: number }, body: object = {}) =>
  client.call('rotateKey', { params: { id }, body });
const revoke = (client: Client, { id }: { id: number }) => client.call('revokeKey', { params: { id } });

const insertKeys = ({ workspaceId, userId }: Client, count: number) =>
  service.db.rows(
    `insert into api_keys (workspace_id, user_id, name, hash)
     select $1, $2, 'Many', decode(md5($1::bigint || '/' || $2::bigint || '/' || n), 'hex')
     from generate_series(1, $3::int) n`,
    [workspaceId, userId, count],
  );

describe('a member’s key', () => {
  test('works for the API, is shown once, and is valid until it is revoked', async () => {
    const client = await service.as('author');
    const { key, ...made } = await make(client, { name: 'Night shift' });
    expect(made).toMatchObject({ name: 'Night shift', hint: key.slice(-4), scopes: null, expires_at: null });
    expect(made.member.id).toBe(client.userId);
    expect(await statusOf(client, { key })).toBe(200);
    const listed = await client.call('listKeys', {});
    expect(listed.data).toContainEqual(made);
    expect(JSON.stringify(listed.body)).not.toContain(key);
    expect((await revoke(client, made)).status).toBe(204);
    expect(await statusOf(client, { key })).toBe(401);
    expect((await find(client, made))?.revoked_at).not.toBeNull();
    expect((await revoke(client, made)).status).toBe(204);
  });

  test('can be limited to scopes, channels and a time', async () => {
    const client = await service.as('editor');
    const channel = await connectSandbox(service);
    const expires_at = await service.clock.in('90 days');
    const limits = { scopes: ['post.read' as const], channel_ids: [channel.id], expires_at };
    const { key, ...made } = await make(client, limits);
    expect(made).toMatchObject(limits);
    expect(await new Callers(service.db).find(hashKey(key) as Buffer)).toMatchObject({
      keyId: made.id,
      scopes: ['post.read'],
      channelIds: [channel.id],
    });
    expect((await client.request('POST', '/posts', { key, body: { status: 'draft' } })).status).toBe(403);
  });

  test('shows when it was last used, once that is stored', async () => {
    const client = await service.as('viewer');
    const made = await make(client);
    await statusOf(client, made);
    expect(service.ctx.callers.used.has(made.id)).toBe(true);
    await touchKeys(service.db, [...service.ctx.callers.used]);
    expect((await find(client, made))?.last_used_at).toBe(await service.clock.in('0'));
  });

  test('is one of at most 200 of its person, over all workspaces', async () => {
    const client = await service.as('author');
    const elsewhere = await service.inWorkspace();
    await service.db.rows("insert into members (workspace_id, user_id, role) values ($1, $2, 'viewer')", [
      elsewhere.workspaceId,
      client.userId,
    ]);
    await insertKeys(client, 100);
    await insertKeys({ ...client, workspaceId: elsewhere.workspaceId }, 97);
    const other = await makeKey(service.db, elsewhere.workspaceId, client.userId);
    // The person may have one more key, and both workspaces request it at once.
    const held = await holdWrites(service.db, 'api_keys', `new.user_id = ${client.userId}`);
    const asked = [client.key, other].map((key) =>
      client.call('createKey', { body: { name: 'At once' }, key }),
    );
    await untilLocked(service.db, 2);
    await held.release();
    expect((await Promise.all(asked)).map(({ status }) => status).sort()).toEqual([201, 409]);
    const refused = await client.call('createKey', { body: { name: 'One more' } });
    expect([refused.error.code, refused.error.message]).toEqual([
      'too_many_keys',
      'You have 200 API keys across all workspaces, the maximum. Revoke one that you no longer need.',
    ]);
    expect((await elsewhere.call('createKey', { body: { name: 'Another' } })).status).toBe(201);
    await service.db.rows(
      'update api_keys set revoked_at = clock_now() where user_id = $1 and workspace_id = $2',
      [client.userId, elsewhere.workspaceId],
    );
    expect((await client.call('createKey', { body: { name: 'Again' } })).status).toBe(201);
  });

  test('ends with the membership, and then does not count', async () => {
    const client = await service.as('author');
    const elsewhere = await service.inWorkspace();
    await service.db.rows("insert into members (workspace_id, user_id, role) values ($1, $2, 'viewer')", [
      elsewhere.workspaceId,
      client.userId,
    ]);
    await insertKeys({ ...client, workspaceId: elsewhere.workspaceId }, 199);
    expect(await refuse(client, { name: 'One more' })).toEqual(['too_many_keys']);
    await elsewhere.call('deleteMember', { params: { id: client.userId } });
    expect((await client.call('createKey', { body: { name: 'Room' } })).status).toBe(201);
  });
});

describe('an invalid body', () => {
  test.each([
    [{}, ['invalid', 'name']],
    [{ name: '' }, ['invalid', 'name']],
    [{ name: 'x'.repeat(101) }, ['invalid', 'name']],
    [{ name: 'x', scopes: ['post.read', 'post.fly'] }, ['invalid', 'scopes.1']],
    [{ name: 'x', scopes: ['person'] }, ['invalid', 'scopes.0']],
    [{ name: 'x', scopes: [] }, ['invalid', 'scopes']],
    [{ name: 'x', scopes: ['post.read', 'post.read'] }, ['invalid', 'scopes']],
    [{ name: 'x', scopes: 'post.read' }, ['invalid', 'scopes']],
    [{ name: 'x', channel_ids: [] }, ['invalid', 'channel_ids']],
    [{ name: 'x', channel_ids: [999_999] }, ['invalid', 'channel_ids.0']],
    [{ name: 'x', channel_ids: ['1'] }, ['invalid', 'channel_ids.0']],
    [{ name: 'x', expires_at: '2027-01-15T12:00:00Z' }, ['invalid', 'expires_at']],
    [{ name: 'x', expires_at: '2037-01-15T12:00:01Z' }, ['invalid', 'expires_at']],
    [{ name: 'x', expires_at: 'tomorrow' }, ['invalid', 'expires_at']],
    // Fields that only the server may set.
    [{ name: 'x', workspace_id: 1 }, ['invalid', 'workspace_id']],
    [{ name: 'x', user_id: 1 }, ['invalid', 'user_id']],
    [{ name: 'x', hash: 'a' }, ['invalid', 'hash']],
    [{ name: 'x', key: `bf_${'0'.repeat(72)}` }, ['invalid', 'key']],
    [{ name: 'x', made_with: null, revoked_at: null }, ['invalid', 'made_with', 'revoked_at']],
  ])('is refused with the names of its fields: %j', async (body, refusal) => {
    expect(await refuse(service, body)).toEqual(refusal);
  });

  test('is refused for a rotation, too', async () => {
    const made = await make(service);
    for (const overlap_hours of [-1, 169, 1.5, '1', null]) {
      const answer = await service.request('POST', `/api/v1/keys/${made.id}/rotate`, {
        body: { overlap_hours },
      });
      expect(refusalOf(answer)).toEqual(['invalid', 'overlap_hours']);
    }
    const scopes = await service.request('POST', `/api/v1/keys/${made.id}/rotate`, {
      body: { scopes: null },
    });
    expect(refusalOf(scopes)).toEqual(['invalid', 'scopes']);
  });
});

describe('a rotation', () => {
  test('creates a key with the same rights, and the old key stays valid for a day', async () => {
    const client = await service.as('editor');
    const old = await make(client, { scopes: ['post.read'] });
    const next = (await rotate(client, old)).data;
    expect(next).toMatchObject({
      name: old.name,
      scopes: old.scopes,
      expires_at: null,
      rotated_from: old.id,
    });
    expect(next.key).not.toBe(old.key);
    const end = await service.clock.in('24 hours');
    expect(await find(client, old)).toMatchObject({ replaced_by: next.id, expires_at: end });
    expect([await statusOf(client, old), await statusOf(client, next)]).toEqual([200, 200]);
    await service.clock.set(end);
    expect([await statusOf(client, old), await statusOf(client, next)]).toEqual([401, 200]);
  });

  test('needs no body', async () => {
    const client = await service.as('editor');
    const old = await make(client);
    for (const headers of [{}, { 'content-type': 'application/json' }]) {
      const last = (await list(client))[0] ?? old;
      const answer = await client.request('POST', `/api/v1/keys/${last.id}/rotate`, { headers });
      expect([answer.status, (answer.data as NewKey).rotated_from]).toEqual([201, last.id]);
    }
  });

  test('ends the old key at once on request, and never extends it', async () => {
    const client = await service.as('editor');
    const [first, second] = [
      await make(client),
      await make(client, { expires_at: await service.clock.in('1 hour') }),
    ];
    await rotate(client, first, { overlap_hours: 0 });
    expect(await statusOf(client, first)).toBe(401);
    const later = await service.clock.in('90 days');
    const next = (await rotate(client, second, { overlap_hours: 168, expires_at: later })).data;
    expect([(await find(client, second))?.expires_at, next.expires_at]).toEqual([second.expires_at, later]);
  });

  test('is refused for a key that has expired or was rotated', async () => {
    const client = await service.as('editor');
    const expires_at = await service.clock.in('1 hour');
    const [revoked, expired, rotated] = [
      await make(client),
      await make(client, { expires_at }),
      await make(client),
    ];
    await revoke(client, revoked);
    await rotate(client, rotated);
    await service.clock.set(expires_at);
    const codes = [];
    for (const key of [revoked, expired, rotated]) codes.push((await rotate(client, key)).error.code);
    expect(codes).toEqual(['key_ended', 'key_ended', 'key_replaced']);
  });

  test('happens once when it is requested many times at the same moment', async () => {
    const client = await service.as('editor');
    const old = await make(client);
    const answers = await Promise.all(Array.from({ length: 8 }, () => rotate(client, old)));
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([201, ...Array.from({ length: 7 }, () => 409)]);
    expect((await list(client)).filter(({ rotated_from }) => rotated_from === old.id)).toHaveLength(1);
  });
});

test('keys that ended 90 days ago are deleted, and their events are kept', async () => {
  const client = await service.as('editor');
  const expires_at = await service.clock.in('1 hour');
  const made = [await make(client), await make(client, { expires_at }), await make(client)];
  const [revoked, expired, good] = made.map(({ id }) => id);
  await revoke(client, made[0] as NewKey);
  const next = (await rotate(client, made[2] as NewKey)).data;
  const ids = async () =>
    (await list(client)).flatMap(({ id, name }) => (name === 'Robot' ? [id] : [])).toSorted((a, b) => a - b);
  await service.clock.advance('89 days 23 hours');
  await deleteEndedKeys(service.db);
  expect(await ids()).toEqual([revoked, expired, good, next.id]);
  await service.clock.advance('2 hours 1 second');
  await deleteEndedKeys(service.db);
  expect(await ids()).toEqual([good, next.id]);
  await service.clock.advance('23 hours');
  await deleteEndedKeys(service.db);
  expect(await ids()).toEqual([next.id]);
  const events = await service.db.rows('select 1 from events where user_id = $1', [client.userId]);
  expect(events).toHaveLength(5);
});

test('changes of keys are in the events, without the keys', async () => {
  const client = await service.as('editor');
  const made = await make(client, { scopes: ['post.read'] });
  const next = (await rotate(client, made)).data;
  await revoke(client, next);
  const events = await service.db.rows<{ kind: string; data: object }>(
    'select kind, data from events where workspace_id = $1 and user_id = $2 order by id',
    [client.workspaceId, client.userId],
  );
  const of = ({ id }: { id: number }) => ({ id, name: 'Robot', scopes: ['post.read'] });
  expect(events).toMatchObject([
    { kind: 'key.created', data: of(made) },
    { kind: 'key.rotated', data: { ...of(made), replaced_by: next.id } },
    { kind: 'key.revoked', data: of(next) },
  ]);
  for (const { key } of [made, next]) {
    expect(JSON.stringify(events)).not.toContain(key.slice(3, 67));
    expect(JSON.stringify(events)).not.toContain(hashKey(key)?.toString('hex'));
  }
});
