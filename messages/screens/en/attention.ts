/** Words of the list of everything that wants a person. */
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
    may_be_live: ({ channel }: { channel: string }) => `The post may already be on ${channel}`,
    failed: ({ channel }: { channel: string }) => `Not published on ${channel}`,
    missed: ({ channel }: { channel: string }) => `Missed on ${channel}`,
    held: ({ channel }: { channel: string }) => `${channel} must be connected again`,
    at_risk: ({ channel }: { channel: string }) => `It would fail on ${channel}`,
    rejected: () => 'Rejected',
    reconnect_soon: ({ channel }: { channel: string }) => `Connect ${channel} again soon`,
  },
  severalChannels: () => 'several channels',
  until: {
    held: ({ moment }: { moment: string }) => `The first post fails on ${moment}.`,
    at_risk: ({ moment }: { moment: string }) => `Due on ${moment}.`,
    reconnect_soon: ({ moment }: { moment: string }) => `The sign-in ends on ${moment}.`,
  },
  acts: {
    resolve: () => 'Say whether it is there',
    reconcile: () => 'Ask the network',
    retry: () => 'Try again',
    edit: () => 'Edit',
    dismiss: () => 'Take off the list',
    reconnect: () => 'Connect again',
    open: () => 'Open',
  },
};
