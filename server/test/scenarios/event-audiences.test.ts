/** For each kind of event: whose streams deliver it, which timeline shows it, and who gets a notice of it. */
import { eventKinds } from '@belfry/contract/event-kinds.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { app } from '../support/app.ts';
import type { Client } from '../support/client.ts';
import { makeEvents, sealAll } from '../support/events.ts';
import { createNotices } from '../support/notices.ts';
import { createPost } from '../support/posts.ts';
import { connectSandbox } from '../support/sandbox.ts';
import { openStream } from '../support/stream.ts';

const service = await app();
const { db, workspaceId } = service;
const channel = await connectSandbox(service);
const admin = await service.as('admin');
const author = await service.as('author');
const actor = await service.as('editor');
const member = await service.as('viewer');
const limited = await service.as('viewer');
await db.rows('update members set channel_ids = $2 where user_id = $1', [limited.userId, [channel.id + 1]]);
const post = await createPost(author, { status: 'draft', targets: [{ channel_id: channel.id }] });
afterAll(() => service.close());

const kinds = Object.keys(eventKinds);
/** Nouns of the kinds that every member may read. All others need the permission to read the audit log. */
const open = ['post', 'target', 'review', 'channel', 'media'];
/** Nouns of the kinds that are about a post. */
const ofPost = ['post', 'target', 'review'];

/** Data without which no notice can be written of an event. */
const dataOf: Record<string, object> = {
  'member.changed': { member_id: member.userId, after: { role: 'viewer' } },
};

const nounOf = (kind: string) => kind.split('.', 1)[0] ?? '';
const placeOf = (kind: string) => ({
  ...(ofPost.includes(nounOf(kind)) && { post_id: post.id }),
  ...(['target', 'channel'].includes(nounOf(kind)) && { channel_id: channel.id }),
});

describe('each kind', () => {
  const streams: Record<string, Set<string>> = {};
  let timeline: Set<string>;

  beforeAll(async () => {
    for (const kind of kinds) {
      await makeEvents(db, workspaceId, { kind, data: dataOf[kind] ?? {}, ...placeOf(kind) });
    }
    await sealAll(db);
    const read = async (client: Client) => {
      await using stream = await openStream(service.origin, client, { query: '?after=0&follow=false' });
      return new Set((await stream.rest()).map(({ kind }) => kind));
    };
    Object.assign(streams, {
      owner: await read(service),
      admin: await read(admin),
      viewer: await read(member),
      limited: await read(limited),
    });
    const { data } = await member.call('listPostEvents', { params: { id: post.id } });
    timeline = new Set(data.map(({ kind }) => kind));
  });

  test.each(kinds)('%s is in the streams of callers who may read it', (kind) => {
    const isOpen = open.includes(nounOf(kind));
    const isElsewhere = Object.keys(placeOf(kind)).length > 0;
    const readers = Object.keys(streams).filter((reader) => streams[reader]?.has(kind));
    expect(readers).toEqual([
      'owner',
      'admin',
      ...(isOpen ? ['viewer'] : []),
      ...(isOpen && !isElsewhere ? ['limited'] : []),
    ]);
  });

  test.each(kinds)('%s is in the timeline if it is about the post', (kind) => {
    expect(timeline.has(kind)).toBe(ofPost.includes(nounOf(kind)));
  });
});

type Person = 'owner' | 'admin' | 'author' | 'actor' | 'member' | 'limited';
const people: Record<Person, { userId: number }> = { owner: service, admin, author, actor, member, limited };
const managers: Person[] = ['owner', 'admin'];
const disconnected = { code: 'channel_disconnected' };
const urgent = { new_device: true };

