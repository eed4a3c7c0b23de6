import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { JsonObject } from '../core/json.ts';
import type { Network, Outgoing } from '../core/network.ts';
import { makeMedia } from '../testing/media.ts';
import { openSession, startTarget } from '../testing/target.ts';
import type { TelegramSession } from './api.ts';
import { ownToken, sharedToken, startFake, type TelegramFake } from './fake.ts';
import { channel, foreignChannel, oldGroup, supergroup } from './fake-chats.ts';
import { telegram } from './index.ts';
import { publish as publishOnce, remove } from './publish.ts';

let fake: TelegramFake;
beforeEach(async () => {
  fake = await startFake();
});
afterEach(() => fake.server.close());

function start(post: Partial<Outgoing>, grant: JsonObject = {}) {
  const changed = { ...fake, grant: { ...fake.grant, ...grant } };
  return startTarget(telegram as Network, post, changed);
}

const publish = (post: Partial<Outgoing>, grant?: JsonObject) => start(post, grant).finish();
const messages = () => fake.telegram.chats.messages;
const sent = () => fake.server.requests.filter(({ path }) => /\/send/.test(path));
const video = makeMedia({ kind: 'video', duration: 2.6, width: 640, height: 480 });

test('a text is sent plainly, and published with its page', async () => {
  const text = 'Hear <b>the</b> bells';
  expect(await publish({ text })).toMatchObject({
    kind: 'published',
    id: `${channel}:100`,
    url: 'https://t.me/townbells/100',
  });
  expect(sent().map(({ path, json }) => [path, json])).toEqual([
    [`/api.telegram.org/bot${ownToken}/sendMessage`, { chat_id: channel, text }],
  ]);
});

test.each<[JsonObject, JsonObject]>([
  [
    { silent: true, protect_content: true },
    { disable_notification: true, protect_content: true },
  ],
  [{ link_preview: 'default' }, {}],
  [{ link_preview: 'off' }, { link_preview_options: { is_disabled: true } }],
  [{ link_preview: 'small' }, { link_preview_options: { prefer_small_media: true } }],
  [{ link_preview: 'large' }, { link_preview_options: { prefer_large_media: true } }],
  [{ link_preview: 'above' }, { link_preview_options: { show_above_text: true } }],
  [{ message_thread_id: 7 }, { message_thread_id: 7 }],
  [
    { buttons: [{ text: 'Go', url: 'https://a.example/' }] },
    { reply_markup: { inline_keyboard: [[{ text: 'Go', url: 'https://a.example/' }]] } },
  ],
])('the settings %j become %j', async (settings, expected) => {
  await publish({ settings });
  expect(sent()[0]?.json).toEqual({ chat_id: channel, text: 'Hello', ...expected });
});

test('formats go as entities, in texts and captions', async () => {
  const settings = { parse_mode: 'HTML' };
  const post = { text: '🔔 <b>Hear</b>', settings };
  const entities = [{ type: 'bold', offset: 3, length: 4 }];
  await publish(post);
  await publish({ ...post, media: [makeMedia()] });
  expect(messages()).toMatchObject([
    { text: '🔔 Hear', entities },
    { caption: '🔔 Hear', caption_entities: entities },
  ]);
});

describe('one file', () => {
  test('is a photo', async () => {
    await publish({ text: '', media: [makeMedia()], settings: { spoiler: true, caption_above: true } });
    expect(messages()).toMatchObject([
      { type: 'photo', has_spoiler: true, show_caption_above_media: true, file: { mimeType: 'image/png' } },
    ]);
    expect(messages()[0]).not.toHaveProperty('caption');
  });

  test('is a video, with its size and length', async () => {
    await publish({ media: [video] });
    expect(messages()).toMatchObject([
      { type: 'video', caption: 'Hello', width: 640, height: 480, duration: 3, supports_streaming: true },
    ]);
  });

  test('is an animation, if it moves', async () => {
    await publish({ media: [makeMedia({ mimeType: 'image/gif', animated: true })] });
    expect(messages()).toMatchObject([{ type: 'animation', caption: 'Hello' }]);
  });
});

