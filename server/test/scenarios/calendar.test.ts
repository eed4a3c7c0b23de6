/** The calendar: every post of a window in short form. */

import { stateOfPost, stateOfTarget } from '@belfry/contract/states.ts';
import { addressThumbnail } from '@belfry/contract/thumbnails.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { app } from '../support/app.ts';
import { makePicture, upload } from '../support/media.ts';
import { createPost, getPost, refusalOf, scheduledFor, scheduledToBehave } from '../support/posts.ts';
import { connectSandbox } from '../support/sandbox.ts';

const service = await app();
afterAll(() => service.close());
const [one, two] = [await connectSandbox(service), await connectSandbox(service)];

const at = (hour: number) => `2027-03-01T${String(hour).padStart(2, '0')}:00:00.000000Z`;
type Asking = Pick<typeof service, 'request'>;
const ask = async (more = '', client: Asking = service) => {
  const answer = await client.request('GET', `/api/v1/calendar?from=2027-03-01&to=2027-03-01${more}`);
  return (answer.data as { text: string }[]).map(({ text }) => text);
};
const read = async (from: string, to: string) =>
  (await service.call('getCalendar', { query: { from, to } })).data;

let label: { id: number };
beforeAll(async () => {
  const body = { name: 'Fair', color: 'red' as const };
  label = (await service.call('createLabel', { body })).data;
  await createPost(service, { status: 'draft', content: 'timeless' });
  await createPost(service, scheduledFor([one, two], { content: 'ten', scheduled_at: at(10) }));
  const nine = { content: 'nine', scheduled_at: at(9), label_ids: [label.id] };
  await createPost(service, scheduledFor([one], nine));
  await createPost(await service.as('editor'), {
    status: 'draft',
    content: 'draft of ten',
    scheduled_at: at(10),
  });
  await createPost(service, scheduledFor([two], { content: 'tomorrow', scheduled_at: '2027-03-02T00:00Z' }));
  const foreign = { status: 'draft' as const, content: 'not ours', scheduled_at: at(10) };
  await createPost(await service.inWorkspace(), foreign);
});

describe('the calendar', () => {
  test('has all posts of the window that have a time, earliest first', async () => {
    expect(await ask()).toEqual(['nine', 'ten', 'draft of ten']);
  });

  test.each([
    ['&status[]=draft', ['draft of ten']],
    ['&status[]=draft&status[]=scheduled', ['nine', 'ten', 'draft of ten']],
    ['&status=scheduled', ['nine', 'ten']],
    [`&channel_ids[]=${two.id}`, ['ten']],
    [`&channel_ids[]=${one.id},${two.id}`, ['nine', 'ten']],
    [`&author_id=${service.userId}`, ['nine', 'ten']],
    ['&author_id=999999', []],
    ['&label_ids[]=999999', []],
    ['&status=&label_ids[]=&author_id=', ['nine', 'ten', 'draft of ten']],
  ])('can be narrowed by %s', async (more, texts) => {
    expect(await ask(more)).toEqual(texts);
  });

  test('can be narrowed by labels', async () => {
    expect(await ask(`&label_ids[]=${label.id}`)).toEqual(['nine']);
  });

  test.each([
    ['from=2027-03-01', ['to']],
    ['from=2027-03-01&to=soon', ['to']],
    ['from=2027-03-01&to=2027-03-02&status[]=late', ['status[].0']],
  ])('refuses %s', async (query, fields) => {
    const answer = await service.request('GET', `/api/v1/calendar?${query}`);
    expect(refusalOf(answer)).toEqual(['invalid', ...fields]);
  });

  test('shows a member of one channel the posts for it, and their own', async () => {
    const member = await service.as('viewer');
    await service.db.rows('update members set channel_ids = $2 where user_id = $1', [
      member.userId,
      [two.id],
    ]);
    expect(await ask('', member)).toEqual(['ten']);
  });
});

