/** Which addresses the server may call: whoever can name an address must not reach the operator's own network. */
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { type OutboundRule, withoutFinalDot } from './rules.ts';

export interface Guard {
  /** `host` is the name the address was found under, or the address itself. */
  mayReach(address: string, port: number, host: string): boolean;
  /** Before it is dialled: false for what is refused whatever the name resolves to. */
  couldReach(host: string, port: number): boolean;
  /** Whether the operator permits this very name or address, beyond what is public. */
  isPermitted(host: string, port: number): boolean;
}

/** Databases, mail servers and admin pages of other people listen elsewhere: they are nobody's business here. */
const publicPorts = new Set([80, 443]);

export function createGuard(allow: readonly OutboundRule[]): Guard {
  const mayReach: Guard['mayReach'] = (address, port, host) => {
    if (publicPorts.has(port) && isPublicAddress(address)) return true;
    return allow.some((rule) => permits(rule, address, port, host));
  };
  return {
    mayReach,
    couldReach(host, port) {
      if (isIP(host) !== 0) return mayReach(host, port, host);
      if (publicPorts.has(port) && !isLocalName(host)) return true;
      // What a name resolves to may lie in a range that is permitted.
      return allow.some((rule) => ('range' in rule ? fitsPort(rule, port) : permits(rule, '', port, host)));
    },
    isPermitted: (host, port) => allow.some((rule) => permits(rule, host, port, host)),
  };
}

/** Names of this very machine, whatever a resolver says. */
function isLocalName(host: string): boolean {
  return /(^|\.)localhost\.?$/i.test(host);
}

function permits(rule: OutboundRule, address: string, port: number, host: string): boolean {
  if (!fitsPort(rule, port)) return false;
  if ('host' in rule) return rule.host === withoutFinalDot(host.toLowerCase());
  const ip = parseAddress(address);
  const [base, bits] = ipaddr.parseCIDR(rule.range);
  return ip !== undefined && ip.kind() === base.kind() && ip.match(base, bits);
}

function fitsPort(rule: OutboundRule, port: number): boolean {
  return rule.port === undefined || rule.port === port;
}

/**
 * Of Azure's own host, which gives each machine its certificates and settings there:
 * https://learn.microsoft.com/azure/virtual-network/what-is-ip-address-168-63-129-16 (2026-11-22). The hosts of other
 * clouds have private addresses.
 */
const azureHost = '168.63.129.16';

const globalUnicast = ipaddr.IPv6.parse('2000::');
const nat64 = ipaddr.IPv6.parse('64:ff9b::');

/** True for an address of the public internet, in the spelling that resolvers and the URL parser give. */
export function isPublicAddress(ip: string): boolean {
  const address = parseAddress(ip);
  if (address === undefined) return false;
  if (address instanceof ipaddr.IPv4)
    return address.range() === 'unicast' && address.toString() !== azureHost;
  // On networks without IPv4 every name resolves into this prefix; the last 32 bits are what will be reached.
  if (address.match(nat64, 96)) return isPublicAddress(address.toByteArray().slice(12).join('.'));
  // ipaddr.js calls `unicast` whatever it has no name for; only 2000::/3 is given out.
  return address.match(globalUnicast, 3) && address.range() === 'unicast';
}

/**
 * The address that the system would dial, IPv4-mapped ones as IPv4. ipaddr.js is not asked alone: it also takes
 * 127.1 and 0177.0.0.1, on which systems disagree, and takes ::1.2.3.4 for the mapped ::ffff:1.2.3.4.
 */
function parseAddress(ip: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  const family = isIP(ip);
  if (family === 0) return undefined;
  const plain = family === 4 ? ip : URL.parse(`http://[${ip}]`)?.hostname.slice(1, -1);
  return plain === undefined ? undefined : ipaddr.process(plain);
}
