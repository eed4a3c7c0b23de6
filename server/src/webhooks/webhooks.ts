/** Use cases of webhooks: list, get, create, update, delete, rotate, replay. */
import { detail } from '@belfry/contract/details.ts';
import type { NewWebhook, Webhook, WebhookIn, WebhookPatch } from '@belfry/contract/webhooks.ts';
import type { Caller } from '../access/roles.ts';
import { allow } from '../access/roles.ts';
import type { Context } from '../base/context.ts';
import { invalid, orNotFound, Problem } from '../base/problem.ts';
import { nameAll, requireChannels } from '../channels/index.ts';
import type { Tx } from '../db/database.ts';
import { recordEvent } from '../events/index.ts';
import { hostOf, requireAddress } from './address.ts';
import { generateSecret, sealSecret } from './message.ts';
import { presentWebhook } from './present.ts';
import type { WebhookRow, WebhookWrite } from './store.ts';
import * as store from './store.ts';

type Ctx = Pick<Context, 'db' | 'vault' | 'config'>;

const MAX_PER_WORKSPACE = 50;
/** For this long, messages carry a signature of the old secret, too. */
const DEFAULT_OVERLAP_HOURS = 24;

export async function listWebhooks({ db }: Pick<Ctx, 'db'>, who: Caller): Promise<Webhook[]> {
  allow(who, 'webhook.manage');
  return (await store.listWebhooks(db, who.workspaceId)).map(presentWebhook);
}

export async function getWebhook({ db }: Pick<Ctx, 'db'>, who: Caller, id: number): Promise<Webhook> {
  allow(who, 'webhook.manage');
  return presentWebhook(orNotFound(await store.findWebhook(db, who.workspaceId, id)));
}

/** Throws a 422 for an address that is not public and for unknown channels. */
export async function createWebhook(ctx: Ctx, who: Caller, input: WebhookIn): Promise<NewWebhook> {
  allow(who, 'webhook.manage');
  const write: WebhookWrite = {
    url: requireAddress(ctx.config, input.url),
    description: input.description ?? '',
    kinds: input.kinds,
    channelIds: input.channel_ids ?? null,
  };
  return ctx.db.transaction(async (tx) => {
    await requireChannels(tx, who, nameAll('channel_ids', write.channelIds ?? []));
    if ((await store.lockCount(tx, who.workspaceId)) >= MAX_PER_WORKSPACE)
      throw new Problem('too_many_webhooks');
    const id = await store.insertWebhook(tx, who.workspaceId, write);
    const secret = await createSecret(ctx, tx, who, id);
    const row = orNotFound(await store.findWebhook(tx, who.workspaceId, id));
    await recordEvent(tx, 'webhook.created', { ...who, data: { ...describeWebhook(row), kinds: row.kinds } });
    return { ...presentWebhook(row), secret };
  });
}

/** A new address or enabling the webhook clears a failure, so that the next event is sent at once. */
export async function updateWebhook(
  ctx: Ctx,
  who: Caller,
  id: number,
  patch: WebhookPatch,
): Promise<Webhook> {
  allow(who, 'webhook.manage');
  const url = patch.url === undefined ? undefined : requireAddress(ctx.config, patch.url);
  return ctx.db.transaction(async (tx) => {
    const old = orNotFound(await store.lockWebhook(tx, who.workspaceId, id));
    const write: WebhookWrite = {
      url: url ?? old.url,
      description: patch.description ?? old.description,
      kinds: patch.kinds ?? old.kinds,
      channelIds: patch.channel_ids === undefined ? old.channel_ids : patch.channel_ids,
    };
    await requireChannels(tx, who, nameAll('channel_ids', patch.channel_ids ?? []));
    await store.writeWebhook(tx, who.workspaceId, id, write);
    const isOn = old.disabled_at === null;
    if (patch.enabled === true || (isOn && patch.enabled !== false && write.url !== old.url)) {
      await store.enableWebhook(tx, who.workspaceId, id);
    }
    if (patch.enabled === false && isOn) await store.disableWebhook(tx, who.workspaceId, id);
    const row = orNotFound(await store.findWebhook(tx, who.workspaceId, id));
    const changes = { fields: Object.keys(patch), before: auditedFields(old), after: auditedFields(row) };
    await recordEvent(tx, 'webhook.changed', { ...who, data: { ...describeWebhook(row), ...changes } });
    return presentWebhook(row);
  });
}

export async function deleteWebhook({ db }: Pick<Ctx, 'db'>, who: Caller, id: number): Promise<void> {
  allow(who, 'webhook.manage');
  await db.transaction(async (tx) => {
    const row = orNotFound(await store.lockWebhook(tx, who.workspaceId, id));
    await store.deleteWebhook(tx, who.workspaceId, id);
    await recordEvent(tx, 'webhook.removed', { ...who, data: describeWebhook(row) });
  });
}

export async function rotateWebhook(
  ctx: Ctx,
  who: Caller,
  id: number,
  { overlap_hours = DEFAULT_OVERLAP_HOURS }: { overlap_hours?: number },
): Promise<NewWebhook> {
  allow(who, 'webhook.manage');
  return ctx.db.transaction(async (tx) => {
    const row = orNotFound(await store.lockWebhook(tx, who.workspaceId, id));
    await store.retireSecrets(tx, who.workspaceId, id, overlap_hours);
    const secret = await createSecret(ctx, tx, who, id);
    await recordEvent(tx, 'webhook.rotated', { ...who, data: describeWebhook(row) });
    return { ...presentWebhook(row), secret };
  });
}

/** Throws a 422 if `after` is beyond the end of the log. */
export async function replayWebhook(
  { db }: Pick<Ctx, 'db'>,
  who: Caller,
  id: number,
  { after }: { after: number },
): Promise<Webhook> {
  allow(who, 'webhook.manage');
  return db.transaction(async (tx) => {
    const old = orNotFound(await store.lockWebhook(tx, who.workspaceId, id));
    if (after > old.head) throw invalid([detail('after', 'beyond_log', { head: old.head })]);
    await store.moveWebhook(tx, who.workspaceId, id, after);
    const data = { ...describeWebhook(old), before: old.position, after };
    await recordEvent(tx, 'webhook.replayed', { ...who, data });
    return presentWebhook(orNotFound(await store.findWebhook(tx, who.workspaceId, id)));
  });
}

async function createSecret(ctx: Pick<Ctx, 'vault'>, tx: Tx, who: Caller, id: number): Promise<string> {
  const secret = generateSecret();
  await store.insertSecret(tx, who.workspaceId, id, sealSecret(ctx, id, secret));
  return secret;
}

/** Without the full address, whose path may contain a secret. */
function auditedFields({ url, description, kinds, channel_ids, disabled_at }: WebhookRow) {
  return { host: hostOf(url), description, kinds, channel_ids, enabled: disabled_at === null };
}

/** For an event about the webhook. */
function describeWebhook({ id, url }: Pick<WebhookRow, 'id' | 'url'>) {
  return { webhook_id: id, host: hostOf(url) };
}
