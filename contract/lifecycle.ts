/**
 * Every move that a post or target may make. SQL statements, tests, `docs/lifecycle.md` and clients read this table.
 * Waiting is a time, never a status.
 */
import type { PostStatus } from './posts.ts';
import type { TargetStatus } from './targets.ts';

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
  reject: { from: ['pending_approval'], to: 'draft', when: 'an admin rejected it; the comment is kept' },
  refuse: {
    from: ['pending_approval'],
    to: 'failed',
    when: 'an admin rejected it, but a channel already shows it',
  },
  void: {
    from: ['scheduled', 'publishing'],
    to: 'pending_approval',
    when: 'the post changed after it was approved',
  },
  ask: {
    from: ['failed'],
    to: 'scheduled',
    when: 'a person asked Belfry to find out whether copies are live; nothing is sent',
  },
  start: { from: ['scheduled'], to: 'publishing', when: 'the first target was claimed' },
  succeed: { from: ['publishing'], to: 'published', when: 'every target is published' },
  fail: { from: ['publishing'], to: 'failed', when: 'all targets are settled, at least one failed' },
  hold: {
    from: ['publishing'],
    to: 'scheduled',
    when: 'nothing was sent yet, and its channels wait for a person to sign in again, or stopped at a post before it',
  },
  confirm: {
    from: ['failed'],
    to: 'published',
    when: 'a person said that the last target with an unknown outcome is live, and all others are published',
  },
  send_again: {
    from: ['failed'],
    to: 'scheduled',
    when: 'a person said that a target with an unknown outcome is not live, and to send it again',
  },
  rewind: {
    from: ['pending_approval', 'scheduled', 'publishing'],
    to: 'failed',
    when: 'the database was restored, and the post may have gone out after the backup',
  },
} as const satisfies Record<string, Move<PostStatus>>;

export const targetMoves = {
  start: { from: ['pending'], to: 'publishing', when: 'claimed when due' },
  publish: { from: ['publishing'], to: 'published', when: 'the network confirmed' },
  fail: { from: ['publishing'], to: 'failed', when: 'rejected, out of time, missed, or unconfirmed' },
  hold: {
    from: ['publishing'],
    to: 'pending',
    when: 'the channel waits for a person to sign in again, or stopped at a post before it',
  },
  refuse: {
    from: ['pending'],
    to: 'failed',
    when: 'an admin rejected the post, but other channels already show it',
  },
  void: {
    from: ['pending', 'publishing'],
    to: 'pending',
    when: 'its post must be approved again, and the target was not sent',
  },
  rewind: {
    from: ['pending', 'publishing'],
    to: 'failed',
    when: 'the database was restored, and the post may have gone out after the backup',
  },
  retry: {
    from: ['failed'],
    to: 'pending',
    when: 'the post was scheduled again; published targets stay untouched',
  },
  confirm: {
    from: ['failed'],
    to: 'published',
    when: 'its outcome was unknown, and a person said that it is live',
  },
  send_again: {
    from: ['failed'],
    to: 'pending',
    when: 'its outcome was unknown, and a person said that it is not live, and to send it again',
  },
  ask: {
    from: ['failed'],
    to: 'pending',
    when: 'a person asked Belfry to find out whether it is live; nothing is sent',
  },
} as const satisfies Record<string, Move<TargetStatus>>;

export type PostMove = keyof typeof postMoves;

export function canMove(move: PostMove, from: PostStatus): boolean {
  return (postMoves[move].from as readonly PostStatus[]).includes(from);
}
