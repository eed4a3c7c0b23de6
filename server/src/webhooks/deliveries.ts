/** Use cases of deliveries: list, test, send again. */

import type { Delivery } from '@belfry/contract/webhooks.ts';
import type { Caller } from '../access/roles.ts';
import { allow } from '../access/roles.ts';
import type { Context } from '../base/context.ts';
import { orNotFound } from '../base/problem.ts';
import { deliver } from './deliver.ts';
import type { Message } from './message.ts';
import { openSecret, testMessage } from './message.ts';
import { presentDelivery } from './present.ts';
import type { DeliveryRow, DeliveryWrite } from './store.ts';
import * as store from './store.ts';

type Ctx = Pick<Context, 'db' | 'vault' | 'clock' | 'outbound' | 'meters'>;

const PAGE = 50;

export async function listDeliveries(
  { db }: Pick<Ctx, 'db'>,
  who: Caller,
  webhookId: number,
  { cursor }: { cursor?: number | undefined },
): Promise<{ data: Delivery[]; next_cursor: number | null }> {
  allow(who, 'webhook.manage');
  orNotFound(await store.findWebhook(db, who.workspaceId, webhookId));
  // One extra row shows whether there is another page.
  const rows = await store.pageDeliveries(db, who.workspaceId, webhookId, {
    before: cursor,
    limit: PAGE + 1,
  });
  const page = rows.slice(0, PAGE);
  return {
    data: page.map(presentDelivery),
    next_cursor: rows.length > PAGE ? (page.at(-1)?.id ?? null) : null,
  };
}

/** Also for a disabled webhook, so that a member can check whether it works again. */
export async function testWebhook(ctx: Ctx, who: Caller, id: number): Promise<Delivery> {
  allow(who, 'webhook.manage');
  const message = testMessage(who.workspaceId, id, ctx.clock.now());
  return send(ctx, who, id, message, { seq: null, kind: 'webhook.test', cause: 'test', try: 1 });
}

/** Sends the same body and id again, with a new signature. */
export async function redeliver(ctx: Ctx, who: Caller, deliveryId: number): Promise<Delivery> {
  allow(who, 'webhook.manage');
  const old = orNotFound(await store.findDelivery(ctx.db, who.workspaceId, deliveryId));
  const { webhook_id, seq, kind, body, headers } = old;
  const message = { id: headers['webhook-id'] ?? '', body };
  return send(ctx, who, webhook_id, message, { seq, kind, cause: 'redelivery', try: old.try + 1 });
}

async function send(
  ctx: Ctx,
  { workspaceId }: Caller,
  id: number,
  message: Message,
  about: Pick<DeliveryRow, 'seq' | 'kind' | 'cause' | 'try'>,
): Promise<Delivery> {
  const { url } = orNotFound(await store.findWebhook(ctx.db, workspaceId, id));
  const secrets = await store.listSecrets(ctx.db, workspaceId, id);
  const keys = secrets.map((sealed) => openSecret(ctx, id, sealed));
  const { wait: _, ...attempt } = await deliver(ctx, { url, keys }, message);
  const delivery: DeliveryWrite = { webhook_id: id, ...about, ...attempt };
  return presentDelivery(orNotFound(await store.insertDelivery(ctx.db, workspaceId, delivery)));
}
