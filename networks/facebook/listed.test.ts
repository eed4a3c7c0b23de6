import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { makeMedia } from '../testing/media.ts';
import { type FakePost, pageId } from './fake-page.ts';
import { Stage, tryUntil, video } from './testing/stage.ts';

let stage: Stage;
beforeEach(async () => {
  stage = await Stage.open();
});
afterEach(() => stage.close());

const feed = `POST ${pageId}/feed`;

test('a lost answer stays in doubt if the Page has published so much since that the list does not reach back', async () => {
  stage.fake.server.faults.push('accept_then_drop');
  const target = stage.start();
  await target.try();
  for (let index = 0; index < 120; index += 1)
    await stage.fake.plant?.({ text: `Other ${index}`, settings: {}, media: [] });
  target.wait(200);
  expect(await target.finish()).toMatchObject({ kind: 'unconfirmed' });
  expect(stage.count(feed)).toBe(1);
});

test('a lost answer stays in doubt if the list makes no sense', async () => {
  stage.fake.server.faults.push('error_500');
  const target = stage.start();
  await target.try();
  target.wait(200);
  stage.answerNext(`GET ${pageId}/published_posts`, { status: 200, body: { data: 'none' } });
  expect(await target.try()).toMatchObject({ kind: 'later', because: 'in_doubt' });
  expect(stage.count(feed)).toBe(1);
});

describe('a lost answer to a post that the Page shows in another way', () => {
  const link = 'https://bells.example';
  const lose = async (post: Parameters<Stage['start']>[0], shown: Partial<FakePost>) => {
    stage.fake.server.faults.push('accept_then_drop');
    const target = stage.start(post);
    await target.try();
    for (const each of stage.fake.meta.page.posts) Object.assign(each, shown);
    return target;
  };

  test.each([
    ['without a blank line', { text: 'Ding\n\n\nDong ' }, { text: 'Ding\n\nDong' }],
    ['with composed letters', { text: 'Lo\u0308we' }, { text: 'L\u00f6we' }],
    ['with a completed link', { text: '', settings: { link } }, { settings: { link: `${link}/` } }],
  ])('%s is settled', async (_, post, shown) => {
    const target = await lose(post, shown);
    expect(await target.finish()).toMatchObject({ kind: 'published' });
    expect(stage.count(feed)).toBe(1);
  });

  test.each([
    ['with another end', { text: 'Ding dong ding' }, { text: 'Ding …' }],
    ['with another beginning', { text: 'Ding dong ding' }, { text: '… ding' }],
    ['without its text', { text: 'Ding' }, { text: '' }],
    ['with other signs', { text: '🔔' }, { text: '🛎' }],
    [
      'with another link',
      { text: '', settings: { link } },
      { settings: { link: 'https://bells.example/home' } },
    ],
    ['without its link', { text: '', settings: { link } }, { settings: {} }],
    ['without its photos', { media: [makeMedia()] }, { photos: [] }],
    [
      'without one of its photos',
      { media: [makeMedia(), makeMedia()], text: 'Ding' },
      { text: 'Dong', half: true },
    ],
  ])('%s stays in doubt', async (_, post, { half, ...shown }: Partial<FakePost> & { half?: boolean }) => {
    const { page } = stage.fake.meta;
    const target = await lose(post, shown);
    if (half) for (const each of page.posts) each.photos.pop();
    target.wait(200);
    expect(await target.finish()).toMatchObject({ kind: 'unconfirmed' });
    expect(stage.count(feed)).toBe(1);
  });

  test.each([
    ['with other words', { text: 'Ding' }, { text: 'Dong' }],
    ['with words instead of signs', { text: '🔔' }, { text: 'Dong' }],
    ['with other words instead of a link', { text: '', settings: { link } }, { text: 'Dong' }],
    ['with other words, and other photos', { media: [makeMedia()] }, { text: 'Dong' }],
  ])('cannot be one %s', async (_, post, other) => {
    stage.fake.server.faults.push('error_500');
    const target = stage.start(post);
    await target.try();
    stage.fake.meta.page.show(other);
    expect(await target.finish()).toMatchObject({ kind: 'published' });
    expect(stage.count(feed)).toBe(2);
  });
});

