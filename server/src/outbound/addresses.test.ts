import { describe, expect, it } from 'vitest';
import { type OutboundRule, parseOutboundRule } from '../base/outbound-rules.ts';
import { createGuard, isPublicAddress } from './addresses.ts';

describe('isPublicAddress', () => {
  it.each([
    ['1.1.1.1'],
    ['172.15.255.255'],
    ['172.32.0.0'],
    ['100.63.255.255'],
    ['198.20.0.1'],
    ['223.255.255.255'],
    ['2606:4700:4700::1111'],
    ['::ffff:1.1.1.1'],
    ['64:ff9b::1.1.1.1'],
  ])('is true for %s', (ip) => expect(isPublicAddress(ip)).toBe(true));

  it.each([
    ['loopback', ['127.0.0.1', '127.255.255.254', '::1']],
    ['unspecified', ['0.0.0.0', '0.1.2.3', '::']],
    ['private', ['10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.0.1']],
    ['unique-local', ['fc00::1', 'fd12:3456::1']],
    ['link-local', ['169.254.169.254', 'fe80::1', 'fe80::1%lo', 'febf::1', 'fec0::1']],
    ['carrier-grade NAT', ['100.64.0.1', '100.127.255.255']],
    [
      'the host of a cloud',
      ['168.63.129.16', '::ffff:168.63.129.16', '64:ff9b::168.63.129.16', '169.254.169.254'],
    ],
    ['multicast', ['224.0.0.1', '239.255.255.255', 'ff02::1']],
    ['broadcast and reserved', ['255.255.255.255', '240.0.0.1', '192.0.0.1', '192.88.99.1']],
    ['documentation', ['192.0.2.1', '198.51.100.1', '203.0.113.1', '2001:db8::1', '3fff::1']],
    ['benchmarking', ['198.18.0.1', '198.19.255.255', '2001:2::1']],
    ['IPv4-mapped', ['::ffff:127.0.0.1', '::ffff:7f00:1', '::ffff:10.0.0.1', '::ffff:169.254.169.254']],
    ['IPv4-compatible', ['::127.0.0.1', '::7f00:1', '::1.1.1.1']],
    ['IPv4-translated', ['::ffff:0:127.0.0.1', '::ffff:0:1.1.1.1']],
    ['NAT64', ['64:ff9b::7f00:1', '64:ff9b::10.0.0.1', '64:ff9b:1::1.1.1.1']],
    ['6to4', ['2002:7f00:1::', '2002:101:101::1']],
    ['Teredo', ['2001::1', '2001:0:4136:e378:8000:63bf:3fff:fdd2']],
    ['unassigned', ['100::1', '4000::1', '5f00::1']],
    ['not an address', ['', 'localhost', '127.1', '2130706433', '0x7f000001', '0177.0.0.1', '1.1.1.1:80']],
  ])('is false for %s', (_kind, ips) => {
    expect(ips.filter(isPublicAddress)).toEqual([]);
  });
});

describe('createGuard', () => {
  const guard = createGuard([
    parseRule('intranet.example:8443'),
    parseRule('Printer.Example.'),
    parseRule('10.1.0.0/16:8080'),
    parseRule('[fd00::7]:9000'),
    parseRule('127.0.0.1'),
  ]);

  it('permits only the web ports on the public internet', () => {
    expect(guard.mayReach('1.1.1.1', 443, 'one.example')).toBe(true);
    expect(guard.mayReach('1.1.1.1', 80, 'one.example')).toBe(true);
    expect(guard.mayReach('1.1.1.1', 5432, 'one.example')).toBe(false);
  });

  it('permits a name with any address it has, on its port', () => {
    expect(guard.mayReach('192.168.0.9', 8443, 'intranet.example')).toBe(true);
    expect(guard.mayReach('192.168.0.9', 443, 'intranet.example')).toBe(false);
    expect(guard.mayReach('192.168.0.9', 8443, 'other.example')).toBe(false);
    expect(guard.mayReach('192.168.0.9', 8443, 'sub.intranet.example')).toBe(false);
  });

  it('permits every port of a name without one, however the name is spelled', () => {
    expect(guard.mayReach('192.168.0.9', 631, 'PRINTER.example')).toBe(true);
    expect(guard.mayReach('192.168.0.9', 631, 'printer.example.')).toBe(true);
  });

  it('permits a range, also for addresses mapped into IPv6', () => {
    expect(guard.mayReach('10.1.2.3', 8080, 'any.example')).toBe(true);
    expect(guard.mayReach('::ffff:10.1.2.3', 8080, 'any.example')).toBe(true);
    expect(guard.mayReach('10.2.0.1', 8080, 'any.example')).toBe(false);
    expect(guard.mayReach('fd00::7', 9000, 'any.example')).toBe(true);
    expect(guard.mayReach('fd00::8', 9000, 'any.example')).toBe(false);
    expect(guard.mayReach('127.0.0.1', 1, 'localhost')).toBe(true);
  });
});

describe('parseOutboundRule', () => {
  it.each([
    ['bücher.example:80', { host: 'xn--bcher-kva.example', port: 80 }],
    ['10.0.0.0/8', { range: '10.0.0.0/8' }],
    ['fd00::/8', { range: 'fd00::/8' }],
    ['[fd00::/8]:443', { range: 'fd00::/8', port: 443 }],
    ['::1', { range: '::1/128' }],
  ])('reads %s', (text, rule) => expect(parseOutboundRule(text)).toEqual(rule));

  it.each([
    [''],
    ['http://intranet'],
    ['intranet:0'],
    ['intranet:65536'],
    ['intranet:http'],
    ['intranet:'],
    ['a b'],
    ['user@intranet'],
    ['10.0.0.0/33'],
    ['10.0.0.0/8/8'],
    ['10.0.0/8'],
    ['127.1'],
    ['*'],
    ['*.example.com'],
    ['[::1'],
    ['fe80::1%lo'],
  ])('refuses "%s"', (text) => expect(parseOutboundRule(text)).toBeUndefined());
});

function parseRule(text: string): OutboundRule {
  const rule = parseOutboundRule(text);
  if (rule === undefined) throw new Error(`${text} is no rule`);
  return rule;
}
