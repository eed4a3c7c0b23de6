/** The requests that webhooks get, from the table of kinds of events. */
import { eventKinds, schemaOfData } from '../event-kinds.ts';
import { type AnyObject, closed, Id, nullable, Person, Timestamp } from '../shapes.ts';
import { Type } from '../type.ts';
import { describeRequestHeader } from './headers.ts';
import type { Plain, Schemas } from './schemas.ts';

const webhookHeaders = ['webhook-id', 'webhook-timestamp', 'webhook-signature'] as const;

/** The fields of `data` in the message of every event. Each kind adds its own. */
const common = {
  workspace_id: Id,
  seq: { ...Id, description: 'The number of the event in its workspace.' },
  user: { ...nullable(Person), description: 'Who acted. Null: the service itself.' },
  post_id: nullable(Id),
  target_id: nullable(Id),
  channel_id: nullable(Id),
};

export function describeWebhooks(schemas: Schemas): Record<string, Plain> {
  const kinds = Object.entries(eventKinds).map(([kind, event]) => [
    kind,
    describe(schemas, kind, closed({ ...common, ...schemaOfData(event).properties }), event.description),
  ]);
  const ofTest = closed({ workspace_id: Id, webhook_id: Id });
  return {
    ...Object.fromEntries(kinds),
    'webhook.test': describe(schemas, 'webhook.test', ofTest, 'A test that `testWebhook` sends.'),
  };
}

function describe(schemas: Schemas, kind: string, data: object, summary: string): Plain {
  const message = closed({
    type: Type.Unsafe<string>({ type: 'string', const: kind }),
    timestamp: Timestamp,
    data: data as typeof AnyObject,
  });
  const operation = {
    operationId: `on-${kind}`,
    summary,
    description: summary,
    tags: ['webhooks'],
    security: [],
    parameters: webhookHeaders.map(describeRequestHeader),
    requestBody: {
      required: true,
      content: { 'application/json': { schema: schemas.write(message, 'answer') } },
    },
    responses: {
      '2XX': { description: 'The event was received.' },
      410: { description: 'The webhook is no longer wanted. Belfry disables it.' },
      default: { description: 'Belfry sends the event again later.' },
    },
  };
  return { post: operation };
}
