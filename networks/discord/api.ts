/** Calls as the operator's bot, and the contents of a grant. */
import type { HttpResponse } from '../core/http.ts';
import type { JsonSchema, ValueOf } from '../core/json.ts';
import type { AppRegistration, Caller, Session } from '../core/network.ts';
import { callDiscord, type DiscordRequest } from '../families/discord/api.ts';
import { faultOf, refuse } from './faults.ts';

export const grant = {
  type: 'object',
  properties: {
    guild_id: { type: 'string', description: 'The server to which the channel belongs.' },
    bot_id: { type: 'string', description: 'The user id of the bot.' },
  },
  required: ['guild_id', 'bot_id'],
} as const satisfies JsonSchema;

const text = (title: string, code: string) =>
  ({ type: 'string', title, 'x-code': code, minLength: 1, maxLength: 300 }) as const;

const keys = {
  type: 'object',
  properties: {
    client_id: text('Application ID', 'client_id'),
    client_secret: { ...text('Client secret', 'client_secret'), format: 'password', writeOnly: true },
    bot_token: { ...text('Token of the bot', 'bot_token'), format: 'password', writeOnly: true },
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

export function requireApp({ app }: Pick<Caller<App>, 'app'>): App {
  if (app !== undefined) return app;
  throw refuse('The operator of this installation has not registered a bot at Discord yet.');
}

export function callAsBot(caller: Caller<App>, request: DiscordRequest): Promise<HttpResponse> {
  const authorization = `Bot ${requireApp(caller).bot_token}`;
  return callDiscord(caller, { ...request, headers: { authorization, ...request.headers } });
}

/** The body of a successful answer. */
export async function read(caller: Caller<App>, path: string): Promise<unknown> {
  const response = await callAsBot(caller, { method: 'GET', path });
  if (response.status !== 200) throw faultOf(response, caller.now());
  return response.json;
}
