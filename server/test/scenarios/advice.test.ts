/** What people are told before they publish: formats and rates of networks, and advice about a post. */
import { afterAll, expect, test } from 'vitest';
import { app } from '../support/app.ts';
import { openGallery } from '../support/gallery.ts';
import { makeMedia } from '../support/people.ts';
import { createPost, scheduledFor } from '../support/posts.ts';
import { connectSandbox } from '../support/sandbox.ts';

const read = { source: 'https://example.org/limits', checked: '2026-11-22' };
const gallery = openGallery({
  formats: { story: { title: 'Story', limits: { 'text.max': { value: 5, unit: 'bytes', ...read } } } },
  rates: [
    { scope: 'app', most: 300, seconds: 10_800, ...read },
    { scope: 'channel', most: 25, seconds: 86_400, ...read, confirmed: false },
  ],
  limits: { 'video.codecs': { value: ['avc'], ...read } },
  advise: ({ text }) =>
    text.includes('http')
      ? [{ field: 'content', rule: 'link.cost', message: 'A link costs $0.20.', params: { dollars: 0.2 } }]
      : [],
});
const service = await app({ networks: gallery.networks });
afterAll(() => service.close());
const [one, two] = [await connectSandbox(service), await connectSandbox(service)];
const linked = { content: 'See https://example.org' };
const cost = (channel: { id: number }, target: number) => ({
  channel_id: channel.id,
  target,
  field: 'content',
  rule: 'link.cost',
  message: 'A link costs $0.20.',
  params: { dollars: 0.2 },
});

test('the list of networks shows the formats and rates of each', async () => {
  const { data } = await service.call('listNetworks', {});
  expect(data.find(({ platform }) => platform === 'sandbox')).toMatchObject({
    formats: {
      story: {
        title: 'Story',
        limits: { 'text.max': { value: 5, unit: 'bytes', confirmed: true, ...read } },
      },
    },
    rates: [
      { scope: 'app', most: 300, seconds: 10_800, confirmed: true, ...read },
      { scope: 'channel', most: 25, seconds: 86_400, confirmed: false, ...read },
    ],
  });
  expect(data.find(({ platform }) => platform === 'mastodon')).toMatchObject({ formats: {}, rates: [] });
});

test('validating shows the advice beside the violations', async () => {
  const content = `${linked.content} ${'x'.repeat(500)}`;
  const { data } = await service.call('validatePost', { body: scheduledFor([one], { content }) });
  expect([data.valid, data.violations.map(({ rule }) => rule), data.advice]).toEqual([
    false,
    ['text.max'],
    [cost(one, 0)],
  ]);
});

test('validating shows the advice for each channel that it concerns', async () => {
  const targets = [{ channel_id: one.id, content: 'No link' }, { channel_id: two.id }];
  const { data } = await service.call('validatePost', { body: { ...scheduledFor([], linked), targets } });
  expect(data).toEqual({ valid: true, violations: [], advice: [cost(two, 1)] });
});

test('advice refuses nothing, and the answers to a save have `data` alone', async () => {
  const targets = [{ channel_id: one.id }];
  const body = { ...scheduledFor([], linked), targets };
  const headers = { 'idempotency-key': 'again' };
  const created = await service.call('createPost', { body, headers });
  const again = await service.call('createPost', { body, headers });
  const params = { id: created.data.id };
  const updated = await service.call('updatePost', { params, body });
  const patched = await service.call('patchPost', { params, body: { publish_in: 60 } });
  const labelled = await service.call('patchPost', { params, body: { label_ids: [] } });
  const answers = [created, again, updated, patched, labelled];
  expect(answers.map(({ status, body: answer }) => [status, Object.keys(answer as object)])).toEqual(
    [201, 201, 200, 200, 200].map((status) => [status, ['data']]),
  );
});

