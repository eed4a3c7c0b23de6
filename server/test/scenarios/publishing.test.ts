import type { Channel } from '@belfry/contract/channels.ts';
import { afterAll, describe, expect, test } from 'vitest';
import { claimLanes } from '../../src/lanes/store.ts';
import { openJournals } from '../../src/publishing/journal.ts';
import { app } from '../support/app.ts';
import { makePicture, upload } from '../support/media.ts';
import { createPost, getPost, scheduledFor, scheduledToBehave } from '../support/posts.ts';
import { connectSandbox, readTimeline } from '../support/sandbox.ts';

const service = await app();
afterAll(() => service.close());

const textsOf = async (channel: Channel) => (await readTimeline(service, channel)).map(({ text }) => text);

describe('a post that is due', () => {
  test('is published at its time, not before, on every channel with its own text', async () => {
    const [one, two] = [await connectSandbox(service), await connectSandbox(service)];
    const scheduled_at = await service.clock.in('10 minutes');
    const targets = [{ channel_id: one.id }, { channel_id: two.id, content: 'For two' }];
    const post = await createPost(service, {
      status: 'scheduled',
      scheduled_at,
      content: 'For all',
      targets,
    });
    await service.clock.advance('9 minutes 59.999999 seconds');
    expect(await service.publishDue()).toBe(0);
    await service.clock.advance('0.000001 seconds');
    expect(await service.publishDue()).toBe(2);
    const after = await getPost(service, post);
    expect(after).toMatchObject({ status: 'published', scheduled_at, planned_at: scheduled_at });
    for (const [target, channel, text] of [
      [0, one, 'For all'],
      [1, two, 'For two'],
    ] as const) {
      const [live, ...more] = await readTimeline(service, channel);
      expect(more).toEqual([]);
      expect(live?.text).toBe(text);
      expect(after.targets[target]).toMatchObject({
        status: 'published',
        error: null,
        external_url: live?.url,
      });
    }
  });

  test('in the past is published at once, and shows both times', async () => {
    const channel = await connectSandbox(service);
    const post = await createPost(service, scheduledFor([channel], { scheduled_at: '2020-02-02T02:02:02Z' }));
    const planned_at = '2020-02-02T02:02:02.000000Z';
    expect(post).toMatchObject({ status: 'scheduled', scheduled_at: planned_at, planned_at });
    expect(await service.publishDue()).toBe(1);
    expect(await getPost(service, post)).toMatchObject({
      status: 'published',
      scheduled_at: await service.clock.in('0'),
      planned_at,
    });
  });

  test('is published with its files in order, with their descriptions', async () => {
    const channel = await connectSandbox(service);
    const bytes = await makePicture('png');
    const add = async (altText: string) => (await upload(service, { bytes, altText })).data.id;
    const media_ids = [await add('first'), await add('second')];
    await createPost(service, scheduledFor([channel], { media_ids: media_ids.toReversed() }));
    await service.publishDue();
    const [live] = await readTimeline(service, channel);
    expect(live?.media).toMatchObject([{ alt_text: 'second' }, { alt_text: 'first' }]);
  });

  test('fails with the code missed when its grace has ended, and can be sent again', async () => {
    const channel = await connectSandbox(service);
    const post = await createPost(
      service,
      scheduledFor([channel], { scheduled_at: await service.clock.in('1 hour') }),
    );
    await service.clock.advance('25 hours 1 second');
    await service.publishDue();
    const error = { code: 'missed', retryable: true, message: expect.stringContaining('24') };
    expect(await getPost(service, post)).toMatchObject({
      status: 'failed',
      targets: [{ status: 'failed', error }],
    });
    await service.call('updatePost', { params: { id: post.id }, body: scheduledFor([channel]) });
    await service.publishDue();
    expect(await textsOf(channel)).toEqual(['Hello']);
  });

  test('is published late within the grace', async () => {
    const patient = await service.inWorkspace({ grace_hours: 48 });
    const channel = await connectSandbox(patient);
    await createPost(patient, scheduledFor([channel], { scheduled_at: await service.clock.in('1 hour') }));
    await service.clock.advance('48 hours 59 minutes');
    expect(await service.publishDue()).toBe(1);
    expect(await textsOf(channel)).toEqual(['Hello']);
  });
});

