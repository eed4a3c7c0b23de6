/** A target: one post on one channel. */
import { imageFits } from '@belfry/networks/core/images.ts';
import type { Static } from 'typebox';
import { TargetChannel } from './channels.ts';
import { known, named } from './named.ts';
import { AnyObject, closed, Id, nullable, Person, Settings, Text, Timestamp } from './shapes.ts';
import { Type } from './type.ts';

export const targetStatuses = ['pending', 'publishing', 'published', 'failed'] as const;

const TargetStatus = named('TargetStatus', Type.Enum(targetStatuses));
export type TargetStatus = (typeof targetStatuses)[number];

export const targetErrorCodes = [
  'rejected',
  'network_unavailable',
  'media_unusable',
  'processing_timeout',
  'missed',
  'channel_disconnected',
  'attempt_crashed',
  'adapter_error',
  'not_approved',
  'outcome_unknown',
  'not_published',
] as const;

export type TargetErrorCode = (typeof targetErrorCodes)[number];

export const TargetErrorCode = named(
  'TargetErrorCode',
  known(targetErrorCodes, { description: 'Why a target failed. A later release may have more codes.' }),
);

/** Why nobody knows whether a target is live: `cause` in the details of `outcome_unknown`. */
export const doubtCauses = [
  'restored',
  'no_answer',
  'not_finished',
  'not_shown',
  'attempt_crashed',
  'channel_disconnected',
  'rejected',
] as const;

export type DoubtCause = (typeof doubtCauses)[number];

export const TargetError = named(
  'TargetError',
  closed({
    code: TargetErrorCode,
    message: Type.String(),
    retryable: Type.Boolean({ description: 'Whether sending the same content again can help.' }),
    network_code: Type.Optional(Type.String()),
    details: Type.Optional({
      ...AnyObject,
      description: `Facts of the reason. With the code \`outcome_unknown\`, its \`cause\`: ${doubtCauses.map((cause) => `\`${cause}\``).join(', ')}.`,
    }),
  }),
);

export const ImageFit = named(
  'ImageFit',
  Type.Enum(imageFits, {
    description:
      'How Belfry converts an image whose shape the network does not accept: `pad` adds white edges, `crop` cuts the edges off.',
  }),
);

export const conditionKinds = ['held', 'paused', 'at_risk', 'waiting'] as const;

export const Condition = named(
  'Condition',
  closed({
    kind: Type.Enum(conditionKinds, {
      description:
        '`held`: a person must connect the channel again. `paused`: a person paused the channel. `at_risk`: if nothing changes, the target will fail. `waiting`: the attempt goes on at `until`.',
    }),
    code: {
      ...nullable(Type.String()),
      description:
        'The reason. `held` and `at_risk`: a code of `TargetError`. `waiting`: `because` of the event `target.put_off`.',
    },
    since: nullable(Timestamp),
    until: {
      ...nullable(Timestamp),
      description: '`held`: the target fails then. `waiting`: the next try. Otherwise null.',
    },
  }),
);

export type Condition = Static<typeof Condition>;

export const Target = named(
  'Target',
  closed({
    id: Id,
    channel_id: Id,
    status: TargetStatus,
    content: {
      ...nullable(Type.String()),
      description: 'The channel’s own text. Null: the post’s `content`.',
    },
    settings: AnyObject,
    media_ids: {
      ...nullable(Type.Array(Id)),
      description: 'The channel’s own files, in order. Null: the post’s `media`.',
    },
    image_fit: ImageFit,
    error: nullable(TargetError),
    warnings: Type.Array(Type.String(), { description: 'Problems that are not failures, as sentences.' }),
    external_url: {
      ...nullable(Type.String()),
      description:
        'The post’s page. Null: the network has named none, or not yet; Belfry asks again for a day after publishing.',
    },
    parts: {
      ...nullable(Type.Array(closed({ id: Type.String(), url: nullable(Type.String()) }))),
      description: 'The visible parts at the network, such as those of a thread. Null: there is only one.',
    },
    removed_at: {
      ...nullable(Timestamp),
      description: 'When a person had it deleted at its network. Its status stays `published`.',
    },
    condition: {
      ...nullable(Condition),
      description: 'Why the target does not simply wait for its time, or null.',
    },
    confirmed_by: {
      ...nullable(Person),
      description:
        'The person who said that it is published. Null: the network said so, or it is not published.',
    },
    channel: TargetChannel,
  }),
);

export type Target = Static<typeof Target>;

/** What people write into a target. */
export const WrittenTarget = named(
  'WrittenTarget',
  closed({
    channel_id: Id,
    content: nullable(Type.String()),
    settings: AnyObject,
    media_ids: nullable(Type.Array(Id)),
    image_fit: ImageFit,
  }),
);

/** Accepted with any value and ignored, so that a client can send back the answer of GET. */
export const Ignored = Type.Optional(
  Type.Unknown({ readOnly: true, description: 'Ignored in requests. Only answers have it.' }),
);

export const TargetIn = named(
  'TargetIn',
  closed({
    channel_id: Id,
    content: Type.Optional(nullable(Text({ maxLength: 10_000 }))),
    // PHP and other languages encode an empty object as an empty list.
    settings: Type.Optional(Type.Union([Settings, Type.Null(), Type.Unsafe<[]>({ const: [] })])),
    media_ids: Type.Optional({
      ...nullable(Type.Array(Id, { maxItems: 20, uniqueItems: true })),
      description: 'The channel’s own files. Null: those of the post. Empty: none.',
    }),
    image_fit: Type.Optional({ ...nullable(ImageFit), description: 'Null: `pad`.' }),
    id: Ignored,
    status: Ignored,
    error: Ignored,
    warnings: Ignored,
    external_url: Ignored,
    parts: Ignored,
    removed_at: Ignored,
    condition: Ignored,
    confirmed_by: Ignored,
    channel: Ignored,
  }),
);
