import { formOf, secretOf, textOf } from '../core/credentials.ts';
import { type Fault, faultIn, NetworkFault, refuse } from '../core/fault.ts';
import { field, type JsonObject, textField } from '../core/json.ts';
import type { AccountLimits } from '../core/limits.ts';
import type { Caller, ConnectedAccount } from '../core/network.ts';
import { blueskyRules } from './rules.ts';
import {
  type BlueskySession,
  type Grant,
  publicService,
  readSession,
  serverAt,
  serverOf,
} from './session.ts';
import { procedure, query, type XrpcServer } from './xrpc.ts';

const howToCreate = 'Create an app password at Bluesky under Settings, Privacy and security, App passwords.';

export const credentialsSchema = formOf(
  {
    identifier: textOf(
      'Handle',
      'handle',
      'Such as alice.bsky.social. The e-mail address or the DID works too.',
    ),
    app_password: secretOf('App password', 'app_password', howToCreate, 500),
    service: {
      type: 'string',
      title: 'Server',
      'x-code': 'server',
      description: 'Address of the personal data server, if the account is not hosted by Bluesky.',
      maxLength: 300,
      default: publicService,
    },
  },
  ['identifier', 'app_password'],
);

export async function connect(credentials: JsonObject, caller: Caller): Promise<ConnectedAccount<Grant>[]> {
  const service = readService(textField(credentials, 'service') ?? publicService);
  const input = {
    identifier: String(credentials.identifier).trim().replace(/^@/, ''),
    password: String(credentials.app_password).trim(),
  };
  const signIn = serverAt(caller, service);
  const answer = await procedure(signIn, 'com.atproto.server.createSession', input).catch(explainSignIn);
  if (field(answer, 'active') === false) {
    const field = 'credentials.identifier';
    throw new NetworkFault({ kind: 'rejected', ...inactive(answer), field });
  }
  const session = readSession(answer, service);
  const { did, handle, accessJwt } = session.grant;
  const pds = serverAt(caller, session.grant.service, accessJwt);
  // Profiles come from the AppView behind the server; an account works without one.
  const profile = await query(pds, 'app.bsky.actor.getProfile', { actor: did }).catch(() => undefined);
  const account = {
    id: did,
    username: handle,
    name: textField(profile, 'displayName') || handle,
    avatarUrl: textField(profile, 'avatar') || null,
  };
  return [{ ...session, account, limits: await readServerLimits(pds) }];
}

/** This server's own limits, which replace the network's. */
export async function readServerLimits(pds: XrpcServer): Promise<AccountLimits> {
  const stated = field(await query(pds, 'com.atproto.server.describeServer'), 'blobUploadLimit');
  const usual = blueskyRules.limits['image.bytes']?.value;
  return typeof stated === 'number' && usual !== undefined ? { 'image.bytes': Math.min(stated, usual) } : {};
}

function readService(typed: string): string {
  const address = typed.includes('://') ? typed : `https://${typed}`;
  const url = /^https?:/.test(address) ? URL.parse(address) : null;
  if (url !== null && url.username === '' && url.password === '') return url.origin;
  throw refuse('The server must be an address such as https://pds.example.com.', 'credentials.service');
}

function explainSignIn(error: unknown): never {
  const fault = faultIn(error, 'expired', 'reconnect', 'rejected');
  if (fault === undefined) throw error;
  const message = sentenceFor(fault);
  const refusal = { ...fault, kind: 'rejected', message, field: 'credentials.app_password' } as const;
  throw new NetworkFault(refusal, { cause: error });
}

function sentenceFor({ kind, networkCode, message }: Fault): string {
  if (networkCode === 'AuthFactorTokenRequired')
    return `This is the account’s main password, which needs a code sent by e-mail. ${howToCreate}`;
  return kind === 'expired' ? `The handle or the app password is wrong. ${howToCreate}` : message;
}

function inactive(session: unknown): { message: string; networkCode: string } {
  const status = textField(session, 'status') ?? 'inactive';
  return { message: `This account is ${status}. Fix this at Bluesky, then connect it.`, networkCode: status };
}

/**
 * Whether the session still works, and the account too. A server accepts an access token for up to two hours after the
 * app password was revoked; it then refuses to exchange it.
 */
export async function check(session: BlueskySession): Promise<string[]> {
  const answer = await query(serverOf(session), 'com.atproto.server.getSession');
  if (field(answer, 'active') === false) throw new NetworkFault({ kind: 'reconnect', ...inactive(answer) });
  return [];
}