describe('the posts of one channel', () => {
  test('are published in the order of their times, then of their creation', async () => {
    const channel = await connectSandbox(service);
    const times = ['3 minutes', '1 minute', '2 minutes', '2 minutes'];
    for (const [n, time] of times.entries()) {
      const scheduled_at = await service.clock.in(time);
      await createPost(service, scheduledFor([channel], { content: `${n}`, scheduled_at }));
    }
    await service.clock.advance('1 hour');
    expect(await service.publishDue()).toBe(4);
    expect((await textsOf(channel)).reverse()).toEqual(['1', '2', '3', '0']);
  });

  test('do not overtake one for which the network requested a wait', async () => {
    const channel = await connectSandbox(service);
    await createPost(service, scheduledToBehave('throttle', [channel], { content: 'first' }));
    await createPost(service, scheduledFor([channel], { content: 'second' }));
    expect(await service.publishDue()).toBe(1);
    await service.clock.advance('1.9 seconds');
    expect(await service.publishDue()).toBe(0);
    await service.clock.advance('0.2 seconds');
    await service.publishDue();
    expect((await textsOf(channel)).reverse()).toEqual(['first', 'second']);
  });

  test('do not delay those of another: one of each is published in the first round', async () => {
    const [busy, quiet] = [await connectSandbox(service), await connectSandbox(service)];
    for (let n = 0; n < 10; n += 1) await createPost(service, scheduledFor([busy], { content: `${n}` }));
    await createPost(service, scheduledFor([quiet], { content: 'alone' }));
    expect(await service.publisher.claim()).toBe(2);
    await service.publisher.idle();
    expect([await textsOf(busy), await textsOf(quiet)]).toEqual([['0'], ['alone']]);
    expect(await service.publishDue()).toBe(9);
  });
});

describe('the behaviours of the sandbox', () => {
  test('reject: the post fails with the sandbox’s sentence, and nothing is live', async () => {
    const channel = await connectSandbox(service);
    const post = await createPost(service, scheduledToBehave('reject', [channel]));
    await service.publishDue();
    const error = {
      code: 'rejected',
      network_code: 'wished',
      retryable: false,
      message: expect.stringContaining('reject'),
    };
    expect(await getPost(service, post)).toMatchObject({
      status: 'failed',
      targets: [{ status: 'failed', error }],
    });
    expect(await textsOf(channel)).toEqual([]);
  });

  test.each(['throttle', 'lose_reply', 'server_error'])(
    '%s: the post is published in the end, once',
    async (behaviour) => {
      const channel = await connectSandbox(service);
      const post = await createPost(service, scheduledToBehave(behaviour, [channel]));
      await service.publishDue();
      expect(await getPost(service, post)).toMatchObject({
        status: 'publishing',
        targets: [{ error: null }],
      });
      for (const _ of [1, 2, 3]) {
        await service.clock.advance('5 seconds');
        await service.publishDue();
      }
      const [live, ...more] = await readTimeline(service, channel);
      expect(more).toEqual([]);
      expect(await getPost(service, post)).toMatchObject({
        status: 'published',
        targets: [{ status: 'published', external_url: live?.url }],
      });
    },
  );
});

describe('a worker that dies', () => {
  /** A worker that claims and then dies. */
  const crashWorker = async () => {
    const { claims } = await claimLanes(service.db, 10);
    await service.clock.advance('16 seconds');
    return claims.length;
  };

  test('is replaced by another, which publishes once', async () => {
    const channel = await connectSandbox(service);
    const post = await createPost(service, scheduledFor([channel]));
    expect(await crashWorker()).toBe(1);
    expect(await service.publishDue()).toBe(1);
    expect((await getPost(service, post)).status).toBe('published');
    expect(await textsOf(channel)).toEqual(['Hello']);
  });

  test('a few times during a post does not make the post fail', async () => {
    const channel = await connectSandbox(service);
    const bystander = await createPost(service, scheduledFor([channel]));
    for (const _ of [1, 2, 3]) expect(await crashWorker()).toBe(1);
    await service.publishDue();
    expect((await getPost(service, bystander)).status).toBe('published');
    expect(await textsOf(channel)).toEqual(['Hello']);
  });

  test('during one post again and again makes it fail, and the channel continues', async () => {
    const channel = await connectSandbox(service);
    const poison = await createPost(service, scheduledFor([channel], { content: 'poison' }));
    await createPost(service, scheduledFor([channel], { content: 'next' }));
    for (const _ of [1, 2, 3, 4, 5]) expect(await crashWorker()).toBe(1);
    await service.publishDue();
    const error = { code: 'attempt_crashed', message: expect.stringContaining('5 times') };
    expect((await getPost(service, poison)).targets).toMatchObject([{ status: 'failed', error }]);
    expect(await textsOf(channel)).toEqual(['next']);
  });

  test('again and again after a post was published does not make it fail', async () => {
    const channel = await connectSandbox(service);
    const post = await createPost(service, scheduledFor([channel]));
    const sent = await claimLanes(service.db, 10);
    for (const { target_id, lease } of sent.claims) {
      const live = { id: 'live', url: 'https://example.org/live' };
      await openJournals(service.ctx)(target_id, lease).finish('post', 'commit', { result: live });
    }
    await service.clock.advance('16 seconds');
    for (const _ of [1, 2, 3, 4]) expect(await crashWorker()).toBe(1);
    await service.publishDue();
    expect((await getPost(service, post)).targets).toMatchObject([{ status: 'published' }]);
    expect(await textsOf(channel)).toEqual([]);
  });
});