test('a video of which not everything is known may be scheduled, with advice', async () => {
  const id = await makeMedia(service.db, service.workspaceId, { kind: 'video', mime_type: 'video/mp4' });
  const { data } = await service.call('validatePost', { body: scheduledFor([one], { media_ids: [id] }) });
  expect(data).toMatchObject({
    valid: true,
    advice: [{ channel_id: one.id, field: 'media_ids.0', rule: 'media.unknown' }],
  });
  await createPost(service, scheduledFor([one], { media_ids: [id] }));
});

test('the limits of the format are those that a post must keep', async () => {
  const targets = [{ channel_id: one.id, settings: { format: 'story' } }];
  const { data } = await service.call('validatePost', {
    body: { ...scheduledFor([]), targets, content: 'äöü' },
  });
  expect(data.violations).toMatchObject([{ rule: 'text.max', measured: 6, limit: 5, unit: 'bytes' }]);
});

test('validating names posts with the same text on the same channel within a day', async () => {
  const content = 'The bells ring at nine';
  const at = (time: string) => ({ scheduled_at: `2031-12-10T${time}:00Z`, content });
  const first = await createPost(service, scheduledFor([one], at('09:00')));
  const targets = [{ channel_id: one.id, content: `${content}\n` }, { channel_id: two.id }];
  const check = async (body: object) => {
    const { data } = await service.call('validatePost', { body: { ...scheduledFor([]), targets, ...body } });
    return data.advice.map(({ rule, channel_id, params }) => ({ rule, channel_id, params }));
  };
  expect(await check(at('21:00'))).toEqual([
    {
      rule: 'text.same_day',
      channel_id: one.id,
      params: { post_id: first.id, at: '2031-12-10T09:00:00.000000Z', published: false },
    },
  ]);
  expect(await check({ ...at('21:00'), scheduled_at: '2031-12-11T09:00:00Z' })).toEqual([]);
  expect(await check({ ...at('21:00'), targets: [{ channel_id: one.id, content: 'Other words' }] })).toEqual(
    [],
  );
  await createPost(service, { ...at('09:00'), status: 'draft', targets: [{ channel_id: two.id }] });
  expect(await check({ ...at('21:00'), targets: [{ channel_id: two.id }] })).toEqual([]);
});

test('validating names them also for a post in the queue, whose time is the next free slot', async () => {
  const [queued, without] = [await connectSandbox(service), await connectSandbox(service)];
  await service.call('updateChannel', { params: queued, body: { posting_times: ['09:00', '17:00'] } });
  const body = (channel: { id: number }, content: string) =>
    scheduledFor([channel], { queue: true, content });
  const check = async (...given: Parameters<typeof body>) =>
    (await service.call('validatePost', { body: body(...given) })).data.advice.map(({ params }) => params);
  const first = await createPost(service, body(queued, 'The bells ring'));
  expect(await check(queued, 'The bells ring')).toEqual([
    { post_id: first.id, at: first.scheduled_at, published: false },
  ]);
  expect(await check(queued, 'The bells are silent')).toEqual([]);
  expect(await check(without, 'The bells ring')).toEqual([]);
  // The slots of the next days are taken, so the next free one is further away.
  for (let slot = 0; slot < 4; slot += 1) await createPost(service, body(queued, `Slot ${slot}`));
  expect(await check(queued, 'The bells ring')).toEqual([]);
});

test('validating says whether the channel has published the other post', async () => {
  const channel = await connectSandbox(service);
  const { id } = await createPost(service, scheduledFor([channel], { content: 'Once more' }));
  const check = async () => {
    const body = { ...scheduledFor([channel], { content: 'Once more', publish_in: 10 }), scheduled_at: null };
    return (await service.call('validatePost', { body })).data.advice.map(({ params }) => params);
  };
  expect(await check()).toEqual([]);
  await service.publishDue();
  const { scheduled_at } = (await service.call('getPost', { params: { id } })).data;
  expect(await check()).toEqual([{ post_id: id, at: scheduled_at, published: true }]);
});
