/**
 * Finds the addresses of names. Asked by the system's own way (getaddrinfo), a name whose server says nothing takes
 * one of two threads for many seconds: eight names of one stranger held up every other name for 40 s. So name servers
 * are asked directly, which takes no thread.
 */
import { promises as dns, type LookupAddress } from 'node:dns';
import { type Lookup, lookupAll } from './dial.ts';
import { type OutboundRule, withoutFinalDot } from './rules.ts';

/** For one server of this machine: milliseconds until it is asked again, and how often. */
const PATIENCE = { timeout: 1500, tries: 4 };

/** Where an operator names a host, only the system may know it: from a file, or from the local network. */
export function createLookup(
  allow: readonly OutboundRule[],
  endpoints: Iterable<string>,
  resolver = new dns.Resolver(PATIENCE),
): Lookup {
  const hosts = allow.flatMap((rule) => ('host' in rule ? [rule.host] : []));
  const operators = new Set([...hosts, ...[...endpoints].map((url) => new URL(url).hostname)]);
  return (host) =>
    operators.has(withoutFinalDot(host.toLowerCase())) ? lookupAll(host) : ask(resolver, host);
}

/** Throws the first reason where neither kind of address was found. */
async function ask(resolver: dns.Resolver, host: string): Promise<LookupAddress[]> {
  const [four, six] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
  if (four.status === 'rejected' && six.status === 'rejected') throw four.reason;
  return [...toAddresses(four, 4), ...toAddresses(six, 6)];
}

function toAddresses(answer: PromiseSettledResult<string[]>, family: 4 | 6): LookupAddress[] {
  return answer.status === 'rejected' ? [] : answer.value.map((address) => ({ address, family }));
}
