import { afterEach, beforeEach, expect, test } from 'vitest';
import { refuse } from '../families/meta/fake-graph.ts';
import { accountId } from './fake.ts';
import { containerId, image, making, pageOf, postId, publishing, Stage, video } from './testing/stage.ts';

let stage: Stage;
beforeEach(async () => {
  stage = await Stage.open();
});
afterEach(() => stage.close());

const first = postId(0);
const address = 'https://belfry.test/files/bell.png';
const quotaCall = `GET ${accountId}/threads_publishing_limit`;

test('a text is published with its settings, in this order of calls', async () => {
  const settings = {
    topic_tag: ' Bell ringing ',
    link: 'https://example.com/',
    quote: '17',
    location: '12345',
    reply_control: 'followers_only',
    poll: { options: ['Ding', 'Dong', 'Both', 'None'] },
  };
  expect(await stage.start({ settings }).finish()).toEqual({
    kind: 'published',
    id: first,
    url: pageOf(first),
    warnings: [],
  });
  expect(stage.calls).toEqual([quotaCall, making, `GET ${containerId(0)}`, publishing, `GET ${first}`]);
  expect(stage.created).toEqual([
    {
      media_type: 'TEXT',
      text: 'Ding',
      topic_tag: 'Bell ringing',
      link_attachment: 'https://example.com/',
      quote_post_id: '17',
      location_id: '12345',
      reply_control: 'followers_only',
      poll_attachment: '{"option_a":"Ding","option_b":"Dong","option_c":"Both","option_d":"None"}',
    },
  ]);
});

test('an image has its description, and only what was set', async () => {
  await stage.start({ text: '', media: [image()], settings: { is_spoiler: false } }).finish();
  await stage.start({ media: [video()], settings: { is_spoiler: true } }).finish();
  expect(stage.created).toEqual([
    { media_type: 'IMAGE', image_url: address, alt_text: 'A bell' },
    { media_type: 'VIDEO', video_url: address, text: 'Ding', is_spoiler_media: 'true' },
  ]);
});

test('the text and the settings of a carousel are its own, and the descriptions are those of its items', async () => {
  const settings = { topic_tag: 'Bells', is_spoiler: true };
  const media = [image(), video({ altText: 'Ringing' })];
  expect(await stage.start({ media, settings }).finish()).toMatchObject({ kind: 'published', id: first });
  expect(stage.created).toEqual([
    { media_type: 'IMAGE', image_url: address, alt_text: 'A bell', is_carousel_item: 'true' },
    { media_type: 'VIDEO', video_url: address, alt_text: 'Ringing', is_carousel_item: 'true' },
    {
      media_type: 'CAROUSEL',
      children: `${containerId(0)},${containerId(1)}`,
      text: 'Ding',
      topic_tag: 'Bells',
      is_spoiler_media: 'true',
    },
  ]);
  expect(stage.fake.shown?.()).toMatchObject([{ media: [{ alt: 'A bell' }, { alt: 'Ringing' }] }]);
});

test('an account that has published enough waits, and makes nothing', async () => {
  stage.fake.meta.profile.most.posts = 0;
  expect(await stage.start().try()).toMatchObject({
    kind: 'later',
    seconds: 3600,
    message: expect.stringContaining('0 of the 0 posts'),
  });
  expect(stage.calls).toEqual([quotaCall]);
});

test('the last post that an account may publish is published', async () => {
  stage.fake.meta.profile.most.posts = 1;
  expect(await stage.start().finish()).toMatchObject({ kind: 'published' });
});

test.each([
  ['a list', { status: 200, body: [] }],
  ['an id that is no text', { status: 200, body: { id: 17 } }],
  ['nothing', { status: 200, body: '' }],
])('the answer %s to a request for a container is no container', async (_, response) => {
  stage.answerNext(making, response);
  expect(await stage.start().finish()).toMatchObject({ kind: 'published', id: first });
});

test.each([
  ['a script', { status: 200, body: { id: '1', permalink: 'javascript:alert(1)' } }],
  ['an error', refuse(500, '2', 'Down')],
])('the page %s is no page', async (_, response) => {
  stage.answerNext(`GET ${first}`, response);
  expect(await stage.start().finish()).toMatchObject({ kind: 'published', id: first, url: null });
});

test('a refusal names the part of the post that it is about', async () => {
  stage.answerNext(making, refuse(400, '100', 'THREADS_API__LINK_LIMIT_EXCEEDED'));
  expect(await stage.start().finish()).toMatchObject({
    kind: 'failed',
    message: expect.stringContaining('5 different links'),
  });
});
