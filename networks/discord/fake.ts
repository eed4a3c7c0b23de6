/** A fake Discord with one bot and two servers. It refuses what Discord refuses, in the same order of checks. */
import { digitsField } from '../core/json.ts';
import { findBreaches } from '../families/discord/testing/contract.ts';
import { showFiles } from '../families/discord/testing/message.ts';
import { refuse } from '../families/discord/testing/refusal.ts';
import type { Fake, Shown } from '../testing/fake.ts';
import { FakeOAuth } from '../testing/fake-oauth.ts';
import { type FakeRequest, type FakeResponse, FakeServer } from '../testing/fake-server.ts';
import { bot, FakeGuilds, guild, type PostedMessage, textChannel } from './fake-guilds.ts';

export const redirectUri = 'https://belfry.test/connect/callback';

const app = {
  client_id: '157730590492196864',
  client_secret: 'secret-of-the-client',
  bot_token: 'secret-of-the-bot',
};

export interface DiscordFake extends Fake {
  discord: FakeDiscord;
}

/** `channelId`: the account. */
export async function startFake(channelId = textChannel): Promise<DiscordFake> {
  const discord: FakeDiscord = new FakeDiscord(() => server.now());
  const server: FakeServer = await FakeServer.listen({
    contract: findBreaches,
    handle: (request) => discord.answer(request),
    isVisible: ({ method, path }) => method === 'POST' && /\/(messages|threads)$/.test(path),
    expire: () => refuse(401, 0, '401: Unauthorized'),
  });
  const username = discord.guilds.channels.get(channelId)?.name ?? '';
  return {
    server,
    discord,
    app,
    credentials: {},
    account: {
      id: channelId,
      name: `Town hall #${username}`,
      username,
      avatarUrl: `https://cdn.discordapp.com/icons/${guild}/a_1f.png`,
    },
    grant: { guild_id: guild, bot_id: bot },
    visible: () => discord.guilds.own.map(({ id, content = '' }) => ({ id, text: content })),
    shown: () => discord.guilds.own.map((each) => show(each, discord.guilds)),
    plant: (post) => discord.guilds.plant(channelId, post),
    lag: (seconds) => {
      discord.guilds.lag = seconds;
    },
  };
}

/** Without ids, which differ from run to run. */
function show(message: PostedMessage, { channels, messages }: FakeGuilds): Shown {
  const { id, channelId, files, content = '', attachments = [], message_reference, ...rest } = message;
  const { nonce: _, enforce_nonce, ...settings } = rest;
  const spoilers = attachments.map(({ is_spoiler = false }) => is_spoiler);
  const place = channels.get(channelId)?.name;
  const replied = messages.find((each) => each.id === message_reference?.message_id)?.content;
  return {
    id,
    url: `https://discord.com/channels/${guild}/${channelId}/${id}`,
    text: content,
    media: showFiles({ attachments }, files),
    answers: message_reference?.message_id,
    settings: JSON.parse(JSON.stringify({ ...settings, spoilers, place, replied })),
  };
}

export class FakeDiscord {
  readonly guilds: FakeGuilds;
  readonly oauth: FakeOAuth;
  /** The server that the person chooses on the sign-in page; undefined: none. */
  chosen: string | undefined = guild;

  constructor(now: () => Date) {
    this.guilds = new FakeGuilds(now);
    this.oauth = new FakeOAuth({
      clientAuth: 'body',
      scopes: ['bot', 'identify', 'guilds'],
      extra: { permissions: '563224831577088', integration_type: '0' },
      now,
    });
    this.oauth.apps.set(app.client_id, { secret: app.client_secret, redirectUri });
  }

  answer(request: FakeRequest): FakeResponse {
    const { method, path, query, headers } = request;
    if (path === '/discord.com/oauth2/authorize') return this.#authorize(query);
    if (!headers['user-agent']?.startsWith('DiscordBot (https://'))
      return refuse(403, 40333, 'Cloudflare is blocking your request.');
    const [, below] = path.match(/^\/discord\.com\/api\/v10(\/.*)$/) ?? [];
    if (below === undefined) return refuse(404, 0, '404: Not Found');
    if (below === '/oauth2/token') return this.#token(request);
    if (headers.authorization !== `Bot ${app.bot_token}`) return refuse(401, 0, '401: Unauthorized');
    return this.guilds.answer(method, below, request);
  }

  /** The address has the server as a hint, which Discord does not vouch for. */
  #authorize(query: URLSearchParams): FakeResponse {
    const answer = this.oauth.authorize(query);
    const { location } = answer.headers ?? {};
    return location === undefined
      ? answer
      : { ...answer, headers: { location: `${location}&guild_id=${this.chosen ?? ''}` } };
  }

  #token(request: FakeRequest): FakeResponse {
    const { status, body } = this.oauth.token(request);
    const chosen = this.guilds.guilds.get(this.chosen ?? '');
    const isNamed = status === 200 && digitsField(chosen, 'id') !== undefined;
    return { status, body: { ...(body as object), ...(isNamed && { guild: chosen }) } };
  }
}
