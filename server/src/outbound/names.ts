/**
 * Resolves names to addresses. The system's lookup (getaddrinfo) blocks one of two threads for many seconds when a
 * name server does not answer: eight names of one stranger blocked all other lookups for 40 s. So we query name servers
 * directly, which needs no thread.
 */
import { promises as dns, type LookupAddress } from 'node:dns';
import { type OutboundRule, withoutFinalDot } from '../base/outbound-rules.ts';
import { type Lookup, lookupAll } from './dial.ts';

/** Per name server; `timeout` in milliseconds. */
const RESOLVER_OPTIONS = { timeout: 1500, tries: 4 };

/** Uses the system's lookup for hosts that the operator names: they may be only in its hosts file or local network. */
export function createLookup(
  allow: readonly OutboundRule[],
  endpoints: Iterable<string>,
  resolver = new dns.Resolver(RESOLVER_OPTIONS),
): Lookup {
  const hosts = allow.flatMap((rule) => ('host' in rule ? [rule.host] : []));
  const operatorHosts = new Set([...hosts, ...[...endpoints].map((url) => new URL(url).hostname)]);
  return (host) =>
    operatorHosts.has(withoutFinalDot(host.toLowerCase())) ? lookupAll(host) : resolve(resolver, host);
}

/** Throws the error of the IPv4 query when both queries fail. */
async function resolve(resolver: dns.Resolver, host: string): Promise<LookupAddress[]> {
  const [four, six] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
  if (four.status === 'rejected' && six.status === 'rejected') throw four.reason;
  return [...toAddresses(four, 4), ...toAddresses(six, 6)];
}

function toAddresses(answer: PromiseSettledResult<string[]>, family: 4 | 6): LookupAddress[] {
  return answer.status === 'rejected' ? [] : answer.value.map((address) => ({ address, family }));
}
