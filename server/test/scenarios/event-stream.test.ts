import { once } from 'node:events';
import { afterAll, describe, expect, test } from 'vitest';
import { sealEvents } from '../../src/events/sealer.ts';
import { withinChannels } from '../../src/events/store.ts';
import { openStreams } from '../../src/streams/streams.ts';
import { app } from '../support/app.ts';
import type { Client } from '../support/client.ts';
import { makeEvents, sealAll } from '../support/events.ts';
import { makeKey, makeWorkspace } from '../support/people.ts';
import { createPost, scheduledFor } from '../support/posts.ts';
import { connectSandbox } from '../support/sandbox.ts';
import { openStream, requestOf } from '../support/stream.ts';

const service = await app();
afterAll(() => service.close());

const open = (client: Pick<Client, 'key'>, options = {}) => openStream(service.origin, client, options);
const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => from + at);

async function addEvent(client: Client, kind: string, more: { channel_id?: number; post_id?: number } = {}) {
  await makeEvents(service.db, client.workspaceId, { kind, ...more });
  await sealAll(service.db);
}

describe('a stream', () => {
  test('delivers events as they happen', async () => {
    const owner = await service.inWorkspace();
    await addEvent(owner, 'post.before');
    await using reader = await open(owner);
    expect(reader.status).toBe(200);
    expect(reader.headers['content-type']).toBe('text/event-stream');
    expect(reader.headers['cache-control']).toBe('no-store');
    const post = await createPost(owner, { status: 'draft' });
    await sealAll(service.db);
    expect(await reader.next()).toMatchObject({ seq: 2, kind: 'post.saved', post_id: post.id });
    await addEvent(owner, 'post.after');
    expect(await reader.next()).toMatchObject({ seq: 3, kind: 'post.after' });
  });

  test('loses and repeats no event over reconnects, while many events are written', async () => {
    const owner = await service.inWorkspace();
    let writing = true;
    const work = (async () => {
      for (let turn = 0; turn < 60; turn += 1) {
        await Promise.all([1, 2, 3].map(() => makeEvents(service.db, owner.workspaceId, {}, 10)));
        await sealEvents(service.db);
      }
      await sealAll(service.db);
      writing = false;
    })();
    const found: number[] = [];
    let lastId = '0';
    while (writing || found.length < 1800) {
      await using reader = await open(owner, { lastId });
      found.push(...(await reader.take(37)).map(({ seq }) => seq));
      // Events that were in flight behind these do not count, because the client has not received them.
      lastId = String(found.at(-1));
      if (found.length === 1800) break;
      if (1800 - found.length < 37) break;
    }
    await work;
    await using reader = await open(owner, { lastId, query: '?follow=false' });
    found.push(...(await reader.rest()).map(({ seq }) => seq));
    expect(found).toEqual(numbers(1, 1800));
  });

  test('begins after the given event, and Last-Event-ID takes precedence', async () => {
    const owner = await service.inWorkspace();
    await makeEvents(service.db, owner.workspaceId, { kind: 'post.x' }, 500);
    await sealAll(service.db);
    const seqs = async (options: object) => (await (await open(owner, options)).rest()).map(({ seq }) => seq);
    expect(await seqs({ query: '?after=0&follow=false' })).toEqual(numbers(1, 500));
    expect(await seqs({ query: '?after=0&follow=false', lastId: '498' })).toEqual([499, 500]);
    expect(await seqs({ query: '?follow=false' })).toEqual([]);
    expect(await seqs({ query: '?follow=false&after=999' })).toEqual([]);
    expect((await open(owner, { lastId: 'x' })).status).toBe(422);
  });

  test('sends its position before the first event, so that a reconnect misses none', async () => {
    const owner = await service.inWorkspace();
    await addEvent(owner, 'post.before');
    const reader = await open(owner, { query: '?follow=false' });
    expect([await reader.rest(), reader.lastId]).toEqual([[], '1']);
  });

  test('shows nothing of another workspace', async () => {
    const [owner, stranger] = [await service.inWorkspace(), await service.inWorkspace()];
    await using reader = await open(stranger, { query: '?after=0' });
    await addEvent(owner, 'post.secret');
    await addEvent(stranger, 'post.own');
    expect(await reader.next()).toMatchObject({ seq: 1, kind: 'post.own' });
  });
});

