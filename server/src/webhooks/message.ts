/** Builds and signs messages after Standard Webhooks: https://www.standardwebhooks.com (2026-11-21). */
import type { KeyObject } from 'node:crypto';
import { createHmac, createSecretKey, randomBytes, randomUUID } from 'node:crypto';
import type { Context } from '../base/context.ts';
import type { EventRow } from '../events/index.ts';

type Sealing = Pick<Context, 'vault'>;

export interface Message {
  /** The same for every try of an event, so that a receiver can recognize duplicates. */
  id: string;
  body: string;
}

/** A sealed event from the log. */
export type LoggedEvent = Omit<EventRow, 'id'>;

export function messageOf(event: LoggedEvent): Message {
  const { workspace_id, seq, user_id, user_name, post_id, target_id, channel_id } = event;
  const user = user_id === null ? null : { id: user_id, name: user_name ?? '' };
  // The event's own data must not override these fields.
  const data = { ...event.data, workspace_id, seq, user, post_id, target_id, channel_id };
  return {
    // A restored database uses sequence numbers again. The hash distinguishes the new events from the lost ones.
    id: `evt_${workspace_id}_${seq}_${event.hash.toString('hex', 0, 4)}`,
    body: JSON.stringify({ type: event.kind, timestamp: event.at, data }),
  };
}

export function testMessage(workspaceId: number, webhookId: number, at: Date): Message {
  const data = { workspace_id: workspaceId, webhook_id: webhookId };
  return {
    id: `test_${randomUUID()}`,
    body: JSON.stringify({ type: 'webhook.test', timestamp: at.toISOString(), data }),
  };
}

/** The headers for one try, with one signature for each key. */
export function signMessage(
  { id, body }: Message,
  keys: readonly KeyObject[],
  now: Date,
): Record<string, string> {
  const timestamp = Math.floor(now.getTime() / 1000);
  const signatures = keys.map((key) => {
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
  });
  return {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signatures.join(' '),
  };
}

const PREFIX = 'whsec_';

export function generateSecret(): string {
  return PREFIX + randomBytes(32).toString('base64');
}

export function sealSecret({ vault }: Sealing, webhookId: number, secret: string): Buffer {
  return vault.seal({ secret }, contextOf(webhookId));
}

/** Returns the signing key. Throws {@link VaultError}. */
export function openSecret({ vault }: Sealing, webhookId: number, sealed: Buffer): KeyObject {
  const secret = String(vault.open(sealed, contextOf(webhookId))['secret']);
  return createSecretKey(secret.slice(PREFIX.length), 'base64');
}

function contextOf(webhookId: number): string {
  return `webhook:${webhookId}`;
}