/** Kind and data of an event, the kind of its notice, the recipients, and when it is mailed by default. */
const notices: [kind: string, data: object, notice: string, recipients: Person[], mail: string][] = [
  ['review.requested', {}, 'review.requested', managers, 'at_once'],
  ['review.approved', {}, 'review.approved', ['author'], 'at_once'],
  ['review.rejected', {}, 'review.rejected', ['author'], 'at_once'],
  ['review.voided', {}, 'review.voided', ['author'], 'off'],
  ['post.failed', {}, 'post.failed', ['author'], 'at_once'],
  ['target.failed', { code: 'outcome_unknown' }, 'post.unconfirmed', [...managers, 'author'], 'at_once'],
  ['target.held', {}, 'post.held', ['author'], 'at_once'],
  ['target.at_risk', disconnected, 'channel.at_risk', [...managers, 'author'], 'at_once'],
  ['target.at_risk', { code: 'rejected' }, 'post.at_risk', ['author'], 'at_once'],
  ['target.published', { late_ms: 15 * 60_000 }, 'post.late', ['author'], 'off'],
  [
    'channel.reconnect_soon',
    { reconnect_by: '2030-01-01T00:00:00Z' },
    'channel.reconnect_soon',
    managers,
    'at_once',
  ],
  ['channel.needs_reconnect', {}, 'channel.needs_reconnect', managers, 'at_once'],
  ['network_app.refused', { message: 'No credits.' }, 'network_app.refused', ['owner'], 'at_once'],
  ['webhook.disabled', { host: 'a.example' }, 'webhook.disabled', managers, 'at_once'],
  ['member.joined', {}, 'member.joined', managers, 'daily'],
  ['member.changed', dataOf['member.changed'] ?? {}, 'member.changed', ['member'], 'at_once'],
  ['key.created', {}, 'key.created', ['actor'], 'at_once'],
  ['key.rotated', {}, 'key.created', ['actor'], 'at_once'],
  ['password.changed', {}, 'account.password_changed', ['actor'], 'at_once'],
  ['password.reset', {}, 'account.password_changed', ['actor'], 'at_once'],
  ['two_factor.begun', {}, 'account.two_factor_begun', ['actor'], 'at_once'],
  ['two_factor.ended', {}, 'account.two_factor_ended', ['actor'], 'at_once'],
  ['passkey.added', {}, 'account.way_in_added', ['actor'], 'at_once'],
  ['identity.added', {}, 'account.way_in_added', ['actor'], 'at_once'],
  ['passkey.removed', {}, 'account.way_in_removed', ['actor'], 'at_once'],
  ['identity.removed', {}, 'account.way_in_removed', ['actor'], 'at_once'],
  ['email.changed', {}, 'account.email_changed', ['actor'], 'at_once'],
  ['email.lost', {}, 'account.email_lost', ['actor'], 'at_once'],
  ['recovery_code.used', {}, 'account.recovery_code_used', ['actor'], 'at_once'],
  ['session.begun', urgent, 'account.new_device', ['actor'], 'at_once'],
];

/** Events that make no notice because of their data. */
const unnoticed: [kind: string, data: object][] = [
  ['post.failed', { only_unconfirmed: true }],
  ['target.failed', { code: 'rejected' }],
  ['target.published', { late_ms: 15 * 60_000 - 1 }],
  ['session.begun', { new_device: false }],
];

describe('a notice', () => {
  beforeEach(async () => {
    await createNotices(service);
    await db.rows('delete from notices');
  });

  /** The notices of one event, as their recipients and kinds. */
  async function noticesAfter(kind: string, data: object) {
    await makeEvents(db, workspaceId, { kind, data, user_id: actor.userId, ...placeOf(kind) });
    await createNotices(service);
    const rows = await db.rows<{ user_id: number; kind: string; mail: string; in_app: boolean }>(
      'select user_id, kind, mail, in_app from notices order by user_id, kind',
    );
    const names = Object.entries(people) as [Person, { userId: number }][];
    return rows.map(({ user_id, ...row }) => ({
      ...row,
      to: names.find(([, { userId }]) => userId === user_id)?.[0],
    }));
  }

  test.each(notices)('of %s %j is %s, for %j', async (kind, data, notice, recipients, mail) => {
    expect(await noticesAfter(kind, data)).toEqual(
      recipients.map((to) => ({ kind: notice, to, mail, in_app: true })),
    );
  });

  test.each([
    ...unnoticed,
    ...kinds
      .filter((kind) => !notices.some(([noticed]) => noticed === kind))
      .map((kind) => [kind, {}] as const),
  ])('does not exist for %s %j', async (kind, data) => {
    expect(await noticesAfter(kind, data)).toEqual([]);
  });
});
