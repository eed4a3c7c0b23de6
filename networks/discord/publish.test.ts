import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { JsonObject } from '../core/json.ts';
import type { Network, Outgoing } from '../core/network.ts';
import { makeMedia } from '../testing/media.ts';
import { startTarget } from '../testing/target.ts';
import { type DiscordFake, startFake } from './fake.ts';
import { bot, foreignChannel, forum, guild, newsChannel, textChannel } from './fake-guilds.ts';
import { discord } from './index.ts';

let fake: DiscordFake;
beforeEach(async () => {
  fake = await startFake();
});
afterEach(() => fake.server.close());

function start(post: Partial<Outgoing>, id = textChannel) {
  return startTarget(discord as Network, post, { ...fake, account: { ...fake.account, id } });
}

function publish(post: Partial<Outgoing>, id?: string) {
  return start(post, id).finish();
}

const own = () => fake.discord.guilds.own;
const sent = () => fake.server.requests.filter(({ method }) => method === 'POST');
const names = () => fake.server.requests.map(({ method, path }) => `${method} ${path.split('/v10')[1]}`);

/** The one message that the bot wrote. */
function message() {
  expect(own()).toHaveLength(1);
  return own()[0];
}

test('a text is published with its page, and notifies nobody', async () => {
  const outcome = await publish({ text: 'Hello @everyone <@1>' });
  const { id } = message() ?? {};
  const url = `https://discord.com/channels/${guild}/${textChannel}/${id}`;
  expect(outcome).toMatchObject({ kind: 'published', id, url });
  expect(names()).toEqual([`GET /channels/${textChannel}`, `POST /channels/${textChannel}/messages`]);
  expect(sent()[0]?.json).toEqual({
    content: 'Hello @everyone <@1>',
    allowed_mentions: { parse: [] },
    nonce: expect.stringMatching(/^[\w-]{22}$/),
    enforce_nonce: true,
  });
});

test.each<[JsonObject, JsonObject]>([
  [{ mentions: 'users' }, { allowed_mentions: { parse: ['users'] } }],
  [{ mentions: 'everyone' }, { allowed_mentions: { parse: ['users', 'roles', 'everyone'] } }],
  [{ silent: true, suppress_embeds: true }, { flags: 4 + 4096 }],
])('the settings %j become %j', async (settings, expected) => {
  await publish({ settings });
  expect(message()).toMatchObject(expected);
});

test('files go with the message, each with its description, in order', async () => {
  const media = [makeMedia({ altText: 'A bell' }), makeMedia({ kind: 'video', altText: null })];
  await publish({ text: '', media, settings: { spoiler: true } });
  expect(message()?.files.map(({ name, mimeType }) => [name, mimeType])).toEqual([
    ['bell.png', 'image/png'],
    ['bell.mp4', 'video/mp4'],
  ]);
  expect(message()?.attachments).toEqual([
    { id: 0, description: 'A bell', is_spoiler: true },
    { id: 1, is_spoiler: true },
  ]);
});

test.each([
  [{}, { duration: 24, allow_multiselect: false }],
  [
    { duration_minutes: 120, is_multiple: true },
    { duration: 2, allow_multiselect: true },
  ],
])('a poll with %j', async (more, expected) => {
  const poll = { question: 'When?', options: ['Noon', 'Midnight'], ...more };
  expect(await publish({ text: '', settings: { poll, thread: ['Vote!'] } })).toMatchObject({
    kind: 'published',
  });
  expect(own().map((each) => each.poll)).toEqual([
    {
      question: { text: 'When?' },
      answers: [{ poll_media: { text: 'Noon' } }, { poll_media: { text: 'Midnight' } }],
      ...expected,
    },
    undefined,
  ]);
});

test('each part of a thread replies to the one before, in order and as silently', async () => {
  await publish({ text: 'One', settings: { thread: ['Two', 'Three'], silent: true } });
  const [one, two] = own();
  expect(own().map(({ content, message_reference, flags }) => [content, message_reference, flags])).toEqual([
    ['One', undefined, 4096],
    ['Two', { message_id: one?.id, channel_id: textChannel }, 4096],
    ['Three', { message_id: two?.id, channel_id: textChannel }, 4096],
  ]);
});

test('every part is reported with its page', async () => {
  const run = {
    step: (_: string, effect: () => unknown) => effect(),
    commit: (_: string, effect: (key: string, sent: object) => unknown) =>
      effect(crypto.randomUUID(), { times: 0 }),
  };
  const { session } = start({});
  const post = { text: 'One', settings: { thread: ['Two'] }, media: [] };
  const published = await (discord as Network).publish(post, session, run as never);
  const parts = fake.shown?.().map(({ id, url }) => ({ id, url }));
  expect(published).toEqual({ ...parts?.[0], parts });
});

