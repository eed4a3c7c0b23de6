/** Says when a channel shows the same text within a day. People repeat themselves on purpose, so it refuses nothing. */
import type { Advice } from '@belfry/contract/error-body.ts';
import type { Caller } from '../../access/roles.ts';
import type { Context } from '../../base/context.ts';
import { Problem } from '../../base/problem.ts';
import { type ChannelRow, findSlot } from '../../channels/index.ts';
import type { Db } from '../../db/database.ts';
import type { TargetVersion } from '../fitting.ts';
import type { SentPost } from '../sent.ts';
import { findRepeats } from './store.ts';

/** Of one channel: the post itself, which this request does not name, and one other. */
const MAX_OF_CHANNEL = 2;

/** Of a post in the queue, the time is the next free slot. Another post may take it before this one is saved. */
export async function adviseRepeats(
  { db }: Pick<Context, 'db'>,
  who: Caller,
  body: SentPost,
  channels: ReadonlyMap<number, ChannelRow>,
  versions: readonly TargetVersion[],
): Promise<Advice[]> {
  const written = versions.filter(({ version }) => version.text.trim() !== '');
  if (written.length === 0) return [];
  const at = body.queue === true ? await readSlot(db, who, body, channels) : body.scheduled_at;
  if (at == null && body.publish_in == null) return [];
  const texts = written.map(({ channel, version }) => ({ channel_id: channel.id, text: version.text }));
  const repeats = await findRepeats(db, who, texts, at ?? undefined);
  return written.flatMap(({ index, channel }) =>
    repeats
      .filter(({ channel_id }) => channel_id === channel.id)
      .slice(0, MAX_OF_CHANNEL)
      .map(({ post_id, ...found }) => ({
        channel_id: channel.id,
        target: index,
        field: 'content',
        rule: 'text.same_day',
        message: `Post ${post_id} has the same text for @${channel.username}, less than a day from this one.`,
        params: { post_id, at: found.at, published: found.published },
      })),
  );
}

/** Undefined: there is none. Scheduling says why. */
async function readSlot(
  db: Db,
  who: Caller,
  { targets = [] }: SentPost,
  channels: ReadonlyMap<number, ChannelRow>,
): Promise<string | undefined> {
  const inOrder = targets.flatMap(({ channel_id }) => channels.get(channel_id) ?? []);
  return findSlot(db, who, inOrder).catch((error: unknown) => {
    if (error instanceof Problem) return undefined;
    throw error;
  });
}
