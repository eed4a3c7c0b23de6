/** Lets hosted services recognize calls by this installation's own adapters. */
import type { Http } from '@belfry/networks/core/http.ts';
import { isSameSecret } from '../../base/token.ts';
import type { Vault } from '../../base/vault.ts';

const HEADER = 'x-belfry-own';

/** A client that the hosted service of `platform` recognizes. */
export function asOwn(http: Http, vault: Vault, platform: string): Http {
  const password = vault.passwordFor(platform);
  return (request) => http({ ...request, headers: { ...request.headers, [HEADER]: password } });
}

export function isOwn(headers: Record<string, string>, vault: Vault, platform: string): boolean {
  return isSameSecret(headers[HEADER] ?? '', vault.passwordFor(platform));
}
