/** Creates workspaces, members and API keys by SQL. Other tests cover their creation by the API. */

import type { Role } from '@belfry/contract/roles.ts';
import type { Db } from '../../src/db/database.ts';
import { generateKey, hashKey } from '../../src/keys/key.ts';
import type { Identity } from './client.ts';

export interface WorkspaceOptions {
  time_zone?: string;
  requires_approval?: boolean;
  grace_hours?: number;
}

export interface KeyOptions {
  scopes?: readonly string[];
  /** As the API writes it. */
  expires_at?: string;
}

export async function makeWorkspace(db: Db, options: WorkspaceOptions = {}): Promise<number> {
  return idOf(
    await db.row(
      `insert into workspaces (name, time_zone, requires_approval, grace_hours)
       values ('Workspace ' || (select count(*) + 1 from workspaces), $1, $2, $3) returning id`,
      [options.time_zone ?? 'UTC', options.requires_approval ?? false, options.grace_hours ?? 24],
    ),
  );
}

/** Creates a user with this role in the workspace, and an API key of the user. */
export async function makeMember(
  db: Db,
  workspaceId: number,
  role: Role,
  options: KeyOptions = {},
): Promise<Identity> {
  const userId = idOf(
    await db.row(
      `insert into users (email, name, password_hash)
       select $1 || n || '@people.example', initcap($1) || ' ' || n, '' from (select count(*) + 1 as n from users) as counted
       returning id`,
      [role],
    ),
  );
  await db.rows('insert into members (workspace_id, user_id, role) values ($1, $2, $3)', [
    workspaceId,
    userId,
    role,
  ]);
  return { key: await makeKey(db, workspaceId, userId, options), userId, workspaceId };
}

export async function makeKey(
  db: Db,
  workspaceId: number,
  userId: number,
  { scopes, expires_at }: KeyOptions = {},
): Promise<string> {
  const key = generateKey();
  await db.rows(
    'insert into api_keys (workspace_id, user_id, name, hash, scopes, expires_at) values ($1, $2, $3, $4, $5, $6)',
    [workspaceId, userId, 'Test', hashKey(key), scopes ?? null, expires_at ?? null],
  );
  return key;
}

export interface MediaOptions {
  mime_type?: string;
  kind?: 'image' | 'video';
  size?: number;
  alt_text?: string;
}

/** Creates a row of the library without a file. */
export async function makeMedia(db: Db, workspaceId: number, options: MediaOptions = {}): Promise<number> {
  const { mime_type = 'image/png', kind = 'image', size = 1000, alt_text = null } = options;
  return idOf(
    await db.row(
      `insert into media (workspace_id, name, mime_type, kind, size, width, height, duration, alt_text, storage_key)
       values ($1, 'file', $2, $3, $4, 100, 80, case when $3 = 'video' then 7 end, $5, 'nowhere') returning id`,
      [workspaceId, mime_type, kind, size, alt_text],
    ),
  );
}

function idOf(row: { id?: unknown } | undefined): number {
  return Number(row?.id);
}
