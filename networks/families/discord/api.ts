/** Calls to Discord's API, and its ids. */
import { addressOf } from '../../core/hosts.ts';
import type { HttpRequest, HttpResponse } from '../../core/http.ts';
import type { Caller, PublishedPart } from '../../core/network.ts';
import type { Run } from '../../core/run.ts';

const origin = 'https://discord.com';

/**
 * Cloudflare blocks other user agents: https://docs.discord.com/developers/reference#user-agent (2026-11-21). The
 * address is the one of the documents that describe this client.
 */
export const userAgent = 'DiscordBot (https://docs.discord.com/developers/resources/webhook, 1)';

/** A request below the API's address; `path` begins with "/". */
export type DiscordRequest = Omit<HttpRequest, 'url'> & { path: string };

export function callDiscord(
  caller: Pick<Caller, 'http' | 'endpoint'>,
  { path, ...request }: DiscordRequest,
): Promise<HttpResponse> {
  return caller.http({
    ...request,
    url: apiOf(caller) + path,
    headers: { 'user-agent': userAgent, ...request.headers },
  });
}

/** https://docs.discord.com/developers/topics/rate-limits#header-format-rate-limit-header-examples (2026-11-22) */
export function noteRemaining({ headers }: HttpResponse, run: Run): void {
  if (headers['x-ratelimit-remaining'] === '0') run.pause(Number(headers['x-ratelimit-reset-after']));
}

/** Without a version, Discord uses an old one. */
export function apiOf(caller: Pick<Caller, 'endpoint'>): string {
  return `${addressOf(caller, origin)}/api/v10`;
}

export function pageOf(guild: string, channel: string, message: string): string {
  return `${origin}/channels/${guild}/${channel}/${message}`;
}

/** The channel or the thread of a message, if its page names one of this server. */
export function placeOf({ url }: PublishedPart, guild: string | undefined): string | undefined {
  const [, named, place] = url?.match(/^https:\/\/discord\.com\/channels\/(\d+)\/(\d+)\/\d+$/) ?? [];
  return named === guild ? place : undefined;
}

/**
 * The address of a picture; null if the hash is none.
 * https://docs.discord.com/developers/reference#image-formatting (2026-11-21)
 */
export function pictureOf(kind: 'avatars' | 'icons', id: string, hash: string | undefined): string | null {
  return hash !== undefined && /^\w{1,64}$/.test(hash)
    ? `https://cdn.discordapp.com/${kind}/${id}/${hash}.png`
    : null;
}
