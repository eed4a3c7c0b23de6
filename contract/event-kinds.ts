/** Every kind of event that the log has: what it tells, and which webhooks get it. */

interface EventKind {
  /**
   * Who gets it. `all`: also webhooks for `*`. `noun`: those that name it, or its noun as `target.*`. `name`: those
   * that name it alone, as it is for who may read the audit log.
   */
  for: 'all' | 'noun' | 'name';
  tells: string;
  /** What `data` has beside the ids. */
  data?: string;
  /** The kind's former name, which events in the log still have: events are never rewritten. */
  formerly?: string;
}

const kinds = {
  'post.saved': { for: 'all', tells: 'A post was saved as a draft.', data: 'scheduled_at, before, after' },
  'post.scheduled': { for: 'all', tells: 'A post was scheduled.', data: 'scheduled_at, before, after' },
  'post.reconciling': { for: 'all', tells: 'The networks are asked about copies that may be live.' },
  'post.published': {
    for: 'all',
    tells: 'Every channel shows the post.',
    data: 'targets: id, channel_id, status, url, error',
  },
  'post.failed': {
    for: 'all',
    tells: 'Every channel is settled, and at least one failed.',
    data: 'targets: id, channel_id, status, url, error',
  },
  'post.deleted': { for: 'all', tells: 'A post was deleted here.', data: 'before' },
  'target.published': { for: 'all', tells: 'One channel shows the post.', data: 'url, late_ms' },
  'target.failed': {
    for: 'all',
    tells: 'One channel does not get the post.',
    data: 'code, message, retryable, network_code, details',
  },
  'target.held': { for: 'all', tells: 'It waits until the channel is connected again.', data: 'message' },
  'target.at_risk': {
    for: 'all',
    tells: 'As things stand, this channel will not get the post; there is still time.',
    data: 'code, message',
  },
  'target.risk_over': { for: 'noun', tells: 'What it was warned of is over.' },
  'target.started': { for: 'noun', tells: 'A worker took it.', data: 'late_ms' },
  'target.prepared': { for: 'noun', tells: 'A step of its publishing is done.', data: 'name, sends' },
  'target.waiting': { for: 'noun', tells: 'The network is at work on it.', data: 'name, sends' },
  'target.sent': { for: 'noun', tells: 'It is being sent.', data: 'name, sends' },
  'target.confirmed': { for: 'noun', tells: 'The network took what was sent.', data: 'name, sends' },
  'target.warned': { for: 'noun', tells: 'Something beside the post did not work out.', data: 'name, sends' },
  'target.put_off': { for: 'noun', tells: 'It is tried again later.', data: 'because, message, seconds' },
  'review.requested': {
    for: 'all',
    tells: 'A post waits for approval.',
    data: 'scheduled_at, before, after',
  },
  'review.approved': { for: 'all', tells: 'A post was approved.', data: 'comment, version' },
  'review.rejected': { for: 'all', tells: 'A post was rejected.', data: 'comment, version' },
  'review.voided': { for: 'all', tells: 'What was approved has changed since.', data: 'because' },
  'channel.connected': {
    for: 'all',
    tells: 'An account was connected.',
    data: 'platform, username',
    formerly: 'channel.joined',
  },
  'channel.joined': {
    for: 'all',
    tells: 'The former name of `channel.connected`. Naming one of them means both.',
    data: 'platform, username',
  },
  'channel.reconnected': {
    for: 'all',
    tells: 'An account was connected again.',
    data: 'platform, username',
  },
  'channel.needs_reconnect': {
    for: 'all',
    tells: 'The network wants a person to sign in again; the channel’s posts wait.',
    data: 'message',
  },
  'channel.changed': { for: 'all', tells: 'Posting times were set.', data: 'before, after' },
  'channel.removed': { for: 'all', tells: 'A channel was removed.' },
  'media.added': { for: 'all', tells: 'A file was added.', data: 'media_id, name, mime_type, size' },
  'media.changed': { for: 'all', tells: 'A file was renamed or described.', data: 'media_id, before, after' },
  'media.deleted': { for: 'all', tells: 'A file was deleted.', data: 'media_id, before' },
  'webhook.disabled': {
    for: 'all',
    tells: 'The service gave a webhook up: 3 days of failures, or 410 Gone.',
    data: 'webhook_id, host, because, error, failing_since',
  },
  'webhook.created': { for: 'name', tells: 'A webhook was made.', data: 'webhook_id, host, kinds' },
  'webhook.changed': {
    for: 'name',
    tells: 'A webhook was changed.',
    data: 'webhook_id, host, fields, before, after',
  },
  'webhook.rotated': { for: 'name', tells: 'A webhook got a new secret.', data: 'webhook_id, host' },
  'webhook.replayed': {
    for: 'name',
    tells: 'A webhook goes on elsewhere in the log.',
    data: 'webhook_id, host, before, after',
  },
  'webhook.removed': { for: 'name', tells: 'A webhook was removed.', data: 'webhook_id, host' },
  'database.restored': {
    for: 'all',
    tells: 'Belfry was restored from a backup: what was due since is not sent before a person decides.',
    data: 'since, unconfirmed',
  },
  'workspace.created': { for: 'name', tells: 'The workspace was made.' },
  'workspace.changed': { for: 'name', tells: 'Its settings were changed.', data: 'before, after' },
  'invitation.created': { for: 'name', tells: 'Somebody was invited.' },
  'invitation.withdrawn': { for: 'name', tells: 'An invitation was withdrawn.' },
  'member.joined': { for: 'name', tells: 'A member joined.' },
  'member.changed': { for: 'name', tells: 'A member’s role or channels were changed.' },
  'member.left': { for: 'name', tells: 'A member left.' },
  'member.removed': { for: 'name', tells: 'A member was removed.' },
  'member.password_reset_made': { for: 'name', tells: 'A member was given a link for a new password.' },
  'key.created': { for: 'name', tells: 'A key was made.' },
  'key.rotated': { for: 'name', tells: 'A key was rotated.' },
  'key.revoked': { for: 'name', tells: 'A key was revoked.' },
  'session.begun': { for: 'name', tells: 'A member signed in.' },
  'session.ended': { for: 'name', tells: 'A member’s session ended.' },
  'password.changed': { for: 'name', tells: 'A member changed their password.' },
  'password.reset': { for: 'name', tells: 'A member set a new password by a link.' },
  'two_factor.begun': { for: 'name', tells: 'A member has a second factor.' },
  'two_factor.ended': { for: 'name', tells: 'A member has no second factor any more.' },
  'passkey.added': { for: 'name', tells: 'A member added a passkey.', data: 'passkey_id, name' },
  'passkey.removed': { for: 'name', tells: 'A member removed a passkey.', data: 'passkey_id, name' },
  'identity.added': { for: 'name', tells: 'A member can sign in by an OpenID provider.', data: 'issuer, by' },
  'identity.removed': { for: 'name', tells: 'A member cannot sign in by it any more.', data: 'issuer' },
  'email.changed': { for: 'name', tells: 'A member has another e-mail address.' },
  'email.lost': {
    for: 'name',
    tells: 'Another account proved that the e-mail address of a member is its own.',
  },
  'profile.changed': { for: 'name', tells: 'A member changed their name, language or time zone.' },
  'export.requested': { for: 'name', tells: 'An export of the workspace was asked for.' },
  'export.made': { for: 'name', tells: 'It is done.' },
  'export.fetched': { for: 'name', tells: 'Its file was fetched.' },
  'export.deleted': { for: 'name', tells: 'It was deleted.' },
  'recovery_code.used': { for: 'name', tells: 'A member signed in with a recovery code.' },
} as const satisfies Record<string, EventKind>;

export const eventKinds: Readonly<Record<string, EventKind>> = kinds;

const names = Object.keys(eventKinds);
const isFor = (...whom: EventKind['for'][]) =>
  names.filter((kind) => whom.includes(eventKinds[kind]?.for ?? 'name'));

/** The present name of a kind and its former one: whoever asks for one of them means both. */
export const renamedKinds: readonly (readonly [string, string])[] = names.flatMap((kind) => {
  const former = eventKinds[kind]?.formerly;
  return former === undefined ? [] : [[kind, former] as const];
});

/** All names of one kind, the given one among them. */
export function namesOfKind(kind: string): readonly string[] {
  return renamedKinds.find((names) => names.includes(kind)) ?? [kind];
}

/** What `*` stands for. */
export const kindsForAll: readonly string[] = isFor('all');
/** What a noun with a star stands for is among these. */
export const kindsByNoun: readonly string[] = isFor('all', 'noun');

/** All that a webhook can be for. */
export const webhookKinds: readonly string[] = [
  '*',
  ...new Set(kindsByNoun.map((kind) => `${kind.split('.', 1)[0]}.*`)),
  ...names,
];
