/** Somebody's way through the provider and back: begun here, in one browser, and good once. */
import type { Context } from '../../context.ts';
import { Problem } from '../../problem.ts';
import { drawToken, hashToken } from '../../token.ts';
import type { Origin } from '../begin.ts';
import { readToken, setShortCookie } from '../cookie.ts';
import type { Claims } from './claims.ts';
import type { Checks, Provider } from './provider.ts';
import { readReturnPath } from './return-path.ts';
import { saveFlow, takeFlow } from './store.ts';

type Ctx = Pick<Context, 'db' | 'config' | 'vault'>;

/** Seconds; the store has the same. */
const PATIENCE = 600;
const CALLBACK = '/api/v1/session/openid/callback';

export interface Flow {
  /** A path of our own. */
  returnTo: string;
  /** Of whoever adds this way to their account; null: somebody signs in. */
  sessionId: number | null;
  /** The token of an invitation to accept. */
  invitation: string | undefined;
}

interface FlowInput extends Partial<Pick<Flow, 'sessionId'>> {
  return_to?: string;
  invitation?: string;
}

/** Answers where to send the browser, and the cookie by which it is known again. Throws `openid_unreachable`. */
export async function beginFlow(
  ctx: Ctx,
  provider: Provider,
  { return_to, invitation, sessionId = null }: FlowInput,
): Promise<{ url: string; headers: Record<string, string> }> {
  const [state, nonce, verifier] = [drawToken(), drawToken(), drawToken()];
  const url = await provider.authorizeUrl(ctx.config.publicUrl + CALLBACK, { state, nonce, verifier });
  const [stateHash, token] = [hashToken(state), drawToken()];
  const returnTo = readReturnPath(ctx.config.publicUrl, return_to);
  const secret = { nonce, verifier, returnTo, ...(invitation !== undefined && { invitation }) };
  const sealed = ctx.vault.seal(secret, placeOf(stateHash));
  await saveFlow(ctx.db, { stateHash, browserHash: hashToken(token), sessionId, sealed });
  return { url, headers: setShortCookie(ctx.config, 'openid', token, PATIENCE) };
}

/** Takes the flow that the state names, and no other browser's. Throws `openid_over`. */
export async function takeBack(
  ctx: Ctx,
  { state }: Record<string, string>,
  { headers }: Origin,
): Promise<{ flow: Flow; checks: Checks }> {
  const browserHash = readToken(ctx.config, 'openid', headers.cookie);
  if (state === undefined || browserHash === undefined) throw new Problem('openid_over');
  const stateHash = hashToken(state);
  const row = await takeFlow(ctx.db, stateHash, browserHash);
  if (row === undefined) throw new Problem('openid_over');
  const { nonce, verifier, returnTo, invitation } = ctx.vault.open(row.sealed, placeOf(stateHash));
  return {
    flow: {
      returnTo: String(returnTo),
      sessionId: row.session_id,
      invitation: typeof invitation === 'string' ? invitation : undefined,
    },
    checks: { state, nonce: String(nonce), verifier: String(verifier) },
  };
}

/** Who came back, by what the provider gave the browser. */
export function redeem(
  { config }: Pick<Ctx, 'config'>,
  provider: Provider,
  params: Record<string, string>,
  checks: Checks,
): Promise<Claims> {
  const url = new URL(config.publicUrl + CALLBACK);
  url.search = new URLSearchParams(params).toString();
  return provider.redeem(url, checks);
}

function placeOf(stateHash: Buffer): string {
  return `openid:${stateHash.toString('hex')}`;
}

export { deleteOldFlows } from './store.ts';
