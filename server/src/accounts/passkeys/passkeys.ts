/** Use cases of a person's own passkeys: add, remove. */
import type { BodyOf } from '@belfry/contract/routes.ts';
import type { Person } from '../../access/person.ts';
import type { Context } from '../../base/context.ts';
import { orNotFound, Problem } from '../../base/problem.ts';
import { type Origin, renewSession } from '../begin.ts';
import { lockUser, recordUserEvent } from '../store.ts';
import { requireFullProof } from '../two-factor/two-factor.ts';
import { requireAnotherWayIn } from '../ways.ts';
import { algorithms, isFramed, loadWebAuthn, requireSite } from './site.ts';
import type { ListedPasskey } from './store.ts';
import {
  consumeChallenge,
  deletePasskey,
  findPasskeyUser,
  insertPasskey,
  listPasskeys,
  saveChallenge,
} from './store.ts';

type Ctx = Pick<Context, 'db' | 'config' | 'vault' | 'clock'>;

const MAX_PASSKEYS = 20;
/** Milliseconds. The store sets the same lifetime. */
const TIMEOUT = 300_000;

/** The browser's description of a new credential. */
type NewCredential = BodyOf<'addPasskey'>['response'];

/** A passkey signs in without a password and without a code, so this requires both. */
export async function beginPasskey(
  ctx: Ctx,
  who: Person,
  proof: { password?: string; code?: string },
  origin: Origin,
) {
  const site = requireSite(ctx.config);
  await requireFullProof(ctx, who, proof, origin);
  const user = await findPasskeyUser(ctx.db, who.userId);
  if (user === undefined) throw new Problem('unauthenticated');
  if (user.credential_ids.length >= MAX_PASSKEYS) throw new Problem('too_many_passkeys');
  const { generateRegistrationOptions } = await loadWebAuthn();
  const options = await generateRegistrationOptions({
    rpName: 'Belfry',
    rpID: site.id,
    userID: new Uint8Array(user.handle),
    userName: user.email ?? user.name,
    userDisplayName: user.name,
    timeout: TIMEOUT,
    attestationType: 'none',
    excludeCredentials: user.credential_ids.map((id) => ({ id: id.toString('base64url') })),
    supportedAlgorithmIDs: algorithms,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  await saveChallenge(ctx.db, { sessionId: who.sessionId }, options.challenge);
  return options;
}

/** Also answers the headers of a new cookie. */
export async function addPasskey(
  ctx: Ctx,
  who: Person,
  { name = 'Passkey', response }: BodyOf<'addPasskey'>,
): Promise<{ passkey: ListedPasskey; headers: Record<string, string> }> {
  const credential = await readCredential(ctx, who, response);
  return ctx.db.transaction(async (tx) => {
    await lockUser(tx, who.userId);
    if ((await listPasskeys(tx, who.userId)).length >= MAX_PASSKEYS) throw new Problem('too_many_passkeys');
    const passkey = await insertPasskey(tx, { userId: who.userId, name, ...credential });
    if (passkey === undefined) throw new Problem('passkey_known');
    await recordUserEvent(tx, who.userId, 'passkey.added', { passkey_id: passkey.id, name });
    return { passkey, headers: await renewSession(tx, ctx, who.sessionId) };
  });
}

/** Uses up the challenge in any case. Throws `passkey_unfit`. */
async function readCredential(ctx: Ctx, who: Person, { id, rawId, type, response }: NewCredential) {
  const site = requireSite(ctx.config);
  const expectedChallenge = await consumeChallenge(ctx.db, { sessionId: who.sessionId });
  if (expectedChallenge === undefined) throw new Problem('passkey_unfit');
  const { verifyRegistrationResponse } = await loadWebAuthn();
  const { clientDataJSON, attestationObject, transports = [] } = response;
  const { registrationInfo } = await verifyRegistrationResponse({
    response: {
      id,
      rawId,
      type,
      response: { clientDataJSON, attestationObject },
      clientExtensionResults: {},
    },
    expectedChallenge,
    expectedOrigin: site.origin,
    expectedRPID: site.id,
    supportedAlgorithmIDs: algorithms,
    requireUserVerification: true,
  }).catch(() => ({ registrationInfo: undefined }));
  if (registrationInfo === undefined || isFramed(clientDataJSON)) throw new Problem('passkey_unfit');
  const { publicKey, counter } = registrationInfo.credential;
  return {
    credentialId: Buffer.from(registrationInfo.credential.id, 'base64url'),
    publicKey,
    counter,
    transports,
  };
}

/** Answers the headers of a new cookie. */
export async function removeOwnPasskey(ctx: Ctx, who: Person, id: number): Promise<Record<string, string>> {
  return ctx.db.transaction(async (tx) => {
    const name = orNotFound(
      await requireAnotherWayIn(tx, ctx.config, who.userId, () => deletePasskey(tx, who.userId, id)),
    );
    await recordUserEvent(tx, who.userId, 'passkey.removed', { passkey_id: id, name });
    return renewSession(tx, ctx, who.sessionId);
  });
}
