/** A workspace with a row in every table of workspaces, and all secrets that its creation used. */
import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import type { Channel } from '@belfry/contract/channels.ts';
import type { Db } from '../../src/db/database.ts';
import type { TestApp } from './app.ts';
import { givePassword, PASSWORD, signIn } from './browser.ts';
import type { Client } from './client.ts';
import { sealAll } from './events.ts';
import { makePicture, upload } from './media.ts';
import { createPost, scheduledFor } from './posts.ts';
import { makeDelivery } from './receivers.ts';
import { connectSandbox } from './sandbox.ts';

export interface FullWorkspace {
  owner: Client;
  name: string;
  channel: Channel;
  /** The bytes of its media, by id. */
  media: ReadonlyMap<number, Buffer>;
  /** Secrets, in the form that was shown once and in the stored form. */
  secrets: readonly string[];
}

/** Creates the workspace in `service`, and seals its events. `names` are those of its media. */
export async function fillWorkspace(
  service: TestApp,
  names: readonly string[] = ['bell.png'],
): Promise<FullWorkspace> {
  const { db } = service;
  const owner = await service.inWorkspace();
  const { workspaceId } = owner;
  const author = await service.beside(owner, 'author');
  const email = await givePassword(db, owner.userId);
  const browser = await signIn(service, email);
  const channel = await connectSandbox(owner);
  const media = await addPictures(service, owner, names);
  const media_ids = [...media.keys()].slice(0, 1);
  await labelFiles(owner, media_ids);
  await addCaptions(db, owner, media_ids);
  await owner.call('createPost', {
    body: {
      ...scheduledFor([], { content: 'Goes out', media_ids }),
      targets: [{ channel_id: channel.id, media_ids }],
    },
    headers: { 'idempotency-key': 'once' },
  });
  await service.publishDue();
  const draft = await createPost(author, { status: 'draft', content: 'Ünïcode “draft” \u2028 🔔' });
  await addWorkingCopy(db, author, draft.id);
  const invitation = await owner.call('createInvitation', {
    body: { email: 'guest@people.example', role: 'viewer' },
  });
  const made = await owner.call('createKey', { body: { name: 'Scripts', scopes: ['post.read'] } });
  await owner.call('createChannelSet', { body: { name: 'All', channel_ids: [channel.id] } });
  const hookSecret = await addSubscriptions(db, owner);
  const links = await addLinks(db, owner, draft.id);
  await db.rows('update workspaces set name = $2 where id = $1', [workspaceId, `Mill ${workspaceId}`]);
  await sealAll(db);
  const cookie = browser.cookie().split('=')[1];
  const shown = [owner.key, author.key, made.data.key, hookSecret, cookie, invitation.data.link];
  return {
    owner,
    name: `Mill ${workspaceId}`,
    channel,
    media,
    secrets: [
      PASSWORD,
      ...shown.map((text) => text?.split('#').at(-1) ?? ''),
      ...links,
      ...(await readSecretValues(db)),
    ],
  };
}

async function labelFiles(owner: Client, ids: readonly number[]): Promise<void> {
  const { data } = await owner.call('createLabel', { body: { name: 'Fair', color: 'teal' } });
  const body = { label_ids: [data.id] };
  for (const id of ids) await owner.call('updateMedia', { params: { id }, body });
}

/** Only videos have captions, but none is needed here. */
async function addCaptions(db: Db, { workspaceId }: Client, ids: readonly number[]): Promise<void> {
  await db.rows(
    `insert into captions (media_id, language, workspace_id, vtt, srt)
     select id, 'en', $2, 'WEBVTT', '' from unnest($1::bigint[]) as id`,
    [ids, workspaceId],
  );
}

async function addWorkingCopy(db: Db, { workspaceId, userId }: Client, postId: number): Promise<void> {
  await db.rows(
    `insert into working_copies (post_id, user_id, workspace_id, base_version, post, media_ids)
     values ($1, $2, $3, 1, '{"content": "Not saved"}', '{}')`,
    [postId, userId, workspaceId],
  );
}

