/** The endpoints of webhooks. */
import type { Static } from 'typebox';
import { webhookKinds } from './event-kinds.ts';
import type { Route } from './route.ts';
import { Count, closed, Id, Line, nullable, Timestamp, wrapped } from './schemas.ts';
import { Type } from './type.ts';

const WEBHOOKS = '/api/v1/webhooks';
const byId = closed({ id: Id });
const Kind = Type.Enum(webhookKinds as string[]);

const fields = {
  id: Id,
  url: Type.String(),
  description: Type.String(),
  kinds: Type.Array(Type.String()),
  channel_ids: nullable(Type.Array(Id)),
  created_at: Timestamp,
  enabled: Type.Boolean(),
  disabled_at: nullable(Timestamp),
  disabled_because: {
    ...nullable(Type.Enum(['person', 'failing', 'gone'])),
    description: 'Somebody did it; it failed for 3 days; it answered 410 Gone.',
  },
  position: { ...Count, description: 'The seq up to which everything was delivered, or is not for it.' },
  lag: { ...Count, description: 'Events of the log beyond its position.' },
  tries: { ...Count, description: 'Failures in a row.' },
  failing_since: nullable(Timestamp),
  last_error: nullable(Type.String()),
  next_try_at: nullable(Timestamp),
};

const Webhook = closed(fields);
const NewWebhook = closed({
  ...fields,
  secret: Type.String({ pattern: '^whsec_[A-Za-z0-9+/]{43}=$', description: 'This once.' }),
});

const Delivery = closed({
  id: Id,
  webhook_id: Id,
  seq: { ...nullable(Id), description: 'Of the event; null: a test.' },
  kind: Type.String(),
  cause: Type.Enum(['event', 'redelivery', 'test']),
  try: { ...Id, description: '1: the first.' },
  at: Timestamp,
  duration_ms: Count,
  delivered: Type.Boolean(),
  status: { ...nullable(Type.Integer()), description: 'Null: no answer came.' },
  error: nullable(Type.String()),
  request: closed({
    url: Type.String(),
    headers: Type.Record(Type.String(), Type.String()),
    body: Type.String(),
  }),
  answer: { ...nullable(Type.String()), description: 'The first 2,048 bytes. Anybody may have written it.' },
});

const settable = {
  url: Line({ minLength: 1, maxLength: 2000 }),
  kinds: Type.Array(Kind, { minItems: 1, maxItems: 100, uniqueItems: true }),
  description: Line({ maxLength: 300 }),
  channel_ids: nullable(
    Type.Array(Id, {
      minItems: 1,
      maxItems: 100,
      uniqueItems: true,
      description: 'Only events of these channels and their posts, and what concerns no channel. Null: all.',
    }),
  ),
};

const WebhookIn = closed({
  url: settable.url,
  kinds: settable.kinds,
  description: Type.Optional(settable.description),
  channel_ids: Type.Optional(settable.channel_ids),
});

const WebhookPatch = closed({
  url: Type.Optional(settable.url),
  kinds: Type.Optional(settable.kinds),
  description: Type.Optional(settable.description),
  channel_ids: Type.Optional(settable.channel_ids),
  enabled: Type.Optional(
    Type.Boolean({ description: 'True also tries one that fails again at once. Nothing is lost meanwhile.' }),
  ),
});

export type Webhook = Static<typeof Webhook>;
export type NewWebhook = Static<typeof NewWebhook>;
export type WebhookIn = Static<typeof WebhookIn>;
export type WebhookPatch = Static<typeof WebhookPatch>;
export type Delivery = Static<typeof Delivery>;

export const webhookRoutes = {
  listWebhooks: {
    method: 'GET',
    path: WEBHOOKS,
    summary: 'List webhooks and how they fare',
    permission: 'webhook.manage',
    status: 200,
    output: wrapped(Type.Array(Webhook, { maxItems: 50 })),
    errors: [],
  },
  createWebhook: {
    method: 'POST',
    path: WEBHOOKS,
    summary: 'Make a webhook; the answer alone shows its secret',
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
    permission: 'webhook.manage',
    params: byId,
    status: 200,
    output: wrapped(Webhook),
    errors: ['not_found'],
  },
  updateWebhook: {
    method: 'PATCH',
    path: `${WEBHOOKS}/:id`,
    summary: 'Change a webhook, disable it, or enable it again',
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
    permission: 'webhook.manage',
    params: byId,
    status: 204,
    output: null,
    errors: ['not_found'],
  },
  rotateWebhook: {
    method: 'POST',
    path: `${WEBHOOKS}/:id/rotate`,
    summary: 'Give a webhook a new secret; the old one signs beside it for a while',
    permission: 'webhook.manage',
    params: byId,
    body: closed({
      overlap_hours: Type.Optional(
        Type.Integer({
          minimum: 0,
          maximum: 168,
          description: 'Hours for which both secrets sign; 24 when left out.',
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
    summary: 'Send a webhook.test now, and answer what came of it',
    permission: 'webhook.manage',
    params: byId,
    status: 200,
    output: wrapped(Delivery),
    errors: ['not_found'],
  },
  replayWebhook: {
    method: 'POST',
    path: `${WEBHOOKS}/:id/replay`,
    summary: 'Go on after this event: earlier ones are sent again, or what lies between is skipped',
    permission: 'webhook.manage',
    params: byId,
    body: closed({
      after: {
        ...Count,
        maximum: Number.MAX_SAFE_INTEGER,
        description: 'A seq of the log; 0: from the first event on.',
      },
    }),
    status: 200,
    output: wrapped(Webhook),
    errors: ['not_found'],
  },
  listDeliveries: {
    method: 'GET',
    path: `${WEBHOOKS}/:id/deliveries`,
    summary: 'What was sent and answered, the newest first',
    permission: 'webhook.manage',
    params: byId,
    query: closed({
      cursor: Type.Optional({ ...Id, description: 'The `next_cursor` of the page before.' }),
    }),
    status: 200,
    output: closed({ data: Type.Array(Delivery, { maxItems: 50 }), next_cursor: nullable(Id) }),
    errors: ['not_found'],
  },
  redeliver: {
    method: 'POST',
    path: '/api/v1/deliveries/:id/redeliver',
    summary: 'Send the same event again, outside of the order, and answer what came of it',
    permission: 'webhook.manage',
    params: byId,
    status: 200,
    output: wrapped(Delivery),
    errors: ['not_found'],
  },
} as const satisfies Record<string, Route>;
