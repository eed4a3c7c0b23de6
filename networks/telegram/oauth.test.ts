import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { loopbackHttp } from '../../server/test/support/loopback-http.ts';
import type { JsonObject } from '../core/json.ts';
import type { OAuthCaller } from '../core/network.ts';
import type { ServiceHost } from '../core/service.ts';
import type { App } from './api.ts';
import { drawCode } from './codes.ts';
import { ownToken, redirectUri, sharedToken, startFake, type TelegramFake } from './fake.ts';
import { channel, foreignChannel, owner, reader, supergroup } from './fake-chats.ts';
import { oauth } from './oauth.ts';
import { service } from './page.ts';

let fake: TelegramFake;
/** What all sign-ins keep. */
const kept = new Map<string, JsonObject>();
beforeEach(async () => {
  fake = await startFake();
  kept.clear();
});
afterEach(() => fake.server.close());

function makeCaller(changes: Partial<OAuthCaller<App>> = {}): OAuthCaller<App> {
  return {
    http: loopbackHttp,
    endpoint: fake.server.url,
    app: fake.app as App,
    now: () => new Date(),
    redirectUri,
    state: 'state-1',
    apps: {
      get: async (code) => kept.get(code),
      put: async (code, posting) => {
        kept.set(code, posting);
      },
    },
    ...changes,
  };
}

const draw = () => drawCode({ token: sharedToken });
const begin = async () => (await oauth.begin({}, makeCaller())).secret as { code: string };
const finish = (secret: { code: string }, params = {}) => oauth.finish(params, secret, makeCaller());
const say = (...post: Parameters<typeof fake.telegram.chats.say>) => fake.telegram.chats.say(...post);
const refused = (message: string) => ({
  fault: { kind: 'rejected', message: expect.stringContaining(message) },
});

test('the chat in which the code was posted is connected, without a token in the grant', async () => {
  const secret = await begin();
  say(channel, ` ${secret.code}\n`);
  expect(await finish(secret)).toEqual([{ account: fake.account, grant: { chat_id: channel } }]);
});

test('each sign-in has a code of its own, which cannot be guessed', async () => {
  const codes = await Promise.all([begin(), begin()]);
  expect(new Set(codes.map(({ code }) => code)).size).toBe(2);
  expect(codes[0]?.code).toMatch(/^belfry-[\w-]{22}$/);
});

describe('a chat is not connected', () => {
  test('by the code of another sign-in', async () => {
    const [own, other] = [await begin(), await begin()];
    say(foreignChannel, other.code);
    await expect(finish(own)).rejects.toMatchObject(refused('has not seen the code'));
  });

  test('by its name in the address of the redirect', async () => {
    await expect(finish(await begin(), { chat: channel, chat_id: channel, code: 'x' })).rejects.toMatchObject(
      refused('has not seen the code'),
    );
  });

  test.each([
    ['a forwarded post', foreignChannel, { forward_origin: { type: 'user' } }],
    ['a post by another bot', foreignChannel, { via_bot: { id: 5 } }],
    ['a member of a group', supergroup, { from: { id: reader } }],
    ['a stranger in a group', supergroup, { from: { id: 99 } }],
    ['a channel that writes into a group', supergroup, { sender_chat: { id: Number(foreignChannel) } }],
    [
      'a channel’s post that Telegram copies into its group',
      supergroup,
      { sender_chat: { id: Number(supergroup) }, is_automatic_forward: true },
    ],
    ['an author without an id', supergroup, { from: {} }],
  ])('by %s', async (_, chat, more) => {
    const secret = await begin();
    say(chat, secret.code, more);
    await expect(finish(secret)).rejects.toMatchObject({ fault: { kind: 'rejected' } });
  });

  test('by a code within a longer text', async () => {
    const secret = await begin();
    say(channel, `Look: ${secret.code}`);
    await expect(finish(secret)).rejects.toMatchObject(refused('has not seen the code'));
  });

  test('in which the bot may not post', async () => {
    const secret = await begin();
    say(channel, secret.code);
    fake.telegram.chats.members.set(`${channel}:${sharedToken.split(':')[0]}`, { status: 'member' });
    await expect(finish(secret)).rejects.toMatchObject(refused('administrator'));
  });
});

test.each([
  ['an administrator', { from: { id: owner } }],
  ['an anonymous administrator', { sender_chat: { id: Number(supergroup) } }],
])('a group is connected by %s', async (_, author) => {
  const secret = await begin();
  say(supergroup, secret.code, author);
  expect(await finish(secret)).toMatchObject([{ account: { id: supergroup } }]);
});

