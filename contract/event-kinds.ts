/** Every kind of event in the log, and the webhooks that get it. */

interface EventKind {
  /**
   * Which webhooks get it. `name`: only webhooks that name this kind, because it is about people and their rights.
   * `noun`: also webhooks for its noun, such as `target.*`. `all`: also webhooks for `*`.
   */
  for: 'all' | 'noun' | 'name';
  description: string;
  /** The fields of `data` besides the ids. */
  data?: string;
  /** The kind's former name. Older events in the log keep it, because events are never rewritten. */
  formerly?: string;
}

const kinds = {
  'post.saved': {
    for: 'all',
    description: 'A post was saved as a draft.',
    data: 'scheduled_at, before, after',
  },
  'post.scheduled': {
    for: 'all',
    description: 'A post was scheduled.',
    data: 'scheduled_at, before, after',
  },
  'post.reconciling': {
    for: 'all',
    description: 'The networks are being asked about copies that may be live.',
  },
  'post.published': {
    for: 'all',
    description: 'The post was published to all its channels.',
    data: 'targets: id, channel_id, status, url, error',
  },
  'post.failed': {
    for: 'all',
    description: 'The post is finished, and at least one channel failed.',
    data: 'targets: id, channel_id, status, url, error',
  },
  'post.deleted': {
    for: 'all',
    description: 'A post was deleted. Copies on the networks stay.',
    data: 'before',
  },
  'target.published': {
    for: 'all',
    description: 'The post was published to one channel.',
    data: 'url, late_ms',
  },
  'target.failed': {
    for: 'all',
    description: 'The post could not be published to one channel.',
    data: 'code, message, retryable, network_code, details',
  },
  'target.held': {
    for: 'all',
    description: 'The post waits until the channel is connected again.',
    data: 'message',
  },
  'target.at_risk': {
    for: 'all',
    description:
      'If nothing changes, the post will not be published to this channel. There is still time to act.',
    data: 'code, message',
  },
  'target.risk_over': { for: 'noun', description: 'The risk that `target.at_risk` reported is over.' },
  'target.started': {
    for: 'noun',
    description: 'A worker started to publish the post to this channel.',
    data: 'late_ms',
  },
  'target.prepared': {
    for: 'noun',
    description: 'A preparing step is done, such as an upload.',
    data: 'name, sends',
  },
  'target.waiting': {
    for: 'noun',
    description: 'The network is processing what it received.',
    data: 'name, sends',
  },
  'target.sent': {
    for: 'noun',
    description: 'A request that can make something visible is being sent.',
    data: 'name, sends',
  },
  'target.confirmed': {
    for: 'noun',
    description: 'The network confirmed what was sent.',
    data: 'name, sends',
  },
  'target.warned': {
    for: 'noun',
    description: 'The post is not affected, but something beside it failed, such as a first comment.',
    data: 'name, sends',
  },
  'target.put_off': {
    for: 'noun',
    description: 'The attempt is put off and will be retried.',
    data: 'because, message, seconds',
  },
  'review.requested': {
    for: 'all',
    description: 'A post was submitted for approval.',
    data: 'scheduled_at, before, after',
  },
  'review.approved': { for: 'all', description: 'A post was approved.', data: 'comment, version' },
  'review.rejected': { for: 'all', description: 'A post was rejected.', data: 'comment, version' },
  'review.voided': {
    for: 'all',
    description: 'The post changed after it was approved, so the approval no longer counts.',
    data: 'because',
  },
  'channel.connected': {
    for: 'all',
    description: 'An account was connected.',
    data: 'platform, username',
    formerly: 'channel.joined',
  },
  'channel.joined': {
    for: 'all',
    description: 'The former name of `channel.connected`. Naming one of them means both.',
    data: 'platform, username',
  },
  'channel.reconnected': {
    for: 'all',
    description: 'An account was connected again.',
    data: 'platform, username',
  },
  'channel.needs_reconnect': {
    for: 'all',
    description: 'The network wants a person to sign in again. Posts for this channel wait until then.',
    data: 'message',
  },
  'channel.changed': {
    for: 'all',
    description: 'The posting times of a channel were changed.',
    data: 'before, after',
  },
  'channel.removed': { for: 'all', description: 'A channel was removed.' },
  'media.added': {
    for: 'all',
    description: 'A file was added to the library.',
    data: 'media_id, name, mime_type, size',
  },
  'media.changed': {
    for: 'all',
    description: 'The name or the alt text of a file was changed.',
    data: 'media_id, before, after',
  },
  'media.deleted': {
    for: 'all',
    description: 'A file was deleted from the library.',
    data: 'media_id, before',
  },
  'webhook.disabled': {
    for: 'all',
    description: 'The service disabled a webhook after 3 days of failures, or after 410 Gone.',
    data: 'webhook_id, host, because, error, failing_since',
  },
  'webhook.created': {
    for: 'name',
    description: 'A webhook was created.',
    data: 'webhook_id, host, kinds',
  },
  'webhook.changed': {
    for: 'name',
    description: 'A webhook was changed.',
    data: 'webhook_id, host, fields, before, after',
  },
  'webhook.rotated': { for: 'name', description: 'A webhook got a new secret.', data: 'webhook_id, host' },
  'webhook.replayed': {
    for: 'name',
    description: 'A webhook was moved to another place in the log.',
    data: 'webhook_id, host, before, after',
  },
  'webhook.removed': { for: 'name', description: 'A webhook was removed.', data: 'webhook_id, host' },
  'database.restored': {
    for: 'all',
    description:
      'Belfry was restored from a backup. Posts that were due after the backup are not sent until a person decides.',
    data: 'since, unconfirmed',
  },
  'workspace.created': { for: 'name', description: 'The workspace was created.' },
  'workspace.changed': {
    for: 'name',
    description: 'The settings of the workspace were changed.',
    data: 'before, after',
  },
  'invitation.created': { for: 'name', description: 'A person was invited.' },
  'invitation.withdrawn': { for: 'name', description: 'An invitation was withdrawn.' },
  'member.joined': { for: 'name', description: 'A person joined the workspace.' },
  'member.changed': { for: 'name', description: 'A member’s role or channels were changed.' },
  'member.left': { for: 'name', description: 'A member left the workspace.' },
  'member.removed': { for: 'name', description: 'A member was removed from the workspace.' },
  'member.password_reset_made': {
    for: 'name',
    description: 'A password reset link was created for a member.',
  },
  'key.created': { for: 'name', description: 'An API key was created.' },
  'key.rotated': { for: 'name', description: 'An API key was rotated.' },
  'key.revoked': { for: 'name', description: 'An API key was revoked.' },
  'session.begun': { for: 'name', description: 'A member signed in.' },
  'session.ended': { for: 'name', description: 'A session of a member ended.' },
  'password.changed': { for: 'name', description: 'A member changed their password.' },
  'password.reset': { for: 'name', description: 'A member set a new password with a reset link.' },
  'two_factor.begun': { for: 'name', description: 'Two-factor authentication was turned on for a member.' },
  'two_factor.ended': { for: 'name', description: 'Two-factor authentication was turned off for a member.' },
  'passkey.added': { for: 'name', description: 'A member added a passkey.', data: 'passkey_id, name' },
  'passkey.removed': { for: 'name', description: 'A member removed a passkey.', data: 'passkey_id, name' },
  'identity.added': {
    for: 'name',
    description: 'A member added an OpenID provider as a way to sign in.',
    data: 'issuer, by',
  },
  'identity.removed': {
    for: 'name',
    description: 'A member removed an OpenID provider as a way to sign in.',
    data: 'issuer',
  },
  'email.changed': { for: 'name', description: 'A member’s e-mail address changed.' },
  'email.lost': {
    for: 'name',
    description: 'A member lost their e-mail address, because another user proved that it is theirs.',
  },
  'profile.changed': { for: 'name', description: 'A member changed their name, language or time zone.' },
  'export.requested': { for: 'name', description: 'An export of the workspace was requested.' },
  'export.made': { for: 'name', description: 'An export is done.' },
  'export.fetched': { for: 'name', description: 'The file of an export was downloaded.' },
  'export.deleted': { for: 'name', description: 'An export was deleted.' },
  'recovery_code.used': { for: 'name', description: 'A member signed in with a recovery code.' },
} as const satisfies Record<string, EventKind>;

export const eventKinds: Readonly<Record<string, EventKind>> = kinds;

const names = Object.keys(eventKinds);
const kindsFor = (...audiences: EventKind['for'][]) =>
  names.filter((kind) => audiences.includes(eventKinds[kind]?.for ?? 'name'));

/** Pairs of a kind's present and former name. A webhook or a filter that has one of them gets both. */
export const renamedKinds: readonly (readonly [string, string])[] = names.flatMap((kind) => {
  const former = eventKinds[kind]?.formerly;
  return former === undefined ? [] : [[kind, former] as const];
});

/** All names of one kind, the given one among them. */
export function namesOfKind(kind: string): readonly string[] {
  return renamedKinds.find((names) => names.includes(kind)) ?? [kind];
}

/** The kinds that `*` stands for. */
export const kindsForAll: readonly string[] = kindsFor('all');
/** The kinds that a noun with a star, such as `target.*`, can stand for. */
export const kindsByNoun: readonly string[] = kindsFor('all', 'noun');

/** Every value that a webhook's `kinds` may contain. */
export const webhookKinds: readonly string[] = [
  '*',
  ...new Set(kindsByNoun.map((kind) => `${kind.split('.', 1)[0]}.*`)),
  ...names,
];
