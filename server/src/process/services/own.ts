/** Lets hosted services recognize calls by this installation's own adapters. */
import { timingSafeEqual } from 'node:crypto';
import type { Http } from '@belfry/networks/core/http.ts';
import type { Vault } from '../../base/vault.ts';

const HEADER = 'x-belfry-own';

/** A client that the hosted service of `platform` recognizes. */
export function asOwn(http: Http, vault: Vault, platform: string): Http {
  const password = vault.passwordFor(platform);
  return (request) => http({ ...request, headers: { ...request.headers, [HEADER]: password } });
}

export function isOwn(headers: Record<string, string>, vault: Vault, platform: string): boolean {
  const given = Buffer.from(headers[HEADER] ?? '');
  const expected = Buffer.from(vault.passwordFor(platform));
  return given.length === expected.length && timingSafeEqual(given, expected);
}
