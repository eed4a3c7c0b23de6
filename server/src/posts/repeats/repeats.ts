/** Says when a channel shows the same text within a day. People repeat themselves on purpose, so it refuses nothing. */
import type { Advice } from '@belfry/contract/error-body.ts';
import type { Caller } from '../../access/roles.ts';
import type { Context } from '../../base/context.ts';
import type { TargetVersion } from '../fitting.ts';
import type { SentPost } from '../sent.ts';
import { findRepeats } from './store.ts';

/** Of one channel: the post itself, which this request does not name, and one other. */
const MAX_OF_CHANNEL = 2;

/** None for a post in the queue, whose time is not known before it is saved. */
export async function adviseRepeats(
  { db }: Pick<Context, 'db'>,
  who: Caller,
  { scheduled_at, queue, publish_in }: SentPost,
  versions: readonly TargetVersion[],
): Promise<Advice[]> {
  const written = versions.filter(({ version }) => version.text.trim() !== '');
  const isTimed = scheduled_at != null || publish_in != null;
  if (queue === true || !isTimed || written.length === 0) return [];
  const texts = written.map(({ channel, version }) => ({ channel_id: channel.id, text: version.text }));
  const repeats = await findRepeats(db, who, texts, scheduled_at ?? undefined);
  return written.flatMap(({ index, channel }) =>
    repeats
      .filter(({ channel_id }) => channel_id === channel.id)
      .slice(0, MAX_OF_CHANNEL)
      .map(({ post_id, at }) => ({
        channel_id: channel.id,
        target: index,
        field: 'content',
        rule: 'text.same_day',
        message: `Post ${post_id} has the same text for @${channel.username}, less than a day from this one.`,
        params: { post_id, at },
      })),
  );
}
