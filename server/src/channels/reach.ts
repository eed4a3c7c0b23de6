/** What networks need of the address of this installation. */
import { isIP } from 'node:net';
import type { Version } from '@belfry/networks/core/limits.ts';
import type { Network } from '@belfry/networks/core/network.ts';
import { Problem } from '../base/problem.ts';
import type { Config } from '../config/index.ts';

type Ctx = { config: Pick<Config, 'publicUrl'> };

/** Ends of names that no public name server knows (RFC 6761, 6762, 8375, 9476, and usual ones of local networks). */
const PRIVATE =
  /(^|\.)(localhost|local|internal|intranet|lan|home|corp|test|invalid|example|home\.arpa|alt)$/;

/** A sentence for the operator. Undefined: the network can use the address. It may still be unreachable. */
export function findUnmetNeed(
  { config }: Ctx,
  { needs = [], needsFor, rules }: Network,
  post?: Pick<Version, 'media'>,
): string | undefined {
  const needed = post === undefined ? needs : (needsFor?.(post) ?? []);
  const { protocol, hostname } = new URL(config.publicUrl);
  const advice = `Ask the operator of this installation to set PUBLIC_URL to`;
  if (needed.includes('public_url') && !isPublicName(hostname)) {
    return `${rules.name} must reach this installation by a public name, and ${config.publicUrl} has none. ${advice} such an address.`;
  }
  if (needed.includes('https') && protocol !== 'https:') {
    return `${rules.name} requires an https address of this installation, and it has ${config.publicUrl}. ${advice} one that begins with https://.`;
  }
  return undefined;
}

/** Throws `address_unfit`. */
export function requireReach(ctx: Ctx, network: Network): void {
  const message = findUnmetNeed(ctx, network);
  if (message !== undefined) throw new Problem('address_unfit', { message });
}

function isPublicName(hostname: string): boolean {
  const name = hostname.replace(/^\[|\]$|\.$/g, '');
  return isIP(name) === 0 && name.includes('.') && !PRIVATE.test(name);
}