describe('a row', () => {
  test('has version, time, picture, channels and labels of the post', async () => {
    const picture = (await upload(service, { bytes: await makePicture('png') })).data;
    const scheduled_at = '2027-04-01T09:00:00.000000Z';
    const more = { scheduled_at, media_ids: [picture.id], label_ids: [label.id] };
    const post = await createPost(service, scheduledFor([two, one], more));
    const [row] = await read(scheduled_at, scheduled_at);
    expect([row]).toEqual([
      {
        id: post.id,
        version: post.version,
        state: 'scheduled',
        at: scheduled_at,
        text: 'Hello',
        picture: { id: picture.id, version: `${picture.thumbnail_url}`.slice(-8) },
        channels: [
          { id: two.id, state: 'scheduled' },
          { id: one.id, state: 'scheduled' },
        ],
        labels: [label.id],
      },
    ]);
    const path = addressThumbnail(row?.picture ?? { id: 0, version: '' }, service.workspaceId, 160);
    const small = await service.request('GET', path);
    expect([small.status, small.headers.get('cache-control')]).toEqual([
      200,
      'private, max-age=31536000, immutable',
    ]);
  });

  test('shows 80 characters in one line, also of a text that only a channel has', async () => {
    const scheduled_at = '2027-04-02T09:00:00.000000Z';
    const targets = [{ channel_id: one.id, content: ` One\n\n"line"\t${'🔔'.repeat(90)}` }];
    await createPost(service, { status: 'draft', scheduled_at, targets });
    const [row] = await read(scheduled_at, scheduled_at);
    expect(row?.text).toBe(`One "line" ${'🔔'.repeat(69)}`);
  });

  test('has the states that a browser finds from the post', async () => {
    const [three, four] = [await connectSandbox(service), await connectSandbox(service)];
    const sent = [
      scheduledToBehave('reject', [one, two]),
      scheduledFor([one]),
      scheduledToBehave('throttle', [two]),
      scheduledToBehave('reconnect', [three]),
      scheduledToBehave('throttle', [four]),
    ];
    const posts = [];
    for (const body of sent) posts.push(await createPost(service, body));
    await service.publishDue();
    await service.call('updateChannel', { params: { id: four.id }, body: { paused: true } });
    const today = await service.clock.in('0');
    const rows = await read('2020-01-01', today);
    for (const { id } of posts) {
      const post = await getPost(service, { id });
      const row = rows.find((each) => each.id === id);
      expect([row?.state, row?.channels.map(({ state }) => state)]).toEqual([
        stateOfPost(post),
        post.targets.map((target) => stateOfTarget(target, post)),
      ]);
    }
    expect(new Set(rows.map(({ state }) => state))).toEqual(
      new Set(['failed', 'published', 'retrying', 'held', 'paused']),
    );
  });
});

test('a window with more than 5,000 posts is cut, and says so', async () => {
  const client = await service.inWorkspace();
  await service.db.rows(
    `insert into posts (workspace_id, author_id, content, status, scheduled_at, planned_at)
     select $1, $2, 'Post ' || n, 'draft', at, at
     from generate_series(1, 5001) n, lateral (select '2027-05-01Z'::timestamptz + n * interval '1 minute' as at) t`,
    [client.workspaceId, client.userId],
  );
  const get = (to: string) => client.call('getCalendar', { query: { from: '2027-05-01', to } });
  const whole = await get('2027-05-04T11:20:00Z');
  expect([whole.data.length, whole.body]).toEqual([5000, expect.objectContaining({ truncated: false })]);
  const cut = await get('2027-05-31');
  expect([cut.data.length, cut.data.at(-1)?.text]).toEqual([5000, 'Post 5000']);
  expect(cut.body).toMatchObject({ truncated: true });
});

describe('an answer that was kept', () => {
  const scheduled_at = '2027-06-01T09:00:00.000000Z';
  const states = async () => (await read(scheduled_at, scheduled_at)).map(({ state }) => state);

  test('is not given after anything that it shows has changed', async () => {
    const channel = await connectSandbox(service);
    const media = (await upload(service, { bytes: await makePicture('png') })).data;
    const old = { name: 'Short-lived', color: 'red' as const };
    const { id: labelId } = (await service.call('createLabel', { body: old })).data;
    const more = { scheduled_at, media_ids: [media.id], label_ids: [labelId] };
    const { id } = await createPost(service, scheduledFor([channel], more));
    const row = async () => (await read(scheduled_at, scheduled_at))[0];
    expect(await row()).toMatchObject({ version: 1, labels: [labelId], state: 'scheduled' });
    await service.call('deleteLabel', { params: { id: labelId } });
    expect(await row()).toMatchObject({ version: 1, labels: [] });
    const body = scheduledFor([channel], { scheduled_at, content: 'New' });
    await service.call('updatePost', { params: { id }, body });
    expect(await row()).toMatchObject({ version: 2, text: 'New', picture: null });
    const set = (is: boolean) =>
      service.db.rows('update channels set needs_reconnect = $2 where id = $1', [channel.id, is]);
    await set(true);
    expect(await states()).toEqual(['at_risk']);
    await set(false);
    expect(await states()).toEqual(['scheduled']);
    const pause = (paused: boolean) =>
      service.call('updateChannel', { params: { id: channel.id }, body: { paused } });
    await pause(true);
    expect(await states()).toEqual(['paused']);
    await pause(false);
    expect(await states()).toEqual(['scheduled']);
    await service.call('deletePost', { params: { id } });
    expect(await states()).toEqual([]);
  });

  test('is not given to others', async () => {
    await createPost(service, scheduledFor([one], { scheduled_at }));
    expect(await states()).toEqual(['scheduled']);
    const stranger = await service.inWorkspace();
    const query = { from: scheduled_at, to: scheduled_at };
    expect((await stranger.call('getCalendar', { query })).data).toEqual([]);
  });
});
