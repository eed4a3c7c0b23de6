/** The kinds of events about posts, labels, channels and media. */
import { imageFits } from '@belfry/networks/core/images.ts';
import type { EventDescription } from './event-kinds.ts';
import { labelColors } from './labels.ts';
import { postStatuses } from './posts.ts';
import { resolutionOutcomes } from './resolutions.ts';
import { AnyObject, closed, Id, nullable } from './shapes.ts';
import { TargetError, targetErrorCodes, targetStatuses } from './targets.ts';
import { Type } from './type.ts';

/** A time: ISO 8601 with an offset. */
const Moment = Type.String();
/** The fields that a save changed. `targets`: those whose text or settings differ. Long texts are cut. */
const version = closed({
  status: Type.Optional(Type.Enum(postStatuses)),
  content: Type.Optional(Type.String()),
  scheduled_at: Type.Optional(nullable(Moment)),
  media_ids: Type.Optional(Type.Array(Id)),
  label_ids: Type.Optional(Type.Array(Id)),
  targets: Type.Optional(
    Type.Array(
      closed({
        channel_id: Id,
        content: Type.Optional(nullable(Type.String())),
        settings: Type.Optional(AnyObject),
        media_ids: Type.Optional(Type.Array(Id)),
        image_fit: Type.Optional(Type.Enum(imageFits)),
      }),
    ),
  ),
});
const save = {
  scheduled_at: nullable(Moment),
  before: Type.Optional(version),
  after: Type.Optional(version),
};
const settled = {
  targets: Type.Array(
    closed({
      id: Id,
      channel_id: Id,
      status: Type.Enum(targetStatuses),
      url: nullable(Type.String()),
      error: nullable(TargetError),
    }),
  ),
};
/** Milliseconds after the target’s time. */
const late_ms = Type.Number();
/** A step of an attempt, and how often it was sent. */
const step = { name: Type.String(), sends: Type.Integer() };
const decision = { comment: nullable(Type.String()), version: Type.Integer() };
const account = { platform: Type.String(), username: Type.String() };
/** The same in the events of channels that share one sign-in and lost it at once. */
const login_id = Id;
const channel = closed({
  posting_times: Type.Optional(Type.Array(Type.String())),
  posting_times_by_day: Type.Optional(nullable(Type.Record(Type.String(), Type.Array(Type.String())))),
  display_name: Type.Optional(nullable(Type.String())),
  position: Type.Optional(nullable(Type.Integer())),
  paused_at: Type.Optional(nullable(Type.String())),
  name: Type.Optional(Type.String()),
  username: Type.Optional(Type.String()),
});
const set = { set_id: Id, name: Type.String() };
const file = closed({ name: Type.String(), alt_text: nullable(Type.String()) });
const label = closed({ name: Type.String(), color: Type.Enum(labelColors) });

