/** A channel of a server, as Discord describes it, and what Belfry makes of it. */
import { faultIn, refuse } from '../core/fault.ts';
import { digitsField, field, textField } from '../core/json.ts';
import type { AccountLimits } from '../core/limits.ts';
import type { AccountState } from '../core/network.ts';
import { pictureOf } from '../families/discord/api.ts';
import { maxFileBytes } from '../families/discord/limits.ts';
import { type DiscordSession, read } from './api.ts';
import type { Kind } from './rules.ts';

/** The channels to which a bot posts: https://docs.discord.com/developers/resources/channel (2026-11-22) */
const kinds = new Map<unknown, Kind>([
  [0, 'text'],
  [5, 'announcement'],
  [15, 'forum'],
  [16, 'media'],
]);
const threadTypes: readonly unknown[] = [10, 11, 12];

/** Undefined for a channel to which a bot cannot post, such as a category. */
export function readChannel(channel: unknown, guild: unknown) {
  const id = digitsField(channel, 'id');
  const guildId = digitsField(guild, 'id');
  const kind = kinds.get(field(channel, 'type'));
  if (id === undefined || guildId === undefined || kind === undefined) return undefined;
  const username = textField(channel, 'name') ?? id;
  const name = `${textField(guild, 'name') ?? guildId} #${username}`;
  const avatarUrl = pictureOf('icons', guildId, textField(guild, 'icon'));
  return { account: { id, name, username, avatarUrl }, limits: limitsOf(kind, guild) };
}

/** Bytes of one file by the level of boosts. No page that we could read confirms them. */
const fileBytes = new Map<unknown, number>([
  [2, 50 * 1024 * 1024],
  [3, 100 * 1024 * 1024],
]);

function limitsOf(kind: Kind, guild: unknown): AccountLimits {
  const boosted = fileBytes.get(field(guild, 'premium_tier'));
  if (boosted === undefined) return { scopes: [kind] };
  const bytes = Math.min(boosted, maxFileBytes);
  return { 'image.bytes': bytes, 'video.bytes': bytes, scopes: [kind] };
}

export async function look(session: DiscordSession): Promise<AccountState> {
  const guild = await read(session, `/guilds/${session.grant.guild_id}`);
  return readChannel(await readOwn(session), guild) ?? {};
}

/** Reads whether the bot still sees the channel. */
export async function check(session: DiscordSession): Promise<string[]> {
  await readOwn(session);
  return [];
}

function readOwn(session: DiscordSession): Promise<unknown> {
  return read(session, `/channels/${session.account.id}`);
}

/** Where a message goes. */
export type Place = {
  /** The channel or thread. */
  id: string;
  /** Its newest message before ours, or its newest thread; "0" if there is none. */
  last: string;
};

/**
 * The operator's bot can post to the channels of every server that has it, so a thread must be proven to lie in this
 * channel.
 */
export async function findPlace(thread: string | undefined, session: DiscordSession): Promise<Place> {
  const place = thread === undefined ? await readOwn(session) : await readThread(thread, session);
  return { id: thread ?? session.account.id, last: digitsField(place, 'last_message_id') ?? '0' };
}

async function readThread(id: string, session: DiscordSession): Promise<unknown> {
  const noSuchThread = refuse('This channel has no such thread. Choose another one.', 'settings.thread_id');
  const thread = await read(session, `/channels/${id}`).catch((error: unknown) => {
    throw faultIn(error, 'reconnect') === undefined ? error : noSuchThread;
  });
  if (!isThreadOf(session, thread)) throw noSuchThread;
  return thread;
}

export function isThreadOf({ account, grant }: DiscordSession, thread: unknown): boolean {
  return (
    threadTypes.includes(field(thread, 'type')) &&
    digitsField(thread, 'parent_id') === account.id &&
    digitsField(thread, 'guild_id') === grant.guild_id
  );
}
