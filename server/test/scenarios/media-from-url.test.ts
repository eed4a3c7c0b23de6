import { createServer } from 'node:http';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { linkErrors, openLinks } from '../support/links.ts';
import { listen } from '../support/loopback.ts';
import { makePicture, requireTidy } from '../support/media.ts';

const zone = {
  localhost: [['127.0.0.1', '::1']],
  'inside.example': [['127.0.0.2']],
  'metadata.example': [['169.254.169.254']],
  'mixed.example': [['127.0.0.1', '10.1.2.3']],
  'mixed-first.example': [['10.1.2.3', '127.0.0.1']],
  'mixed-six.example': [['127.0.0.1', '::1']],
  'mapped.example': [['::ffff:127.0.0.2']],
  'six.example': [['fd00::7']],
  'any.example': [['0.0.0.0']],
  'alias.example': [['db.inside.example', '127.0.0.2']],
  'public-alias.example': [['cdn.example', '127.0.0.1']],
  'turning.example': [['127.0.0.1'], ['127.0.0.2']],
};
const links = await openLinks(zone);
const { service, site, names, add, publish, refuse, takeDials } = links;
/**
 * Servers that must not be reached: another service of this machine, and one at the site's own port on another address.
 */
const answerSecret = () => createServer((_request, response) => response.end('secret'));
const own = await listen(answerSecret());
const neighbour = await listen(answerSecret(), site);

afterEach(async () => {
  expect([own.received, neighbour.received], 'what was reached').toEqual([[], []]);
  await requireTidy(service);
});
afterAll(async () => {
  for (const one of [own, neighbour, links]) await one.close();
});

const picture = await makePicture('png');
const { notPublic, notWeb, otherPort, withPassword } = linkErrors;
/** `PORT` is the port of the private service. */
const here = [
  ...['127.0.0.1:PORT', '127.1:PORT', '2130706433:PORT', '0x7f000001:PORT', '0177.0.0.1:PORT', '0:PORT'],
  ...['0.0.0.0:PORT', '[::1]:PORT', '[::]:PORT', '[::ffff:127.0.0.1]:PORT', '[::ffff:7f00:1]:PORT'],
  ...['[64:ff9b::7f00:1]:PORT', '[2002:7f00:1::]:PORT', '[0:0:0:0:0:0:0:1]:PORT', '[::127.0.0.1]:PORT'],
  ...['017700000001:PORT', '127.0.0.1.:PORT', '0x7f.1:PORT', '①②⑦.⓪.⓪.①:PORT', '１２７.0.0.1:PORT'],
  ...[
    '127。0。0。1:PORT',
    '%31%32%37.0.0.1:PORT',
    '127.0.0.\u00ad1:PORT',
    '1\t27.0.0.1:PORT',
    '127.0.0.1\n:PORT',
  ],
  ...['127.0.0.1:PORT#@cdn.example', '127.0.0.1:PORT\\@cdn.example', '127.0.0.1:PORT?@cdn.example'],
  ...['localhost:PORT', 'localhost.:PORT', 'LOCALHOST:PORT', 'ⓛⓞⓒⓐⓛⓗⓞⓢⓣ:PORT', 'local\u00adhost:PORT'],
  ...['127.0.0.2:SITE', '127.255.255.254:SITE', '[::ffff:7f00:2]:SITE', 'inside.example:SITE'],
];
const elsewhere = [
  ...['10.0.0.1', '10.255.255.255', '172.16.0.1', '172.31.255.255', '192.168.0.1', '3232235521'],
  ...['100.64.0.1', '100.127.255.255', '169.254.169.254', '0xa9fea9fe', '169.254.43518', '198.18.0.1'],
  ...[
    '198.19.255.255',
    '192.0.0.1',
    '192.0.2.1',
    '198.51.100.1',
    '203.0.113.1',
    '224.0.0.1',
    '239.255.255.255',
  ],
  ...['240.0.0.1', '255.255.255.255', '[fc00::1]', '[fd12:3456::1]', '[fe80::1]', '[fec0::1]', '[ff02::1]'],
  ...['[2001:db8::1]', '[64:ff9b::a00:1]', '[64:ff9b:1::1]', '[2001::1]', '[100::1]'],
  ...['metadata.example', 'any.example', 'six.example', 'mapped.example', 'alias.example', 'localhost'],
];
const at = (text: string) => text.replace('PORT', `${own.port}`).replace('SITE', `${site.port}`);

