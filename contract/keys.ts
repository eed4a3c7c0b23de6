/** API keys. */
import type { Static } from 'typebox';
import { NameIn } from './credentials.ts';
import { named } from './named.ts';
import { permissions, type Route } from './route.ts';
import { API, byId, closed, Id, MomentIn, nullable, Person, Timestamp, wrapped } from './shapes.ts';
import { Type } from './type.ts';

const Scope = named('Permission', Type.Enum(permissions));

const fields = {
  id: Id,
  name: Type.String(),
  hint: nullable(Type.String({ description: 'The last four characters of the key.' })),
  scopes: nullable(Type.Array(Scope)),
  channel_ids: nullable(Type.Array(Id)),
  created_at: Timestamp,
  last_used_at: nullable(Timestamp),
  expires_at: nullable(Timestamp),
  revoked_at: nullable(Timestamp),
  member: Person,
  rotated_from: { ...nullable(Id), description: 'The key that this one replaced.' },
  replaced_by: { ...nullable(Id), description: 'The key that replaced this one.' },
  made_with: nullable({ ...Id, description: 'The key that created this one. Null: a person created it.' }),
};

const Key = named('Key', closed(fields));

export const NewKey = named(
  'NewKey',
  closed({
    ...fields,
    key: Type.String({
      pattern: '^bf_[0-9a-f]{72}$',
      description: 'The key itself. No later answer shows it again.',
    }),
  }),
);

export const KeyIn = named(
  'KeyIn',
  closed({
    name: NameIn,
    scopes: Type.Optional(
      nullable(
        Type.Array(Scope, {
          minItems: 1,
          maxItems: permissions.length,
          uniqueItems: true,
          description:
            'Null: everything that the member’s role allows. Default: the same as the credentials of this request.',
        }),
      ),
    ),
    channel_ids: Type.Optional(
      nullable(
        Type.Array(Id, {
          minItems: 1,
          maxItems: 100,
          uniqueItems: true,
          description:
            'Null: all channels of the member. Default: the same as the credentials of this request.',
        }),
      ),
    ),
    expires_at: Type.Optional(
      nullable({
        ...MomentIn,
        description:
          'At most 10 years ahead. Null: never. Default: the same as the credentials of this request.',
      }),
    ),
  }),
);

export const RotationIn = named(
  'RotationIn',
  closed({
    overlap_hours: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 168,
        description: 'Hours for which the old key still works. Default: 24.',
      }),
    ),
    expires_at: Type.Optional(
      nullable({
        ...MomentIn,
        description: 'When the new key expires. Null: never. Default: the same as the old key.',
      }),
    ),
  }),
);

export type Key = Static<typeof Key>;

export type NewKey = Static<typeof NewKey>;

export type KeyIn = Static<typeof KeyIn>;

export type RotationIn = Static<typeof RotationIn>;

export const keyRoutes = {
  listKeys: {
    method: 'GET',
    path: `${API}/keys`,
    summary: 'List your API keys, newest first; with key.manage, all keys of the workspace',
    description: 'Keys that were revoked or have expired stay in the list for 90 days.',
    permission: 'key.own',
    status: 200,
    output: wrapped(Type.Array(Key, { maxItems: 500 })),
    errors: [],
  },
  createKey: {
    method: 'POST',
    path: `${API}/keys`,
    summary: 'Create an API key for yourself; only this answer shows it',
    description:
      'Limit the key with `scopes` and `channel_ids`. A key cannot create a key with more rights than its own.',
    permission: 'key.own',
    body: KeyIn,
    status: 201,
    output: wrapped(NewKey),
    errors: ['too_many_keys'],
  },
  rotateKey: {
    method: 'POST',
    path: `${API}/keys/:id/rotate`,
    summary: 'Replace your API key with a new one that has the same rights; the old one works for a while',
    description:
      'Without a body, the old key works for 24 more hours. A key can be rotated once: after that, rotate the new one.',
    permission: 'key.own',
    params: byId,
    body: RotationIn,
    bodyOptional: true,
    status: 201,
    output: wrapped(NewKey),
    errors: ['not_found', 'key_ended', 'key_replaced', 'too_many_keys'],
  },
  revokeKey: {
    method: 'DELETE',
    path: `${API}/keys/:id`,
    summary: 'Revoke an API key at once; with key.manage, any key of the workspace',
    description: 'Revoking a key again changes nothing.',
    permission: 'key.own',
    params: byId,
    status: 204,
    output: null,
    errors: ['not_found'],
  },
} as const satisfies Record<string, Route>;
