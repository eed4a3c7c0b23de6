/** The entries of OUTBOUND_ALLOW: what the operator permits beyond the public internet. */
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** A name, with any address that it has, or a range of addresses. Without `port`, every port is permitted. */
export type OutboundRule =
  | { readonly host: string; readonly port?: number }
  | { readonly range: string; readonly port?: number };

/** Reads `host`, `host:port`, an IP, a CIDR or `[IPv6]:port`. Undefined when the text is none of these. */
export function parseOutboundRule(text: string): OutboundRule | undefined {
  const [, target, portText] = bracketed.exec(text) ?? withPort.exec(text) ?? [text, text];
  const port = portText === undefined ? {} : { port: Number(portText) };
  if (target === undefined || port.port === 0 || (port.port ?? 0) > 65_535) return undefined;
  const range = readRange(target);
  if (range !== undefined) return { range, ...port };
  const host = readHost(target);
  return host === undefined ? undefined : { host, ...port };
}

const bracketed = /^\[([^\]]+)\](?::(\d{1,5}))?$/;
const withPort = /^([^:]+)(?::(\d{1,5}))?$/;

/** Turns an IP or a CIDR into a CIDR. Undefined when the text is neither. */
export function readRange(target: string): string | undefined {
  const [base = '', bits] = target.split('/');
  // ipaddr.js would also accept spellings such as 127.1. An IPv6 zone has no meaning in a rule.
  if (isIP(base) === 0 || base.includes('%')) return undefined;
  const range = bits === undefined ? `${base}/${isIP(base) === 4 ? 32 : 128}` : target;
  return ipaddr.isValidCIDR(range) ? range : undefined;
}

/** Uses the URL parser, so that rules and addresses of calls are spelled alike. */
function readHost(target: string): string | undefined {
  if (!/^[\p{L}\p{N}_.-]+$/u.test(target)) return undefined;
  const host = URL.parse(`http://${target}`)?.hostname;
  return host === undefined || isIP(host) !== 0 ? undefined : withoutFinalDot(host);
}

export function withoutFinalDot(host: string): string {
  return host.endsWith('.') ? host.slice(0, -1) : host;
}
