/** The SQL for managing webhooks. `sending/store.ts` has the SQL of the sender. */
import type { Delivery, Webhook } from '@belfry/contract/webhooks.ts';
import type { Db, Tx } from '../db/database.ts';
import type { WebhookHealth } from '../operation/index.ts';

export type WebhookRow = Omit<Webhook, 'enabled' | 'lag'> & { head: number };

const WEBHOOK = `w.id, w.url, w.description, w.kinds, to_json(w.channel_ids) as channel_ids, w.created_at, w.position,
  w.tries, w.failing_since, w.last_error, w.next_try_at, w.disabled_at, w.disabled_because,
  coalesce((select h.seq from event_heads h where h.workspace_id = w.workspace_id), 0) as head`;

export async function listWebhooks(db: Db, workspaceId: number) {
  return db.rows<WebhookRow>(`select ${WEBHOOK} from webhooks w where w.workspace_id = $1 order by w.id`, [
    workspaceId,
  ]);
}

export async function findWebhook(db: Db, workspaceId: number, id: number) {
  return db.row<WebhookRow>(`select ${WEBHOOK} from webhooks w where w.workspace_id = $1 and w.id = $2`, [
    workspaceId,
    id,
  ]);
}

/** Locks the webhook against changes until the transaction ends. */
export async function lockWebhook(tx: Tx, workspaceId: number, id: number): Promise<WebhookRow | undefined> {
  const locked = await tx.row(
    'select id from webhooks where workspace_id = $1 and id = $2 for no key update',
    [workspaceId, id],
  );
  // Read it in a new statement, which sees the changes that the lock waited for.
  return locked && findWebhook(tx, workspaceId, id);
}

/** Counts the webhooks and blocks new ones until the transaction ends. */
export async function lockCount(tx: Tx, workspaceId: number): Promise<number> {
  await tx.rows('select id from workspaces where id = $1 for no key update', [workspaceId]);
  const row = await tx.row<{ count: number }>(
    'select count(*) as count from webhooks where workspace_id = $1',
    [workspaceId],
  );
  return row?.count ?? 0;
}

export interface WebhookWrite {
  url: string;
  description: string;
  kinds: readonly string[];
  channelIds: readonly number[] | null;
}

/** The webhook receives only events after its creation. */
export async function insertWebhook(tx: Tx, workspaceId: number, write: WebhookWrite): Promise<number> {
  const row = await tx.row<{ id: number }>(
    `insert into webhooks (workspace_id, url, description, kinds, channel_ids, position)
     values ($1, $2, $3, $4, $5,
       coalesce((select seq from event_heads where workspace_id = $1), 0)) returning id`,
    [workspaceId, write.url, write.description, write.kinds, write.channelIds],
  );
  if (row === undefined) throw new Error('the webhook was not stored');
  return row.id;
}

export async function writeWebhook(
  tx: Tx,
  workspaceId: number,
  id: number,
  write: WebhookWrite,
): Promise<void> {
  await tx.rows(
    `update webhooks set url = $3, description = $4, kinds = $5, channel_ids = $6
     where workspace_id = $1 and id = $2`,
    [workspaceId, id, write.url, write.description, write.kinds, write.channelIds],
  );
}

/** Also clears the failure, so that the next event is sent at once. */
export async function enableWebhook(tx: Tx, workspaceId: number, id: number): Promise<void> {
  await tx.rows(
    `update webhooks set disabled_at = null, disabled_because = null,
       tries = 0, failing_since = null, next_try_at = null, last_error = null
     where workspace_id = $1 and id = $2`,
    [workspaceId, id],
  );
}

export async function disableWebhook(tx: Tx, workspaceId: number, id: number): Promise<void> {
  await tx.rows(
    `update webhooks set disabled_at = clock_now(), disabled_because = 'person', next_try_at = null
     where workspace_id = $1 and id = $2`,
    [workspaceId, id],
  );
}

/** A delivery in flight does not change the new position. */
export async function moveWebhook(tx: Tx, workspaceId: number, id: number, after: number): Promise<void> {
  await tx.rows(
    `update webhooks set position = $3, tries = 0, failing_since = null, next_try_at = null, last_error = null
     where workspace_id = $1 and id = $2`,
    [workspaceId, id, after],
  );
}

export async function deleteWebhook(tx: Tx, workspaceId: number, id: number): Promise<void> {
  await tx.rows('delete from webhooks where workspace_id = $1 and id = $2', [workspaceId, id]);
}

