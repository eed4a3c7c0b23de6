/** Calls as the operator's bot, and the contents of a grant. */
import { appId, appSecret, requireApp as requireAppAt } from '../core/apps.ts';
import type { HttpResponse } from '../core/http.ts';
import type { JsonSchema, ValueOf } from '../core/json.ts';
import type { AppRegistration, Caller, Session } from '../core/network.ts';
import { callDiscord, type DiscordRequest } from '../families/discord/api.ts';
import { faultOf } from './faults.ts';

export const grant = {
  type: 'object',
  properties: {
    guild_id: { type: 'string', description: 'The server to which the channel belongs.' },
    bot_id: { type: 'string', description: 'The user id of the bot.' },
  },
  required: ['guild_id', 'bot_id'],
} as const satisfies JsonSchema;

const keys = {
  type: 'object',
  properties: {
    client_id: appId('Application ID', 'client_id'),
    client_secret: appSecret('Client secret', 'client_secret'),
    bot_token: appSecret('Token of the bot', 'bot_token'),
  },
  required: ['client_id', 'client_secret', 'bot_token'],
  additionalProperties: false,
} as const satisfies JsonSchema;

export type Grant = ValueOf<typeof grant>;
export type App = ValueOf<typeof keys>;
export type DiscordSession = Session<Grant, App>;

export const app: AppRegistration = {
  family: 'discord',
  keys,
  guide: [
    'Open https://discord.com/developers/applications and create an application.',
    'Under OAuth2, add the redirect address {redirect}. Copy the client ID, and reset and copy the client secret.',
    'Under Bot, reset and copy the token. Switch on “Public Bot” if others than you will add the bot to their servers.',
    'Under Bot, switch on “Requires OAuth2 Code Grant”, so that nobody adds the bot without connecting it here.',
    'Copy all three values into Belfry. The bot needs no privileged intents, and no review below 100 servers.',
  ].join('\n'),
};

export const requireApp = (caller: Pick<Caller<App>, 'app'>): App => requireAppAt(caller, 'a bot at Discord');

export function callAsBot(caller: Caller<App>, request: DiscordRequest): Promise<HttpResponse> {
  const authorization = `Bot ${requireApp(caller).bot_token}`;
  return callDiscord(caller, { ...request, headers: { authorization, ...request.headers } });
}

/** The answer, if it has one of these statuses. */
export async function askAsBot(
  caller: Caller<App>,
  request: DiscordRequest,
  ...statuses: number[]
): Promise<HttpResponse> {
  const response = await callAsBot(caller, request);
  if (statuses.includes(response.status)) return response;
  throw faultOf(response, caller);
}

/** The body of a successful answer. */
export async function read(caller: Caller<App>, path: string): Promise<unknown> {
  return (await askAsBot(caller, { method: 'GET', path }, 200)).json;
}
