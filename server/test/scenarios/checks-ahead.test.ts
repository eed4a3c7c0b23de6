/** Belfry checks scheduled targets a day and an hour before they are due, and warns people while there is time. */
import type { Channel } from '@belfry/contract/channels.ts';
import type { PostIn } from '@belfry/contract/posts.ts';
import { NetworkFault } from '@belfry/networks/core/fault.ts';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { refreshDueGrants } from '../../src/channels/grants/refresher.ts';
import { checkAhead } from '../../src/publishing/checks/checker.ts';
import { app } from '../support/app.ts';
import { keyOf, makePicture, upload } from '../support/media.ts';
import { createNotices, noticesOf } from '../support/notices.ts';
import { createPost, getPost, scheduledFor } from '../support/posts.ts';
import { decide } from '../support/reviews.ts';
import { addTokenNetwork } from '../support/tokens.ts';

const service = await app();
afterAll(() => service.close());
const network = addTokenNetwork(service);
const { ctx, clock, db } = service;
const author = await service.as('editor');
let channel: Channel;
let named = 0;
let looks = 0;

beforeEach(async () => {
  await db.rows('update targets set check_at = null');
  await db.rows('update grants set refresh_at = null');
  await createNotices(service);
  await db.rows('delete from notices');
  named += 1;
  channel = await network.connect(`ben${named}`);
  await db.rows('update grants set refresh_at = null, expires_at = null');
  network.mishaps = [];
  looks = 0;
  network.check = async () => {
    looks += 1;
    return [];
  };
});

const plan = async (interval: string, more: Partial<Omit<PostIn, 'targets'>> = {}) =>
  createPost(author, scheduledFor([channel], { scheduled_at: await clock.in(interval), ...more }));
const targetOf = async (post: { id: number }) =>
  (await getPost(service, post)).targets[0] ?? expect.fail('it has no target');
const timeline = async (post: { id: number }) =>
  (await service.call('listPostEvents', { params: { id: post.id } })).data
    .filter(({ kind }) => kind.startsWith('target.'))
    .map(({ kind, data }) => [kind, data]);
const noticeKinds = async (client = author) => {
  await createNotices(service);
  return (await noticesOf(client)).map(({ kind }) => kind);
};

describe('a target is checked', () => {
  test('a day before its time and an hour before, and at no other time', async () => {
    await plan('3 days');
    const after = async (interval: string) => {
      await clock.advance(interval);
      await checkAhead(ctx);
      return looks;
    };
    expect(await after('0')).toBe(0);
    expect(await after('47 hours')).toBe(0);
    expect(await after('1 hour')).toBe(1);
    expect(await after('1 hour')).toBe(1);
    expect(await after('21 hours 59 minutes')).toBe(1);
    expect(await after('1 minute')).toBe(2);
    expect(await after('59 minutes')).toBe(2);
    expect(await after('2 hours')).toBe(2);
  });

  test('at once when it is due within a day, and not at all when it is due now', async () => {
    await plan('2 hours');
    await createPost(author, scheduledFor([channel]));
    await checkAhead(ctx);
    expect(looks).toBe(1);
    await service.publishDue();
  });

  test('at once when it is approved within the day', async () => {
    await db.rows('update workspaces set requires_approval = true where id = $1', [service.workspaceId]);
    const body = scheduledFor([channel], { scheduled_at: await clock.in('2 hours') });
    const post = await createPost(await service.as('author'), body);
    expect(post.status).toBe('pending_approval');
    await checkAhead(ctx);
    expect(looks).toBe(0);
    await decide(service, post, 'approve');
    await db.rows('update workspaces set requires_approval = false where id = $1', [service.workspaceId]);
    await checkAhead(ctx);
    expect(looks).toBe(1);
  });

  test('once by several processes, with one request to its network for each channel', async () => {
    await plan('2 hours');
    await plan('3 hours');
    await Promise.all([checkAhead(ctx), checkAhead(ctx)]);
    expect(looks).toBeLessThanOrEqual(2);
    const left = await db.rows('select 1 from targets where check_at <= clock_now()');
    expect(left).toEqual([]);
  });

  test('again after it was moved, and not while it is a draft', async () => {
    const post = await plan('2 hours');
    await checkAhead(ctx);
    const later = scheduledFor([channel], { scheduled_at: await clock.in('2 days') });
    await author.call('updatePost', { params: { id: post.id }, body: later });
    await clock.advance('25 hours');
    await checkAhead(ctx);
    expect(looks).toBe(2);
    await author.call('updatePost', { params: { id: post.id }, body: { ...later, status: 'draft' } });
    await clock.advance('2 days');
    await checkAhead(ctx);
    expect(looks).toBe(2);
  });

  test('by another process when the one that checked it has died', async () => {
    const post = await plan('5 hours');
    network.check = () => Promise.reject(new Error('killed'));
    await expect(checkAhead(ctx)).rejects.toThrow('killed');
    await clock.advance('5 minutes');
    network.check = async () => ['The quota is used up until tomorrow.'];
    await checkAhead(ctx);
    expect((await targetOf(post)).warnings).toEqual(['The quota is used up until tomorrow.']);
  });
});