/** Each with a thumbnail. Returns their bytes by id. */
async function addPictures(
  { origin }: TestApp,
  owner: Client,
  names: readonly string[],
): Promise<Map<number, Buffer>> {
  const media = new Map<number, Buffer>();
  for (const [index, name] of names.entries()) {
    const bytes = await makePicture('png', 40 + index, 30);
    const { id } = (await upload(owner, { bytes, name })).data;
    await fetch(`${origin}/api/v1/media/${id}/thumbnail?width=160`, {
      headers: { authorization: `Bearer ${owner.key}` },
    }).then((answer) => answer.arrayBuffer());
    media.set(id, bytes);
  }
  return media;
}

/** Creates webhooks, notices and mail settings. Returns their secrets. */
async function addSubscriptions(db: Db, owner: Client): Promise<string> {
  const settings = [{ kind: 'post.failed' as const, in_app: true, mail: 'daily' as const }];
  await owner.call('updateNoticeSettings', { body: { settings } });
  const hook = await owner.call('createWebhook', { body: { url: 'https://hooks.example/', kinds: ['*'] } });
  await makeDelivery(db, owner.workspaceId, hook.data.id);
  return hook.data.secret;
}

/** Creates rows that would take too long to create by the API. Returns their secrets. */
async function addLinks(db: Db, { workspaceId, userId }: Client, postId: number): Promise<string[]> {
  const [state, token] = [randomBytes(24).toString('base64url'), randomBytes(32).toString('base64url')];
  await db.rows(
    `insert into sign_ins (state_hash, workspace_id, user_id, platform, sealed, expires_at)
     values ($1, $2, $3, 'sandbox', $4, clock_now() + interval '15 minutes')`,
    [hashOf(state), workspaceId, userId, Buffer.from(state)],
  );
  await db.rows(
    `insert into account_choices (id, workspace_id, platform, sealed, expires_at)
     select id, workspace_id, platform, sealed, expires_at from sign_ins where state_hash = $1`,
    [hashOf(state)],
  );
  await db.rows(
    `insert into password_resets (token_hash, email, user_id, workspace_id, made_by, expires_at)
     values ($1, 'a@people.example', $3, $2, $3, clock_now() + interval '1 hour')`,
    [hashOf(token), workspaceId, userId],
  );
  await db.rows(
    `insert into reviews (workspace_id, post_id, reviewer_id, decision, comment, version)
     values ($1, $2, $3, 'rejected', 'Not yet.', 1)`,
    [workspaceId, postId, userId],
  );
  return [state, token];
}

function hashOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/** All values of columns with bytes, except non-secret ones, and all hashes of passwords. */
async function readSecretValues(db: Db): Promise<string[]> {
  const columns = await db.rows<{ table: string; column: string }>(
    `select table_name as table, column_name as column from information_schema.columns
     where table_schema = 'public' and (data_type = 'bytea' or column_name = 'password_hash')
       and table_name not in ('events', 'event_heads') and column_name not in ('approved_digest', 'fingerprint')`,
  );
  assert.ok(columns.length > 8);
  const all = await Promise.all(
    columns.map(({ table, column }) =>
      db.rows<{ value: Buffer | string | null }>(`select ${column} as value from ${table}`),
    ),
  );
  return all.flat().flatMap(({ value }) => {
    if (value === null || value.length === 0) return [];
    return typeof value === 'string'
      ? [value]
      : [value.toString('hex'), value.toString('base64'), value.toString('base64url')];
  });
}

/** The number of the workspace's rows in each table that has rows of workspaces. */
export async function countRows(db: Db, workspaceId: number): Promise<Map<string, number>> {
  const tables = await db.rows<{ name: string }>(
    `select table_name as name from information_schema.columns
     where table_schema = 'public' and column_name = 'workspace_id' order by 1`,
  );
  const counts = new Map<string, number>();
  for (const { name } of tables) {
    const row = await db.row<{ count: number }>(
      `select count(*) as count from ${name} where workspace_id = $1`,
      [workspaceId],
    );
    counts.set(name, row?.count ?? 0);
  }
  return counts;
}
