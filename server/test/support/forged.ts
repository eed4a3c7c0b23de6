/** ID tokens of a hostile or broken provider. */
import { createSign, generateKeyPairSync } from 'node:crypto';

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });

/** The keys that a provider would have to publish so that the signatures are valid. */
export const forgersKeys = { keys: [{ ...publicKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256' }] };

export function forgeToken(claims: object, header: object = { alg: 'RS256' }): string {
  const head = [header, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'));
  const signed = head.join('.');
  const signature = createSign('sha256').update(signed).sign(privateKey).toString('base64url');
  return `${signed}.${'alg' in header && header.alg === 'none' ? '' : signature}`;
}
