/** ID tokens as a hostile or broken provider would make them. */
import { createSign, generateKeyPairSync } from 'node:crypto';

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });

/** What the provider would have to publish for them to be signed well. */
export const forgersKeys = { keys: [{ ...publicKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256' }] };

export function forgeToken(claims: object, header: object = { alg: 'RS256' }): string {
  const head = [header, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'));
  const signed = head.join('.');
  const signature = createSign('sha256').update(signed).sign(privateKey).toString('base64url');
  return `${signed}.${'alg' in header && header.alg === 'none' ? '' : signature}`;
}
