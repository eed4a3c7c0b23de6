import { createServer } from 'node:http';
import { describe, expect, it } from 'vitest';
import {
  closeAfterTest,
  fetchFile,
  notPublicMessage,
  notWeb,
  only,
  otherPort,
  refusalOf,
  serveRedirects,
  useDownloads,
  withPassword,
} from '../../../test/support/downloads.ts';
import { type Loopback, listen } from '../../../test/support/loopback.ts';
import { type Resolver, serveNames, type Zone } from '../../../test/support/resolver.ts';

useDownloads({ tidy: true });

/** Addresses of private networks in all spellings. */
const privateHosts = [
  ...['127.0.0.1', '127.1', '127.0.1', '2130706433', '017700000001', '0x7f000001', '0x7f.1', '0177.0.0.1'],
  ...['127.255.255.254', '127.0.0.1.', '0', '0.0.0.0', '0.1.2.3', '00000000.0x0', '%31%32%37.0.0.1'],
  ...['①②⑦.⓪.⓪.①', '１２７.0.0.1', '127。0。0。1', '127.0.0.\u00ad1', '127.0.0.1\t', '1\t27.0.0.1'],
  ...[
    '127.0\n.0.1',
    '\r127.0.0.1',
    '127.0.0.1:80',
    '127.0.0.1:0080',
    '127.0.0.1:',
    '10.0.0.1',
    '10.255.255.255',
  ],
  ...['172.16.0.1', '172.31.255.255', '192.168.0.1', '3232235521', '100.64.0.1', '100.127.255.255'],
  ...['169.254.169.254', '0xa9fea9fe', '169.254.43518', '198.18.0.1', '198.19.255.255', '192.0.0.1'],
  ...['192.0.2.1', '198.51.100.1', '203.0.113.1', '224.0.0.1', '239.255.255.255', '240.0.0.1'],
  ...['255.255.255.255', '0xffffffff', '[::1]', '[0:0:0:0:0:0:0:1]', '[::]', '[::ffff:127.0.0.1]'],
  ...['[::ffff:7f00:1]', '[::FFFF:0A00:1]', '[::ffff:a9fe:a9fe]', '[::127.0.0.1]', '[::ffff:0:127.0.0.1]'],
  ...['[64:ff9b::7f00:1]', '[64:ff9b::10.0.0.1]', '[64:ff9b:1::1]', '[2002:7f00:1::]', '[2001::1]'],
  ...['[fc00::1]', '[fd12:3456::1]', '[fe80::1]', '[fec0::1]', '[ff02::1]', '[2001:db8::1]', '[100::1]'],
  ...[
    '127.0.0.1\\@one.example',
    '127.0.0.1#@one.example',
    '127.0.0.1/@one.example',
    '127.0.0.1?@one.example',
  ],
];

/** Not addresses, or not web addresses. */
const strangeLinks: [string, string][] = [
  ...[
    '',
    ' ',
    'one.example/a.png',
    '//127.0.0.1/',
    '/etc/passwd',
    'http://',
    'http:',
    'https://?',
    'http://#',
  ],
  ...['http://[fe80::1%25lo]/', 'http://[fe80::1%lo]/', 'http://[::1', 'http://[127.0.0.1]/', 'http://::1/'],
  ...[
    'http://256.0.0.1/',
    'http://127.0.0.0.1/',
    'http://0x7f.0.0.0.1/',
    'http://1.2.3.08/',
    'http://4294967296/',
  ],
  ...['http://127.0.0.1:65536/', 'http://127.0.0.1:http/', 'http://127.0.0.1:80:80/', 'http://local host/'],
  ...['http://localhost%00/', 'http://local\u0000host/', 'http://a<b/', 'http://one.example%2f@/'],
].map((link): [string, string] => [link, notWeb]);
const otherSchemes: [string, string][] = [
  ...['file:///etc/passwd', 'file://127.0.0.1/etc/passwd', 'FILE:/etc/passwd', 'gopher://127.0.0.1:70/_x'],
  ...[
    'data:image/png;base64,AAAA',
    'ftp://127.0.0.1/a.png',
    'blob:http://127.0.0.1/1',
    'javascript:alert(1)',
  ],
  ...[
    'ws://127.0.0.1/',
    'wss://127.0.0.1/',
    'about:blank',
    'view-source:http://127.0.0.1/',
    'unix:/run/x.sock',
  ],
  ...['jar:http://127.0.0.1!/', 'dict://127.0.0.1:11211/stat', 'ldap://127.0.0.1/', 'tftp://127.0.0.1/x'],
].map((link) => [link, notWeb]);
const withCredentials: [string, string][] = [
  ...[
    'http://ann:pw@127.0.0.1/',
    'https://ann@127.0.0.1/',
    'http://:pw@127.0.0.1/',
    'http://one.example@127.0.0.1/',
  ],
  ...['http://127.0.0.1:80@one.example/', 'http://one.example%2f@127.0.0.1/', 'http://a\t:b@127.0.0.1/'],
  ...[
    'http://one.example#x@y@127.0.0.1/'.replace('#', '%23'),
    'http://a@b@127.0.0.1/',
    'http:ann@127.0.0.1/',
  ],
].map((link) => [link, withPassword]);
const otherPorts: [string, string][] = [
  ...['http://1.1.1.1:22/', 'http://1.1.1.1:5432/', 'https://1.1.1.1:8443/', 'http://1.1.1.1:65535/'],
  ...['http://1.1.1.1:0/', 'http://1.1.1.1:81/', 'https://[2606:4700:4700::1111]:6379/'],
].map((link) => [link, otherPort]);
const hostTricks: [string, string][] = [
  ...[
    'http:127.0.0.1/',
    'http:/127.0.0.1/',
    'http:///127.0.0.1/',
    'http:\\\\127.0.0.1\\',
    'ht\ntp://127.0.0.1/',
  ],
  ...[
    '  http://127.0.0.1/  ',
    'HTTP://127.0.0.1/',
    'https://127.0.0.1/',
    'http:////127.0.0.1',
    'http:/\\127.0.0.1',
  ],
].map((link) => [link, notPublicMessage]);

