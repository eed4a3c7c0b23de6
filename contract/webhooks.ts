/** Webhooks and their deliveries. */
import type { Static } from 'typebox';
import { webhookKinds } from './event-kinds.ts';
import { EventKind } from './events.ts';
import { known, named } from './named.ts';
import type { Route } from './route.ts';
import { API, byId, Count, closed, Id, Line, nullable, Timestamp, wrapped } from './shapes.ts';
import { Type } from './type.ts';

const WEBHOOKS = `${API}/webhooks`;

const Kind = named('WebhookKind', Type.Enum(webhookKinds as string[]));
const KindAnswered = known(webhookKinds);

const fields = {
  id: Id,
  url: Type.String(),
  description: Type.String(),
  kinds: Type.Array(KindAnswered),
  channel_ids: nullable(Type.Array(Id)),
  created_at: Timestamp,
  enabled: Type.Boolean(),
  disabled_at: nullable(Timestamp),
  disabled_because: {
    ...nullable(Type.Enum(['person', 'failing', 'gone'])),
    description:
      '`person`: somebody disabled it. `failing`: it failed for 3 days. `gone`: it answered 410 Gone.',
  },
  position: {
    ...Count,
    description: 'Every event up to this `seq` was delivered, or is not for this webhook.',
  },
  lag: { ...Count, description: 'Number of events in the log after `position`.' },
  tries: { ...Count, description: 'Number of failed tries in a row.' },
  failing_since: nullable(Timestamp),
  last_error: nullable(Type.String()),
  next_try_at: nullable(Timestamp),
};

const Webhook = named('Webhook', closed(fields));

const NewWebhook = named(
  'NewWebhook',
  closed({
    ...fields,
    secret: Type.String({
      pattern: '^whsec_[A-Za-z0-9+/]{43}=$',
      description: 'The signing secret. No later answer shows it again.',
    }),
  }),
);

const Delivery = named(
  'Delivery',
  closed({
    id: Id,
    webhook_id: Id,
    seq: { ...nullable(Id), description: 'The `seq` of the event. Null: a test.' },
    kind: EventKind,
    cause: Type.Enum(['event', 'redelivery', 'test']),
    try: { ...Id, description: 'Number of the try, from 1.' },
    at: Timestamp,
    duration_ms: Count,
    delivered: Type.Boolean(),
    status: { ...nullable(Type.Integer()), description: 'HTTP status. Null: no answer arrived.' },
    error: nullable(Type.String()),
    request: closed({
      url: Type.String(),
      headers: Type.Record(Type.String(), Type.String()),
      body: Type.String(),
    }),
    answer: {
      ...nullable(Type.String()),
      description: 'The first 2,048 bytes of the answer. Do not trust this text.',
    },
  }),
);

const settable = {
  url: Line({ minLength: 1, maxLength: 2000 }),
  kinds: Type.Array(Kind, { minItems: 1, maxItems: 100, uniqueItems: true }),
  description: Line({ maxLength: 300 }),
  channel_ids: nullable(
    Type.Array(Id, {
      minItems: 1,
      maxItems: 100,
      uniqueItems: true,
      description:
        'Only events of these channels and their posts, and events without a channel. Null: all events.',
    }),
  ),
};

const WebhookIn = named(
  'WebhookIn',
  closed({
    url: settable.url,
    kinds: settable.kinds,
    description: Type.Optional(settable.description),
    channel_ids: Type.Optional(settable.channel_ids),
  }),
);

const WebhookPatch = named(
  'WebhookPatch',
  closed({
    url: Type.Optional(settable.url),
    kinds: Type.Optional(settable.kinds),
    description: Type.Optional(settable.description),
    channel_ids: Type.Optional(settable.channel_ids),
    enabled: Type.Optional(
      Type.Boolean({
        description: 'True also retries a failing webhook at once. A disabled webhook loses no events.',
      }),
    ),
  }),
);

export type Webhook = Static<typeof Webhook>;

export type NewWebhook = Static<typeof NewWebhook>;

export type WebhookIn = Static<typeof WebhookIn>;

export type WebhookPatch = Static<typeof WebhookPatch>;

export type Delivery = Static<typeof Delivery>;