describe('a place of its own', () => {
  test('a message goes to a thread of the channel', async () => {
    const thread_id = fake.discord.guilds.addThread(textChannel, 'Ropes');
    const outcome = await publish({ settings: { thread_id } });
    expect(outcome).toMatchObject({ kind: 'published', url: expect.stringContaining(`/${thread_id}/`) });
    expect(message()?.channelId).toBe(thread_id);
  });

  test.each([
    ['a thread of another channel', () => fake.discord.guilds.addThread(newsChannel, 'Ropes')],
    ['a thread of another server', () => fake.discord.guilds.addThread(foreignChannel, 'Ropes')],
    ['another channel', () => newsChannel],
    ['a channel of another server', () => foreignChannel],
    ['an unknown thread', () => '1290000000000000009'],
  ])('%s is refused before anything is sent', async (_, make) => {
    const outcome = await publish({ settings: { thread_id: make() } });
    expect(outcome).toMatchObject({ kind: 'failed', code: 'rejected', field: 'settings.thread_id' });
    expect(sent()).toEqual([]);
  });

  test('a reply to a message of the channel', async () => {
    const [welcome] = fake.discord.guilds.messages;
    await publish({ settings: { reply_to: welcome?.id ?? '' } });
    expect(message()?.message_reference).toEqual({ message_id: welcome?.id, channel_id: textChannel });
  });

  test('a reply to a message of another channel is refused', async () => {
    const { id } = fake.discord.guilds.say(foreignChannel, { content: 'Elsewhere' }, '1');
    const outcome = await publish({ settings: { reply_to: id } });
    expect(outcome).toMatchObject({ kind: 'failed', code: 'rejected', field: 'settings.reply_to' });
    expect(own()).toEqual([]);
  });
});

describe('a forum', () => {
  const settings = { title: 'The new bell', applied_tags: ['1290000000000000007'] };

  test('a title starts a post, and parts answer in it', async () => {
    const outcome = await publish({ settings: { ...settings, thread: ['It rings.'] } }, forum);
    const [first, answer] = own();
    expect(outcome).toMatchObject({
      kind: 'published',
      id: first?.id,
      url: `https://discord.com/channels/${guild}/${first?.id}/${first?.id}`,
    });
    expect(first).toMatchObject(settings);
    expect(answer).toMatchObject({ channelId: first?.id, message_reference: { message_id: first?.id } });
  });

  test('files belong to its first message', async () => {
    await publish({ settings, media: [makeMedia()] }, forum);
    expect(message()?.files).toHaveLength(1);
  });

  test('a lost answer is found again by title', async () => {
    fake.server.faults.push('accept_then_drop');
    expect(await publish({ settings }, forum)).toMatchObject({ kind: 'published', id: message()?.id });
  });

  test.each([
    ['of another person', () => fake.discord.guilds.addThread(forum, 'The new bell', '1')],
    ['of another channel', () => fake.discord.guilds.addThread(textChannel, 'The new bell')],
    ['from before', () => fake.discord.guilds.addThread(forum, 'The new bell', bot)],
  ])('a post %s with the same title is not taken for its own', async (_, add) => {
    const other = add();
    fake.server.faults.push('error_500');
    expect(await publish({ settings }, forum)).not.toMatchObject({ id: other });
    expect(own()).toHaveLength(1);
  });
});

describe('publishing to followers', () => {
  test('follows the message', async () => {
    expect(await publish({ settings: { crosspost: true } }, newsChannel)).toMatchObject({
      kind: 'published',
      warnings: [],
    });
    expect(message()?.isCrossposted).toBe(true);
  });

  test('that happened already is no failure', async () => {
    const target = start({ settings: { crosspost: true } }, newsChannel);
    const http = target.session.http;
    target.session.http = async (request) => {
      const response = await http(request);
      return request.url.endsWith('/crosspost')
        ? { ...response, status: 400, json: { code: 40033, message: 'Already.' } }
        : response;
    };
    expect(await target.finish()).toMatchObject({ kind: 'published', warnings: [] });
  });

  test('that fails is a warning', async () => {
    const outcome = await publish({ settings: { crosspost: true } });
    expect(outcome).toMatchObject({
      kind: 'published',
      warnings: [expect.stringContaining('This kind of channel')],
    });
  });
});

test('a deleted channel holds the post until a person connects it again', async () => {
  fake.discord.guilds.channels.delete(textChannel);
  expect(await publish({})).toMatchObject({ kind: 'held' });
});

test('a text of 2,000 emoji is accepted, and one more is refused', async () => {
  expect(await publish({ text: '🔔'.repeat(2000) })).toMatchObject({ kind: 'published' });
  expect(await publish({ text: '🔔'.repeat(2001) })).toMatchObject({ kind: 'failed', code: 'rejected' });
});

test('no secret appears in an outcome', async () => {
  for (const fault of ['error_500', 'throttle', 'expire'] as const) {
    fake.server.faults.push(fault);
    expect(JSON.stringify(await start({}).try())).not.toContain('secret-');
  }
});

describe.each([
  ['a message', {}, textChannel],
  ['a forum post', { title: 'The new bell' }, forum],
] as const)('after %s', (_, settings, id) => {
  test.each([
    [1, undefined],
    [0, { channel: 1.25, app: 0 }],
  ])('that leaves %i of the limit, the channel pauses as Discord says', async (remaining, pauseAfter) => {
    fake.discord.guilds.rate = { remaining, resetAfter: 1.25 };
    const outcome = await publish({ settings }, id);
    expect(outcome.kind).toBe('published');
    expect(outcome.pauseAfter).toEqual(pauseAfter);
  });
});
