/** The kinds of events about targets. */
import type { EventDescription } from './event-kinds.ts';
import { resolutionOutcomes } from './resolutions.ts';
import { Id, nullable } from './shapes.ts';
import { TargetError, targetErrorCodes } from './targets.ts';
import { Type } from './type.ts';

/** Milliseconds after the target’s time. */
const late_ms = Type.Number();
/** A step of an attempt, and how often it was sent. */
const step = { name: Type.String(), sends: Type.Integer() };

export const targetEvents = {
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
    description: 'A person removed a failed target from the attention list.',
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
        'queue',
        'approval',
      ] as const),
      message: Type.String(),
      seconds: Type.Optional(Type.Number()),
    },
  },
} as const satisfies Record<string, EventDescription>;
