/**
 * Signing in with a passkey. Nobody is named beforehand: the authenticator says who it is, so that nothing tells
 * whether anybody has an address. It has verified its person, and so stands for both factors.
 */
import type { Context } from '../../context.ts';
import { Problem } from '../../problem.ts';
import { drawToken, hashToken } from '../../token.ts';
import { beginAttempt, passAttempt } from '../attempts/attempts.ts';
import type { Origin } from '../begin.ts';
import { readToken, setShortCookie } from '../cookie.ts';
import { letIn } from '../sessions.ts';
import { isFramed, loadWebAuthn, requireSite } from './site.ts';
import type { HeldPasskey } from './store.ts';
import { holdPasskey, notePasskeyUse, saveChallenge, takeChallenge } from './store.ts';

type Ctx = Pick<Context, 'db' | 'config' | 'vault'>;

/** Seconds; the store has the same. */
const PATIENCE = 300;

/** What the browser wrote of an authenticator's answer; the contract has its shape. */
export interface Assertion {
  id: string;
  rawId: string;
  type: 'public-key';
  response: {
    clientDataJSON: string;
    authenticatorData: string;
    signature: string;
    userHandle?: string | null;
  };
}

/** Answers the options, and a cookie by which the browser is known again. */
export async function beginPasskeySignIn(ctx: Ctx) {
  const site = requireSite(ctx.config);
  const { generateAuthenticationOptions } = await loadWebAuthn();
  const options = await generateAuthenticationOptions({
    rpID: site.id,
    userVerification: 'required',
    timeout: PATIENCE * 1000,
  });
  const token = drawToken();
  await saveChallenge(ctx.db, { browserHash: hashToken(token) }, options.challenge);
  return { options, headers: setShortCookie(ctx.config, 'passkey', token, PATIENCE) };
}

/** Throws `passkey_refused`, whatever is not right. */
export async function signInWithPasskey(ctx: Ctx, assertion: Assertion, origin: Origin) {
  const attempt = { address: origin.address };
  await beginAttempt(ctx.db, attempt);
  const browserHash = readToken(ctx.config, 'passkey', origin.headers.cookie);
  const challenge = browserHash && (await takeChallenge(ctx.db, { browserHash }));
  if (challenge === undefined) throw new Problem('passkey_refused');
  return ctx.db.transaction(async (tx) => {
    const passkey = await holdPasskey(tx, Buffer.from(assertion.id, 'base64url'));
    const counter = passkey && (await readCounter(ctx, passkey, assertion, challenge));
    if (passkey === undefined || counter === undefined) throw new Problem('passkey_refused');
    await notePasskeyUse(tx, passkey.id, counter);
    await passAttempt(tx, attempt);
    return letIn(tx, ctx, { ...passkey, id: passkey.user_id }, origin);
  });
}

/** What the authenticator counts by now; undefined when it has not signed this challenge for this person and place. */
async function readCounter(
  { config }: Pick<Ctx, 'config'>,
  { public_key, counter, handle }: HeldPasskey,
  { id, rawId, type, response }: Assertion,
  expectedChallenge: string,
): Promise<number | undefined> {
  const site = requireSite(config);
  const { clientDataJSON, authenticatorData, signature, userHandle } = response;
  if (userHandle !== handle.toString('base64url') || isFramed(clientDataJSON)) return undefined;
  const { verifyAuthenticationResponse } = await loadWebAuthn();
  const answer = await verifyAuthenticationResponse({
    response: {
      id,
      rawId,
      type,
      response: { clientDataJSON, authenticatorData, signature, userHandle },
      clientExtensionResults: {},
    },
    expectedChallenge,
    expectedOrigin: site.origin,
    expectedRPID: site.id,
    requireUserVerification: true,
    // One that goes back, or stands still, is a copy's.
    credential: { id, publicKey: new Uint8Array(public_key), counter },
  }).catch(() => undefined);
  return answer?.verified === true ? answer.authenticationInfo.newCounter : undefined;
}
