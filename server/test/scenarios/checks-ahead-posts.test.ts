/** Belfry asks networks about single posts ahead of their time, such as about a board that is gone. */
import type { Channel } from '@belfry/contract/channels.ts';
import { NetworkFault } from '@belfry/networks/core/fault.ts';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { checkAhead } from '../../src/publishing/checks/checker.ts';
import { app } from '../support/app.ts';
import { createNotices, noticesOf } from '../support/notices.ts';
import { createPost, getPost, scheduledFor } from '../support/posts.ts';
import { addTokenNetwork } from '../support/tokens.ts';

const service = await app();
afterAll(() => service.close());
const network = addTokenNetwork(service);
const { ctx, clock, db } = service;
const author = await service.as('editor');
let channel: Channel;
let named = 0;

beforeEach(async () => {
  await db.rows('update targets set check_at = null');
  await createNotices(service);
  await db.rows('delete from notices');
  named += 1;
  channel = await network.connect(`ben${named}`);
  await db.rows('update grants set refresh_at = null, expires_at = null');
});

const plan = async (interval: string, content = 'Hello') =>
  createPost(author, scheduledFor([channel], { scheduled_at: await clock.in(interval), content }));
const targetOf = async (post: { id: number }) =>
  (await getPost(service, post)).targets[0] ?? expect.fail('it has no target');
const noticeKinds = async (client = author) => {
  await createNotices(service);
  return (await noticesOf(client)).map(({ kind }) => kind);
};

describe('a network is asked about a post', () => {
  test('and its problem is a warning for this post, of which the author gets a notice', async () => {
    const [fine, post] = [await plan('20 hours', 'Fine'), await plan('20 hours')];
    network.checkPost = async ({ text, settings, media }) => {
      expect([settings, media]).toEqual([{}, []]);
      return text === 'Fine' ? [] : ['The board no longer exists.'];
    };
    await checkAhead(ctx);
    expect((await targetOf(post)).warnings).toEqual(['The board no longer exists.']);
    const { data } = await service.call('listPostEvents', { params: { id: post.id } });
    expect(data.at(-1)).toMatchObject({
      kind: 'target.at_risk',
      data: { code: 'rejected', message: 'The board no longer exists.' },
    });
    expect((await targetOf(fine)).warnings).toEqual([]);
    expect(await noticeKinds()).toEqual(['post.at_risk']);
    expect(await noticeKinds(service)).toEqual([]);
  });

  test('and marks the channel when it refuses the token', async () => {
    const post = await plan('20 hours');
    network.checkPost = async () => {
      throw new NetworkFault({ kind: 'reconnect', message: 'The person revoked it.' });
    };
    // The first check marks the channel, which schedules a new check of all its targets.
    for (const _ of [1, 2]) await checkAhead(ctx);
    expect(await targetOf(post)).toMatchObject({
      warnings: [expect.stringContaining('Connect')],
      channel: { needs_reconnect: true },
    });
  });

  test.each([
    new NetworkFault({ kind: 'unavailable', message: 'Later.', sent: true }),
    new NetworkFault({ kind: 'throttled', message: 'Later.', retryAfter: null, scope: 'app' }),
    new Error('It does not understand the answer.'),
  ])('and a failure warns of nothing, and leaves the other posts alone: %s', async (failure) => {
    const [first, second] = [await plan('20 hours', 'First'), await plan('20 hours')];
    network.checkPost = async ({ text }) => {
      if (text === 'First') throw failure;
      return ['The board no longer exists.'];
    };
    await checkAhead(ctx);
    expect((await targetOf(first)).warnings).toEqual([]);
    expect((await targetOf(second)).warnings).toEqual(['The board no longer exists.']);
  });

  test('only if the post keeps the limits', async () => {
    const post = await plan('20 hours', 'A text of more than ten characters');
    await db.rows(`update channels set limits = '{"text.max": 10}' where id = $1`, [channel.id]);
    const asked: string[] = [];
    network.checkPost = async ({ text }) => {
      asked.push(text);
      return [];
    };
    await checkAhead(ctx);
    expect((await targetOf(post)).warnings).toEqual([expect.stringContaining('10')]);
    expect(asked).toEqual([]);
  });

  test('only if its channel is connected', async () => {
    const post = await plan('20 hours');
    await db.rows('update channels set needs_reconnect = true where id = $1', [channel.id]);
    const asked: string[] = [];
    network.checkPost = async ({ text }) => {
      asked.push(text);
      return [];
    };
    await checkAhead(ctx);
    expect((await targetOf(post)).warnings).toEqual([expect.stringContaining('Connect')]);
    expect(asked).toEqual([]);
  });
});
