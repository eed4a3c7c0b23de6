/** What the comparison of statements with their row types cannot know, each with its reason. */

export interface Exceptions {
  /** By `file column`: the schema allows null, but the statements of the file never return it. */
  neverNull: Readonly<Record<string, string>>;
  /** By file: no test runs its statements in its own process. */
  neverRun: Readonly<Record<string, string>>;
}

const sealed = 'Only sealed events are read.';
const withLease = 'The statement has just set it.';
const withAddress = 'The user was found or inserted by their address.';

export const exceptions: Exceptions = {
  neverNull: {
    'server/src/accounts/password-resets/store.ts user_id': 'A reset without a user is never open.',
    'server/src/channels/store.ts reconnect_by': 'A channel without a date is never due for a reminder.',
    'server/src/data/erasure/store.ts lease_id': withLease,
    'server/src/data/erasure/store.ts storage_key': 'Renditions without a file are left out.',
    'server/src/data/exports/reading/store.ts cursor': sealed,
    'server/src/data/exports/store.ts lease_id': withLease,
    'server/src/events/store.ts hash': sealed,
    'server/src/events/store.ts seq': sealed,
    'server/src/lanes/store.ts lease': 'Only targets with one of the given leases are returned.',
    'server/src/live/store.ts next_at': withLease,
    'server/src/mail/store.ts sealed': 'Mails without a text are left out.',
    'server/src/notices/reading/store.ts seq': sealed,
    'server/src/setup/store.ts email': withAddress,
    'server/src/streams/store.ts hash': sealed,
    'server/src/streams/store.ts seq': sealed,
    'server/src/webhooks/sending/store.ts hash': sealed,
    'server/src/webhooks/sending/store.ts seq': sealed,
    'server/src/workspaces/invitations/store.ts email': withAddress,
  },
  neverRun: {},
};
