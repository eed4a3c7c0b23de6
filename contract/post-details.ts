/** The errors of fields of posts and of what surrounds them, as in `details.ts`. */
import { amount } from '@belfry/networks/core/amount.ts';

export type Limit = { limit: number };

export interface Sentence {
  sentence(field: string, params: never): string;
  example?: object;
}

export const postSentences = {
  unknown_channel: {
    sentence: (_: string, { channel_id }: { channel_id: number }) =>
      `There is no channel ${channel_id} in this workspace.`,
    example: { channel_id: 4 },
  },
  unknown_media: {
    sentence: (_: string, { media_id }: { media_id: number }) =>
      `There is no media ${media_id} in this workspace.`,
    example: { media_id: 12 },
  },
  unknown_label: {
    sentence: (_: string, { label_id }: { label_id: number }) =>
      `There is no label ${label_id} in this workspace.`,
    example: { label_id: 5 },
  },
  too_many_files: {
    sentence: (field: string, { limit }: Limit) =>
      `${field} may name at most ${amount(limit, 'different files')}.`,
    example: { limit: 200 },
  },
  repeated_channel: {
    sentence: (_: string, { channel_id }: { channel_id: number }) =>
      `Channel ${channel_id} is in targets twice.`,
    example: { channel_id: 4 },
  },
  time_required: {
    sentence: (field: string) =>
      `${field} is required when scheduling, unless queue is true or publish_in is sent.`,
  },
  time_with_queue: {
    sentence: (field: string) =>
      `${field} schedules the post for the next free slot. Leave out scheduled_at.`,
  },
  time_with_delay: {
    sentence: (field: string) => `${field} sets the time. Leave out scheduled_at and queue.`,
  },
  target_required: { sentence: (field: string) => `${field} needs at least one channel when scheduling.` },
  queued_draft: {
    sentence: (field: string) => `${field} is only for scheduled posts. A draft gets no slot.`,
  },
  delayed_draft: {
    sentence: (field: string) => `${field} is only for scheduled posts. A draft is not published.`,
  },
  undeclared: {
    sentence: (field: string) =>
      `${field} is a declaration that only a request with the settings makes. Send the whole post.`,
  },
  no_posting_times: {
    sentence: (_: string, { username }: { username: string }) =>
      `The channel @${username} has no posting times, so no post can be queued for it.`,
    example: { username: 'tower' },
  },
  times_with_days: {
    sentence: (field: string) => `${field} sets the times of each day. Leave out posting_times.`,
  },
  window_too_long: {
    sentence: (field: string, { days }: { days: number }) =>
      `${field} must be at most ${days} days after from.`,
    example: { days: 62 },
  },
  window_backwards: { sentence: (field: string) => `${field} must not be before from.` },
  too_many_sets: {
    sentence: (_: string, { limit }: Limit) =>
      `This workspace has ${limit} channel sets and can have no more. Delete one first.`,
    example: { limit: 200 },
  },
  no_free_slot: { sentence: () => 'Every posting time of the next three years is taken.' },
  only_published: {
    sentence: (field: string) => `${field} has only channels that already show this post.`,
  },
  media_not_settable: {
    sentence: (field: string) => `${field} cannot be set. Send the ids of the files as media_ids.`,
  },
  only_with_outcome: {
    sentence: (field: string, { outcome }: { outcome: string }) =>
      `${field} is only for the outcome ${outcome}.`,
    example: { outcome: 'published' },
  },
  not_a_page: {
    sentence: (field: string) => `${field} is not a web address such as https://example.org/posts/17.`,
  },
  unknown_reader: {
    sentence: (field: string, { user_id }: { user_id: number }) =>
      `${field} is ${user_id}, but no member with this id can see the post.`,
    example: { user_id: 2 },
  },
  would_empty: {
    sentence: () =>
      'This would empty the post: send content, targets or media_ids. To empty it on purpose, send "content": null.',
  },
} as const satisfies Record<string, Sentence>;
