/**
 * Signing in with a passkey. The person enters no e-mail address: the authenticator names the user, so the answers do
 * not reveal whether an address has a user. The authenticator verifies its person, so a passkey counts as both factors.
 */
import type { BodyOf } from '@belfry/contract/routes.ts';
import type { Context } from '../../base/context.ts';
import { Problem } from '../../base/problem.ts';
import { generateToken, hashToken } from '../../base/token.ts';
import { beginAttempt, passAttempt } from '../attempts/attempts.ts';
import type { Origin } from '../begin.ts';
import { readCookie, setCookie } from '../cookie.ts';
import { beginUserSession } from '../sessions.ts';
import { isFramed, loadWebAuthn, requireSite } from './site.ts';
import {
  consumeChallenge,
  type LockedPasskey,
  lockPasskey,
  recordPasskeyUse,
  saveChallenge,
} from './store.ts';

type Ctx = Pick<Context, 'db' | 'config' | 'vault'>;

/** Seconds. The store sets the same lifetime. */
const TIMEOUT = 300;

/** The browser's description of the authenticator's answer. */
type Assertion = BodyOf<'signInWithPasskey'>['response'];

/** Answers the options, and the headers of a cookie that binds the challenge to this browser. */
export async function beginPasskeySignIn(ctx: Ctx) {
  const site = requireSite(ctx.config);
  const { generateAuthenticationOptions } = await loadWebAuthn();
  const options = await generateAuthenticationOptions({
    rpID: site.id,
    userVerification: 'required',
    timeout: TIMEOUT * 1000,
  });
  const token = generateToken();
  await saveChallenge(ctx.db, { browserHash: hashToken(token) }, options.challenge);
  return { options, headers: setCookie(ctx.config, token, 'passkey', TIMEOUT) };
}

/** Throws `passkey_refused` for every reason, so that the answer does not reveal which. */
export async function signInWithPasskey(ctx: Ctx, assertion: Assertion, origin: Origin) {
  const attempt = { address: origin.address };
  await beginAttempt(ctx.db, attempt);
  const browserHash = readCookie(ctx.config, origin.headers.cookie, 'passkey');
  const challenge = browserHash && (await consumeChallenge(ctx.db, { browserHash }));
  if (challenge === undefined) throw new Problem('passkey_refused');
  return ctx.db.transaction(async (tx) => {
    const passkey = await lockPasskey(tx, Buffer.from(assertion.id, 'base64url'));
    const counter = passkey && (await readCounter(ctx, passkey, assertion, challenge));
    if (passkey === undefined || counter === undefined) throw new Problem('passkey_refused');
    await recordPasskeyUse(tx, passkey.id, counter);
    await passAttempt(tx, attempt);
    return beginUserSession(tx, ctx, { ...passkey, id: passkey.user_id }, origin);
  });
}

/** The authenticator's new counter. Undefined: it did not sign this challenge for this user and site. */
async function readCounter(
  { config }: Pick<Ctx, 'config'>,
  { public_key, counter, handle }: LockedPasskey,
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
    // The library refuses a counter that did not increase: it would come from a cloned authenticator.
    credential: { id, publicKey: new Uint8Array(public_key), counter },
  }).catch(() => undefined);
  return answer?.verified === true ? answer.authenticationInfo.newCounter : undefined;
}
