/** The session at an account's PDS: the contents of a grant, and how an answer becomes one. */
import { faultIn, NetworkFault } from '../core/fault.ts';
import { field, idField, type JsonSchema, listField, textField, type ValueOf } from '../core/json.ts';
import type { Caller, FreshGrant, Session } from '../core/network.ts';
import { misunderstood } from './faults.ts';
import { procedure, type XrpcServer } from './xrpc.ts';

export const publicService = 'https://bsky.social';

/** Characters. Servers do not accept longer tokens in a request's headers. */
const longestToken = 16_000;

export const grant = {
  type: 'object',
  properties: {
    service: { type: 'string', description: 'Base address of the PDS that hosts the account.' },
    did: { type: 'string' },
    handle: { type: 'string' },
    accessJwt: { type: 'string', writeOnly: true },
    refreshJwt: { type: 'string', writeOnly: true },
  },
  required: ['service', 'did', 'handle', 'accessJwt', 'refreshJwt'],
} as const satisfies JsonSchema;

export type Grant = ValueOf<typeof grant>;
export type BlueskySession = Session<Grant>;

/** The account's server, with one of the two tokens. */
export function serverOf(session: BlueskySession, token: 'accessJwt' | 'refreshJwt' = 'accessJwt') {
  return serverAt(session, session.grant.service, session.grant[token]);
}

export function serverAt({ http, now, endpoint }: Caller, url: string, token?: string): XrpcServer {
  return { http, now, url: endpoint ?? url, token };
}

/** Exchanges the refresh token for a new pair. A refresh token works once, and for some two hours more. */
export async function refresh(session: BlueskySession): Promise<FreshGrant<Grant>> {
  const server = serverOf(session, 'refreshJwt');
  const answer = await procedure(server, 'com.atproto.server.refreshSession').catch(askToReconnect);
  return readSession(answer, session.grant.service);
}

export function readSession(answer: unknown, service: string): FreshGrant<Grant> {
  const did = idField(answer, 'did');
  const handle = textField(answer, 'handle');
  const accessJwt = textField(answer, 'accessJwt');
  const refreshJwt = textField(answer, 'refreshJwt');
  if (!did || !handle || !accessJwt || !refreshJwt) throw misunderstood();
  if (accessJwt.length > longestToken || refreshJwt.length > longestToken) throw misunderstood();
  return {
    grant: { service: findPds(answer, service), did, handle, accessJwt, refreshJwt },
    expiresAt: readExpiry(accessJwt),
    reconnectBy: readExpiry(refreshJwt),
  };
}

/**
 * bsky.social handles sign-in for many servers; the DID document names the one that hosts this account. The tokens go there, so
 * the connection must be private.
 */
function findPds(answer: unknown, service: string): string {
  const services = service === publicService ? listField(answer, 'didDoc', 'service') : [];
  const pds = services.find((each) => textField(each, 'id')?.endsWith('#atproto_pds'));
  const address = URL.parse(textField(pds, 'serviceEndpoint') ?? '');
  return address?.protocol === 'https:' ? address.origin : service;
}

function readExpiry(jwt: string): Date | null {
  try {
    const payload = Buffer.from(jwt.split('.')[1] ?? '', 'base64url').toString();
    const seconds = field(JSON.parse(payload), 'exp');
    return typeof seconds === 'number' ? new Date(seconds * 1000) : null;
  } catch {
    return null;
  }
}

function askToReconnect(error: unknown): never {
  const fault = faultIn(error, 'expired', 'reconnect', 'rejected');
  if (fault === undefined) throw error;
  const message = 'Bluesky has ended this session. Connect the channel again with an app password.';
  throw new NetworkFault({ ...fault, kind: 'reconnect', message }, { cause: error });
}
