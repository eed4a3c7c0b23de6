/** Published messages, and what Discord offers to choose from. */
import { digitsField, field, listField, textField } from '../core/json.ts';
import type { Measuring, Metrics } from '../core/metrics.ts';
import type { Option, OptionsAsk, PublishedPart } from '../core/network.ts';
import { findOptions } from '../core/options.ts';
import { placeOf } from '../families/discord/api.ts';
import { type App, askAsBot, type DiscordSession, type Grant, read } from './api.ts';
import { isThreadOf } from './channel.ts';

/** The address of a message in the API. Its page names the thread that it may be in. */
function pathOf(part: PublishedPart, { account, grant }: DiscordSession): string {
  const place = placeOf(part, grant.guild_id) ?? account.id;
  return `/channels/${place}/messages/${encodeURIComponent(part.id)}`;
}

/** Of a forum post, this deletes the first message. The thread with its answers stays. */
export async function remove(part: PublishedPart, session: DiscordSession): Promise<void> {
  await askAsBot(session, { method: 'DELETE', path: pathOf(part, session) }, 204, 404);
}

/** Reactions are the only numbers that Discord shows. */
export const measure: Measuring<Grant, App> = {
  batch: 10,

  async read(posts, session) {
    const metrics = new Map<string, Metrics>();
    for (const post of posts) {
      const request = { method: 'GET', path: pathOf(post, session) } as const;
      const { status, json } = await askAsBot(session, request, 200, 404);
      if (status === 200) metrics.set(post.id, { likes: countReactions(json) });
    }
    return metrics;
  },
};

function countReactions(message: unknown): number {
  const counts = listField(message, 'reactions').map((each) => field(each, 'count'));
  return counts.reduce<number>((sum, count) => sum + (typeof count === 'number' ? count : 0), 0);
}

export async function options(session: DiscordSession, ask: OptionsAsk): Promise<Option[]> {
  const offered = ask.field === 'thread_id' ? await listThreads(session) : await listTags(session);
  const all = offered.flatMap((each): Option[] => {
    const value = digitsField(each, 'id');
    return value === undefined ? [] : [{ value, title: textField(each, 'name') ?? value }];
  });
  return findOptions(all, ask.query);
}

async function listThreads(session: DiscordSession): Promise<unknown[]> {
  const active = await read(session, `/guilds/${session.grant.guild_id}/threads/active`);
  return listField(active, 'threads').filter((each) => isThreadOf(session, each));
}

async function listTags(session: DiscordSession): Promise<unknown[]> {
  return listField(await read(session, `/channels/${session.account.id}`), 'available_tags');
}
