/** Opens connections for undici: to addresses that were checked, and to no others. */
import { promises as dns, type LookupAddress } from 'node:dns';
import { isIP } from 'node:net';
import { buildConnector } from 'undici';
import { type Guard, isPublicAddress } from './addresses.ts';

/** Every address of a name. */
export type Lookup = (host: string) => Promise<LookupAddress[]>;

/** The operator's rules forbid this call; the message may be shown to users. */
export class Refused extends Error {
  override readonly name = 'Refused';
  readonly code = 'ADDRESS_REFUSED';
}

const connectMilliseconds = 10_000;

export const lookupAll: Lookup = (host) => dns.lookup(host, { all: true });

/**
 * A name is resolved here, once, and the connection is given the very addresses that passed: asked again, a
 * hostile name server could answer differently. TLS and the Host header still see the name.
 */
export function createDial(guard: Guard, lookup: Lookup): buildConnector.connector {
  return (target, callback) => {
    findAddresses(target, guard, lookup).then(
      (addresses) => {
        const connect = buildConnector({
          timeout: connectMilliseconds,
          lookup: (_host, _options, done) => done(null, addresses),
        });
        connect(target, callback);
      },
      (error: Error) => callback(error, null),
    );
  };
}

async function findAddresses(
  target: buildConnector.Options,
  guard: Guard,
  lookup: Lookup,
): Promise<LookupAddress[]> {
  const host = target.hostname;
  const port = Number(target.port || (target.protocol === 'https:' ? 443 : 80));
  const family = isIP(host);
  const addresses = family === 0 ? await lookup(host) : [{ address: host, family }];
  if (addresses.length === 0) throw new Refused(`The name ${host} has no address.`);
  // One private answer among public ones is an attack or a mistake: either way not to be dialled.
  for (const { address } of addresses) {
    if (!guard.mayReach(address, port, host)) throw new Refused(explainRefusal(address, port, host));
  }
  return addresses;
}

/** Does not tell the resolved address: it would map the operator's network for whoever asks. */
function explainRefusal(address: string, port: number, host: string): string {
  const reason = isPublicAddress(address) ? `uses port ${port}` : 'is in a private network';
  return `The address ${host} ${reason}; OUTBOUND_ALLOW can permit it.`;
}
