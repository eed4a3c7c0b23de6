/** Decides which addresses the server may call. A user who gives an address must not reach the operator's network. */
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { type OutboundRule, withoutFinalDot } from '../base/outbound-rules.ts';

export interface Guard {
  /** `host` is the name that resolved to the address, or the address itself. */
  mayReach(address: string, port: number, host: string): boolean;
  /** A check before the lookup. False: the call is refused, whatever the name resolves to. */
  couldReach(host: string, port: number): boolean;
  /** Whether a rule of the operator permits this name or address. */
  isPermitted(host: string, port: number): boolean;
}

/** Other ports belong to databases, mail servers and admin pages, which Belfry never needs to call. */
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
      // The name may resolve to an address in a permitted range.
      return allow.some((rule) => ('range' in rule ? fitsPort(rule, port) : permits(rule, '', port, host)));
    },
    isPermitted: (host, port) => allow.some((rule) => permits(rule, host, port, host)),
  };
}

/** Such a name always means this machine, whatever a resolver answers. */
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
 * Azure's platform serves each machine its certificates and settings at this public address:
 * https://learn.microsoft.com/azure/virtual-network/what-is-ip-address-168-63-129-16 (2026-11-22). Other clouds use
 * private addresses for this.
 */
const azureHost = '168.63.129.16';

const globalUnicast = ipaddr.IPv6.parse('2000::');
const nat64 = ipaddr.IPv6.parse('64:ff9b::');

/** True for an address of the public internet. Expects the spelling that resolvers and the URL parser use. */
export function isPublicAddress(ip: string): boolean {
  const address = parseAddress(ip);
  if (address === undefined) return false;
  if (address instanceof ipaddr.IPv4)
    return address.range() === 'unicast' && address.toString() !== azureHost;
  // On networks without IPv4, every name resolves into this prefix. The last 32 bits are the IPv4 address.
  if (address.match(nat64, 96)) return isPublicAddress(address.toByteArray().slice(12).join('.'));
  // ipaddr.js answers `unicast` for every range that it does not know, but only 2000::/3 is assigned.
  return address.match(globalUnicast, 3) && address.range() === 'unicast';
}

/**
 * The address that the system would dial. IPv4-mapped addresses become IPv4. Node parses the text first, because
 * ipaddr.js also accepts 127.1 and 0177.0.0.1, which systems read differently, and reads ::1.2.3.4 as ::ffff:1.2.3.4.
 */
function parseAddress(ip: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  const family = isIP(ip);
  if (family === 0) return undefined;
  const plain = family === 4 ? ip : URL.parse(`http://[${ip}]`)?.hostname.slice(1, -1);
  return plain === undefined ? undefined : ipaddr.process(plain);
}
