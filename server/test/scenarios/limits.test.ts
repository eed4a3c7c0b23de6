import { afterAll, describe, expect, test } from 'vitest';
import { app } from '../support/app.ts';
import { makeMedia } from '../support/people.ts';
import { createPost, getPost, refusalOf, scheduledFor } from '../support/posts.ts';
import { joinSandbox } from '../support/sandbox.ts';

const service = await app();
afterAll(() => service.close());
const [one, two] = [await joinSandbox(service), await joinSandbox(service)];
const long = 'x'.repeat(501);

const tooLong = (channel: { id: number; username: string }, target: number) => ({
  channel_id: channel.id,
  platform: 'sandbox',
  target,
  field: 'content',
  rule: 'text.max',
  measured: 501,
  limit: 500,
  unit: 'graphemes',
  message: `The Sandbox channel @${channel.username} takes 500 characters; this text has 501.`,
});

describe('scheduling what a network does not take', () => {
  test('is refused and names the channel, the place, the figure and the limit', async () => {
    const answer = await service.call('createPost', { body: scheduledFor([one], { content: long }) });
    expect([answer.status, answer.error.code]).toEqual([422, 'limits_exceeded']);
    const violation = tooLong(one, 0);
    expect(answer.error).toEqual({
      code: 'limits_exceeded',
      message: violation.message,
      errors: { 'targets.0.content': [violation.message] },
      violations: [violation],
      request_id: answer.headers.get('x-request-id'),
    });
  });

  test('checks each channel’s own version', async () => {
    const targets = [{ channel_id: one.id, content: 'short' }, { channel_id: two.id }];
    const answer = await service.call('createPost', {
      body: { ...scheduledFor([], { content: long }), targets },
    });
    expect(answer.error.violations).toEqual([tooLong(two, 1)]);
    const fitting = [
      { channel_id: one.id, content: 'short' },
      { channel_id: two.id, content: '👨‍👩‍👧‍👦'.repeat(500) },
    ];
    const taken = await service.call('createPost', {
      body: { ...scheduledFor([], { content: long }), targets: fitting },
    });
    expect(taken.status).toBe(201);
  });

  test('says everything at once: for every channel, its files too', async () => {
    const make = (options: object) => makeMedia(service.db, service.workspaceId, options);
    const media_ids = [
      await make({}),
      await make({ kind: 'video', mime_type: 'video/mp4', size: 17 * 1024 * 1024 }),
      await make({ mime_type: 'image/tiff', alt_text: 'a'.repeat(1001) }),
    ];
    const answer = await service.call('createPost', {
      body: scheduledFor([one, two], { content: long, media_ids }),
    });
    const rules =
      answer.error.violations?.map(({ target, field, rule }) => [target, field, rule].join(' ')) ?? [];
    for (const target of [0, 1]) {
      expect(rules.filter((rule) => rule.startsWith(`${target} `)).sort()).toEqual([
        `${target} content text.max`,
        `${target} media_ids media.mixed`,
        `${target} media_ids.1 video.bytes`,
        `${target} media_ids.2 alt.max`,
        `${target} media_ids.2 image.types`,
      ]);
    }
    expect(Object.keys(answer.error.errors ?? {}).sort()).toEqual([
      'media_ids',
      'media_ids.1',
      'media_ids.2',
      'targets.0.content',
      'targets.1.content',
    ]);
  });

  test('refuses settings that the network does not know', async () => {
    const refused = async (settings: object) => {
      const targets = [{ channel_id: one.id, settings }];
      return refusalOf(await service.call('createPost', { body: { ...scheduledFor([]), targets } }));
    };
    expect(await refused({ behavior: 'ok' })).toEqual(['invalid', 'targets.0.settings.behavior']);
    expect(await refused({ behaviour: 'explode' })).toEqual(['invalid', 'targets.0.settings.behaviour']);
    expect(await refused({ behaviour: 1 })).toEqual(['invalid', 'targets.0.settings.behaviour']);
  });

  test('is refused by an update too, which then changes nothing', async () => {
    const post = await createPost(service, {
      status: 'draft',
      content: long,
      targets: [{ channel_id: one.id }],
    });
    const body = scheduledFor([one], { content: long });
    const answer = await service.call('updatePost', { params: { id: post.id }, body });
    expect(answer.error.violations).toEqual([tooLong(one, 0)]);
    expect(await getPost(service, post)).toEqual(post);
  });
});

describe('POST /posts/validate', () => {
  const validate = (body: unknown) => service.request('POST', '/posts/validate', { body });
  const count = () => service.db.row('select count(*)::int as posts from posts');

  test('answers what scheduling would say, and saves nothing', async () => {
    const before = await count();
    const bad = await validate(scheduledFor([one], { content: long }));
    expect([bad.status, bad.data]).toEqual([200, { valid: false, violations: [tooLong(one, 0)] }]);
    expect((await validate(scheduledFor([one]))).data).toEqual({ valid: true, violations: [] });
    expect(await count()).toEqual(before);
  });

  test('checks a draft as if it were to be scheduled', async () => {
    const body = { status: 'draft', content: long, targets: [{ channel_id: one.id }] };
    expect((await validate(body)).data).toEqual({ valid: false, violations: [tooLong(one, 0)] });
  });

  test('says that a draft has nothing to say', async () => {
    const { data } = await validate({ status: 'draft', targets: [{ channel_id: one.id }] });
    expect(data).toMatchObject({ valid: false, violations: [{ rule: 'content.required', target: 0 }] });
  });

  test('refuses what is no post at all as creating does', async () => {
    for (const body of [
      {},
      { status: 'scheduled' },
      { status: 'draft', colour: 1 },
      scheduledFor([{ id: 999_999 }]),
      scheduledFor([one, one]),
      scheduledFor([one], { media_ids: [999_999] }),
      { ...scheduledFor([]), targets: [{ channel_id: one.id, settings: { behaviour: 'explode' } }] },
    ]) {
      const created = await service.request('POST', '/posts', { body });
      expect(refusalOf(await validate(body))).toEqual(refusalOf(created));
    }
  });
});