test('several files are one call, in order, with the text on the first', async () => {
  const media = [makeMedia({ name: 'a.png' }), video, makeMedia({ name: 'c.png' })];
  const outcome = await publish({ text: 'Bells', media, settings: { spoiler: true } });
  expect(sent()).toHaveLength(1);
  expect(outcome).toMatchObject({ kind: 'published', id: `${channel}:100` });
  expect(messages().map(({ type, caption, file }) => [type, caption, file?.name])).toEqual([
    ['photo', 'Bells', 'a.png'],
    ['video', undefined, 'bell.mp4'],
    ['photo', undefined, 'c.png'],
  ]);
  expect(messages().every(({ has_spoiler }) => has_spoiler === true)).toBe(true);
});

test('a poll has the text as its description', async () => {
  const poll = { question: 'When?', options: ['Now', 'Never'], duration_minutes: 60, is_multiple: true };
  await publish({ text: '<i>Vote</i>', settings: { poll, parse_mode: 'HTML' } });
  expect(sent()[0]?.json).toEqual({
    chat_id: channel,
    question: 'When?',
    options: [{ text: 'Now' }, { text: 'Never' }],
    allows_multiple_answers: true,
    open_period: 3600,
    description: 'Vote',
    description_entities: [{ type: 'italic', offset: 0, length: 4 }],
  });
});

test('each part of a thread replies to the one before, and every message is reported', async () => {
  const { session } = start({});
  const commit = (_: string, effect: (key: string) => unknown) => effect('');
  const post = {
    text: 'One',
    settings: { thread: ['Two', 'Three'], silent: true },
    media: [makeMedia(), video],
  };
  const published = await publishOnce(
    post as Outgoing<object>,
    session as unknown as TelegramSession,
    { commit } as never,
  );
  expect(messages().map(({ replyTo, disable_notification }) => [replyTo, disable_notification])).toEqual([
    [undefined, true],
    [undefined, true],
    [101, true],
    [102, true],
  ]);
  const parts = fake.shown?.().map(({ id, url }) => ({ id, url }));
  expect(published).toEqual({ ...parts?.[0], parts });
});

test('each file of an album counts, and any other message counts once', async () => {
  const { session } = start({});
  const counts: unknown[] = [];
  const commit = (_: string, effect: (key: string) => unknown, options?: { counts?: number }) => {
    counts.push(options?.counts);
    return effect('');
  };
  for (const media of [[makeMedia(), video, makeMedia()], [video], []]) {
    const post = { text: 'One', settings: { thread: ['Two'] }, media } as Outgoing<object>;
    await publishOnce(post, session as unknown as TelegramSession, { commit } as never);
  }
  expect(counts).toEqual([3, 1, 1, 1, 1, 1]);
});

test('the rest of a thread follows, although somebody deletes a part meanwhile', async () => {
  const target = start({ settings: { thread: ['Two', 'Three'] } });
  const http = target.session.http;
  target.session.http = async (request) => {
    const response = await http(request);
    if (sent().length === 1) messages()[0] = { ...messages()[0], message_id: -1 } as never;
    return response;
  };
  expect(await target.finish()).toMatchObject({ kind: 'published' });
  expect(messages().map(({ text, replyTo }) => [text, replyTo])).toEqual([
    ['Hello', undefined],
    ['Two', undefined],
    ['Three', 101],
  ]);
  expect(sent()[1]?.json).toMatchObject({
    reply_parameters: { message_id: 100, allow_sending_without_reply: true },
  });
});

describe('a reply', () => {
  test('to a message of the chat', async () => {
    await publish({});
    await publish({ settings: { reply_to: 100 } });
    expect(messages()[1]).toMatchObject({ replyTo: 100 });
  });

  test('to a message of another chat is refused, because only its number is sent', async () => {
    await publish({}, { chat_id: foreignChannel });
    const outcome = await publish({ settings: { reply_to: 100 } });
    expect(outcome).toMatchObject({ kind: 'failed', code: 'rejected' });
    expect(sent().at(-1)?.json).toMatchObject({ chat_id: channel, reply_parameters: { message_id: 100 } });
  });
});

