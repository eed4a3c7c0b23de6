/** Adds the operator's bot to a server, and connects the channels of that server. */
import { refuse } from '../core/fault.ts';
import { addressOf } from '../core/hosts.ts';
import type { Caller, ConnectedAccount, OAuthConnect } from '../core/network.ts';
import { beginSignIn, finishSignIn, type OAuth2 } from '../core/oauth2.ts';
import { apiOf, snowflakeField, userAgent } from '../families/discord/api.ts';
import { type App, type Grant, read, requireApp } from './api.ts';
import { readChannel } from './channel.ts';

/** https://docs.discord.com/developers/topics/permissions (2026-11-22) */
const permissions = {
  VIEW_CHANNEL: 1n << 10n,
  SEND_MESSAGES: 1n << 11n,
  EMBED_LINKS: 1n << 14n,
  ATTACH_FILES: 1n << 15n,
  READ_MESSAGE_HISTORY: 1n << 16n,
  MENTION_EVERYONE: 1n << 17n,
  SEND_MESSAGES_IN_THREADS: 1n << 38n,
  SEND_POLLS: 1n << 49n,
};

const asked = Object.values(permissions).reduce((all, each) => all | each);

/** https://docs.discord.com/developers/topics/oauth2#advanced-bot-authorization (2026-11-22) */
function flowOf(caller: Caller<App>): OAuth2 {
  return {
    name: 'Discord',
    authorize: `${addressOf(caller, 'https://discord.com')}/oauth2/authorize`,
    token: `${apiOf(caller)}/oauth2/token`,
    scopes: ['bot', 'identify', 'guilds'],
    clientAuth: 'body',
    extra: { permissions: String(asked), integration_type: '0', prompt: 'consent' },
  };
}

export const oauth: OAuthConnect<Grant, App> = {
  input: { type: 'object', properties: {}, additionalProperties: false },

  async begin(_input, caller) {
    return beginSignIn(flowOf(caller), requireApp(caller), caller);
  },

  /**
   * Only the answer to the exchange of the code proves to which server this person could add the bot. `guild_id` in the
   * redirect is the person's own words.
   */
  async finish(params, secret, caller): Promise<ConnectedAccount<Grant>[]> {
    const begun = { redirect_uri: String(secret.redirect_uri), verifier: String(secret.verifier) };
    let answer: unknown;
    const asBot: Caller<App> = {
      ...caller,
      http: async (request) => {
        const response = await caller.http({
          ...request,
          headers: { 'user-agent': userAgent, ...request.headers },
        });
        answer = response.json;
        return response;
      },
    };
    await finishSignIn(flowOf(caller), requireApp(caller), params, begun, asBot);
    const guildId = snowflakeField(answer, 'guild', 'id');
    if (guildId === undefined)
      throw refuse(
        'Discord did not say to which server the bot was added. Start again, and choose a server.',
      );
    return connectChannels(guildId, caller);
  },
};

async function connectChannels(guild_id: string, caller: Caller<App>): Promise<ConnectedAccount<Grant>[]> {
  const bot_id = snowflakeField(await read(caller, '/users/@me'), 'id') ?? '';
  const guild = await read(caller, `/guilds/${guild_id}`);
  const listed = await read(caller, `/guilds/${guild_id}/channels`);
  const channels = Array.isArray(listed) ? listed : [];
  const own = channels.filter((each) => snowflakeField(each, 'guild_id') === guild_id);
  const accounts = own.flatMap((each) => readChannel(each, guild) ?? []);
  if (accounts.length === 0) throw refuse('This server has no channel to which a bot can post.');
  return accounts.map((each) => ({ ...each, grant: { guild_id, bot_id } }));
}