describe('updates', () => {
  test('before the code are confirmed, however many', async () => {
    for (let count = 0; count < 250; count += 1) say(foreignChannel, 'News');
    const secret = await begin();
    say(channel, secret.code);
    expect(await finish(secret)).toHaveLength(1);
    expect(fake.telegram.chats.updates.length).toBeLessThan(100);
  });

  test('with a code that another sign-in may still need are kept, in whichever order the two end', async () => {
    const [one, other, third] = [await begin(), await begin(), await begin()];
    say(supergroup, one.code);
    for (let count = 0; count < 250; count += 1) say(foreignChannel, 'News');
    say(channel, other.code);
    say(foreignChannel, third.code);
    expect(await finish(other)).toMatchObject([{ account: { id: channel } }]);
    expect(await finish(one)).toMatchObject([{ account: { id: supergroup } }]);
    expect(await finish(third)).toMatchObject([{ account: { id: foreignChannel } }]);
  });

  test('that another sign-in reads at the same time are kept in time', async () => {
    const [own, other] = [await begin(), await begin()];
    say(channel, own.code);
    for (let count = 0; count < 100; count += 1) say(foreignChannel, 'News');
    let asked = 0;
    const http: typeof loopbackHttp = async (request) => {
      const isFirst = request.url.endsWith('/getUpdates') && ++asked === 1;
      if (isFirst) await expect(finish(other)).rejects.toMatchObject(refused('has not seen the code'));
      return loopbackHttp(request);
    };
    const found = oauth.finish({}, own, makeCaller({ http }));
    expect(await found).toMatchObject([{ account: { id: channel } }]);
  });

  test('with a code by a person who is no administrator are kept, and connect nothing', async () => {
    const [own, other] = [await begin(), await begin()];
    say(supergroup, own.code, { from: { id: reader } });
    await expect(finish(other)).rejects.toMatchObject(refused('has not seen the code'));
    fake.telegram.chats.updates = [];
    await expect(finish(own)).rejects.toMatchObject(refused('has not seen the code'));
  });

  test('that repeat a code in another chat change nothing', async () => {
    const [own, other] = [await begin(), await begin()];
    say(channel, own.code);
    say(foreignChannel, own.code);
    await expect(finish(other)).rejects.toMatchObject(refused('has not seen the code'));
    say(foreignChannel, own.code);
    expect(await finish(own)).toMatchObject([{ account: { id: channel } }]);
  });

  test('with codes of ended sign-ins are not kept', async () => {
    const date = Math.floor(Date.now() / 1000) - 961;
    for (let count = 0; count < 100; count += 1) say(foreignChannel, draw(), { date });
    const secret = await begin();
    say(channel, secret.code);
    expect(await finish(secret)).toHaveLength(1);
    expect(kept.size).toBe(0);
  });

  test('with codes that others have invented hide none, and are not kept', async () => {
    const invented = () => drawCode({ token: ownToken });
    for (let count = 0; count < 250; count += 1) say(foreignChannel, invented());
    const secret = await begin();
    say(channel, secret.code);
    expect(await finish(secret)).toMatchObject([{ account: { id: channel } }]);
    expect(kept.size).toBe(0);
  });

  test('that do not end are not read for ever', async () => {
    const http: typeof loopbackHttp = async (request) => {
      const { offset = 1 } = JSON.parse(String(request.body)) as { offset?: number };
      const result = Array.from({ length: 100 }, (_, at) => ({ update_id: offset + at, message: {} }));
      reads += 1;
      return { status: 200, headers: {}, text: '', json: { ok: true, result } };
    };
    let reads = 0;
    const secret = await begin();
    const found = oauth.finish({}, secret, makeCaller({ http }));
    await expect(found).rejects.toMatchObject(refused('has not seen the code'));
    expect(reads).toBe(100);
  });
});

test('without a shared bot, a person is told to use one of their own', async () => {
  const caller = makeCaller({ app: undefined });
  await expect(oauth.begin({}, caller)).rejects.toMatchObject(refused('bot of your own'));
});

test('a wrong token of the shared bot is the operator’s matter', async () => {
  fake.telegram.tokens.delete(sharedToken);
  await expect(oauth.begin({}, makeCaller())).rejects.toMatchObject({
    fault: { kind: 'throttled', cause: 'operator' },
  });
});

describe('the page', () => {
  const host = { publicUrl: 'https://belfry.test/telegram' } as ServiceHost;
  const get = (path: string, query: Record<string, string>, method = 'GET') =>
    service.handle({ method, path, query, headers: {}, body: new Uint8Array(), isOwn: false }, host);

  async function open(changes: Record<string, string> = {}) {
    const { authorizeUrl } = await oauth.begin({}, makeCaller());
    const { origin, pathname, searchParams } = new URL(authorizeUrl);
    expect(origin + pathname).toBe('https://belfry.test/telegram/connect');
    return get('/connect', { ...Object.fromEntries(searchParams), ...changes });
  }

  test('shows the bot, the code and the way back, and runs no script', async () => {
    const { status, headers, body } = await open();
    expect(status).toBe(200);
    expect(body).toContain('<a href="https://t.me/town_bell_bot">');
    expect(body).toMatch(/<code>belfry-[\w-]{22}<\/code>/);
    expect(body).toContain('<a href="https://belfry.test/connect/callback?state=state-1">');
    expect(headers?.['content-security-policy']).toContain("default-src 'none'");
  });

  test.each([
    ['bot', '"><script>'],
    ['bot', 'evil.example/x'],
    ['code', 'Call 0800'],
    ['state', '"><b>'],
    ['state', ''],
  ])('shows nothing of an odd %s', async (name, value) => {
    const { status, body } = await open({ [name]: value });
    expect(status).toBe(404);
    expect(body).not.toContain(value || 'state-1');
  });

  test('is the only one', async () => {
    const code = draw();
    const query = { bot: 'a_bot', code, state: 'x' };
    expect((await get('/', query)).status).toBe(404);
    expect((await get('/connect', query, 'POST')).status).toBe(404);
  });
});
