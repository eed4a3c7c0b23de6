/** Published messages, and what Discord offers to choose from. */
import { field, textField } from '../core/json.ts';
import type { Measuring, Metrics } from '../core/metrics.ts';
import type { Option, OptionsAsk, PublishedPart } from '../core/network.ts';
import { snowflakeField } from '../families/discord/api.ts';
import { type App, callAsBot, type DiscordSession, type Grant, read } from './api.ts';
import { isThreadOf } from './channel.ts';
import { faultOf } from './faults.ts';

/** The address of a message in the API. Its page names the thread that it may be in. */
function pathOf({ id, url }: PublishedPart, { account, grant }: DiscordSession): string {
  const [, guild, channel] = url?.match(/^https:\/\/discord\.com\/channels\/(\d+)\/(\d+)\/\d+$/) ?? [];
  const place = guild === grant.guild_id && channel !== undefined ? channel : account.id;
  return `/channels/${place}/messages/${encodeURIComponent(id)}`;
}

/** Of a forum post, this deletes the first message. The thread with its answers stays. */
export async function remove(part: PublishedPart, session: DiscordSession): Promise<void> {
  const response = await callAsBot(session, { method: 'DELETE', path: pathOf(part, session) });
  if (response.status !== 204 && response.status !== 404) throw faultOf(response, session.now());
}

/** Reactions are the only numbers that Discord shows. */
export const measure: Measuring<Grant, App> = {
  batch: 10,

  async read(posts, session) {
    const metrics = new Map<string, Metrics>();
    for (const post of posts) {
      const response = await callAsBot(session, { method: 'GET', path: pathOf(post, session) });
      if (response.status === 200) metrics.set(post.id, { likes: countReactions(response.json) });
      else if (response.status !== 404) throw faultOf(response, session.now());
    }
    return metrics;
  },
};

function countReactions(message: unknown): number {
  const reactions = field(message, 'reactions');
  const counts = Array.isArray(reactions) ? reactions.map((each) => field(each, 'count')) : [];
  return counts.reduce<number>((sum, count) => sum + (typeof count === 'number' ? count : 0), 0);
}

const mostOptions = 100;

export async function options(session: DiscordSession, ask: OptionsAsk): Promise<Option[]> {
  const { account, grant } = session;
  const isThread = ask.field === 'thread_id';
  const listed = isThread
    ? field(await read(session, `/guilds/${grant.guild_id}/threads/active`), 'threads')
    : field(await read(session, `/channels/${account.id}`), 'available_tags');
  const offered = Array.isArray(listed) ? listed : [];
  const own = isThread ? offered.filter((each) => isThreadOf(session, each)) : offered;
  const all = own.flatMap((each): Option[] => {
    const value = snowflakeField(each, 'id');
    return value === undefined ? [] : [{ value, title: textField(each, 'name') ?? value }];
  });
  const wanted = ask.query?.toLowerCase() ?? '';
  return all.filter(({ title }) => title.toLowerCase().includes(wanted)).slice(0, mostOptions);
}
