import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Outgoing } from '../core/network.ts';
import { makeMedia } from '../testing/media.ts';
import { startTarget } from '../testing/target.ts';
import { type DiscordFake, startFake } from './fake.ts';
import { discordWebhook } from './index.ts';

let fake: DiscordFake;
beforeEach(async () => {
  fake = await startFake();
});
afterEach(() => fake.server.close());

function publish(post: Partial<Outgoing>) {
  return startTarget(discordWebhook, post, fake).finish();
}

/** The one message that the channel has. */
function message() {
  expect(fake.channel.messages).toHaveLength(1);
  return fake.channel.messages[0];
}

const thread = '1290000000000000001';

test('a text is published with its page, and notifies nobody', async () => {
  const outcome = await publish({ text: 'Hello @everyone <@1>' });
  expect(outcome).toMatchObject({
    kind: 'published',
    id: '1300000000000000000',
    url: 'https://discord.com/channels/41771983423143937/199737254929760256/1300000000000000000',
  });
  expect(message()).toMatchObject({ content: 'Hello @everyone <@1>', allowed_mentions: { parse: [] } });
  expect(message()).not.toHaveProperty('flags');
});

test.each([
  ['none', []],
  ['users', ['users']],
  ['roles', ['users', 'roles']],
  ['everyone', ['users', 'roles', 'everyone']],
])('mentions “%s” notify %j', async (mentions, parse) => {
  await publish({ settings: { mentions } });
  expect(message()?.allowed_mentions).toEqual({ parse });
});

test('files go with the message, each with its description, in order', async () => {
  const media = [
    makeMedia({ name: 'a "bell".png', altText: 'A bell' }),
    makeMedia({ kind: 'video', altText: null }),
  ];
  expect(await publish({ text: '', media })).toMatchObject({ kind: 'published' });
  const { size } = makeMedia();
  expect(message()?.files).toMatchObject([
    { name: 'a_bell_.png', mimeType: 'image/png', content: { length: size } },
    { name: 'bell.mp4', mimeType: 'video/mp4', content: { length: size } },
  ]);
  expect(message()?.attachments).toEqual([{ id: 0, description: 'A bell' }, { id: 1 }]);
  expect(message()).not.toHaveProperty('content');
});

test('a spoiler blurs every file', async () => {
  await publish({ settings: { spoiler: true }, media: [makeMedia(), makeMedia()] });
  expect(message()?.attachments?.map(({ is_spoiler }) => is_spoiler)).toEqual([true, true]);
});

test('flags make a message silent and without previews', async () => {
  await publish({ settings: { silent: true, suppress_embeds: true } });
  expect(message()?.flags).toBe(4 + 4096);
});

test('the sender can have a name and a picture of its own', async () => {
  const settings = { username: 'Ada', avatar_url: 'https://ada.example/a.png' };
  await publish({ settings });
  expect(message()).toMatchObject(settings);
});

test('a poll', async () => {
  const poll = {
    question: 'When?',
    options: ['Noon', 'Midnight'],
    duration_minutes: 2880,
    is_multiple: true,
  };
  expect(await publish({ text: '', settings: { poll } })).toMatchObject({ kind: 'published' });
  expect(message()?.poll).toEqual({
    question: { text: 'When?' },
    answers: [{ poll_media: { text: 'Noon' } }, { poll_media: { text: 'Midnight' } }],
    duration: 48,
    allow_multiselect: true,
  });
});

test('a message goes to a thread of the channel, and its page is in the thread', async () => {
  fake.channel.threads.add(thread);
  const outcome = await publish({ settings: { thread_id: thread } });
  expect(outcome).toMatchObject({ url: expect.stringContaining(`/${thread}/`) });
  expect(message()?.channelId).toBe(thread);
});

test('a thread of another channel is refused, and the channel stays connected', async () => {
  const outcome = await publish({ settings: { thread_id: thread } });
  expect(outcome).toMatchObject({ kind: 'failed', code: 'rejected', field: 'settings.thread_id' });
  expect(fake.channel.messages).toEqual([]);
});

test('a thread id cannot change the address', async () => {
  const outcome = await publish({ settings: { thread_id: '1&wait=false' } });
  expect(outcome).toMatchObject({ kind: 'failed', code: 'rejected' });
  expect(fake.server.requests.at(-1)?.query.getAll('wait')).toEqual(['true']);
  expect(fake.server.breaches.splice(0)).toEqual([expect.stringContaining('/thread_id must match')]);
});

test('a title starts a forum post', async () => {
  fake.channel.kind = 'forum';
  const settings = { title: 'The new bell', applied_tags: ['1290000000000000007'] };
  expect(await publish({ settings })).toMatchObject({ kind: 'published' });
  expect(message()).toMatchObject({ thread_name: 'The new bell', applied_tags: settings.applied_tags });
});

test('a forum without a title is refused with a sentence', async () => {
  fake.channel.kind = 'forum';
  expect(await publish({})).toMatchObject({
    kind: 'failed',
    message: expect.stringContaining('Posts to a forum channel need a title or a thread.'),
  });
});

test('a text of 2,000 emoji is accepted, and one more is refused', async () => {
  expect(await publish({ text: '🔔'.repeat(2000) })).toMatchObject({ kind: 'published' });
  expect(await publish({ text: '🔔'.repeat(2001) })).toMatchObject({ kind: 'failed', code: 'rejected' });
});

test('a deleted webhook holds the post until a person connects the channel again', async () => {
  fake.channel.delete();
  expect(await publish({})).toMatchObject({ kind: 'held' });
});

test('a lost answer stays in doubt, and the message is not sent again', async () => {
  fake.server.faults.push('accept_then_drop');
  expect(await publish({})).toMatchObject({ kind: 'unconfirmed' });
  message();
});

test('the token appears in no outcome', async () => {
  for (const fault of ['error_500', 'throttle', 'expire'] as const) {
    fake.server.faults.push(fault);
    expect(JSON.stringify(await startTarget(discordWebhook, {}, fake).try())).not.toContain('secret-');
  }
});

test.each([
  [1, undefined],
  [0, { channel: 1.25, app: 0 }],
])(
  'after a message that leaves %i of the limit, the channel pauses as Discord says',
  async (remaining, pauseAfter) => {
    fake.channel.rate = { remaining, resetAfter: 1.25 };
    const outcome = await publish({});
    expect(outcome.kind).toBe('published');
    expect(outcome.pauseAfter).toEqual(pauseAfter);
  },
);
