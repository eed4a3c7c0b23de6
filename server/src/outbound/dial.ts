/** Opens connections for undici, only to checked addresses. */
import { promises as dns, type LookupAddress } from 'node:dns';
import { isIP } from 'node:net';
import { buildConnector } from 'undici';
import { type Guard, isPublicAddress } from './addresses.ts';

/** Every address of a name. */
export type Lookup = (host: string) => Promise<LookupAddress[]>;

/** The end of every sentence about an address that is not public. */
export const NOT_PUBLIC = 'was not found on the public internet; OUTBOUND_ALLOW can permit a private one.';

const explanations = {
  port: (host: string, port: number) =>
    `The address ${host} uses port ${port}; OUTBOUND_ALLOW can permit it.`,
  // An unknown name and a private one get the same answer. Otherwise a caller could list the operator's names.
  not_public: (host: string) => `The address ${host} ${NOT_PUBLIC}`,
};

/** The rules forbid this call, or its name has no address. Users may read the message. */
export class Refused extends Error {
  override readonly name = 'Refused';
  readonly code = 'ADDRESS_REFUSED';
  readonly reason: keyof typeof explanations;

  constructor(reason: keyof typeof explanations, host: string, port: number) {
    super(explanations[reason](host, port));
    this.reason = reason;
  }
}

const connectMilliseconds = 10_000;

export const lookupAll: Lookup = (host) => dns.lookup(host, { all: true });

/**
 * Resolves a name once and connects only to the addresses that passed the check: a hostile name server could answer
 * a second lookup differently. TLS and the Host header still use the name.
 * `signal` stops the dial and closes the connection.
 */
export function createDial(guard: Guard, lookup: Lookup, signal?: AbortSignal): buildConnector.connector {
  return (target, callback) => {
    findAddresses(target, guard, lookup).then(
      (addresses) => {
        if (signal?.aborted) return callback(signal.reason, null);
        const connect = buildConnector({
          timeout: connectMilliseconds,
          ...(signal && { signal }),
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
  const addresses = family === 0 ? await resolveName(host, lookup) : [{ address: host, family }];
  if (addresses.length === 0) throw new Refused('not_public', host, port);
  // One private address among public ones is an attack or a mistake. Both are refused.
  for (const { address } of addresses) {
    if (guard.mayReach(address, port, host)) continue;
    throw new Refused(isPublicAddress(address) ? 'port' : 'not_public', host, port);
  }
  return addresses;
}

/** Empty when the resolver fails, for any reason. */
async function resolveName(host: string, lookup: Lookup): Promise<LookupAddress[]> {
  try {
    return await lookup(host);
  } catch (error) {
    if (error instanceof Error && 'syscall' in error) return [];
    throw error;
  }
}