describe('pinning', () => {
  test('follows, without a notice', async () => {
    expect(await publish({ settings: { pin: true } })).toMatchObject({ kind: 'published', warnings: [] });
    expect(fake.server.requests.at(-1)?.json).toEqual({
      chat_id: channel,
      message_id: 100,
      disable_notification: true,
    });
    expect(messages()[0]?.isPinned).toBe(true);
  });

  test('that fails is a warning', async () => {
    const target = start({ settings: { pin: true } });
    const http = target.session.http;
    target.session.http = async (request) => {
      if (!request.url.endsWith('/pinChatMessage')) return http(request);
      const json = { ok: false, description: 'Bad Request: not enough rights to manage pinned messages' };
      return { status: 400, headers: {}, text: '', json };
    };
    expect(await target.finish()).toMatchObject({
      kind: 'published',
      warnings: [expect.stringContaining('pin: The bot may not post')],
    });
  });
});

test('pages of private chats', async () => {
  expect(await publish({}, { chat_id: supergroup })).toMatchObject({ url: 'https://t.me/c/1234567891/100' });
  expect(await publish({}, { chat_id: oldGroup })).toMatchObject({ url: null });
});

test('a group that became a supergroup gets the post there, once', async () => {
  fake.telegram.chats.moved.set(oldGroup, Number(supergroup));
  const outcome = await publish({}, { chat_id: oldGroup });
  expect(outcome).toMatchObject({ kind: 'published', id: `${supergroup}:100` });
  expect(messages()).toHaveLength(1);
});

test('the shared bot posts with the operator’s token', async () => {
  const target = start({});
  target.session.grant = { chat_id: channel };
  expect(await target.finish()).toMatchObject({ kind: 'published' });
  expect(sent()[0]?.path).toContain(sharedToken);
});

test('a lost answer stays in doubt, and nothing is sent again', async () => {
  for (const media of [[], [makeMedia(), video]]) {
    fake.server.faults.push('accept_then_drop');
    expect(await publish({ media })).toMatchObject({ kind: 'unconfirmed' });
  }
  expect(sent()).toHaveLength(2);
});

test.each([
  {},
  { message_id: '1', chat: { id: 1 } },
  { message_id: 1.5, chat: { id: 1 } },
  { message_id: 1 },
  [],
])('an answer with %j names no message, so that the post stays in doubt', async (result) => {
  const target = start({});
  target.session.http = async () => ({ status: 200, headers: {}, text: '', json: { ok: true, result } });
  expect(await target.try()).toMatchObject({ kind: 'unconfirmed' });
});

test('a user name in an answer cannot change the page’s address', async () => {
  const target = start({});
  const chat = { id: Number(channel), username: 'a/../../evil' };
  const json = { ok: true, result: { message_id: 5, chat } };
  target.session.http = async () => ({ status: 200, headers: {}, text: '', json });
  expect(await target.try()).toMatchObject({ url: 'https://t.me/c/1234567890/5' });
});

test('no secret appears in an outcome', async () => {
  for (const fault of ['error_500', 'throttle', 'expire'] as const) {
    fake.server.faults.push(fault);
    expect(JSON.stringify(await start({}).try())).not.toContain('secret');
  }
});

describe('removing', () => {
  const open = () => openSession(fake) as unknown as TelegramSession;
  const part = (chat: string, number = 100) => ({ id: `${chat}:${number}`, url: null });

  test('deletes the message, once or again', async () => {
    await publish({});
    await remove(part(channel), open());
    expect(messages()).toEqual([]);
    await remove(part(channel), open());
  });

  test('never touches another chat', async () => {
    await publish({}, { chat_id: foreignChannel });
    await expect(remove(part(foreignChannel), open())).rejects.toMatchObject({ fault: { kind: 'rejected' } });
    expect(messages()).toHaveLength(1);
  });

  test('says when Telegram refuses', async () => {
    fake.telegram.chats.members.delete(`${channel}:${ownToken.split(':')[0]}`);
    await expect(remove(part(channel), open())).rejects.toMatchObject({ fault: { kind: 'reconnect' } });
  });
});
