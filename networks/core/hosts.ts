/** The fixed addresses of a network, and which of the addresses that it names may get credentials. */
import { NetworkFault } from './fault.ts';
import type { Caller } from './network.ts';

/** `https://graph.facebook.com`, or `{endpoint}/graph.facebook.com` if the operator has set an endpoint. */
export function addressOf({ endpoint }: Pick<Caller, 'endpoint'>, origin: string): string {
  return endpoint === undefined ? origin : `${endpoint}/${new URL(origin).host}`;
}

/**
 * An address from an answer, if credentials may go there: it lies at one of these origins. Otherwise throws a fault, as
 * for any answer that makes no sense.
 */
export function requireOwnAddress(
  caller: Pick<Caller, 'endpoint'>,
  origins: readonly string[],
  address: string,
): string {
  const url = URL.parse(address)?.href;
  const isOwn = origins.some((origin) => url?.startsWith(`${addressOf(caller, origin)}/`));
  if (url !== undefined && isOwn) return url;
  const message =
    'The network named an address of its own that Belfry does not know. Nothing was sent there.';
  throw new NetworkFault({ kind: 'unavailable', message, sent: true });
}