/** The current secret retires after this many hours, and older ones now. So at most two secrets sign. */
export async function retireSecrets(tx: Tx, workspaceId: number, id: number, hours: number): Promise<void> {
  await tx.rows(
    'delete from webhook_secrets where workspace_id = $1 and webhook_id = $2 and retires_at is not null',
    [workspaceId, id],
  );
  await tx.rows(
    `update webhook_secrets set retires_at = clock_now() + make_interval(hours => $3)
     where workspace_id = $1 and webhook_id = $2`,
    [workspaceId, id, hours],
  );
}

export async function insertSecret(tx: Tx, workspaceId: number, id: number, sealed: Buffer): Promise<void> {
  await tx.rows('insert into webhook_secrets (workspace_id, webhook_id, sealed) values ($1, $2, $3)', [
    workspaceId,
    id,
    sealed,
  ]);
}

/** The secrets that sign now, newest first. */
export async function listSecrets(db: Db, workspaceId: number, id: number): Promise<Buffer[]> {
  const rows = await db.rows<{ sealed: Buffer }>(
    `select sealed from webhook_secrets where workspace_id = $1 and webhook_id = $2
       and (retires_at is null or retires_at > clock_now()) order by id desc`,
    [workspaceId, id],
  );
  return rows.map(({ sealed }) => sealed);
}

export type DeliveryRow = Omit<Delivery, 'delivered' | 'request'> & Delivery['request'];

const DELIVERY = `d.id, d.webhook_id, d.seq, d.kind, d.cause, d.try, d.at, d.duration_ms, d.status, d.error, d.url,
  d.headers, d.body, d.answer`;

export type DeliveryWrite = Omit<DeliveryRow, 'id' | 'at'>;

/** For tests and redeliveries, which are sent outside the order of the log. Undefined if the webhook was deleted. */
export async function insertDelivery(db: Db, workspaceId: number, delivery: DeliveryWrite) {
  return db.row<DeliveryRow>(
    `insert into webhook_deliveries as d (workspace_id, webhook_id, seq, kind, cause, try, duration_ms, status, error,
       url, headers, body, answer)
     select w.workspace_id, w.id, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13
     from webhooks w where w.workspace_id = $1 and w.id = $2 for key share of w returning ${DELIVERY}`,
    [
      workspaceId,
      delivery.webhook_id,
      delivery.seq,
      delivery.kind,
      delivery.cause,
      delivery.try,
      delivery.duration_ms,
      delivery.status,
      delivery.error,
      delivery.url,
      JSON.stringify(delivery.headers),
      delivery.body,
      delivery.answer,
    ],
  );
}

/** Newest first. `before`: the last id of the previous page. */
export async function pageDeliveries(
  db: Db,
  workspaceId: number,
  webhookId: number,
  { before = Number.MAX_SAFE_INTEGER, limit }: { before: number | undefined; limit: number },
) {
  return db.rows<DeliveryRow>(
    `select ${DELIVERY} from webhook_deliveries d
     where d.workspace_id = $1 and d.webhook_id = $2 and d.id < $3 order by d.id desc limit $4`,
    [workspaceId, webhookId, before, limit],
  );
}

export async function findDelivery(db: Db, workspaceId: number, id: number) {
  return db.row<DeliveryRow>(
    `select ${DELIVERY} from webhook_deliveries d where d.workspace_id = $1 and d.id = $2`,
    [workspaceId, id],
  );
}

/** Counts for the whole installation. */
export async function readWebhookHealth(db: Db): Promise<WebhookHealth> {
  const row = await db.row<WebhookHealth>(
    `select count(*) filter (where w.disabled_at is null and w.failing_since is null) as working,
       count(*) filter (where w.disabled_at is null and w.failing_since is not null) as failing,
       count(*) filter (where w.disabled_at is not null) as disabled,
       coalesce(max(h.seq - w.position) filter (where w.disabled_at is null and w.failing_since is null), 0) as lag
     from webhooks w left join event_heads h on h.workspace_id = w.workspace_id`,
  );
  return row ?? { working: 0, failing: 0, disabled: 0, lag: 0 };
}

const MAX_DELIVERIES_PER_WEBHOOK = 300;

/** Deletes deliveries that are older than a week or beyond the maximum of their webhook. */
export async function deleteOldDeliveries(db: Db): Promise<void> {
  await db.rows(`delete from webhook_deliveries where at < clock_now() - interval '7 days'`);
  await db.rows(
    `delete from webhook_deliveries d using webhooks w, lateral (
       select k.id from webhook_deliveries k where k.webhook_id = w.id order by k.id desc
       offset ${MAX_DELIVERIES_PER_WEBHOOK} limit 1) as last
     where d.webhook_id = w.id and d.id <= last.id`,
  );
}
