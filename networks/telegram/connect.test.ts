import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { loopbackHttp } from '../../server/test/support/loopback-http.ts';
import type { JsonObject } from '../core/json.ts';
import { openSession } from '../testing/target.ts';
import type { TelegramSession } from './api.ts';
import { avatar, check, look, refresh } from './chat.ts';
import { form } from './connect.ts';
import { ownToken, sharedToken, startFake, type TelegramFake } from './fake.ts';
import { channel, oldGroup, supergroup } from './fake-chats.ts';

let fake: TelegramFake;
beforeEach(async () => {
  fake = await startFake();
});
afterEach(() => fake.server.close());

function connect(changes: JsonObject = {}) {
  const caller = { http: loopbackHttp, endpoint: fake.server.url, app: fake.app, now: () => new Date() };
  return form.connect({ ...fake.credentials, ...changes }, caller);
}

const bot = ownToken.split(':')[0];
const refused = { fault: { kind: 'rejected', field: 'credentials.chat' } };

test.each(['@townbells', 'townbells', ' https://t.me/townbells ', channel])(
  '%s becomes a channel',
  async (chat) => {
    expect(await connect({ chat })).toEqual([{ account: fake.account, grant: fake.grant }]);
  },
);

test('a group has no user name', async () => {
  const [connected] = await connect({ chat: supergroup });
  expect(connected?.account).toEqual({
    id: supergroup,
    name: 'Ringers',
    username: 'Ringers',
    avatarUrl: null,
  });
});

test.each(['', '@x', 'https://evil.example/townbells', '@town/../bells', '1234', '-12 34', 'me'])(
  '“%s” is no chat, and nothing is sent',
  async (chat) => {
    await expect(connect({ chat })).rejects.toMatchObject(refused);
    expect(fake.server.requests).toEqual([]);
  },
);

test.each([
  ['a bot that is no member', () => fake.telegram.chats.members.delete(`${channel}:${bot}`)],
  ['a plain member', () => fake.telegram.chats.members.set(`${channel}:${bot}`, { status: 'member' })],
  [
    'an administrator without the right to post',
    () => fake.telegram.chats.members.set(`${channel}:${bot}`, { status: 'administrator' }),
  ],
  [
    'an administrator who may not post',
    () =>
      fake.telegram.chats.members.set(`${channel}:${bot}`, {
        status: 'administrator',
        can_post_messages: false,
      }),
  ],
  ['a person', () => Object.assign(fake.telegram.chats.chats.get(channel) ?? {}, { type: 'private' })],
])('%s is refused', async (_, change) => {
  change();
  await expect(connect({})).rejects.toMatchObject({ fault: { kind: 'rejected' } });
});

test('an unknown token is refused with a sentence that does not contain it', async () => {
  fake.telegram.tokens.delete(ownToken);
  const error = await connect().catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ fault: { kind: 'rejected' } });
  expect(JSON.stringify(error)).not.toContain('secret');
});

function open(changes: Partial<TelegramSession['grant']> = {}): TelegramSession {
  const session = openSession(fake) as unknown as TelegramSession;
  return { ...session, grant: { ...session.grant, ...changes } };
}

describe('a connected chat', () => {
  test('has its present name, and no picture, whose address would contain the token', async () => {
    Object.assign(fake.telegram.chats.chats.get(channel) ?? {}, { title: 'Chimes' });
    expect(await look(open())).toEqual({ account: { ...fake.account, name: 'Chimes' } });
  });

  test('warns when the bot has lost the right to post', async () => {
    expect(await check(open())).toEqual([]);
    fake.telegram.chats.members.set(`${channel}:${bot}`, {
      status: 'administrator',
      can_post_messages: false,
    });
    expect(await check(open())).toEqual([expect.stringContaining('may not post')]);
  });

  test('of a group gets the supergroup’s id', async () => {
    expect(await refresh(open({ chat_id: oldGroup }))).toEqual({
      grant: { ...fake.grant, chat_id: oldGroup },
    });
    fake.telegram.chats.moved.set(oldGroup, Number(supergroup));
    expect(await refresh(open({ chat_id: oldGroup }))).toEqual({
      grant: { ...fake.grant, chat_id: supergroup },
    });
  });

  test('whose token is gone needs a person', async () => {
    fake.telegram.tokens.delete(ownToken);
    await expect(refresh(open())).rejects.toMatchObject({ fault: { kind: 'reconnect' } });
  });

  test('of the shared bot is called with the operator’s token, or waits for one', async () => {
    const { bot_token: _, ...grant } = open().grant;
    const session = { ...open(), grant };
    await check(session);
    expect(fake.server.requests.at(-1)?.path).toContain(sharedToken);
    await expect(check({ ...session, app: undefined })).rejects.toThrow('removed the shared bot');
  });
});

describe('the picture', () => {
  test('is named by an address that a bot’s token opens, which look does not tell', async () => {
    const bytes = Buffer.from('picture');
    fake.telegram.chats.show(channel, 'bells', bytes);
    const named = await avatar(open());
    expect(Buffer.from(await (await fetch(String(named?.url))).arrayBuffer())).toEqual(bytes);
    expect((await look(open())).account?.avatarUrl).toBeNull();
  });

  test('of the shared bot’s chats is named with the token of the operator', async () => {
    fake.telegram.chats.show(channel, 'bells', Buffer.from('picture'));
    const named = await avatar({ ...open(), grant: { chat_id: channel } });
    expect(named?.url).toContain(sharedToken);
  });

  test('is missing if the chat has none', async () => {
    expect(await avatar(open())).toBeNull();
  });

  test('is no longer asked for with a token that was revoked', async () => {
    fake.telegram.tokens.delete(ownToken);
    await expect(avatar(open())).rejects.toMatchObject({ fault: { kind: 'reconnect' } });
  });
});
