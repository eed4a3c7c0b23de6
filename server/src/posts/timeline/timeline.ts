/** The timeline of a post: its events, in order. */
import type { TimelineEvent } from '@belfry/contract/timeline.ts';
import type { Caller } from '../../access/roles.ts';
import { allow } from '../../access/roles.ts';
import type { Context } from '../../base/context.ts';
import { orNotFound } from '../../base/problem.ts';
import { findPost } from '../store.ts';
import { listEvents } from './store.ts';

export async function listTimeline(
  ctx: Pick<Context, 'db'>,
  who: Caller,
  postId: number,
): Promise<TimelineEvent[]> {
  allow(who, 'post.read');
  orNotFound(await findPost(ctx.db, who, postId));
  const rows = await listEvents(ctx.db, who.workspaceId, postId);
  return rows.map(({ user_id, user_name, ...event }) => ({
    ...event,
    actor: user_id === null || user_name === null ? null : { id: user_id, name: user_name },
  }));
}
