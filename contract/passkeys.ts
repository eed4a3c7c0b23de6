/** A person’s passkeys, and signing in with one. */
import { NameIn, proof } from './credentials.ts';
import { named } from './named.ts';
import type { Route } from './route.ts';
import { Self } from './sessions.ts';
import { AnyObject, API, byId, closed, Id, nullable, Plain, Text, Timestamp, wrapped } from './shapes.ts';
import { Type } from './type.ts';

/** Bytes in base64url, as browsers write credentials in JSON. */
const bytes = (maxLength: number) => Type.String({ pattern: '^[A-Za-z0-9_-]+$', maxLength });

/** Browsers may add fields. */
const open = { additionalProperties: Plain, maxProperties: 30 };

const credential = <const T extends Parameters<typeof Type.Object>[0]>(response: T) =>
  Type.Object(
    {
      id: bytes(1400),
      rawId: bytes(1400),
      type: Type.Literal('public-key'),
      response: Type.Object(response, open),
    },
    { ...open, description: 'The result of the browser’s PublicKeyCredential.toJSON().' },
  );

const NewCredential = credential({
  clientDataJSON: bytes(4000),
  attestationObject: bytes(40_000),
  transports: Type.Optional(Type.Array(Text({ maxLength: 40 }), { maxItems: 10 })),
});

const Assertion = credential({
  clientDataJSON: bytes(4000),
  authenticatorData: bytes(4000),
  signature: bytes(8000),
  userHandle: Type.Optional(nullable(bytes(100))),
});

const Passkey = named(
  'Passkey',
  closed({
    id: Id,
    name: Type.String(),
    created_at: Timestamp,
    last_used_at: nullable(Timestamp),
  }),
);

export const passkeyRoutes = {
  beginPasskey: {
    method: 'POST',
    path: `${API}/passkeys/options`,
    summary: 'Get options for navigator.credentials.create, valid for five minutes',
    description:
      'Read the options with `PublicKeyCredential.parseCreationOptionsFromJSON`. They are valid for one try.',
    permission: 'person',
    body: closed(proof),
    status: 201,
    output: wrapped(AnyObject),
    errors: ['passkeys_unavailable', 'too_many_passkeys', 'proof_required'],
  },
  addPasskey: {
    method: 'POST',
    path: `${API}/passkeys`,
    summary: 'Add the passkey that the browser created; the session gets a new cookie',
    description: '`response` is the `toJSON()` of the new credential. A person has at most 20 passkeys.',
    permission: 'person',
    body: closed({ name: Type.Optional(NameIn), response: NewCredential }),
    status: 201,
    output: wrapped(Passkey),
    errors: ['passkey_unfit', 'passkey_known', 'too_many_passkeys', 'passkeys_unavailable'],
  },
  listPasskeys: {
    method: 'GET',
    path: `${API}/passkeys`,
    summary: 'List your passkeys, newest first',
    description: '`last_used_at` is null if the passkey has not been used.',
    permission: 'person',
    status: 200,
    output: wrapped(Type.Array(Passkey)),
    errors: [],
  },
  updatePasskey: {
    method: 'PATCH',
    path: `${API}/passkeys/:id`,
    summary: 'Rename a passkey',
    description: 'The name is only for you. The passkey itself does not change.',
    permission: 'person',
    params: byId,
    body: closed({ name: NameIn }),
    status: 200,
    output: wrapped(Passkey),
    errors: ['not_found'],
  },
  deletePasskey: {
    method: 'DELETE',
    path: `${API}/passkeys/:id`,
    summary: 'Remove a passkey; the session gets a new cookie',
    description: 'Your only way to sign in cannot be removed.',
    permission: 'person',
    params: byId,
    status: 204,
    output: null,
    errors: ['not_found', 'last_way_in'],
  },
  beginPasskeySignIn: {
    method: 'POST',
    path: `${API}/session/passkey/options`,
    summary: 'Get options for navigator.credentials.get, valid for five minutes',
    description: 'Needs no e-mail address. The options are valid for one try, in the browser that asked.',
    permission: 'open',
    status: 201,
    output: wrapped(AnyObject),
    errors: ['passkeys_unavailable'],
  },
  signInWithPasskey: {
    method: 'POST',
    path: `${API}/session/passkey`,
    summary: 'Sign in with a passkey; the answer sets the session cookie',
    description: 'Needs no password and no code.',
    permission: 'open',
    body: closed({ response: Assertion }),
    status: 201,
    output: wrapped(Self),
    errors: ['passkey_refused', 'passkeys_unavailable'],
  },
} as const satisfies Record<string, Route>;
