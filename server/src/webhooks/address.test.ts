import { describe, expect, test } from 'vitest';
import { parseOutboundRule } from '../base/outbound-rules.ts';
import { hostOf, requireAddress } from './address.ts';

const rules = (...texts: string[]) => texts.map(parseOutboundRule).filter((rule) => rule !== undefined);
const read = (url: string, ...allow: string[]) => requireAddress({ outboundAllow: rules(...allow) }, url);

describe('the address of a webhook', () => {
  test.each([
    ['http://example.com/hook', 'plain http'],
    ['ftp://example.com/hook', 'an https address'],
    ['example.com/hook', 'an https address'],
    ['', 'an https address'],
    ['https://ada:secret@example.com/', 'a user name or a password'],
    ['https://127.1/', 'not public'],
    ['https://0x7f000001/', 'not public'],
    ['https://2130706433/', 'not public'],
    ['https://0177.0.0.1/', 'not public'],
    ['https://10.0.0.1/', 'not public'],
    ['https://169.254.169.254/latest', 'not public'],
    ['https://[::1]/', 'not public'],
    ['https://[::ffff:10.0.0.1]/', 'not public'],
    ['https://[64:ff9b::7f00:1]/', 'not public'],
    ['https://①②⑦.⓪.⓪.①/', 'not public'],
    ['https://localhost/', 'not public'],
    ['https://LOCALHOST./', 'not public'],
    ['https://a.localhost/', 'not public'],
    ['https://example.com:5432/', 'not public'],
  ])('%s is refused', (url, reason) => {
    expect(() => read(url)).toThrow(reason);
  });

  test('may be any public https address, and loses its fragment', () => {
    expect(read('https://Example.com/hook?key=1#here')).toBe('https://example.com/hook?key=1');
    expect(read('https://1.1.1.1/')).toBe('https://1.1.1.1/');
    expect(read('https://example.com:80/')).toBe('https://example.com:80/');
  });

  test('may be a host and port that the operator permits, also without https', () => {
    expect(read('http://hooks.lan:8080/', 'hooks.lan:8080')).toBe('http://hooks.lan:8080/');
    expect(read('http://10.1.2.3/', '10.0.0.0/8')).toBe('http://10.1.2.3/');
    expect(read('https://localhost:9000/', 'localhost')).toBe('https://localhost:9000/');
    expect(() => read('http://hooks.lan:8081/', 'hooks.lan:8080')).toThrow('plain http');
    expect(() => read('https://hooks.lan:8081/', 'hooks.lan:8080')).toThrow('not public');
    expect(() => read('http://example.com/', '10.0.0.0/8')).toThrow('plain http');
  });

  test('may be a name that could resolve into a permitted range; the outbound client decides', () => {
    expect(read('https://hooks.lan:8443/', '10.0.0.0/8:8443')).toBe('https://hooks.lan:8443/');
    expect(() => read('https://hooks.lan:8444/', '10.0.0.0/8:8443')).toThrow('not public');
  });

  test('is shown to others as its host only', () => {
    expect(hostOf('https://hooks.example:444/services/T0/secret')).toBe('hooks.example:444');
  });
});
