/** Creates the objects of endpoints by SQL. Each call creates a new one, which no other request changes. */
import { randomBytes, randomUUID } from 'node:crypto';
import { hashToken } from '../../src/base/token.ts';
import { generateKey, hashKey } from '../../src/keys/key.ts';
import type { StoredBytes } from '../../src/media/convert/renditions.ts';
import { signLink } from '../../src/media/serve/links.ts';
import { binPost } from '../../src/posts/bin/store.ts';
import { generateSecret, sealSecret } from '../../src/webhooks/message.ts';
import type { TestApp } from './app.ts';
import { makeDelivery } from './receivers.ts';
import {
  insertChoice,
  insertFactor,
  insertOne,
  insertSession,
  insertUpload,
  insertUser,
  insertVideo,
  storeAvatar,
} from './thing-rows.ts';

/** The workspace and the user for new things. */
export interface Place {
  workspaceId: number;
  /** The author of the posts and invitations. */
  ownerId: number;
  /** The channel of the posts. */
  channelId: number;
  /** An uploaded picture. */
  pictureId: number;
  /** The owner of new API keys and sessions. An API key gets at most these permissions. */
  caller: {
    userId: number;
    /** The session or the API key, for things that belong to one of them. */
    sessionId?: number;
    keyId?: number;
    scopes: readonly string[] | null;
    channelIds: readonly number[] | null;
  };
}

export interface Things extends Place {
  /** A choice of the caller between the accounts 17 and 18. */
  choice(): Promise<number>;
  /** A draft for the channel. */
  post(): Promise<number>;
  /** A post that waits for approval. */
  pendingPost(): Promise<number>;
  /** A deleted draft. */
  binnedPost(): Promise<number>;
  channel(): Promise<number>;
  label(): Promise<number>;
  channelSet(): Promise<number>;
  /** A row of the library, without its file. */
  media(): Promise<number>;
  /** With captions in English. */
  video(): Promise<number>;
  /** An upload of the caller, of which nothing has arrived. */
  upload(): Promise<number>;
  /** A viewer. */
  member(): Promise<number>;
  /** The e-mail address of a user without a workspace, whose password is PASSWORD. */
  account(): Promise<string>;
  invitation(): Promise<{ id: number; token: string }>;
  /** The token of a link for a new password. */
  reset(): Promise<string>;
  /** The token of a link that confirms a new address of the caller. */
  change(): Promise<string>;
  /** A key of the caller. */
  key(): Promise<number>;
  /** A session of the caller. */
  session(): Promise<number>;
  /** A code of the caller's authenticator app. Two-factor authentication is on or not confirmed yet. */
  code(confirmed: boolean): Promise<string>;
  /** Of a signed link to a file. */
  fileName(): Promise<string>;
  /** Of the picture of a channel of its own. */
  avatarName(): Promise<string>;
  /** Of the caller. */
  passkey(): Promise<number>;
  /** Of the caller at an OpenID provider. */
  identity(): Promise<number>;
  webhook(): Promise<number>;
  /** Of a webhook of its own. */
  delivery(): Promise<number>;
  export(state: 'queued' | 'failed'): Promise<number>;
  /** Of another workspace that the caller had. */
  erasure(): Promise<number>;
}

export function thingsIn(service: TestApp, place: Place): Things {
  const { workspaceId: workspace, ownerId: owner, channelId, caller } = place;
  const insert = (sql: string, values: unknown[]) => insertOne(service, sql, values);
  const post = async (status: string) => {
    const id = await insert(
      `insert into posts (workspace_id, author_id, submitted_by, content, status, scheduled_at, planned_at)
       select $1, $2, $2, 'Hello', $3, at, at from (select clock_now() + interval '1 day' as at) as planned returning id`,
      [workspace, owner, status],
    );
    await insert(
      'insert into targets (workspace_id, post_id, channel_id, position) values ($1, $2, $3, 0) returning id',
      [workspace, id, channelId],
    );
    return id;
  };
  return {
    ...place,
    post: () => post('draft'),
    pendingPost: () => post('pending_approval'),
    binnedPost: async () => moveToBin(service, place, await post('draft')),
    media: () =>
      insert(
        `insert into media (workspace_id, name, mime_type, kind, size, storage_key)
         values ($1, 'file', 'image/png', 'image', 1, $2) returning id`,
        [workspace, randomUUID()],
      ),
    video: () => insertVideo(service, place),
    upload: () => insertUpload(service, place),
    choice: () => insertChoice(service, place),
    ...channelsIn(service, place),
    ...peopleIn(service, place),
    ...linksIn(service, place),
    ...waysInOf(service, place),
    ...dataIn(service, place),
    key: () =>
      insert(
        `insert into api_keys (workspace_id, user_id, name, hash, scopes, channel_ids)
         values ($1, $2, 'Thing', $3, $4, $5) returning id`,
        [workspace, caller.userId, hashKey(generateKey()), caller.scopes, caller.channelIds],
      ),
    session: () => insertSession(service, caller.userId).then(({ id }) => id),
    code: (confirmed) => insertFactor(service, caller.userId, confirmed),
  };
}

