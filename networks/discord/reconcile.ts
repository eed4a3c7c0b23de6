/** Looks for a post in doubt among the messages and threads that Discord lists. */
import { digitsField, field, listField, textField } from '../core/json.ts';
import type { Found } from '../core/run.ts';
import { type DiscordSession, read } from './api.ts';
import { isThreadOf, type Place } from './channel.ts';
import type { Draft, Posted } from './publish.ts';

/** Milliseconds by which Discord's clock may be behind ours. */
const toleranceMs = 5000;
/** When Discord's ids begin: https://docs.discord.com/developers/reference#snowflakes (2026-11-22) */
const epochMs = 1_420_070_400_000;

const pageSize = 100;
const mostPages = 10;

/** Whether the entry of a list is newer than everything that was there before the post. */
function isNew(entry: unknown, { last }: Place, since: Date): boolean {
  const id = digitsField(entry, 'id');
  const first = BigInt(Math.max(0, since.getTime() - toleranceMs - epochMs)) << 22n;
  return id !== undefined && BigInt(id) > BigInt(last) && BigInt(id) >= first;
}

/**
 * Only this post can have made a new message of the bot in this channel, unless another program posts as the same bot. So
 * a new message of the bot that differs settles nothing: Discord may have changed the text.
 *
 * Lists are from newest to oldest. A list without any message proves nothing: a bot that may not read the history gets
 * an empty one. https://docs.discord.com/developers/resources/message#get-channel-messages (2026-11-22)
 */
export async function findMessage(
  draft: Draft,
  since: Date,
  session: DiscordSession,
): Promise<Found<Posted>> {
  const { place } = draft;
  let query = '';
  for (let page = 0; page < mostPages; page += 1) {
    const path = `/channels/${place.id}/messages?limit=${pageSize}${query}`;
    const messages = listField(await read(session, path));
    const fresh = messages.filter((message) => isNew(message, place, since));
    const own = fresh.filter((message) => isByBot(message, session, 'author', 'id'));
    const ours = own.find((message) => matches(message, draft));
    const id = digitsField(ours, 'id');
    if (id !== undefined) return { found: { id, channel: place.id } };
    if (own.length > 0 || (page === 0 && messages.length === 0)) return 'unknown';
    const oldest = digitsField(messages.at(-1), 'id');
    if (fresh.length < messages.length || messages.length < pageSize || oldest === undefined) return 'absent';
    query = `&before=${oldest}`;
  }
  return 'unknown';
}

/** Discord trims texts. */
function matches(message: unknown, { text, settings, media, replyTo }: Draft): boolean {
  return (
    (textField(message, 'content') ?? '').trim() === text.trim() &&
    listField(message, 'attachments').length === media.length &&
    digitsField(message, 'message_reference', 'message_id') === replyTo &&
    textField(message, 'poll', 'question', 'text') === settings.poll?.question
  );
}

/** The list has all threads that people have not closed. A new one stays open for an hour at least. */
export async function findForumPost(
  title: string,
  place: Place,
  since: Date,
  session: DiscordSession,
): Promise<Found<Posted>> {
  const listed = field(await read(session, `/guilds/${session.grant.guild_id}/threads/active`), 'threads');
  if (!Array.isArray(listed)) return 'unknown';
  const own = listed.filter(
    (thread) =>
      isThreadOf(session, thread) && isNew(thread, place, since) && isByBot(thread, session, 'owner_id'),
  );
  const found = own.find((thread) => textField(thread, 'name')?.trim() === title.trim());
  const channel = digitsField(found, 'id');
  // The first message of a forum post has the id of its thread.
  if (channel !== undefined) return { found: { id: channel, channel } };
  return own.length > 0 ? 'unknown' : 'absent';
}

function isByBot(entry: unknown, { grant }: DiscordSession, ...author: string[]): boolean {
  return digitsField(entry, ...author) === grant.bot_id;
}
