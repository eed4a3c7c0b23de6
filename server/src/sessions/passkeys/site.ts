/** What passkeys are bound to: this installation's own host and origin. */
import { isIP } from 'node:net';
import type { Config } from '../../config.ts';
import { Problem } from '../../problem.ts';

export interface Site {
  /** The host name, without a port: what WebAuthn calls the relying party. */
  id: string;
  origin: string;
}

/** Throws `passkeys_unavailable` where browsers would refuse. */
export function requireSite(config: Pick<Config, 'publicUrl'>): Site {
  const { hostname, origin } = new URL(config.publicUrl);
  if (!takesPasskeys(config)) throw new Problem('passkeys_unavailable');
  return { id: hostname, origin };
}

/** Browsers take them on names only, and in secure contexts. */
export function takesPasskeys({ publicUrl }: Pick<Config, 'publicUrl'>): boolean {
  const { hostname, protocol } = new URL(publicUrl);
  if (hostname.startsWith('[') || isIP(hostname) !== 0) return false;
  return protocol === 'https:' || hostname === 'localhost' || hostname.endsWith('.localhost');
}

/**
 * Whether the browser says that the page was a frame in another site's page, which ours never are. The library does
 * not check it: https://www.w3.org/TR/webauthn-3/#sctn-verifying-assertion, step 12 (2026-11-22).
 */
export function isFramed(clientDataJSON: string): boolean {
  try {
    const said: unknown = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString());
    return (said as { crossOrigin?: unknown } | null)?.crossOrigin === true;
  } catch {
    return false;
  }
}

/** EdDSA, ES256 and RS256, by their numbers in COSE: what authenticators have. */
export const algorithms = [-8, -7, -257];

/** With its decoders of certificates it is large, and many installations never need it. */
export function loadWebAuthn() {
  return import('@simplewebauthn/server');
}