function channelsIn(service: TestApp, { workspaceId, channelId }: Place) {
  return {
    channel: () =>
      insertOne(
        service,
        `insert into channels (workspace_id, platform, account_id, name, username)
         values ($1, 'sandbox', $2, 'Tower', 'tower') returning id`,
        [workspaceId, randomUUID()],
      ),
    channelSet: () =>
      insertOne(
        service,
        `insert into channel_sets (workspace_id, name, channel_ids) values ($1, 'Towers', array[$2::bigint])
         returning id`,
        [workspaceId, channelId],
      ),
  };
}

function peopleIn(service: TestApp, { workspaceId }: Place) {
  return {
    async member() {
      const id = await insertUser(service);
      const sql = "insert into members (workspace_id, user_id, role) values ($1, $2, 'viewer')";
      await service.db.rows(sql, [workspaceId, id]);
      return id;
    },
    async account() {
      const sql = 'select email from users where id = $1';
      const row = await service.db.row<{ email: string }>(sql, [await insertUser(service)]);
      return row?.email ?? '';
    },
  };
}

function linksIn(service: TestApp, { workspaceId, ownerId, pictureId }: Place) {
  return {
    async invitation() {
      const token = randomUUID();
      const id = await insertOne(
        service,
        `insert into invitations (workspace_id, email, role, token_hash, invited_by, expires_at)
         values ($1, $2 || '@guests.example', 'viewer', $3, $4, clock_now() + interval '1 day') returning id`,
        [workspaceId, token, hashToken(token), ownerId],
      );
      return { id, token };
    },
    async reset() {
      const token = randomUUID();
      await service.db.rows(
        `insert into password_resets (token_hash, email, user_id, expires_at)
         values ($1, '', $2, clock_now() + interval '1 hour')`,
        [hashToken(token), await insertUser(service)],
      );
      return token;
    },
    async fileName() {
      const sql = 'select storage_key, mime_type, size, width, height from media where id = $1';
      const file = await service.db.row<StoredBytes>(sql, [pictureId]);
      const link = signLink(service.ctx, file as StoredBytes);
      return link.slice(link.lastIndexOf('/') + 1);
    },
    avatarName: () => storeAvatar(service, workspaceId),
  };
}

function waysInOf(service: TestApp, { caller }: Place) {
  return {
    async change() {
      const token = randomUUID();
      await service.db.rows(
        `insert into email_changes (user_id, email, token_hash, expires_at)
         values ($1, $2 || '@people.example', $3, clock_now() + interval '1 hour')
         on conflict (user_id) do update set email = excluded.email, token_hash = excluded.token_hash`,
        [caller.userId, token, hashToken(token)],
      );
      return token;
    },
    passkey: () =>
      insertOne(
        service,
        `insert into passkeys (user_id, name, credential_id, public_key, counter, transports)
         values ($1, 'Phone', $2, '', 0, '{}') returning id`,
        [caller.userId, randomBytes(16)],
      ),
    identity: () =>
      insertOne(
        service,
        "insert into identities (user_id, issuer, subject) values ($1, 'https://id.example', $2) returning id",
        [caller.userId, randomUUID()],
      ),
  };
}

function dataIn(service: TestApp, { workspaceId, caller }: Place) {
  // Belfry sends no request, because it refuses the address first.
  const webhook = async () => {
    const id = await insertOne(
      service,
      "insert into webhooks (workspace_id, url, kinds, position) values ($1, 'https://127.0.0.1/', '{*}', 0) returning id",
      [workspaceId],
    );
    await service.db.rows(
      'insert into webhook_secrets (webhook_id, workspace_id, sealed) values ($1, $2, $3)',
      [id, workspaceId, sealSecret(service.ctx, id, generateSecret())],
    );
    return id;
  };
  return {
    label: () =>
      insertOne(
        service,
        "insert into labels (workspace_id, name, folded, color) values ($1, $2, $2, 'teal') returning id",
        [workspaceId, randomUUID()],
      ),
    webhook,
    delivery: async () => makeDelivery(service.db, workspaceId, await webhook()),
    export: (state: 'queued' | 'failed') =>
      insertOne(
        service,
        `insert into exports (workspace_id, user_id, media, state, wake_at) values ($1, $2, false, $3, null)
         on conflict (workspace_id) where state in ('queued', 'running') do update set tries = 0 returning id`,
        [workspaceId, caller.userId, state],
      ),
    erasure: () =>
      insertOne(
        service,
        // An id that no workspace has.
        `insert into erasures (workspace_id, user_id)
         select 1000000000 + nextval(pg_get_serial_sequence('erasures', 'id')), $1 returning id`,
        [caller.userId],
      ),
  };
}

async function moveToBin(service: TestApp, { workspaceId, ownerId }: Place, id: number): Promise<number> {
  const deletion = { data: { before: {} }, digest: null };
  await service.db.transaction((tx) => binPost(tx, { workspaceId, userId: ownerId }, id, deletion));
  return id;
}