describe('a lost answer to a story stays in doubt', () => {
  const stories = `GET ${pageId}/stories`;
  const start = async () => {
    stage.fake.server.faults.push('accept_then_drop');
    const target = stage.start({ media: [makeMedia()], settings: { format: 'story' } });
    await target.try();
    return target;
  };
  const sends = () => stage.count(`POST ${pageId}/photo_stories`);
  const show = (id: string, madeAt?: number) =>
    stage.fake.meta.page.show({
      kind: 'story',
      photos: [{ id, sha256: '', size: 0, alt: null, isUsed: true, madeAt: 0 }],
      ...(madeAt !== undefined && { madeAt }),
    });

  test('if the list does not reach back to it', async () => {
    const target = await start();
    for (let index = 0; index < 120; index += 1) show(`9${index}`);
    target.wait(200);
    expect(await target.finish()).toMatchObject({ kind: 'unconfirmed' });
    expect(sends()).toBe(1);
  });

  test('if the list is empty, as it is without a story archive', async () => {
    const target = await start();
    stage.fake.meta.page.hasArchive = false;
    target.wait(200);
    expect(await target.finish()).toMatchObject({ kind: 'unconfirmed' });
    expect(sends()).toBe(1);
  });

  const made = Date.UTC(2000, 0) / 1000;
  const next = { paging: { next: 'https://graph.facebook.com/next' } };
  test.each([
    ['that is no list', { data: 'none' }],
    ['without times', { data: [{ media_id: '1' }], ...next }],
    ['with other times', { data: [{ media_id: '1', creation_time: 'today' }], ...next }],
    ['whose pages go on', { data: [{ media_id: '1', creation_time: 4_000_000_000 }], ...next }],
    ['whose pages go on in another form', { data: [], paging: { next: {} } }],
    [
      'that begins with the oldest',
      { data: [made, made + 1].map((creation_time) => ({ media_id: '1', creation_time })), ...next },
    ],
    ['that does not name a file', { data: [{ media_id: null, creation_time: 4_000_000_000 }] }],
  ])('after an answer %s', async (_, body) => {
    const target = await start();
    stage.answerNext(stories, { status: 200, body });
    target.wait(200);
    expect(await target.try()).toMatchObject({ kind: 'later', because: 'in_doubt' });
    expect(sends()).toBe(1);
  });

  test.each([
    ['as a number', made],
    ['as digits', String(made)],
    ['as a date', '2000-01-01T00:00:00+0000'],
  ])('only until the list reaches back, with times %s', async (_, creation_time) => {
    stage.fake.server.faults.push('error_500');
    const target = stage.start({ media: [makeMedia()], settings: { format: 'story' } });
    await target.try();
    stage.answerNext(stories, { status: 200, body: { data: [{ media_id: '1', creation_time }], ...next } });
    target.wait(200);
    await target.try();
    expect(sends()).toBe(2);
  });
});

test.each([
  {},
  { status: 'gone' },
  { status: { video_status: 'ready' } },
  { status: { uploading_phase: { status: 'unheard of' } } },
])('a lost answer to the end of a reel stays in doubt after the status %o', async (body) => {
  const finishes = () => stage.bodies('video_reels').filter((each) => each.upload_phase === 'finish').length;
  stage.fake.server.faults.push('accept_then_drop');
  const target = stage.start({ media: [video()], settings: { format: 'reel' } });
  await tryUntil(target, () => finishes() > 0);
  stage.answerNext(`GET 4100000000000000`, { status: 200, body });
  target.wait(200);
  expect(await target.try()).toMatchObject({ kind: 'later', because: 'in_doubt' });
  expect(finishes()).toBe(1);
});
