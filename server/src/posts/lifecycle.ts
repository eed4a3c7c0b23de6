/** SQL that the statements of posts, reviews and publishing share. */
import type { PostStatus } from '@belfry/contract/posts.ts';
import type { TargetStatus } from '@belfry/contract/targets.ts';

/** Statuses as an SQL list: `'draft', 'failed'`. */
export function listed(...states: (PostStatus | TargetStatus)[]): string {
  return states.map((state) => `'${state}'`).join(', ');
}

/** SQL for the data of `post.published` and `post.failed`. `t` is a query for the rows of the targets. */
export const settledTargets = (t: string) => `jsonb_build_object('targets', (
  select jsonb_agg(jsonb_build_object('id', id, 'channel_id', channel_id, 'status', status, 'url', external_url,
    'error', error) order by position)
  from (${t}) as t))`;

/** SQL: a target due at `due` is first checked a day ahead, or at once. Never if it is due within five minutes. */
export const firstCheck = (due: string) =>
  `case when ${due} > clock_now() + interval '5 minutes' then greatest(${due} - interval '24 hours', clock_now()) end`;

/** SQL: the target `t` is checked again an hour before it is due, if that is still ahead. */
export const NEXT_CHECK = `case when t.due_at - interval '1 hour' > clock_now() then t.due_at - interval '1 hour' end`;
