import type { Channel } from '@belfry/contract/channels.ts';
import type { Post, PostIn } from '@belfry/contract/posts.ts';
import { afterAll, describe, expect, test } from 'vitest';
import { app } from '../support/app.ts';
import { createPost, getPost, refusalOf, scheduledFor, scheduledToBehave } from '../support/posts.ts';
import { addPicture } from '../support/reviews.ts';
import { connectSandbox, readTimeline } from '../support/sandbox.ts';

const service = await app();
afterAll(() => service.close());

const update = (id: number, body: unknown) => service.request('PUT', `/posts/${id}`, { body });

/** Fails on the first channel, is published on the second. */
async function makePartlyPublished() {
  const [bad, good] = [await connectSandbox(service), await connectSandbox(service)];
  const body: PostIn = {
    ...scheduledFor([], { content: 'First' }),
    targets: [{ channel_id: bad.id, settings: { behaviour: 'reject' } }, { channel_id: good.id }],
  };
  const { id } = await createPost(service, body);
  await service.publishDue();
  return { post: await getPost(service, { id }), bad, good };
}

const statuses = (post: { status: string; targets: { status: string }[] }) => [
  post.status,
  ...post.targets.map(({ status }) => status),
];

describe('a post that failed on one channel', () => {
  test('shows the reason, and where it is live', async () => {
    const { post, good } = await makePartlyPublished();
    expect(statuses(post)).toEqual(['failed', 'failed', 'published']);
    expect(post.targets[0]).toMatchObject({
      error: { code: 'rejected', message: expect.stringContaining('reject'), retryable: false },
      external_url: null,
    });
    const [live] = await readTimeline(service, good);
    expect(post.targets[1]).toMatchObject({ error: null, external_url: live?.url });
    expect(post.scheduled_at).toBe(post.planned_at);
  });

  test('is retried by sending it again as scheduled; the published target is untouched', async () => {
    const { post, bad, good } = await makePartlyPublished();
    const answer = await service.call('updatePost', {
      params: { id: post.id },
      body: scheduledFor([bad, good], { content: 'Second' }),
    });
    expect(answer.data.status).toBe('scheduled');
    expect(answer.data.targets.find(({ channel_id }) => channel_id === good.id)).toEqual({
      ...post.targets[1],
      content: 'First',
    });
    expect(answer.data.targets.find(({ channel_id }) => channel_id === bad.id)).toMatchObject({
      id: post.targets[0]?.id,
      status: 'pending',
      error: null,
    });
    await service.publishDue();
    const after = await getPost(service, post);
    expect(statuses(after)).toEqual(['published', 'published', 'published']);
    expect((await readTimeline(service, good)).map(({ text }) => text)).toEqual(['First']);
    expect((await readTimeline(service, bad)).map(({ text }) => text)).toEqual(['Second']);
  });

  test('keeps the published target even if the body omits it, and accepts new channels', async () => {
    const { post, good } = await makePartlyPublished();
    const added = await connectSandbox(service);
    const answer = await update(post.id, scheduledFor([added]));
    expect(answer.data).toMatchObject({
      status: 'scheduled',
      targets: [
        { ...post.targets[1], content: 'First' },
        { channel_id: added.id, status: 'pending' },
      ],
    });
    await service.publishDue();
    expect((await getPost(service, post)).status).toBe('published');
    expect(await readTimeline(service, good)).toHaveLength(1);
    expect(await readTimeline(service, added)).toHaveLength(1);
  });

  test('keeps the text and the files that went out, also when it is sent again once more', async () => {
    const [bad, good, own] = [
      await connectSandbox(service),
      await connectSandbox(service),
      await connectSandbox(service),
    ];
    const [first, second] = [await addPicture(service), await addPicture(service)];
    const { id } = await createPost(service, {
      ...scheduledFor([], { content: 'First', media_ids: [first] }),
      targets: [
        { channel_id: bad.id, settings: { behaviour: 'reject' } },
        { channel_id: good.id },
        { channel_id: own.id, content: 'Own', media_ids: [] },
      ],
    });
    await service.publishDue();
    const shown = ({ targets }: Post) =>
      [good, own].map((channel) => {
        const target = targets.find(({ channel_id }) => channel_id === channel.id);
        return [target?.status, target?.content, target?.media_ids];
      });
    const before = [
      ['published', null, null],
      ['published', 'Own', []],
    ];
    expect(shown(await getPost(service, { id }))).toEqual(before);
    const scheduled_at = await service.clock.in('30 days');
    const send = async (more: object) => {
      const body = scheduledFor([bad, good, own], { content: 'First', scheduled_at, ...more });
      const { data } = await service.call('updatePost', { params: { id }, body });
      expect(await getPost(service, { id })).toEqual(data);
      return data;
    };
    expect(shown(await send({ media_ids: [first] }))).toEqual(before);
    expect(shown(await send({ media_ids: [first], content: 'Second' }))[0]).toEqual([
      'published',
      'First',
      null,
    ]);
    const after = [['published', 'First', [first]], before[1]];
    const changed = await send({ media_ids: [second], content: 'Third' });
    expect([shown(changed), changed.files.map((file) => file.id)]).toEqual([after, [first]]);
    expect(await send({ media_ids: [second], content: 'Third' })).toEqual(changed);
    expect(shown(await send({ media_ids: [first], content: 'First' }))).toEqual(after);
  });

  test('answers a retry with all targets in one order', async () => {
    const channels = await Promise.all(Array.from({ length: 4 }, () => connectSandbox(service)));
    const [good, ...bad] = channels.toReversed();
    const body = scheduledToBehave('reject', bad);
    const targets = [...(body.targets ?? []), { channel_id: good?.id ?? 0 }];
    const post = await createPost(service, { ...body, targets });
    await service.publishDue();
    const answer = await update(post.id, scheduledFor(channels));
    expect(await getPost(service, post)).toEqual(answer.data);
  });

  test('cannot go back to draft while it is live on a channel', async () => {
    const { post, bad } = await makePartlyPublished();
    for (const body of [{ status: 'draft' }, { ...scheduledFor([bad]), status: 'draft' }]) {
      const answer = await update(post.id, body);
      expect([answer.status, answer.error.code]).toEqual([409, 'post_partly_published']);
    }
    expect(await getPost(service, post)).toEqual(post);
  });

  test('is not scheduled again without a target to send', async () => {
    const { post, good } = await makePartlyPublished();
    expect(refusalOf(await update(post.id, scheduledFor([good])))).toEqual(['invalid', 'targets']);
  });

  test('can be postponed', async () => {
    const { post, bad } = await makePartlyPublished();
    const scheduled_at = await service.clock.in('1 hour');
    expect((await update(post.id, scheduledFor([bad], { scheduled_at }))).data).toMatchObject({
      scheduled_at,
    });
    expect(await service.publishDue()).toBe(0);
    await service.clock.advance('1 hour');
    expect(await service.publishDue()).toBe(1);
  });
});

