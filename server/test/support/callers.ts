/** Callers of every kind. Each is another person, so that their requests do not affect each other. */
import { randomBytes } from 'node:crypto';
import { type Role, roles } from '@belfry/contract/roles.ts';
import { type Permission, permissions } from '@belfry/contract/route.ts';
import { generateKey, hashKey } from '../../src/keys/key.ts';
import type { TestApp } from './app.ts';
import { insertSession, insertUser } from './thing-rows.ts';

/** The role of a caller, and the kind of credentials. */
export interface Kind {
  name: string;
  by: 'key' | 'session';
  role: Role;
  /** Scopes of the API key. */
  scopes?: readonly Permission[];
  /** Whether the member or the API key is limited to the channel of the place. */
  limited?: 'member' | 'key';
}

export interface Credentials {
  userId: number;
  sessionId?: number;
  keyId?: number;
  headers: Record<string, string>;
}

const byRole = roles.flatMap((role): Kind[] => [
  { name: `a key of the ${role}`, by: 'key', role },
  { name: `the session of the ${role}`, by: 'session', role },
]);
const limited: Kind[] = [
  { name: 'a key of an editor of one channel', by: 'key', role: 'editor', limited: 'member' },
  { name: 'the session of an editor of one channel', by: 'session', role: 'editor', limited: 'member' },
  { name: 'the session of an author of one channel', by: 'session', role: 'author', limited: 'member' },
  { name: 'the session of a viewer of one channel', by: 'session', role: 'viewer', limited: 'member' },
  { name: 'an admin’s key for one channel', by: 'key', role: 'admin', limited: 'key' },
];
const byScope = permissions.map(
  (scope): Kind => ({ name: `the owner’s key for ${scope}`, by: 'key', role: 'owner', scopes: [scope] }),
);

export const kinds: readonly Kind[] = [...byRole, ...limited, ...byScope];

/** Creates a caller of this kind. */
export async function createCaller(
  service: TestApp,
  { by, role, scopes, limited }: Kind,
  { workspaceId, channelId }: { workspaceId: number; channelId: number },
): Promise<Credentials> {
  const userId = await insertUser(service);
  await service.db.rows(
    'insert into members (workspace_id, user_id, role, channel_ids) values ($1, $2, $3, $4)',
    [workspaceId, userId, role, limited === 'member' ? [channelId] : null],
  );
  if (by === 'session') return { userId, ...(await createSession(service, userId)) };
  const channelIds = limited === 'key' ? [channelId] : null;
  return { userId, ...(await createKey(service, { workspaceId, userId, scopes, channelIds })) };
}

async function createSession(service: TestApp, userId: number): Promise<Omit<Credentials, 'userId'>> {
  const { id: sessionId, token } = await insertSession(service, userId);
  return { sessionId, headers: { cookie: `belfry=${token}`, origin: service.origin } };
}

interface KeyRights {
  workspaceId: number;
  userId: number;
  scopes?: readonly Permission[] | undefined;
  channelIds?: readonly number[] | null;
}

async function createKey({ db }: TestApp, { workspaceId, userId, scopes, channelIds }: KeyRights) {
  const key = generateKey();
  const row = await db.row<{ id: number }>(
    'insert into api_keys (workspace_id, user_id, name, hash, scopes, channel_ids) values ($1, $2, $3, $4, $5, $6) returning id',
    [workspaceId, userId, 'Shown', hashKey(key), scopes ?? null, channelIds ?? null],
  );
  return { keyId: Number(row?.id), headers: { authorization: `Bearer ${key}` } };
}

/** Invalid credentials by their defect. They belong to an owner where they belong to a user at all. */
export async function createInvalidCredentials(
  service: TestApp,
  place: { workspaceId: number; channelId: number },
): Promise<[string, Record<string, string>][]> {
  const owner = (by: Kind['by']) => createCaller(service, { name: '', by, role: 'owner' }, place);
  const breakCredentials = async (by: Kind['by'], sql: string) => {
    const { userId, headers } = await owner(by);
    await service.db.rows(sql, [userId]);
    return headers;
  };
  const left = 'delete from members where user_id = $1';
  const { headers: good } = await owner('key');
  const aged = (column: string, by: string) =>
    `update sessions set ${column} = clock_now() - interval '${by}' where user_id = $1`;
  return [
    ['nothing', {}],
    ['an unknown key', { authorization: `Bearer ${generateKey()}` }],
    ['a key under another scheme', { authorization: `${good['authorization']}`.replace('Bearer', 'Basic') }],
    ['a key as a cookie', { cookie: `belfry=${good['authorization']?.slice(7)}`, origin: service.origin }],
    [
      'a revoked key',
      await breakCredentials('key', 'update api_keys set revoked_at = clock_now() where user_id = $1'),
    ],
    [
      'an expired key',
      await breakCredentials('key', 'update api_keys set expires_at = clock_now() where user_id = $1'),
    ],
    ['a key whose member left', await breakCredentials('key', left)],
    [
      'an unknown session',
      { cookie: `belfry=${randomBytes(32).toString('base64url')}`, origin: service.origin },
    ],
    ['a session that ended', await breakCredentials('session', 'delete from sessions where user_id = $1')],
    [
      'a session that was not used for long',
      await breakCredentials('session', aged('last_used_at', '15 days')),
    ],
    ['a session that is too old', await breakCredentials('session', aged('created_at', '91 days'))],
    [
      'a session of a person who is gone',
      await breakCredentials('session', 'delete from users where id = $1'),
    ],
  ];
}
