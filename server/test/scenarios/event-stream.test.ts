import { once } from 'node:events';
import { afterAll, describe, expect, test } from 'vitest';
import { sealEvents } from '../../src/events/sealer.ts';
import { openStreams } from '../../src/events/streams.ts';
import { hashKey } from '../../src/keys/key.ts';
import { findCaller } from '../../src/keys/lookup.ts';
import type { Caller } from '../../src/workspaces/roles.ts';
import { app } from '../support/app.ts';
import type { Client } from '../support/client.ts';
import { makeEvents, sealAll } from '../support/events.ts';
import { makeKey } from '../support/people.ts';
import { createPost, scheduledFor } from '../support/posts.ts';
import { joinSandbox } from '../support/sandbox.ts';
import { openStream } from '../support/stream.ts';

const service = await app();
afterAll(() => service.close());

const open = (client: Pick<Client, 'key'>, options = {}) => openStream(service.origin, client, options);
const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => from + at);

async function tell(client: Client, kind: string, more: { channel_id?: number; post_id?: number } = {}) {
  await makeEvents(service.db, client.workspaceId, { kind, ...more });
  await sealAll(service.db);
}

async function callerOf(client: Client): Promise<Caller> {
  const caller = await findCaller(service.db, hashKey(client.key) as Buffer);
  if (caller === undefined) throw new Error('the key speaks for nobody');
  return caller;
}

