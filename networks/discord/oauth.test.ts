import { afterEach, beforeEach, expect, test } from 'vitest';
import { loopbackHttp } from '../../server/test/support/loopback-http.ts';
import type { OAuthCaller } from '../core/network.ts';
import { openSession } from '../testing/target.ts';
import type { App, Grant } from './api.ts';
import { check, look } from './channel.ts';
import { type DiscordFake, redirectUri, startFake } from './fake.ts';
import { bot, forum, guild, newsChannel, otherGuild, textChannel } from './fake-guilds.ts';
import { oauth } from './oauth.ts';

let fake: DiscordFake;
beforeEach(async () => {
  fake = await startFake();
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
    apps: { get: async () => undefined, put: async () => {} },
    ...changes,
  };
}

/** Signs in as a person would. `changes` are what that person writes into the address of the redirect. */
async function signIn(changes: Record<string, string> = {}, caller = makeCaller()) {
  const { authorizeUrl, secret } = await oauth.begin({}, caller);
  const { headers } = await loopbackHttp({ method: 'GET', url: authorizeUrl });
  const params = Object.fromEntries(new URL(headers.location ?? '').searchParams);
  return oauth.finish({ ...params, ...changes }, secret, caller);
}

const refused = (message: string) => ({
  fault: { kind: 'rejected', message: expect.stringContaining(message) },
});

test('every channel of the chosen server to which a bot can post is offered, with what it is', async () => {
  const grant = { guild_id: guild, bot_id: bot };
  expect(await signIn()).toEqual([
    { account: fake.account, grant, limits: { scopes: ['text'] } },
    {
      account: { ...fake.account, id: newsChannel, name: 'Town hall #news', username: 'news' },
      grant,
      limits: { scopes: ['announcement'] },
    },
    {
      account: { ...fake.account, id: forum, name: 'Town hall #ideas', username: 'ideas' },
      grant,
      limits: { scopes: ['forum'] },
    },
  ]);
});

test('the page asks for the bot, its permissions, and proof of the person', async () => {
  const { authorizeUrl } = await oauth.begin({}, makeCaller({ endpoint: undefined }));
  const { origin, pathname, searchParams } = new URL(authorizeUrl);
  expect(origin + pathname).toBe('https://discord.com/oauth2/authorize');
  expect(Object.fromEntries(searchParams)).toMatchObject({
    scope: 'bot identify guilds',
    response_type: 'code',
    client_id: '157730590492196864',
    redirect_uri: redirectUri,
    state: 'state-1',
    permissions: '563224831577088',
    integration_type: '0',
  });
});

test('a server that only the address names is not connected', async () => {
  const accounts = await signIn({ guild_id: otherGuild });
  expect(accounts.map(({ grant }) => grant.guild_id)).toEqual([guild, guild, guild]);
  expect(fake.server.requests.map(({ path }) => path).join()).not.toContain(otherGuild);
});

test('a sign-in without the bot connects nothing, whatever server the address names', async () => {
  fake.discord.chosen = undefined;
  await expect(signIn({ guild_id: guild })).rejects.toMatchObject(refused('to which server'));
  expect(fake.server.requests.filter(({ path }) => path.includes('/guilds/'))).toEqual([]);
});

test('channels that an answer names of another server are left out', async () => {
  const { channels } = fake.discord.guilds;
  const http: typeof loopbackHttp = async (request) => {
    const response = await loopbackHttp(request);
    return request.url.endsWith('/channels') ? { ...response, json: [...channels.values()] } : response;
  };
  const accounts = await signIn({}, makeCaller({ http }));
  expect(accounts.map(({ account }) => account.id)).toEqual([textChannel, newsChannel, forum]);
});

test.each([
  [1, undefined],
  [2, 26_148_864],
  [3, 26_148_864],
])(
  'a server of boost level %i allows files of %s bytes, if that is not the usual number',
  async (premium_tier, bytes) => {
    Object.assign(fake.discord.guilds.guilds.get(guild) ?? {}, { premium_tier });
    const [connected] = await signIn();
    expect(connected?.limits?.['image.bytes']).toBe(bytes);
    expect(connected?.limits?.['video.bytes']).toBe(bytes);
  },
);

test('a server without a channel for bots is refused', async () => {
  fake.discord.guilds.channels.clear();
  await expect(signIn()).rejects.toMatchObject(refused('no channel'));
});

test('a person who denies is told so', async () => {
  const denied = oauth.finish({ error: 'access_denied' }, { redirect_uri: redirectUri }, makeCaller());
  await expect(denied).rejects.toMatchObject(refused('denied'));
});

test('a code is worth one sign-in', async () => {
  const { authorizeUrl, secret } = await oauth.begin({}, makeCaller());
  const { headers } = await loopbackHttp({ method: 'GET', url: authorizeUrl });
  const params = Object.fromEntries(new URL(headers.location ?? '').searchParams);
  await oauth.finish(params, secret, makeCaller());
  await expect(oauth.finish(params, secret, makeCaller())).rejects.toMatchObject(refused('Start again'));
});

test('without the operator’s keys there is nothing to sign in to', async () => {
  await expect(oauth.begin({}, makeCaller({ app: undefined }))).rejects.toMatchObject(refused('operator'));
});

test('a wrong token of the bot is the operator’s matter', async () => {
  const app = { ...(fake.app as App), bot_token: 'another' };
  await expect(signIn({}, makeCaller({ app }))).rejects.toMatchObject({
    fault: { kind: 'throttled', scope: 'app', cause: 'operator' },
  });
});

const session = () => openSession<Grant>(fake) as ReturnType<typeof openSession<Grant>> & { app: App };

test('name, kind and boosts of a channel are read again', async () => {
  Object.assign(fake.discord.guilds.channels.get(textChannel) ?? {}, { name: 'chimes', type: 5 });
  Object.assign(fake.discord.guilds.guilds.get(guild) ?? {}, { premium_tier: 2, icon: null });
  expect(await look(session())).toEqual({
    account: { id: textChannel, name: 'Town hall #chimes', username: 'chimes', avatarUrl: null },
    limits: { 'image.bytes': 26_148_864, 'video.bytes': 26_148_864, scopes: ['announcement'] },
  });
});

test('a deleted channel is noticed before a post is due', async () => {
  expect(await check(session())).toEqual([]);
  fake.discord.guilds.channels.delete(textChannel);
  await expect(check(session())).rejects.toMatchObject({ fault: { kind: 'reconnect' } });
});
