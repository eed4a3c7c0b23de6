/** One sign-in at the OpenID Connect provider. It begins here, is bound to one browser, and works once. */
import type { Context } from '../../base/context.ts';
import { Problem } from '../../base/problem.ts';
import { readReturnPath } from '../../base/return-path.ts';
import { generateToken, hashToken } from '../../base/token.ts';
import type { Origin } from '../begin.ts';
import { readCookie, setCookie } from '../cookie.ts';
import type { Claims } from './claims.ts';
import type { Checks, Provider } from './provider.ts';
import { consumeFlow, saveFlow } from './store.ts';

type Ctx = Pick<Context, 'db' | 'config' | 'vault'>;

/** Seconds. The store sets the same lifetime. */
const TIMEOUT = 600;
const CALLBACK = '/api/v1/session/openid/callback';

export interface Flow {
  /** A path on this installation. */
  returnTo: string;
  /** The session that adds an identity. Null: this is a sign-in. */
  sessionId: number | null;
  /** The token of an invitation that the person accepts. */
  invitation: string | undefined;
}

interface FlowInput extends Partial<Pick<Flow, 'sessionId'>> {
  return_to?: string;
  invitation?: string;
}

/** Answers the provider's URL, and a cookie that binds the flow to this browser. Throws `openid_unreachable`. */
export async function beginFlow(
  ctx: Ctx,
  provider: Provider,
  { return_to, invitation, sessionId = null }: FlowInput,
): Promise<{ url: string; headers: Record<string, string> }> {
  const [state, nonce, verifier] = [generateToken(), generateToken(), generateToken()];
  const url = await provider.authorizeUrl(ctx.config.publicUrl + CALLBACK, { state, nonce, verifier });
  const [stateHash, token] = [hashToken(state), generateToken()];
  const returnTo = readReturnPath(ctx.config.publicUrl, return_to);
  const secret = { nonce, verifier, returnTo, ...(invitation !== undefined && { invitation }) };
  const sealed = ctx.vault.seal(secret, placeOf(stateHash));
  await saveFlow(ctx.db, { stateHash, browserHash: hashToken(token), sessionId, sealed });
  return { url, headers: setCookie(ctx.config, token, 'openid', TIMEOUT) };
}

/** Resumes the flow of this state, once, and only in the browser that began it. Throws `openid_over`. */
export async function resumeFlow(
  ctx: Ctx,
  { state }: Record<string, string>,
  { headers }: Origin,
): Promise<{ flow: Flow; checks: Checks }> {
  const browserHash = readCookie(ctx.config, headers.cookie, 'openid');
  if (state === undefined || browserHash === undefined) throw new Problem('openid_over');
  const stateHash = hashToken(state);
  const row = await consumeFlow(ctx.db, stateHash, browserHash);
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

/** Exchanges the parameters of the callback for the person's claims. */
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
