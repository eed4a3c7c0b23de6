/** Inserts single rows for `things.ts`, with what belongs to them. */
import { randomBytes, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { hash } from '@node-rs/argon2';
import { Secret, TOTP } from 'otpauth';
import { hashToken } from '../../src/base/token.ts';
import { openIncoming, receive } from '../../src/files/incoming.ts';
import type { TestApp } from './app.ts';
import { PASSWORD } from './browser.ts';
import type { Place } from './things.ts';

let passwordHash: Promise<string> | undefined;

/** Creates a user whose password is PASSWORD. */
export async function insertUser(service: TestApp): Promise<number> {
  passwordHash ??= hash(PASSWORD, { memoryCost: 8, timeCost: 1 });
  return insertOne(
    service,
    "insert into users (email, name, password_hash) values ($1 || '@people.example', 'Someone', $2) returning id",
    [randomUUID(), await passwordHash],
  );
}

export async function insertSession(service: TestApp, userId: number) {
  const token = randomBytes(32).toString('base64url');
  const id = await insertOne(
    service,
    "insert into sessions (user_id, token_hash, address, user_agent) values ($1, $2, '', '') returning id",
    [userId, hashToken(token)],
  );
  return { id, token };
}

export async function insertFactor(
  { db, ctx, clock }: TestApp,
  userId: number,
  confirmed: boolean,
): Promise<string> {
  const secret = new Secret({ size: 20 });
  await db.rows(
    `insert into second_factors (user_id, sealed, confirmed_at)
     values ($1, $2, case when $3 then clock_now() end)`,
    [userId, ctx.vault.seal({ seed: secret.base32 }, `second factor:${userId}`), confirmed],
  );
  return new TOTP({ secret }).generate({ timestamp: clock.now().getTime() });
}

export async function insertChoice(service: TestApp, { workspaceId, caller }: Place): Promise<number> {
  const { sessionId = null, keyId = null } = caller;
  const id = await insertOne(
    service,
    `insert into account_choices (id, workspace_id, session_id, key_id, platform, expires_at)
     select nextval(pg_get_serial_sequence('sign_ins', 'id')), $1, $2, $3, 'sandbox', clock_now() + interval '1 minute'
     returning id`,
    [workspaceId, sessionId, keyId],
  );
  const accounts = ['17', '18'].map((each) => ({
    account: { id: each, name: 'Tower', username: `tower-${each}`, avatarUrl: null },
    grant: {},
  }));
  const sealed = service.ctx.vault.seal({ accounts }, `account choice:${id}`);
  await service.db.rows('update account_choices set sealed = $2 where id = $1', [id, sealed]);
  return id;
}

/** Returns the name in its address. */
export async function storeAvatar(service: TestApp, workspaceId: number): Promise<string> {
  const { ctx } = service;
  const name = `${randomUUID()}.webp`;
  await using incoming = await openIncoming(ctx.config.dataDir);
  const size = await receive(Readable.from([Buffer.from('picture')]), incoming.path);
  await ctx.files.adopt(`avatars/${name}`, incoming.path);
  await insertOne(
    service,
    `insert into channels (workspace_id, platform, account_id, name, username, avatar_key, avatar_size, avatar_due_at)
     values ($1, 'sandbox', $2, 'Tower', 'tower', 'avatars/' || $2, $3, null) returning id`,
    [workspaceId, name, size],
  );
  return name;
}

export async function insertOne({ db }: TestApp, sql: string, values: unknown[]): Promise<number> {
  const row = await db.row<{ id: number }>(sql, values);
  return Number(row?.id);
}

/** A video with captions in English. */
export async function insertVideo(service: TestApp, { workspaceId }: Place): Promise<number> {
  const captions = [{ language: 'en', sizes: { vtt: 8, srt: 0 }, sha256: '' }];
  const id = await insertOne(
    service,
    `insert into media (workspace_id, name, mime_type, kind, size, storage_key, captions)
     values ($1, 'film', 'video/mp4', 'video', 1, $2, $3) returning id`,
    [workspaceId, randomUUID(), JSON.stringify(captions)],
  );
  await insertOne(
    service,
    `insert into captions (workspace_id, media_id, language, vtt, srt) values ($1, $2, 'en', 'WEBVTT', '')
     returning media_id as id`,
    [workspaceId, id],
  );
  return id;
}

/** An upload of the caller, of which nothing has arrived. */
export async function insertUpload(service: TestApp, { workspaceId, caller }: Place): Promise<number> {
  return insertOne(
    service,
    `insert into uploads (workspace_id, user_id, name, size, expires_at)
     values ($1, $2, 'file', 5, clock_now() + interval '1 day') returning id`,
    [workspaceId, caller.userId],
  );
}