export const contentEvents = {
  'post.saved': {
    for: 'all',
    description:
      'A post was saved as a draft. While one person writes it, at most one such event comes in ten minutes.',
    data: save,
  },
  'post.scheduled': { for: 'all', description: 'A post was scheduled.', data: save },
  'post.reconciling': {
    for: 'all',
    description: 'Belfry is asking the networks about copies that may be live.',
    data: {},
  },
  'post.published': {
    for: 'all',
    description: 'The post was published to all its channels.',
    data: settled,
  },
  'post.failed': {
    for: 'all',
    description: 'The post is finished, and at least one channel failed.',
    data: settled,
  },
  'post.deleted': {
    for: 'all',
    description: 'A post was deleted. Copies on the networks stay.',
    data: { before: version },
  },
  'post.restored': {
    for: 'all',
    description: 'A deleted post was restored.',
    data: { status: Type.Enum(postStatuses), scheduled_at: nullable(Moment) },
  },
  'target.consented': {
    for: 'all',
    description:
      'A person planned the post for this channel with a declaration that the network demands. It counts for exactly this version.',
    data: { field: Type.String(), code: Type.String(), declaration: Type.String() },
  },
  'target.consent_voided': {
    for: 'all',
    description:
      'A file of the post changed after a person had made a declaration, so the declaration no longer counts.',
    data: { field: Type.String(), code: Type.String(), media_id: Id },
  },
  'target.published': {
    for: 'all',
    description: 'The post was published to one channel.',
    data: { url: nullable(Type.String()), late_ms },
  },
  'target.handed_over': {
    for: 'all',
    description: 'The network has the post as a draft, which a person finishes in the network’s own app.',
    data: { late_ms },
  },
  'target.page_found': {
    for: 'all',
    description: 'The network has named the page of the published post, some time after publishing.',
    data: { url: Type.String() },
  },
  'target.removal_requested': {
    for: 'all',
    description: 'A person asked to delete the published post at its network.',
    data: {},
  },
  'target.removed': {
    for: 'all',
    description: 'The published post was deleted at its network.',
    data: {},
  },
  'target.removal_failed': {
    for: 'all',
    description: 'The published post could not be deleted at its network, and may still be live.',
    data: { message: Type.String() },
  },
  'target.failed': {
    for: 'all',
    description: 'The post could not be published to one channel.',
    data: TargetError.properties,
  },
  'target.resolved': {
    for: 'all',
    description: 'The outcome of a target was unknown, and a person said whether it is live.',
    data: {
      outcome: Type.Enum(resolutionOutcomes),
      url: nullable(Type.String()),
      send_again: Type.Boolean(),
    },
  },
  'target.dismissed': {
    for: 'noun',
    description: 'A person took a failed target out of the list of what wants a person.',
    data: {},
  },
  'target.held': {
    for: 'all',
    description: 'The post waits until the channel is connected again.',
    data: { message: Type.String() },
  },
  'target.at_risk': {
    for: 'all',
    description:
      'If nothing changes, the post will not be published to this channel. There is still time to act.',
    data: { code: Type.Enum(targetErrorCodes), message: Type.String() },
  },
  'target.risk_over': {
    for: 'noun',
    description: 'The risk that `target.at_risk` reported is over.',
    data: {},
  },
  'target.started': {
    for: 'noun',
    description: 'A worker started to publish the post to this channel.',
    data: { late_ms },
  },
  'target.prepared': {
    for: 'noun',
    description: 'A preparing step is done, such as an upload.',
    data: step,
  },
  'target.waiting': {
    for: 'noun',
    description: 'The network is processing what it received.',
    data: step,
  },
  'target.sent': {
    for: 'noun',
    description: 'A request that can make something visible is being sent.',
    data: step,
  },
  'target.confirmed': { for: 'noun', description: 'The network confirmed what was sent.', data: step },
  'target.warned': {
    for: 'noun',
    description: 'The post is live, but an addition to it failed, such as a first comment.',
    data: step,
  },
  'target.put_off': {
    for: 'noun',
    description: 'The attempt is put off and will be retried.',
    data: {
      because: Type.Enum([
        'processing',
        'throttled',
        'unavailable',
        'in_doubt',
        'interrupted',
        'approval',
      ] as const),
      message: Type.String(),
      seconds: Type.Optional(Type.Number()),
    },
  },
  'review.requested': { for: 'all', description: 'A post was submitted for approval.', data: save },
  'review.approved': { for: 'all', description: 'A post was approved.', data: decision },
  'review.rejected': { for: 'all', description: 'A post was rejected.', data: decision },
  'review.voided': {
    for: 'all',
    description: 'The post changed after it was approved, so the approval no longer counts.',
    data: {
      because: Type.Enum(['edited', 'changed', 'media_changed'] as const),
      media_id: Type.Optional(Id),
    },
  },
  'comment.added': {
    for: 'all',
    description: 'A member commented on a post. The log does not contain the text.',
    data: { comment_id: Id, mentions: Type.Array(Id) },
  },
  'comment.changed': {
    for: 'all',
    description: 'A member changed their comment. `mentions`: members whom it mentions for the first time.',
    data: { comment_id: Id, mentions: Type.Array(Id) },
  },
  'comment.deleted': {
    for: 'all',
    description: 'A member deleted their comment.',
    data: { comment_id: Id },
  },
  'channel.connected': {
    for: 'all',
    description: 'An account was connected.',
    data: account,
    formerly: 'channel.joined',
  },
  'channel.joined': {
    for: 'all',
    description: 'The former name of `channel.connected`. A filter with either name matches both.',
    data: account,
  },
  'channel.reconnected': { for: 'all', description: 'An account was connected again.', data: account },
  'channel.needs_reconnect': {
    for: 'all',
    description: 'The network requires a person to sign in again. Posts for this channel wait until then.',
    data: { message: Type.String(), login_id: Type.Optional(login_id) },
  },
  'channel.reconnect_soon': {
    for: 'all',
    description:
      'The network will require a person to sign in again at `reconnect_by`. Told 14, 7 and 1 days before.',
    data: { reconnect_by: Moment, login_id: Type.Optional(login_id) },
  },
  'channel.changed': {
    for: 'all',
    description:
      'A person changed the settings of a channel or paused it, or its names at the network changed.',
    data: { before: channel, after: channel },
  },
  'channel_set.created': { for: 'all', description: 'A channel set was created.', data: set },
  'channel_set.changed': {
    for: 'all',
    description: 'The name or the channels of a channel set were changed.',
    data: set,
  },
  'channel_set.deleted': { for: 'all', description: 'A channel set was deleted.', data: set },
  'channel.removed': { for: 'all', description: 'A channel was removed.', data: {} },
  'channel.login_ended': {
    for: 'all',
    description: 'Belfry ended the sign-in of a removed channel at its network.',
    data: account,
  },
  'channel.login_not_ended': {
    for: 'all',
    description:
      'Belfry could not end the sign-in of a removed channel at its network, and tries no more. A person can end it there.',
    data: { ...account, message: Type.String() },
  },
  'label.created': {
    for: 'all',
    description: 'A label was created.',
    data: { label_id: Id, ...label.properties },
  },
  'label.changed': {
    for: 'all',
    description: 'The name or the color of a label was changed.',
    data: { label_id: Id, before: label, after: label },
  },
  'label.removed': {
    for: 'all',
    description: 'A label was deleted, and posts no longer have it.',
    data: { label_id: Id, ...label.properties },
  },
  'media.added': {
    for: 'all',
    description: 'A file was added to the library.',
    data: { media_id: Id, name: Type.String(), mime_type: Type.String(), size: Type.Integer() },
  },
  'media.changed': {
    for: 'all',
    description: 'The name or the alt text of a file was changed.',
    data: { media_id: Id, before: file, after: file },
  },
  'media.deleted': {
    for: 'all',
    description: 'A file was deleted from the library.',
    data: { media_id: Id, before: file },
  },
} as const satisfies Record<string, EventDescription>;
