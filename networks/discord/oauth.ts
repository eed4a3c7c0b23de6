/** Adds the operator's bot to a server, and connects the channels of that server. */
import { refuse } from '../core/fault.ts';
import { addressOf } from '../core/hosts.ts';
import { digitsField, listField } from '../core/json.ts';
import type { Caller, ConnectedAccount } from '../core/network.ts';
import { openSignIn } from '../core/sign-in.ts';
import { apiOf, userAgent } from '../families/discord/api.ts';
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

export const { oauth } = openSignIn<Grant, App>({
  /** https://docs.discord.com/developers/topics/oauth2#advanced-bot-authorization (2026-11-22) */
  flow: (caller) => ({
    name: 'Discord',
    authorize: `${addressOf(caller, 'https://discord.com')}/oauth2/authorize`,
    token: `${apiOf(caller)}/oauth2/token`,
    scopes: ['bot', 'identify', 'guilds'],
    clientAuth: 'body',
    extra: { permissions: String(asked), integration_type: '0', prompt: 'consent' },
  }),
  keys: requireApp,
  http: (http) => (request) => http({ ...request, headers: { 'user-agent': userAgent, ...request.headers } }),
  /**
   * Only the answer to the exchange of the code proves to which server this person could add the bot. `guild_id` in the
   * redirect is the person's own words.
   */
  connect({ answer }, caller) {
    const guildId = digitsField(answer, 'guild', 'id');
    if (guildId !== undefined) return connectChannels(guildId, caller);
    throw refuse('Discord did not say to which server the bot was added. Start again, and choose a server.');
  },
});

async function connectChannels(guild_id: string, caller: Caller<App>): Promise<ConnectedAccount<Grant>[]> {
  const bot_id = digitsField(await read(caller, '/users/@me'), 'id') ?? '';
  const guild = await read(caller, `/guilds/${guild_id}`);
  const channels = listField(await read(caller, `/guilds/${guild_id}/channels`));
  const own = channels.filter((each) => digitsField(each, 'guild_id') === guild_id);
  const accounts = own.flatMap((each) => readChannel(each, guild) ?? []);
  if (accounts.length === 0) throw refuse('This server has no channel to which a bot can post.');
  return accounts.map((each) => ({ ...each, grant: { guild_id, bot_id } }));
}
