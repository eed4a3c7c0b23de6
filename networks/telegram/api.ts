/** Calls to Telegram's Bot API, and the contents of a grant. The token of a bot is part of every address. */
import { NetworkFault } from '../core/fault.ts';
import { encodeForm, filePart } from '../core/form.ts';
import { addressOf } from '../core/hosts.ts';
import { type HttpRequest, type HttpResponse, jsonRequest } from '../core/http.ts';
import { field, type JsonObject, type JsonSchema, type ValueOf } from '../core/json.ts';
import type { AppRegistration, Caller, Media, Session } from '../core/network.ts';
import { faultOf } from './faults.ts';

export const origin = 'https://api.telegram.org';

export const tokenField = {
  type: 'string',
  title: 'Token of the bot',
  'x-code': 'bot_token',
  description: 'As @BotFather shows it, such as 123456789:AAH….',
  format: 'password',
  pattern: '^\\s*[0-9]{5,20}:[A-Za-z0-9_-]{30,100}\\s*$',
  maxLength: 200,
} as const;

export const grant = {
  type: 'object',
  properties: {
    chat_id: { type: 'string', description: 'Changes when a group becomes a supergroup.' },
    bot_token: {
      type: 'string',
      writeOnly: true,
      description: 'Of a bot of the person’s own. Absent: the shared one.',
    },
  },
  required: ['chat_id'],
} as const satisfies JsonSchema;

const keys = {
  type: 'object',
  properties: { bot_token: { ...tokenField, writeOnly: true } },
  required: ['bot_token'],
  additionalProperties: false,
} as const satisfies JsonSchema;

export type Grant = ValueOf<typeof grant>;
export type App = ValueOf<typeof keys>;
export type TelegramSession = Session<Grant, App>;

export const app: AppRegistration = {
  optional: true,
  keys,
  guide: [
    'People can connect their chats with bots of their own, without any keys here.',
    'To offer a shared bot, open https://t.me/BotFather, send /newbot, and copy the token into Belfry.',
    'The bot must have no webhook, and no other program may read its updates.',
    'The bot needs no privacy setting, because people make it an administrator.',
    'The redirect address {redirect} is not registered anywhere. It must be reachable for the people who connect chats.',
  ].join('\n'),
};

/** A bot, and who calls it. An error of the shared one is the operator's to mend. */
export interface Bot extends Pick<Caller, 'http' | 'endpoint' | 'now'> {
  token: string;
  isShared: boolean;
}

export function botOf(session: TelegramSession): Bot {
  const { bot_token: own } = session.grant;
  const token = own ?? session.app?.bot_token;
  if (token !== undefined) return { ...session, token: token.trim(), isShared: own === undefined };
  const message = 'The operator of this installation has removed the shared bot.';
  const waiting = { retryAfter: null, scope: 'channel', cause: 'operator' } as const;
  throw new NetworkFault({ kind: 'throttled', message, ...waiting });
}

export interface Call {
  method: string;
  fields?: JsonObject;
  /** Sent as `file0`, `file1`, …, to which `attach://file0` in a field refers. */
  files?: readonly Media[];
}

/** The result of a call. Throws a fault for every other answer. */
export async function call(bot: Bot, asked: Call): Promise<unknown> {
  return resultOf(await send(bot, asked), bot);
}

export function send(bot: Bot, asked: Call): Promise<HttpResponse> {
  const url = `${addressOf(bot, origin)}/bot${bot.token}/${asked.method}`;
  return bot.http(encode(url, asked));
}

export function resultOf(response: HttpResponse, bot: Bot): unknown {
  const result = field(response.json, 'result');
  const isOk = response.status === 200 && field(response.json, 'ok') === true;
  if (isOk && result !== undefined) return result;
  throw faultOf(response, bot);
}

export function callInChat(session: TelegramSession, asked: Call): Promise<unknown> {
  const fields = { chat_id: session.grant.chat_id, ...asked.fields };
  return call(botOf(session), { ...asked, fields });
}

/** Fields of a form are texts: https://core.telegram.org/bots/api#making-requests (2026-11-22) */
function encode(url: string, { fields = {}, files = [] }: Call): HttpRequest {
  if (files.length === 0) return jsonRequest('POST', url, fields);
  const texts = Object.entries(fields).map(([name, value]) => [
    name,
    typeof value === 'string' ? value : JSON.stringify(value),
  ]);
  const parts = files.map((file, index) => filePart(`file${index}`, file));
  return { method: 'POST', url, ...encodeForm(Object.fromEntries(texts), ...parts) };
}