describe('a check warns of', () => {
  const warned = async (post: { id: number }, code: string, words: string) => {
    await checkAhead(ctx);
    const target = await targetOf(post);
    expect(target).toMatchObject({
      status: 'pending',
      error: null,
      warnings: [expect.stringContaining(words)],
    });
    expect(await timeline(post)).toEqual([['target.at_risk', { code, message: target.warnings[0] }]]);
  };

  test('a channel that needs a new sign-in, and notifies the author and the managers', async () => {
    const post = await plan('20 hours');
    await db.rows('update channels set needs_reconnect = true where id = $1', [channel.id]);
    await warned(post, 'channel_disconnected', `Connect @${channel.username} again`);
    expect(await noticeKinds()).toEqual(['channel.at_risk']);
    expect(await noticeKinds(service)).toEqual(['channel.at_risk']);
  });

  test('a sign-in that will end before the post is due', async () => {
    const post = await plan('20 hours');
    await db.rows("update channels set reconnect_by = clock_now() + interval '19 hours' where id = $1", [
      channel.id,
    ]);
    await warned(post, 'channel_disconnected', 'expires before this post is due');
  });

  test('a channel that was removed', async () => {
    const post = await plan('20 hours');
    await service.call('deleteChannel', { params: { id: channel.id } });
    await warned(post, 'channel_disconnected', 'was removed');
  });

  test('limits that became stricter, and notifies the author only', async () => {
    const post = await plan('20 hours', { content: 'A text of more than ten characters' });
    await db.rows(`update channels set limits = '{"text.max": 10}' where id = $1`, [channel.id]);
    await warned(post, 'rejected', '10');
    expect(await noticeKinds()).toEqual(['post.at_risk']);
    expect(await noticeKinds(service)).toEqual([]);
  });

  test('a file that is missing from the storage', async () => {
    const { data: picture } = await upload(service, { bytes: await makePicture('png') });
    const post = await plan('20 hours', { media_ids: [picture.id] });
    await ctx.files.remove(await keyOf(service, picture.id));
    await warned(post, 'media_unusable', 'is gone from the storage');
  });

  test('a post that differs from the approved one', async () => {
    const post = await plan('20 hours');
    await db.rows("update posts set approved_digest = '\\x00' where id = $1", [post.id]);
    await warned(post, 'not_approved', 'changed after it was approved');
  });

  test('a problem that the network reports', async () => {
    const post = await plan('20 hours');
    network.check = async () => ['The quota is used up until tomorrow.'];
    await warned(post, 'rejected', 'quota');
  });

  test('a token that the network refuses, and marks the channel before anything is due', async () => {
    const post = await plan('20 hours');
    network.check = async () => {
      throw new NetworkFault({ kind: 'reconnect', message: 'The person revoked it.' });
    };
    // The first check marks the channel, which schedules a new check of all its targets.
    for (const _ of [1, 2]) await checkAhead(ctx);
    expect(await targetOf(post)).toMatchObject({
      warnings: [expect.stringContaining('Connect')],
      channel: { needs_reconnect: true },
    });
    expect(await noticeKinds(service)).toEqual(expect.arrayContaining(['channel.needs_reconnect']));
  });

  test.each(['unavailable', 'throttled'] as const)('no problem that passes by itself: %s', async (kind) => {
    const post = await plan('20 hours');
    const fault = { kind, message: 'Later.', sent: true, retryAfter: null, scope: 'app' } as const;
    network.check = () => Promise.reject(new NetworkFault(fault));
    await checkAhead(ctx);
    expect([(await targetOf(post)).warnings, await timeline(post)]).toEqual([[], []]);
  });
});

describe('a warning', () => {
  test('is repeated an hour before, withdrawn when the problem is solved, and removed when the post is published', async () => {
    const post = await plan('20 hours');
    network.check = async () => ['The quota is used up until tomorrow.'];
    await checkAhead(ctx);
    await clock.advance('19 hours');
    network.check = async () => [];
    await checkAhead(ctx);
    expect((await targetOf(post)).warnings).toEqual([]);
    expect((await timeline(post)).map(([kind]) => kind)).toEqual(['target.at_risk', 'target.risk_over']);
    await clock.advance('1 hour');
    await service.publishDue();
    expect(await targetOf(post)).toMatchObject({ status: 'published', warnings: [] });
  });

  test('appears when the channel is disconnected, and goes when the channel is connected again', async () => {
    const post = await plan('20 hours');
    await checkAhead(ctx);
    await db.rows('update grants set refresh_at = clock_now() where channel_id = $1', [channel.id]);
    network.mishaps = ['refused'];
    await refreshDueGrants(ctx);
    await checkAhead(ctx);
    expect((await targetOf(post)).warnings).toHaveLength(1);
    await network.connect(channel.username);
    await checkAhead(ctx);
    expect((await targetOf(post)).warnings).toEqual([]);
    expect((await timeline(post)).map(([kind]) => kind)).toEqual(['target.at_risk', 'target.risk_over']);
  });

  test('is not stored for a post that was changed during the check', async () => {
    const post = await plan('20 hours');
    network.check = async () => {
      const body = scheduledFor([channel], { scheduled_at: await clock.in('9 days') });
      await author.call('updatePost', { params: { id: post.id }, body });
      return ['The quota is used up until tomorrow.'];
    };
    await checkAhead(ctx);
    expect([(await targetOf(post)).warnings, await timeline(post)]).toEqual([[], []]);
  });
});