const strange = [
  ...['file:///etc/passwd', 'file://127.0.0.1/etc/passwd', 'FILE:/etc/passwd', 'gopher://127.0.0.1:70/_x'],
  ...[
    'data:image/png;base64,AAAA',
    'ftp://127.0.0.1/a.png',
    'javascript:alert(1)',
    'blob:http://127.0.0.1/1',
  ],
  ...[
    'ws://127.0.0.1/',
    'unix:/run/x.sock',
    'jar:http://127.0.0.1!/',
    'about:blank',
    'dict://127.0.0.1:11211/',
  ],
  ...[
    'http://[fe80::1%25lo]/',
    'http://[fe80::1%lo]/',
    'http://[::1',
    'http://256.0.0.1/',
    'http://local host/',
  ],
  ...[
    'http://',
    '//127.0.0.1/',
    '/etc/passwd',
    'cdn.example/a.png',
    'http://127.0.0.1:65536/',
    ' ',
    'http://a<b/',
  ],
];

describe('a link', () => {
  test.each(here)('to this machine is refused: http://%j/', (host) =>
    refuse(at(`http://${host}/a.png`), 'address', `The link ${notPublic}`),
  );

  test.each(elsewhere)('into a private network is refused: http://%j/', (host) =>
    refuse(`http://${host}/a.png`, 'address', `The link ${notPublic}`),
  );

  test.each([
    'http:127.0.0.1/',
    'http:///127.0.0.1/',
    'http:\\\\127.0.0.1\\',
    'ht\ntp://127.0.0.1/',
    '  HTTP:/\\127.1 ',
  ])('spelled as %j is refused', (url) => refuse(url, 'address', `The link ${notPublic}`));

  test.each(strange)('to an address outside the web is refused: %j', (url) =>
    refuse(url, 'address', `The link ${notWeb}`),
  );

  test.each([
    'ann:pw@127.0.0.1:PORT',
    'ann:pw@cdn.example:SITE',
    'cdn.example@127.0.0.1:PORT',
    'a@b@127.0.0.1:PORT',
  ])('with a user name is refused: %j', (host) =>
    refuse(at(`http://${host}/`), 'address', `The link ${withPassword}`),
  );

  test.each([
    'http://1.1.1.1:22/',
    'http://1.1.1.1:5432/',
    'https://1.1.1.1:8443/',
    'http://[2606:4700::1111]:6379/',
  ])('to another port is refused: %s', (url) => refuse(url, 'address', `The link ${otherPort}`));
});

describe('a name', () => {
  test.each(['mixed.example', 'mixed-first.example', 'mixed-six.example'])(
    'with one private address among others is refused: %s',
    (name) => refuse(at(`http://${name}:SITE/a.png`), 'address', `The link ${notPublic}`),
  );

  test('that does not exist is refused', () =>
    refuse('http://nobody.example/', 'address', `The link ${notPublic}`));

  test('that becomes private after the check is reached at the checked address', async () => {
    publish('/turning.png', picture);
    const { data } = await add({ url: at('http://turning.example:SITE/turning.png') });
    expect(data).toMatchObject({ name: 'turning.png' });
    expect(names.asked.filter((name) => name === 'turning.example')).toHaveLength(1);
  });

  test('that is an alias is followed', async () => {
    publish('/alias.png', picture);
    expect((await add({ url: at('http://public-alias.example:SITE/alias.png') })).status).toBe(201);
  });
});

describe('a request', () => {
  const url = publish('/picture.png', picture);

  test.each<[string, Record<string, unknown>, string]>([
    ['without a link', {}, 'url'],
    ['with a number', { url: 7 }, 'url'],
    ['with no text', { url: '' }, 'url'],
    ['with a link of 4,001 characters', { url: url.padEnd(4001, 'x') }, 'url'],
    ['with half a surrogate pair', { url: `${url}\ud800` }, 'url'],
    ['with an unknown field', { url, size: 7 }, 'size'],
    ['with an empty name', { url, name: '' }, 'name'],
    ['with a name of 301 characters', { url, name: 'x'.repeat(301) }, 'name'],
    ['with NUL in the name', { url, name: 'a\0b' }, 'name'],
    ['with a description of 1,001 characters', { url, alt_text: 'x'.repeat(1001) }, 'alt_text'],
    ['with a list of descriptions', { url, alt_text: ['x'] }, 'alt_text'],
  ])('%s is refused with 422 before a connection is made', async (_what, body, field) => {
    takeDials();
    const { status, error } = await add(body);
    expect([status, error.code, Object.keys(error.errors ?? {})]).toEqual([422, 'invalid', [field]]);
    expect(takeDials()).toEqual([]);
  });

  test('is not allowed to viewers and strangers', async () => {
    takeDials();
    const viewer = await service.as('viewer');
    expect((await viewer.request('POST', '/media/from-url', { body: { url } })).status).toBe(403);
    expect((await service.request('POST', '/media/from-url', { body: { url }, key: null })).status).toBe(401);
    expect(takeDials()).toEqual([]);
  });
});
