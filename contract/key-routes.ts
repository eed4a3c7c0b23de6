/** The endpoints of API keys. */
import type { Static } from 'typebox';
import type { Route } from './route.ts';
import { permissions } from './route.ts';
import { closed, Id, Line, MomentIn, nullable, Person, Timestamp, wrapped } from './schemas.ts';
import { Type } from './type.ts';

const KEYS = '/api/v1/keys';
const byId = closed({ id: Id });
const Scope = Type.Enum(permissions);

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
  rotated_from: nullable(Id),
  replaced_by: nullable(Id),
  made_with: nullable({ ...Id, description: 'The key that asked for this one; null when a person did.' }),
};

const Key = closed(fields);
export const NewKey = closed({
  ...fields,
  key: Type.String({ pattern: '^bf_[0-9a-f]{72}$', description: 'The key itself, this once.' }),
});

export const KeyIn = closed({
  name: Line({ minLength: 1, maxLength: 100 }),
  scopes: Type.Optional(
    nullable(
      Type.Array(Scope, {
        minItems: 1,
        maxItems: permissions.length,
        uniqueItems: true,
        description: 'Null: everything the member’s role may do. Left out: as much as what asks for the key.',
      }),
    ),
  ),
  channel_ids: Type.Optional(
    nullable(
      Type.Array(Id, {
        minItems: 1,
        maxItems: 100,
        uniqueItems: true,
        description: 'Null: all channels of the member. Left out: those of what asks for the key.',
      }),
    ),
  ),
  expires_at: Type.Optional(
    nullable({
      ...MomentIn,
      description: 'At most 10 years ahead; null: never. Left out: as what asks for it.',
    }),
  ),
});

export const RotationIn = closed({
  overlap_hours: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 168,
      description: 'Hours for which the old key goes on; 24 when left out.',
    }),
  ),
  expires_at: Type.Optional(
    nullable({ ...MomentIn, description: 'Of the new key; null: never. Left out: as the old one.' }),
  ),
});

export type Key = Static<typeof Key>;
export type NewKey = Static<typeof NewKey>;
export type KeyIn = Static<typeof KeyIn>;
export type RotationIn = Static<typeof RotationIn>;

export const keyRoutes = {
  listKeys: {
    method: 'GET',
    path: KEYS,
    summary: 'List your keys, the newest first; with key.manage those of the whole workspace',
    permission: 'key.own',
    status: 200,
    output: wrapped(Type.Array(Key, { maxItems: 500 })),
    errors: [],
  },
  createKey: {
    method: 'POST',
    path: KEYS,
    summary: 'Make a key of your own; the answer alone shows it',
    permission: 'key.own',
    body: KeyIn,
    status: 201,
    output: wrapped(NewKey),
    errors: ['too_many_keys'],
  },
  rotateKey: {
    method: 'POST',
    path: `${KEYS}/:id/rotate`,
    summary: 'Replace a key of your own by a new one with the same rights; the old one goes on for a while',
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
    path: `${KEYS}/:id`,
    summary: 'End a key at once; with key.manage any of the workspace',
    permission: 'key.own',
    params: byId,
    status: 204,
    output: null,
    errors: ['not_found'],
  },
} as const satisfies Record<string, Route>;
