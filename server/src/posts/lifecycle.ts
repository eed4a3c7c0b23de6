/**
 * Every move a post or target may make. This table feeds the statements, the tests and `docs/lifecycle.md`.
 * Waiting is a time (`wake_at`), never a state.
 */
import type { PostStatus, TargetStatus } from '@belfry/contract/schemas.ts';

interface Move<Status> {
  from: readonly Status[];
  to: Status;
  when: string;
}

const editable = ['draft', 'pending_approval', 'scheduled', 'failed'] as const;

export const postMoves = {
  save: {
    from: editable,
    to: 'draft',
    when: 'saved as a draft (a failed post only while no channel shows it)',
  },
  schedule: {
    from: editable,
    to: 'scheduled',
    when: 'the caller may publish directly, or no approvals are needed',
  },
  submit: {
    from: editable,
    to: 'pending_approval',
    when: 'approvals are needed and the caller may not publish',
  },
  approve: { from: ['pending_approval'], to: 'scheduled', when: 'an admin approved exactly this content' },
  reject: { from: ['pending_approval'], to: 'draft', when: 'an admin refused; the comment is kept' },
  refuse: {
    from: ['pending_approval'],
    to: 'failed',
    when: 'an admin refused, but a channel shows it already',
  },
  void: {
    from: ['scheduled', 'publishing'],
    to: 'pending_approval',
    when: 'what would go out is no longer what was approved',
  },
  ask: {
    from: ['failed'],
    to: 'scheduled',
    when: 'somebody wants the networks asked about copies that may be live; nothing is sent',
  },
  start: { from: ['scheduled'], to: 'publishing', when: 'the first target was claimed' },
  succeed: { from: ['publishing'], to: 'published', when: 'every target is published' },
  fail: { from: ['publishing'], to: 'failed', when: 'all targets are settled, at least one failed' },
  hold: {
    from: ['publishing'],
    to: 'scheduled',
    when: 'its channels wait for a person, and nothing went out yet',
  },
  rewind: {
    from: ['pending_approval', 'scheduled', 'publishing'],
    to: 'failed',
    when: 'the database was taken back to an earlier state, and it may be live since',
  },
} as const satisfies Record<string, Move<PostStatus>>;

export const targetMoves = {
  start: { from: ['pending'], to: 'publishing', when: 'claimed when due' },
  publish: { from: ['publishing'], to: 'published', when: 'the network confirmed' },
  fail: { from: ['publishing'], to: 'failed', when: 'refused, given up, missed, or unconfirmed' },
  hold: { from: ['publishing'], to: 'pending', when: 'the channel waits for a person to sign in again' },
  refuse: { from: ['pending'], to: 'failed', when: 'an admin refused what other channels show already' },
  void: {
    from: ['pending', 'publishing'],
    to: 'pending',
    when: 'its post must be approved again, and nothing of it was sent',
  },
  rewind: {
    from: ['pending', 'publishing'],
    to: 'failed',
    when: 'the database was taken back to an earlier state, and it may be live since',
  },
  retry: {
    from: ['failed'],
    to: 'pending',
    when: 'the post was scheduled again; published targets stay untouched',
  },
  ask: {
    from: ['failed'],
    to: 'pending',
    when: 'the network is to be asked whether it is live; nothing is sent',
  },
} as const satisfies Record<string, Move<TargetStatus>>;

export type PostMove = keyof typeof postMoves;

/** States as a statement lists them: `'draft', 'failed'`. */
export function listed(...states: (PostStatus | TargetStatus)[]): string {
  return states.map((state) => `'${state}'`).join(', ');
}

/** What `post.published` and `post.failed` tell of the rows `t` of these targets. */
export const settledTargets = (t: string) => `jsonb_build_object('targets', (
  select jsonb_agg(jsonb_build_object('id', id, 'channel_id', channel_id, 'status', status, 'url', external_url,
    'error', error) order by position)
  from (${t}) as t))`;

/** When a target due at `due` is first looked at ahead: a day before, or at once. Of what is due at once there is nothing to foresee. */
export const firstLook = (due: string) =>
  `case when ${due} > clock_now() + interval '5 minutes' then greatest(${due} - interval '24 hours', clock_now()) end`;

/** And then, of the target `t`. */
export const LATER_LOOK = `case when t.due_at - interval '1 hour' > clock_now() then t.due_at - interval '1 hour' end`;

export function canMove(move: PostMove, from: PostStatus): boolean {
  return (postMoves[move].from as readonly PostStatus[]).includes(from);
}
