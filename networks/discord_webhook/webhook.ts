/** A webhook: its address, the grant made of it, and calls to it. */
import type { HttpResponse } from '../core/http.ts';
import type { JsonSchema, ValueOf } from '../core/json.ts';
import type { Caller } from '../core/network.ts';
import { callDiscord, type DiscordRequest } from '../families/discord/api.ts';

export interface Webhook {
  id: string;
  /** A secret: everybody who has it can post to the channel. */
  token: string;
}

export const grant = {
  type: 'object',
  properties: {
    id: { type: 'string' },
    token: { type: 'string', writeOnly: true },
    guild_id: { type: 'string', description: "The server of the webhook's channel, if Discord said so." },
  },
  required: ['id', 'token'],
} as const satisfies JsonSchema;

export type Grant = ValueOf<typeof grant>;

/** Discord's own hosts, for people who test its apps too. */
const hosts = ['discord.com', 'discordapp.com'].flatMap((host) => [host, `canary.${host}`, `ptb.${host}`]);
const pattern = /^\/api(?:\/v\d{1,2})?\/webhooks\/(\d{15,20})\/([A-Za-z0-9_-]{20,200})\/?$/;

/** Reads the address that a person pasted; undefined if it is not that of a webhook at Discord. */
export function parseWebhook(typed: string): Webhook | undefined {
  const url = URL.parse(typed.trim());
  const isOwn = url?.protocol === 'https:' && hosts.includes(url.host) && !url.username && !url.password;
  const [, id, token] = (isOwn && pattern.exec(url.pathname)) || [];
  return id === undefined || token === undefined ? undefined : { id, token };
}

/** Calls the webhook, always at the same host. `path` lies below the webhook's own. */
export function callWebhook(
  caller: Caller,
  { id, token }: Webhook,
  { path = '', ...request }: Partial<DiscordRequest> & Pick<DiscordRequest, 'method'>,
): Promise<HttpResponse> {
  return callDiscord(caller, { ...request, path: `/webhooks/${id}/${token}${path}` });
}
