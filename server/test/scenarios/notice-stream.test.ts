/** Notices in the stream. */
import { afterAll, expect, test } from 'vitest';
import { openStreams } from '../../src/streams/streams.ts';
import { app } from '../support/app.ts';
import type { Client } from '../support/client.ts';
import { makeEvents, sealAll } from '../support/events.ts';
import { createNotices, noticesOf } from '../support/notices.ts';
import { makeKey } from '../support/people.ts';
import { createPost, scheduledFor } from '../support/posts.ts';
import { connectSandbox } from '../support/sandbox.ts';
import { openStream, requestOf } from '../support/stream.ts';

const service = await app();
afterAll(() => service.close());

interface Told {
  ids: number[];
}
const open = (client: Pick<Client, 'key'>, query = '?notices=true') =>
  openStream(service.origin, client, { query });
const fail = async (client: Client, more: object = {}) => {
  await makeEvents(service.db, client.workspaceId, { kind: 'channel.needs_reconnect', ...more });
  await createNotices(service);
};
/** The next notice, without the events before it. */
const told = async (reader: Awaited<ReturnType<typeof open>>): Promise<Told> => {
  for (;;) {
    const next = (await reader.next()) as unknown as Told;
    if ('ids' in next) return next;
  }
};
const idsOf = async (client: Client) => (await noticesOf(client)).map(({ id }) => id);

test('a stream tells a person of their new notices, and of those that grow', async () => {
  const owner = await service.inWorkspace();
  const channel = await connectSandbox(owner);
  await using reader = await open(owner);
  await fail(owner, { channel_id: channel.id });
  const [id] = await idsOf(owner);
  expect(await told(reader)).toEqual({ ids: [id] });
  await fail(owner, { channel_id: channel.id });
  expect(await told(reader)).toEqual({ ids: [id] });
});

test('it tells nobody else, and nobody in another workspace', async () => {
  const owner = await service.inWorkspace();
  const author = await service.beside(owner, 'author');
  const post = await createPost(author, { status: 'draft' });
  const elsewhere = await service.inWorkspace();
  await service.db.rows("insert into members (workspace_id, user_id, role) values ($1, $2, 'author')", [
    elsewhere.workspaceId,
    author.userId,
  ]);
  const key = await makeKey(service.db, elsewhere.workspaceId, author.userId);
  await using ofOwner = await open(owner);
  await using ofAuthor = await open(author);
  await using there = await open({ key });
  await fail(owner, { kind: 'review.rejected', post_id: post.id });
  expect(await told(ofAuthor)).toEqual({ ids: await idsOf(author) });
  for (const [client, reader] of [
    [owner, ofOwner],
    [elsewhere, there],
  ] as const) {
    await fail(client, { kind: 'post.saved', post_id: undefined });
    await sealAll(service.db);
    expect(await reader.next()).toHaveProperty('kind');
  }
});

test('it does not tell a limited member of what the list hides', async () => {
  const owner = await service.inWorkspace();
  const editor = await service.beside(owner, 'editor');
  const [mine, other] = [await connectSandbox(owner), await connectSandbox(owner)];
  const post = await createPost(editor, scheduledFor([mine], { scheduled_at: '2027-03-01T09:00Z' }));
  const reject = (channel: { id: number }) =>
    fail(owner, { kind: 'review.rejected', post_id: post.id, channel_id: channel.id });
  await using reader = await open(editor);
  await reject(other);
  const hidden = await idsOf(editor);
  expect(await told(reader)).toEqual({ ids: hidden });
  await service.call('readNotices', { body: {}, key: editor.key });
  await service.db.rows('update members set channel_ids = $2 where user_id = $1', [editor.userId, [mine.id]]);
  await reject(other);
  await reject(mine);
  const { ids } = await told(reader);
  expect(ids).toEqual(await idsOf(editor));
  expect(ids).not.toEqual(hidden);
});

test('a stream that did not ask for notices has none, as before', async () => {
  const owner = await service.inWorkspace();
  const channel = await connectSandbox(owner);
  await using reader = await open(owner, '?after=0');
  await fail(owner, { channel_id: channel.id });
  await fail(owner, { kind: 'post.last' });
  const kinds = [];
  while (kinds.at(-1) !== 'post.last') kinds.push((await reader.next())?.kind);
  expect(kinds).not.toContain(undefined);
});

test('after notifications may have been missed, the next heartbeat says to read the list', async () => {
  let onNotice: (payload: string) => void = () => undefined;
  const listen: typeof service.db.listen = async (channel, onNotification) => {
    if (channel === 'belfry_notices') onNotice = onNotification;
    return { close: async () => undefined };
  };
  const streams = openStreams({ ...service.ctx, db: { ...service.db, listen } }, { heartbeat: 20 });
  const stream = streams.open({ ...(await requestOf(service.db, service)), notices: true });
  const pieces = stream.iterator() as AsyncIterableIterator<Buffer>;
  await pieces.next();
  onNotice('');
  let piece = '';
  while (!piece.startsWith('event: notice')) piece = String((await pieces.next()).value);
  expect(piece).toBe('event: notice\ndata: {"ids":[]}\n\n');
  await streams.close();
});
