/** The kinds of events about posts, their reviews and comments, labels, channels and media. */
import { imageFits } from '@belfry/networks/core/images.ts';
import type { EventDescription } from './event-kinds.ts';
import { labelColors } from './label-values.ts';
import { postStatuses } from './posts.ts';
import { AnyObject, closed, Id, nullable } from './shapes.ts';
import { TargetError, targetStatuses } from './targets.ts';
import { Type } from './type.ts';
import { writtenChanges } from './written.ts';

/** A time: ISO 8601 with an offset. */
const Moment = Type.String();
/** The fields that a save changed. `targets`: those whose text or settings differ. Long texts are cut. */
const version = closed({
  status: Type.Optional(Type.Enum(postStatuses)),
  ...writtenChanges,
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
const fileLabels = closed({ label_ids: Type.Array(Id) });
const label = closed({ name: Type.String(), color: Type.Enum(labelColors) });

export const contentEvents = {
  'post.saved': {
    for: 'all',
    description:
      'A post was saved as a draft. While one person writes it, at most one such event comes in ten minutes.',
    data: save,
  },
  'post.scheduled': { for: 'all', description: 'A post was scheduled.', data: save },
  'post.labelled': {
    for: 'all',
    description: 'Only the labels of a post were changed.',
    data: { before: version, after: version },
  },
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
    data: {
      status: Type.Enum(postStatuses),
      scheduled_at: nullable(Moment),
      // Files that were deleted while the post was.
      missing_media_ids: Type.Optional(Type.Array(Id)),
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
      'The network will require a person to sign in again at `reconnect_by`. Belfry records this event 14, 7 and 1 days before.',
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
    description: 'A label was deleted, and posts and files no longer have it.',
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
  'media.captions_changed': {
    for: 'all',
    description: 'Captions of a video were added, replaced or deleted.',
    data: {
      media_id: Id,
      language: Type.String(),
      change: Type.Enum(['added', 'replaced', 'deleted'] as const),
    },
  },
  'media.labelled': {
    for: 'all',
    description: 'The labels of a file were changed.',
    data: { media_id: Id, before: fileLabels, after: fileLabels },
  },
  'media.deleted': {
    for: 'all',
    description: 'A file was deleted from the library.',
    data: { media_id: Id, before: file },
  },
} as const satisfies Record<string, EventDescription>;
