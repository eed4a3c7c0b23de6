/** What goes out, as Standard Webhooks wants it: https://www.standardwebhooks.com (2026-11-21). */
import type { KeyObject } from 'node:crypto';
import { createHmac, createSecretKey, randomBytes, randomUUID } from 'node:crypto';
import type { JsonObject } from '@belfry/networks/core/json.ts';
import type { Context } from '../context.ts';

type Sealing = Pick<Context, 'vault'>;

export interface Message {
  /** The same at every try of the same event, so that a receiver knows what it has had. */
  id: string;
  body: string;
}

/** A sealed event of the log. */
export interface LoggedEvent {
  workspace_id: number;
  seq: number;
  kind: string;
  at: string;
  user_id: number | null;
  user_name: string | null;
  post_id: number | null;
  target_id: number | null;
  channel_id: number | null;
  data: JsonObject;
  hash: Buffer;
}

export function messageOf(event: LoggedEvent): Message {
  const { workspace_id, seq, user_id, user_name, post_id, target_id, channel_id } = event;
  const user = user_id === null ? null : { id: user_id, name: user_name ?? '' };
  // The event's own fields do not hide where it belongs.
  const data = { ...event.data, workspace_id, seq, user, post_id, target_id, channel_id };
  return {
    // A database that was restored counts on from an earlier number; the hash tells its events from those before.
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

/** Headers for one try: a signature by each key. */
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

export function drawSecret(): string {
  return PREFIX + randomBytes(32).toString('base64');
}

export function sealSecret({ vault }: Sealing, webhookId: number, secret: string): Buffer {
  return vault.seal({ secret }, contextOf(webhookId));
}

/** What signs. Throws {@link VaultError}. */
export function openSecret({ vault }: Sealing, webhookId: number, sealed: Buffer): KeyObject {
  const secret = String(vault.open(sealed, contextOf(webhookId))['secret']);
  return createSecretKey(secret.slice(PREFIX.length), 'base64');
}

function contextOf(webhookId: number): string {
  return `webhook:${webhookId}`;
}
