/** Words of the attention list: everything that wants a person. */
export const attention = {
  title: () => 'Needs you',
  /** The normal state. `moment` is when the last post went out; empty: none has yet. */
  empty: ({ moment }: { moment: string }) =>
    moment === '' ? 'All is well.' : `All is well. The last post went out on ${moment}.`,
  truncated: () => 'There is more. Settle these first.',
  morePosts: () => 'and further posts',
  since: ({ moment }: { moment: string }) => `since ${moment}`,
  onlyOthers: () => 'Only somebody with more rights can settle this.',
  kinds: {
    may_be_live: ({ channel, count }: { channel: string; count: number }) =>
      `${count === 1 ? 'The post' : 'These posts'} may already be on ${channel}`,
    failed: ({ channel }: { channel: string }) => `Not published on ${channel}`,
    missed: ({ channel }: { channel: string }) => `Missed on ${channel}`,
    held: ({ channel }: { channel: string }) => `${channel} must be connected again`,
    at_risk: ({ channel, count }: { channel: string; count: number }) =>
      `${count === 1 ? 'It' : 'They'} would fail on ${channel}`,
    rejected: () => 'Rejected',
    reconnect_soon: ({ channel }: { channel: string }) => `Connect ${channel} again soon`,
  },
  reviews: ({ count }: { count: number }) =>
    count === 1 ? '1 post waits for approval' : `${count} posts wait for approval`,
  dismissed: ({ count }: { count: number }) =>
    count === 1
      ? 'Taken off the list. The post stays as it is.'
      : `${count} posts were taken off the list. They stay as they are.`,
  severalChannels: () => 'several channels',
  until: {
    held: ({ moment, count }: { moment: string; count: number }) =>
      `${count === 1 ? 'The post' : 'The first post'} fails on ${moment}.`,
    at_risk: ({ moment }: { moment: string }) => `Due on ${moment}.`,
    reconnect_soon: ({ moment }: { moment: string }) => `The sign-in ends on ${moment}.`,
  },
  acts: {
    resolve: () => 'Say whether it is there',
    edit: () => 'Edit',
    dismiss: ({ count }: { count: number }): string =>
      count === 1 ? 'Take off the list' : 'Take all off the list',
    /** Beside one post of several, for people who hear the page. */
    on: ({ act, post }: { act: string; post: string }) => `${act}: ${post}`,
    open: () => 'Open',
  },
};