export const webhookRoutes = {
  listWebhooks: {
    method: 'GET',
    path: WEBHOOKS,
    summary: 'List webhooks and their state',
    description: '`lag` is the number of events in the log that the webhook has not reached.',
    permission: 'webhook.manage',
    status: 200,
    output: wrapped(Type.Array(Webhook, { maxItems: 50 })),
    errors: [],
  },
  createWebhook: {
    method: 'POST',
    path: WEBHOOKS,
    summary: 'Create a webhook; only this answer shows its secret',
    description:
      'The URL must be https and public, unless the operator permits others (`OUTBOUND_ALLOW`). `kinds` has full names, nouns such as `post.*`, or `*`. A new webhook starts with new events.',
    permission: 'webhook.manage',
    body: WebhookIn,
    status: 201,
    output: wrapped(NewWebhook),
    errors: ['too_many_webhooks'],
  },
  getWebhook: {
    method: 'GET',
    path: `${WEBHOOKS}/:id`,
    summary: 'Get a webhook',
    description: '`last_error` and `next_try_at` explain a failing webhook.',
    permission: 'webhook.manage',
    params: byId,
    status: 200,
    output: wrapped(Webhook),
    errors: ['not_found'],
  },
  updateWebhook: {
    method: 'PATCH',
    path: `${WEBHOOKS}/:id`,
    summary: 'Change, disable or enable a webhook',
    description: 'Fields that you leave out stay as they are.',
    permission: 'webhook.manage',
    params: byId,
    body: WebhookPatch,
    status: 200,
    output: wrapped(Webhook),
    errors: ['not_found'],
  },
  deleteWebhook: {
    method: 'DELETE',
    path: `${WEBHOOKS}/:id`,
    summary: 'Remove a webhook and its deliveries',
    description: 'Events that were not delivered yet are not sent.',
    permission: 'webhook.manage',
    params: byId,
    status: 204,
    output: null,
    errors: ['not_found'],
  },
  rotateWebhook: {
    method: 'POST',
    path: `${WEBHOOKS}/:id/rotate`,
    summary: 'Rotate the secret of a webhook; messages carry both signatures for a while',
    description: 'Rotating again ends the older secret at once.',
    permission: 'webhook.manage',
    params: byId,
    body: closed({
      overlap_hours: Type.Optional(
        Type.Integer({
          minimum: 0,
          maximum: 168,
          description: 'Hours for which messages carry both signatures. Default: 24.',
        }),
      ),
    }),
    status: 200,
    output: wrapped(NewWebhook),
    errors: ['not_found'],
  },
  testWebhook: {
    method: 'POST',
    path: `${WEBHOOKS}/:id/test`,
    summary: 'Send a webhook.test event now and return the result',
    description:
      'Works on a disabled webhook, too. `delivered` is true if the receiver answered with success.',
    permission: 'webhook.manage',
    params: byId,
    status: 200,
    output: wrapped(Delivery),
    errors: ['not_found'],
  },
  replayWebhook: {
    method: 'POST',
    path: `${WEBHOOKS}/:id/replay`,
    summary: 'Move a webhook back to send events again, or forward to skip events',
    description: 'Events that are sent again have their former `webhook-id`.',
    permission: 'webhook.manage',
    params: byId,
    body: closed({
      after: {
        ...Count,
        maximum: Number.MAX_SAFE_INTEGER,
        description: 'Continue after this `seq`. 0: from the first event.',
      },
    }),
    status: 200,
    output: wrapped(Webhook),
    errors: ['not_found'],
  },
  listDeliveries: {
    method: 'GET',
    path: `${WEBHOOKS}/:id/deliveries`,
    summary: 'List deliveries with their requests and answers, newest first',
    description:
      'The tries of the last seven days, at most the newest 300 of each webhook, 50 per page. Do not trust the text of answers: the receiver wrote it.',
    permission: 'webhook.manage',
    params: byId,
    query: closed({
      cursor: Type.Optional({ ...Id, description: 'The `next_cursor` of the previous page.' }),
    }),
    status: 200,
    output: closed({ data: Type.Array(Delivery, { maxItems: 50 }), next_cursor: nullable(Id) }),
    errors: ['not_found'],
  },
  redeliver: {
    method: 'POST',
    path: `${API}/deliveries/:id/redeliver`,
    summary: 'Send the event of a delivery again, out of order, and return the result',
    description: 'Works on a disabled webhook, too. The position of the webhook does not change.',
    permission: 'webhook.manage',
    params: byId,
    status: 200,
    output: wrapped(Delivery),
    errors: ['not_found'],
  },
} as const satisfies Record<string, Route>;