describe('a reader', () => {
  test('gets events of people and keys only with the permission for the audit log', async () => {
    const owner = await service.inWorkspace();
    const viewer = await service.beside(owner, 'viewer');
    const scopes = ['post.read'];
    const narrow = await makeKey(service.db, owner.workspaceId, owner.userId, { scopes });
    const kinds = ['post.a', 'target.b', 'channel.c', 'media.d', 'key.e', 'member.f', 'constructor.g'];
    for (const kind of kinds) await addEvent(owner, kind);
    const seen = async (client: Pick<Client, 'key'>) => {
      const reader = await open(client, { query: '?after=0&follow=false' });
      const found = (await reader.rest()).map(({ kind }) => kind);
      return { found, lastId: reader.lastId };
    };
    expect(await seen(owner)).toEqual({ found: kinds, lastId: '7' });
    expect(await seen(viewer)).toEqual({ found: kinds.slice(0, 4), lastId: '7' });
    expect(await seen({ key: narrow })).toEqual({ found: kinds.slice(0, 2), lastId: '7' });
  });

  test('gets events of the channels that they are limited to, and of posts on these', async () => {
    const owner = await service.inWorkspace();
    const [mine, other] = [await connectSandbox(owner), await connectSandbox(owner)];
    const both = await createPost(owner, scheduledFor([mine, other]));
    const foreign = await createPost(owner, scheduledFor([other]));
    await addEvent(owner, 'channel.mine', { channel_id: mine.id });
    await addEvent(owner, 'channel.other', { channel_id: other.id });
    await sealAll(service.db);
    await service.db.rows('update api_keys set channel_ids = $2 where user_id = $1', [
      owner.userId,
      [mine.id],
    ]);
    const found = await (await open(owner, { query: '?after=0&follow=false' })).rest();
    expect(found.map(({ kind }) => kind)).toContain('channel.mine');
    expect(found.map(({ kind }) => kind)).not.toContain('channel.other');
    expect(found.map(({ post_id }) => post_id)).toContain(both.id);
    expect(found.map(({ post_id }) => post_id)).not.toContain(foreign.id);
    // The same for filters in the database.
    const where = withinChannels('$2::bigint[]');
    const rows = await service.db.rows<{ seq: number }>(
      `select e.seq from events e where e.workspace_id = $1 and ${where} order by e.seq`,
      [owner.workspaceId, [mine.id]],
    );
    expect(found.map(({ seq }) => seq)).toEqual(rows.map(({ seq }) => seq));
  });

  test.each([
    ['the key is revoked', 'update api_keys set revoked_at = clock_now() where user_id = $1'],
    ['the member is removed', 'delete from members where user_id = $1'],
  ])('gets no more events when %s', async (_, statement) => {
    const owner = await service.inWorkspace();
    const editor = await service.beside(owner, 'editor');
    await using reader = await open(editor);
    await addEvent(owner, 'post.before');
    expect(await reader.next()).toMatchObject({ kind: 'post.before' });
    await service.db.rows(statement, [editor.userId]);
    await addEvent(owner, 'post.after');
    expect(await reader.next()).toBeUndefined();
  });

  test('follows the role of the member at once', async () => {
    const owner = await service.inWorkspace();
    const admin = await service.beside(owner, 'admin');
    await using reader = await open(admin);
    await service.db.rows("update members set role = 'viewer' where user_id = $1", [admin.userId]);
    await addEvent(owner, 'key.made');
    await addEvent(owner, 'post.seen');
    expect(await reader.next()).toMatchObject({ kind: 'post.seen' });
  });

  test('is limited to their channels as soon as the limit is set', async () => {
    const owner = await service.inWorkspace();
    const editor = await service.beside(owner, 'editor');
    const [mine, other] = [await connectSandbox(owner), await connectSandbox(owner)];
    await sealAll(service.db);
    await using reader = await open(editor);
    await service.db.rows('update members set channel_ids = $2 where user_id = $1', [
      editor.userId,
      [mine.id],
    ]);
    await addEvent(owner, 'channel.other', { channel_id: other.id });
    await addEvent(owner, 'channel.mine', { channel_id: mine.id });
    expect(await reader.next()).toMatchObject({ kind: 'channel.mine' });
  });

  test('has at most sixteen streams, over all keys and workspaces, and a closed one frees its place', async () => {
    const owner = await service.inWorkspace();
    const elsewhere = await makeWorkspace(service.db);
    await service.db.rows("insert into members (workspace_id, user_id, role) values ($1, $2, 'viewer')", [
      elsewhere,
      owner.userId,
    ]);
    const keys = [
      owner.key,
      await makeKey(service.db, owner.workspaceId, owner.userId),
      await makeKey(service.db, elsewhere, owner.userId),
    ];
    // More streams at once than the limit allows.
    const opened = await Promise.all(numbers(1, 20).map((n) => open({ key: keys[n % 3] as string })));
    const readers = opened.filter(({ status }) => status === 200);
    expect(opened.map(({ status }) => status).sort()).toEqual([
      ...Array(16).fill(200),
      ...Array(4).fill(429),
    ]);
    const answer = await service.request('GET', '/api/v1/stream', { key: owner.key });
    expect([answer.status, answer.error.message, answer.headers.get('retry-after')]).toEqual([
      429,
      'You have 16 event streams open, over all keys, sessions and workspaces. Close one first.',
      '10',
    ]);
    expect((await open(await service.beside(owner, 'owner'), { query: '?follow=false' })).status).toBe(200);
    readers[0]?.close();
    // The server learns of the end from the network.
    let status = 429;
    while (status === 429) ({ status } = await open(owner, { query: '?follow=false' }));
    expect(status).toBe(200);
    for (const reader of readers) reader.close();
  });
});

describe('an idle stream', () => {
  test('sends a comment at intervals, and checks whether the key is still valid', async () => {
    const owner = await service.inWorkspace();
    const streams = openStreams(service.ctx, { heartbeat: 1 });
    const stream = streams.open(await requestOf(service.db, owner));
    let text = '';
    for await (const piece of stream) {
      text += piece;
      if (text.split(':\n\n').length < 3) continue;
      await service.db.rows('update api_keys set revoked_at = clock_now() where user_id = $1', [
        owner.userId,
      ]);
    }
    await streams.close();
    expect(text).toMatch(/^retry: 2000\nid: \d+\n\n(:\n\n){2,}$/);
  });

  test('is cut off when its client does not read', async () => {
    const owner = await service.inWorkspace();
    await makeEvents(service.db, owner.workspaceId, { data: { text: 'x'.repeat(1000) } }, 500);
    await sealAll(service.db);
    const streams = openStreams(service.ctx, { readTimeout: 20 });
    const stream = streams.open({ ...(await requestOf(service.db, owner)), after: 0 });
    stream.read(0);
    const [error] = (await once(stream, 'error')) as [Error];
    expect(error.message).toBe('the client does not read the stream');
    // One or two batches, not the whole log.
    expect(stream.readableLength).toBeLessThan(300_000);
    await streams.close();
  });

  test('ends with the service', async () => {
    await using other = await app();
    const reader = await openStream(other.origin, other);
    await other.server.close();
    expect(await reader.rest()).toEqual([]);
  });
});
