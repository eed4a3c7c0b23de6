/** One word for each state of a post, the same on every screen. */
export const states = {
  may_be_live: () => 'May be live',
  failed: () => 'Failed',
  missed: () => 'Missed',
  held: () => 'On hold',
  at_risk: () => 'At risk',
  retrying: () => 'Retrying',
  paused: () => 'Paused',
  publishing: () => 'Publishing',
  overdue: () => 'Overdue: publishes on approval',
  pending_approval: () => 'Waiting for approval',
  scheduled: () => 'Scheduled',
  draft: () => 'Draft',
  published_with_warnings: () => 'Published with warnings',
  removed: () => 'Removed',
  published: () => 'Published',
  /** `published` of `count` channels. */
  partly: ({ published, count }: { published: number; count: number }) =>
    `${published} of ${count} published`,
  /** `time` such as `12:05`. */
  retryingAt: ({ time }: { time: string }) => `Retrying at ${time}`,
};