describe('a post that failed on every channel', () => {
  test('can become a draft again, and then does not wait for approval', async () => {
    const bad = await connectSandbox(service);
    const post = await createPost(service, scheduledToBehave('reject', [bad]));
    await service.publishDue();
    const answer = await update(post.id, { ...scheduledToBehave('reject', [bad]), status: 'draft' });
    expect(answer.data).toMatchObject({ status: 'draft', targets: [{ status: 'pending', error: null }] });
    expect(await service.publishDue()).toBe(0);
  });

  test('fails again for the same reason if nothing was changed', async () => {
    const bad = await connectSandbox(service);
    const post = await createPost(service, scheduledToBehave('reject', [bad]));
    for (const _ of [1, 2, 3]) {
      await service.publishDue();
      expect(statuses(await getPost(service, post))).toEqual(['failed', 'failed']);
      expect((await update(post.id, scheduledToBehave('reject', [bad]))).status).toBe(200);
    }
    await service.publishDue();
    expect(await readTimeline(service, bad)).toHaveLength(0);
  });
});

describe('a target whose outcome is unknown', () => {
  /** A target whose answer was lost, and whose channel was removed before the network could be asked. */
  async function makeUnconfirmed() {
    const channel = await connectSandbox(service);
    const post = await createPost(service, scheduledToBehave('lose_reply', [channel]));
    await service.publishDue();
    await service.call('deleteChannel', { params: { id: channel.id } });
    await service.clock.advance('25 hours');
    await service.publishDue();
    const back: Channel = await connectSandbox(service, channel.username);
    expect(back.id).toBe(channel.id);
    return { post: await getPost(service, post), channel };
  }

  test('has an error that says that the post may be live', async () => {
    const { post } = await makeUnconfirmed();
    expect(post.targets).toMatchObject([
      { status: 'failed', error: { code: 'outcome_unknown', retryable: false } },
    ]);
  });

  test('is sent again only by a person who names it', async () => {
    const { post, channel } = await makeUnconfirmed();
    const id = post.targets[0]?.id ?? 0;
    for (const confirm_resend of [undefined, [], [id + 1]]) {
      const answer = await update(post.id, { ...scheduledFor([channel]), confirm_resend });
      expect([answer.status, answer.error.code]).toEqual([409, 'confirm_resend_required']);
      expect(answer.error.details).toEqual({ target_ids: [id] });
    }
    expect(await getPost(service, post)).toEqual(post);
    expect((await update(post.id, { ...scheduledFor([channel]), confirm_resend: [id] })).status).toBe(200);
    await service.publishDue();
    expect((await getPost(service, post)).status).toBe('published');
    expect(await readTimeline(service, channel)).toHaveLength(2);
  });

  test('is not removed by omitting its channel: the request must name it, too', async () => {
    const { post, channel } = await makeUnconfirmed();
    const other = await connectSandbox(service);
    const id = post.targets[0]?.id;
    for (const status of ['draft', 'scheduled']) {
      const answer = await update(post.id, { ...scheduledFor([other]), status });
      expect([answer.status, answer.error.code]).toEqual([409, 'confirm_resend_required']);
    }
    expect((await update(post.id, { ...scheduledFor([other]), confirm_resend: [id] })).status).toBe(200);
    await service.publishDue();
    expect(await readTimeline(service, channel)).toHaveLength(1);
  });

  test('is kept while the post is a draft: a new send must still name it', async () => {
    const { post, channel } = await makeUnconfirmed();
    const draft = { ...scheduledFor([channel]), status: 'draft' };
    expect((await update(post.id, draft)).status).toBe(200);
    const id = post.targets[0]?.id;
    const answer = await update(post.id, scheduledFor([channel]));
    expect([answer.error.code, answer.error.details]).toEqual([
      'confirm_resend_required',
      { target_ids: [id] },
    ]);
    expect((await update(post.id, { ...scheduledFor([channel]), confirm_resend: [id] })).status).toBe(200);
  });
});