describe('a stream', () => {
  test('brings what happens, as it happens', async () => {
    const owner = await service.inWorkspace();
    await tell(owner, 'post.before');
    await using reader = await open(owner);
    expect(reader.status).toBe(200);
    expect(reader.headers['content-type']).toBe('text/event-stream');
    expect(reader.headers['cache-control']).toBe('no-store');
    const post = await createPost(owner, { status: 'draft' });
    await sealAll(service.db);
    expect(await reader.next()).toMatchObject({ seq: 2, kind: 'post.saved', post_id: post.id });
    await tell(owner, 'post.after');
    expect(await reader.next()).toMatchObject({ seq: 3, kind: 'post.after' });
  });

  test('loses and doubles nothing over reconnects, while many write', async () => {
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
      // Of what was on its way behind these nothing counts: the client has not seen it.
      lastId = String(found.at(-1));
      if (found.length === 1800) break;
      if (1800 - found.length < 37) break;
    }
    await work;
    await using reader = await open(owner, { lastId, query: '?follow=false' });
    found.push(...(await reader.rest()).map(({ seq }) => seq));
    expect(found).toEqual(numbers(1, 1800));
  });

  test('begins after what it is told, and Last-Event-ID goes first', async () => {
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

  test('tells its place before the first event, so that a reconnect misses none', async () => {
    const owner = await service.inWorkspace();
    await tell(owner, 'post.before');
    const reader = await open(owner, { query: '?follow=false' });
    expect([await reader.rest(), reader.lastId]).toEqual([[], '1']);
  });

  test('shows another workspace nothing', async () => {
    const [owner, stranger] = [await service.inWorkspace(), await service.inWorkspace()];
    await using reader = await open(stranger, { query: '?after=0' });
    await tell(owner, 'post.secret');
    await tell(stranger, 'post.own');
    expect(await reader.next()).toMatchObject({ seq: 1, kind: 'post.own' });
  });
});

describe('who reads', () => {
  test('gets events of people and keys only with the right to the audit log', async () => {
    const owner = await service.inWorkspace();
    const viewer = await service.beside(owner, 'viewer');
    const scopes = ['post.read'];
    const narrow = await makeKey(service.db, owner.workspaceId, owner.userId, { scopes });
    const kinds = ['post.a', 'target.b', 'channel.c', 'media.d', 'key.e', 'member.f', 'constructor.g'];
    for (const kind of kinds) await tell(owner, kind);
    const seen = async (client: Pick<Client, 'key'>) => {
      const reader = await open(client, { query: '?after=0&follow=false' });
      const found = (await reader.rest()).map(({ kind }) => kind);
      return { found, lastId: reader.lastId };
    };
    expect(await seen(owner)).toEqual({ found: kinds, lastId: '7' });
    expect(await seen(viewer)).toEqual({ found: kinds.slice(0, 4), lastId: '7' });
    expect(await seen({ key: narrow })).toEqual({ found: kinds.slice(0, 2), lastId: '7' });
  });

  test('gets events of the channels they are limited to, and of posts on these', async () => {
    const owner = await service.inWorkspace();
    const [mine, other] = [await joinSandbox(owner), await joinSandbox(owner)];
    const both = await createPost(owner, scheduledFor([mine, other]));
    const foreign = await createPost(owner, scheduledFor([other]));
    await tell(owner, 'channel.mine', { channel_id: mine.id });
    await tell(owner, 'channel.other', { channel_id: other.id });
    await sealAll(service.db);
    const streams = openStreams(service.ctx);
    const who = { ...(await callerOf(owner)), channelIds: [mine.id] };
    const stream = streams.open({ who, askAgain: async () => who, after: 0, follow: false });
    const text = (await stream.toArray()).join('');
    await streams.close();
    expect(text).toContain('channel.mine');
    expect(text).toContain(`"post_id":${both.id},`);
    expect(text).not.toContain('channel.other');
    expect(text).not.toContain(`"post_id":${foreign.id},`);
  });

  test.each([
    ['the key is revoked', 'update api_keys set revoked_at = clock_now() where user_id = $1'],
    ['the member is removed', 'delete from members where user_id = $1'],
  ])('gets nothing more when %s', async (_, statement) => {
    const owner = await service.inWorkspace();
    const editor = await service.beside(owner, 'editor');
    await using reader = await open(editor);
    await tell(owner, 'post.before');
    expect(await reader.next()).toMatchObject({ kind: 'post.before' });
    await service.db.rows(statement, [editor.userId]);
    await tell(owner, 'post.after');
    expect(await reader.next()).toBeUndefined();
  });

  test('follows the role of the member at once', async () => {
    const owner = await service.inWorkspace();
    const admin = await service.beside(owner, 'admin');
    await using reader = await open(admin);
    await service.db.rows("update members set role = 'viewer' where user_id = $1", [admin.userId]);
    await tell(owner, 'key.made');
    await tell(owner, 'post.seen');
    expect(await reader.next()).toMatchObject({ kind: 'post.seen' });
  });

  test('has a bounded number of streams, and each that ends makes room', async () => {
    const owner = await service.inWorkspace();
    const readers = await Promise.all(numbers(1, 8).map(() => open(owner)));
    expect((await open(owner)).status).toBe(429);
    expect((await open(await service.beside(owner, 'owner'), { query: '?follow=false' })).status).toBe(200);
    readers[0]?.close();
    // The server hears of the end when the network tells it.
    let status = 429;
    while (status === 429) ({ status } = await open(owner, { query: '?follow=false' }));
    expect(status).toBe(200);
    for (const reader of readers) reader.close();
  });
});

describe('an idle stream', () => {
  test('says something now and then, and asks whether the key still holds', async () => {
    const who = await callerOf(service);
    const streams = openStreams(service.ctx, { beat: 1 });
    let asked = 0;
    // The second time since it began to listen just then.
    const askAgain = async () => (++asked < 5 ? who : undefined);
    const text = (await streams.open({ who, askAgain, after: undefined, follow: true }).toArray()).join('');
    await streams.close();
    expect(text.split('\n\n').slice(1)).toEqual([':', ':', '']);
  });

  test('is cut off when nobody takes what is there', async () => {
    const owner = await service.inWorkspace();
    await makeEvents(service.db, owner.workspaceId, { data: { text: 'x'.repeat(1000) } }, 500);
    await sealAll(service.db);
    const who = await callerOf(owner);
    const streams = openStreams(service.ctx, { patience: 20 });
    const stream = streams.open({ who, askAgain: async () => who, after: 0, follow: true });
    stream.read(0);
    const [error] = (await once(stream, 'error')) as [Error];
    expect(error.message).toBe('nobody reads it');
    // A batch or two, and not the whole of it.
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
