import { behaviours } from '@belfry/networks/sandbox/rules.ts';
import { afterAll, describe, expect, test } from 'vitest';
import { Slices } from '../../src/base/slices.ts';
import { checkAhead } from '../../src/publishing/checks/checker.ts';
import { app } from '../support/app.ts';
import { makeMedia } from '../support/people.ts';
import { createPost, getPost, refusalOf, scheduledFor } from '../support/posts.ts';
import { decide } from '../support/reviews.ts';
import { connectSandbox } from '../support/sandbox.ts';

const service = await app();
afterAll(() => service.close());
const [one, two] = [await connectSandbox(service), await connectSandbox(service)];
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
  message: `The Sandbox channel @${channel.username} allows at most 500 characters; this text has 501.`,
});

describe('scheduling a post that exceeds a network’s limits', () => {
  test('is refused with the channel, the field, the number and the limit', async () => {
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

  test('reports every error of every channel and of its files', async () => {
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

  test('is refused for settings that the network does not know', async () => {
    const refused = async (settings: object) => {
      const targets = [{ channel_id: one.id, settings }];
      return refusalOf(await service.call('createPost', { body: { ...scheduledFor([]), targets } }));
    };
    expect(await refused({ behavior: 'ok' })).toEqual(['limits_exceeded', 'targets.0.settings.behavior']);
    expect(await refused({ behaviour: 'explode' })).toEqual([
      'limits_exceeded',
      'targets.0.settings.behaviour',
    ]);
    expect(await refused({ behaviour: 1 })).toEqual(['limits_exceeded', 'targets.0.settings.behaviour']);
  });

  test('names every channel, for its settings, its text and its files alike', async () => {
    const video = { kind: 'video', mime_type: 'video/mp4', size: 17 * 1024 * 1024 } as const;
    const media_ids = [await makeMedia(service.db, service.workspaceId, video)];
    const settings = { behaviour: 'explode' };
    const allowed = Object.keys(behaviours);
    const targets = [{ channel_id: one.id, settings }, { channel_id: two.id }];
    const body = { ...scheduledFor([], { content: long, media_ids }), targets };
    const { error } = await service.call('createPost', { body });
    const message = `The Sandbox channel @${one.username} does not accept the settings: settings.behaviour must be one of ${allowed.join(', ')}.`;
    expect(error.violations?.map(({ channel_id, target, rule }) => [channel_id, target, rule])).toEqual([
      [one.id, 0, 'settings.not_one_of'],
      [one.id, 0, 'text.max'],
      [one.id, 0, 'video.bytes'],
      [two.id, 1, 'text.max'],
      [two.id, 1, 'video.bytes'],
    ]);
    const field = 'targets.0.settings.behaviour';
    const params = { allowed };
    expect(error.violations?.[0]).toEqual({
      ...{ channel_id: one.id, platform: 'sandbox', target: 0, field: 'settings.behaviour' },
      ...{ rule: 'settings.not_one_of', measured: 1, limit: 0, unit: 'violations', message },
      params: { ...params, setting: 'Behaviour', setting_code: 'behaviour' },
    });
    expect(error.details).toEqual([{ field, code: 'not_one_of', params, message }]);
    expect([error.message, error.errors?.[field]]).toEqual([message, [message]]);
    const { data } = await service.call('validatePost', { body });
    expect(data).toEqual({ valid: false, violations: error.violations, advice: [] });
  });

  test('is refused by an update, too, which then changes nothing', async () => {
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

  test('answers like scheduling, and saves nothing', async () => {
    const before = await count();
    const bad = await validate(scheduledFor([one], { content: long }));
    expect([bad.status, bad.data]).toEqual([
      200,
      { valid: false, violations: [tooLong(one, 0)], advice: [] },
    ]);
    expect((await validate(scheduledFor([one]))).data).toEqual({ valid: true, violations: [], advice: [] });
    expect(await count()).toEqual(before);
  });

  test('checks a draft as if it were scheduled', async () => {
    const body = { status: 'draft', content: long, targets: [{ channel_id: one.id }] };
    expect((await validate(body)).data).toEqual({ valid: false, violations: [tooLong(one, 0)], advice: [] });
  });

  test('reports that a draft has nothing to publish', async () => {
    const { data } = await validate({ status: 'draft', targets: [{ channel_id: one.id }] });
    expect(data).toMatchObject({
      valid: false,
      violations: [{ rule: 'content.required', target: 0, params: { needs: ['text', 'files'] } }],
    });
  });

  test('refuses a body that is not a post like creating does', async () => {
    for (const body of [
      {},
      { status: 'scheduled' },
      { status: 'draft', colour: 1 },
      scheduledFor([{ id: 999_999 }]),
      scheduledFor([one, one]),
      scheduledFor([one], { media_ids: [999_999] }),
    ]) {
      const created = await service.request('POST', '/posts', { body });
      expect(refusalOf(await validate(body))).toEqual(refusalOf(created));
    }
  });
});

describe('a post with much to check', () => {
  const part = '😀'.repeat(400);
  const parts = 51;
  const addChannels = async (count: number) =>
    (
      await service.db.rows<{ id: number }>(
        `insert into channels (workspace_id, platform, account_id, name, username)
         select $1, 'mastodon', gen_random_uuid(), 'Ada', 'ada@social.example' from generate_series(1, $2) returning id`,
        [service.workspaceId, count],
      )
    ).map(({ id }) => id);

  const bodyFor = (ids: readonly number[], more: object = {}) => ({
    ...scheduledFor([], { content: part, scheduled_at: '2030-01-01T00:00:00Z', ...more }),
    targets: ids.map((id) => ({ channel_id: id, settings: { thread: Array(parts - 1).fill(part) } })),
  });

  /** Each step ends its slice. Returns the number of slices, and the number of connections in use meanwhile. */
  async function watch(work: () => Promise<unknown>): Promise<{ slices: number; held: number }> {
    const former = service.ctx.slices;
    let [elapsed, slices, held] = [0, 0, 0];
    const steps = { elapsed: () => (elapsed += 10) };
    service.ctx.slices = new Slices({
      elapsed() {
        if (elapsed % 20 === 0) slices += 1;
        held = Math.max(held, service.db.use().busy);
        return steps.elapsed();
      },
    });
    await work();
    service.ctx.slices = former;
    return { slices, held };
  }

  const slices = (targets: number) => ({ slices: targets * (parts + 1) + 1, held: 0 });

  test('is checked in slices, without locks', async () => {
    const ids = await addChannels(3);
    const body = bodyFor(ids);
    const answers: number[] = [];
    const send =
      (method: string, path: string, sent: object = body, client = service) =>
      async () => {
        answers.push((await client.request(method, path, { body: sent })).status);
      };
    expect(await watch(send('POST', '/posts/validate'))).toEqual(slices(3));
    expect(await watch(send('POST', '/posts'))).toEqual(slices(3));
    const draft = await createPost(service, { ...body, status: 'draft' });
    expect(await watch(send('PUT', `/posts/${draft.id}`))).toEqual(slices(3));
    expect(answers).toEqual([200, 201, 200]);
  });

  test('is checked in slices when it is approved, and when it is checked ahead of time', async () => {
    const ids = await addChannels(2);
    await service.request('PATCH', '/api/v1/workspace', { body: { requires_approval: true } });
    const author = await service.as('author');
    const { clock } = service;
    const waiting = await createPost(author, bodyFor(ids, { scheduled_at: await clock.in('30 minutes') }));
    expect(waiting.status).toBe('pending_approval');
    const approve = async () => expect((await decide(service, waiting, 'approve')).status).toBe(201);
    expect(await watch(approve)).toEqual(slices(2));
    await service.db.rows('update targets set check_at = clock_now() where post_id = $1', [waiting.id]);
    const { slices: ahead } = await watch(() => checkAhead(service.ctx));
    expect(ahead).toBeGreaterThan(2 * parts);
  });

  test('is checked again if something has changed since', async () => {
    const [id = 0] = await addChannels(1);
    const former = service.ctx.slices;
    let changed: Promise<unknown> | undefined;
    service.ctx.slices = new Slices({
      elapsed() {
        changed ??= service.db.rows(`update channels set limits = '{"text.max": 10}' where id = $1`, [id]);
        return 0;
      },
    });
    const walk = service.ctx.slices.walk.bind(service.ctx.slices);
    service.ctx.slices.walk = async (work) => {
      const found = await walk(work);
      await changed;
      return found;
    };
    const answer = await service.call('createPost', { body: bodyFor([id]) });
    service.ctx.slices = former;
    expect(answer.error.violations?.map(({ measured, limit }) => [measured, limit])[0]).toEqual([400, 10]);
  });

  test('is refused with a bounded answer that names every channel', async () => {
    const ids = await addChannels(100);
    const media_ids = await Promise.all(
      Array.from({ length: 20 }, () =>
        makeMedia(service.db, service.workspaceId, { mime_type: 'image/tiff', size: 1e9 }),
      ),
    );
    await service.db.rows(`update channels set limits = '{"image.pixels": 1}' where id = any($1)`, [ids]);
    const { error } = await service.call('createPost', {
      body: scheduledFor(
        ids.map((id) => ({ id })),
        { content: part + part, media_ids },
      ),
    });
    const perChannel = Map.groupBy(error.violations ?? [], ({ channel_id }) => channel_id);
    expect([...perChannel.keys()].sort()).toEqual([...ids].sort());
    expect(Math.max(...[...perChannel.values()].map(({ length }) => length))).toBe(60);
  });
});
