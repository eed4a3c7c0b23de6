/** Passkeys are bound to this installation's host and origin. */
import { isIP } from 'node:net';
import { Problem } from '../../base/problem.ts';
import type { Config } from '../../config/index.ts';

export interface Site {
  /** The host name without a port: the relying party ID of WebAuthn. */
  id: string;
  origin: string;
}

/** Throws `passkeys_unavailable` if browsers do not support passkeys at this address. */
export function requireSite(config: Pick<Config, 'publicUrl'>): Site {
  const { hostname, origin } = new URL(config.publicUrl);
  if (!supportsPasskeys(config)) throw new Problem('passkeys_unavailable');
  return { id: hostname, origin };
}

/** Browsers support passkeys only for host names, not for IP addresses, and only in secure contexts. */
export function supportsPasskeys({ publicUrl }: Pick<Config, 'publicUrl'>): boolean {
  const { hostname, protocol } = new URL(publicUrl);
  if (hostname.startsWith('[') || isIP(hostname) !== 0) return false;
  return protocol === 'https:' || hostname === 'localhost' || hostname.endsWith('.localhost');
}

/**
 * Whether the browser reports that another site's page framed the page. Ours are never framed. The library does not
 * check this: https://www.w3.org/TR/webauthn-3/#sctn-verifying-assertion, step 12 (2026-11-22).
 */
export function isFramed(clientDataJSON: string): boolean {
  try {
    const clientData: unknown = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString());
    return (clientData as { crossOrigin?: unknown } | null)?.crossOrigin === true;
  } catch {
    return false;
  }
}

/** The algorithms that authenticators support: EdDSA, ES256 and RS256, by their COSE numbers. */
export const algorithms = [-8, -7, -257];

/** Loaded on first use: the library is large, and many installations never need it. */
export function loadWebAuthn() {
  return import('@simplewebauthn/server');
}
