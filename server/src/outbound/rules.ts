/** What an operator permits beyond the public internet: the entries of OUTBOUND_ALLOW. */
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** A name with whatever addresses it has, or a range of addresses; every port unless one is given. */
export type OutboundRule =
  | { readonly host: string; readonly port?: number }
  | { readonly range: string; readonly port?: number };

/** Reads `host`, `host:port`, an IP, a CIDR, or `[IPv6]:port`; undefined when it is none of these. */
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

/** An IP or a CIDR, as a CIDR; undefined when it is neither. */
export function readRange(target: string): string | undefined {
  const [base = '', bits] = target.split('/');
  // isIP first: ipaddr.js also takes spellings such as 127.1, and an IPv6 zone means nothing here.
  if (isIP(base) === 0 || base.includes('%')) return undefined;
  const range = bits === undefined ? `${base}/${isIP(base) === 4 ? 32 : 128}` : target;
  return ipaddr.isValidCIDR(range) ? range : undefined;
}

/** Through the URL parser, so that a rule and the address of a call are spelled alike. */
function readHost(target: string): string | undefined {
  if (!/^[\p{L}\p{N}_.-]+$/u.test(target)) return undefined;
  const host = URL.parse(`http://${target}`)?.hostname;
  return host === undefined || isIP(host) !== 0 ? undefined : withoutFinalDot(host);
}

export function withoutFinalDot(host: string): string {
  return host.endsWith('.') ? host.slice(0, -1) : host;
}