describe('a link', () => {
  it.each(privateHosts.map((host) => [host]))('into a private network is refused: %j', async (host) => {
    expect(await refusalOf(`http://${host}/a.png`)).toEqual(['address', `The link ${notPublicMessage}`]);
  });

  it.each([...strangeLinks, ...otherSchemes, ...withCredentials, ...otherPorts, ...hostTricks])(
    'that is no public address of the web is refused: %j',
    async (link, because) => expect(await refusalOf(link)).toEqual(['address', `The link ${because}`]),
  );

  it.each([
    'localhost',
    'LOCALHOST',
    'localhost.',
    'LocalHost.',
    'ⓛⓞⓒⓐⓛⓗⓞⓢⓣ',
    'local\u00adhost',
    'loc\nalhost',
  ])('to this machine by name is refused: %j', async (host) => {
    const { lookup } = await closeAfterTest(serveNames({ localhost: [['127.0.0.1', '::1']] }));
    expect(await refusalOf(`http://${host}/`, { lookup })).toEqual([
      'address',
      `The link ${notPublicMessage}`,
    ]);
  });
});

describe('a name', () => {
  async function refuseName(zone: Zone, server: Loopback): Promise<{ refusal: string[]; names: Resolver }> {
    const names = await closeAfterTest(serveNames(zone));
    const link = `http://files.example:${server.port}/a.png`;
    return { refusal: await refusalOf(link, { allow: [only(server)], lookup: names.lookup }), names };
  }

  it.each([
    ['one private answer', [['10.1.2.3']]],
    ['a private answer after a good one', [['127.0.0.1', '10.1.2.3']]],
    ['a private answer before a good one', [['10.1.2.3', '127.0.0.1']]],
    ['a private IPv6 answer beside a good IPv4 one', [['127.0.0.1', '::1']]],
    ['an IPv4-mapped answer', [['127.0.0.1', '::ffff:10.1.2.3']]],
    ['the unspecified address', [['0.0.0.0']]],
    ['the metadata service', [['169.254.169.254']]],
  ])('with %s is refused, and the address is not shown', async (_kind, answers) => {
    const server = await serveRedirects(() => undefined);
    const { refusal } = await refuseName({ 'files.example': answers }, server);
    expect(refusal).toEqual(['address', `The link ${notPublicMessage}`]);
    expect(server.received).toEqual([]);
  });

  it.each([
    ['does not exist', {}],
    ['has no address', { 'files.example': [[]] }],
  ])(
    'that %s is refused like a private one, so that answers do not reveal the network',
    async (_kind, zone) => {
      const server = await serveRedirects(() => undefined);
      expect((await refuseName(zone, server)).refusal).toEqual(['address', `The link ${notPublicMessage}`]);
    },
  );

  it('is resolved once: the address of a later answer is not dialled', async () => {
    const server = await serveRedirects(() => undefined);
    const { lookup, asked } = await closeAfterTest(
      serveNames({ 'files.example': [['127.0.0.1'], ['127.0.0.2']] }),
    );
    const link = `http://files.example:${server.port}/a.png`;
    expect(await fetchFile(link, { allow: [only(server)], lookup })).toBe(4);
    expect(asked).toEqual(['files.example']);
  });

  it('is resolved and checked again for a redirect to itself', async () => {
    const server = await serveRedirects(() => ({ status: 302, location: '/b.png' }));
    const inside = await closeAfterTest(
      listen(
        createServer((_request, response) => response.end('secret')),
        server,
      ),
    );
    const { refusal, names } = await refuseName({ 'files.example': [['127.0.0.1'], ['127.0.0.2']] }, server);
    expect(refusal).toEqual(['address', `The address that the link leads to ${notPublicMessage}`]);
    expect(names.asked).toEqual(['files.example', 'files.example']);
    expect(inside.received).toEqual([]);
  });
});
