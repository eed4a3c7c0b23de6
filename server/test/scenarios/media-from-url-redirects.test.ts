import { createServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { leadTo, linkErrors, openLinks } from '../support/links.ts';
import { listen, loopbackCertificate } from '../support/loopback.ts';
import { makePicture, requireTidy } from '../support/media.ts';

const secure = await listen(
  createTlsServer(loopbackCertificate, (_request, response) =>
    response.writeHead(302, { location: links.publish('/plain.png', picture) }).end(),
  ),
);
const zone = {
  localhost: [['127.0.0.1', '::1']],
  'inside.example': [['127.0.0.2']],
  'returning.example': [['127.0.0.1'], ['127.0.0.2']],
  'tls.example': [['127.0.0.1']],
};
const links = await openLinks(zone, [secure.port]);
const { service, site, add, publish, refuse } = links;
/**
 * Servers that must not be reached: another service of this machine, and one at the site's own port on another address.
 */
const answerSecret = () => createServer((_request, response) => response.end('secret'));
const own = await listen(answerSecret());
const neighbour = await listen(answerSecret(), site);
const trusted = getCACertificates('default');

afterEach(async () => {
  expect([own.received, neighbour.received], 'what was reached').toEqual([[], []]);
  await requireTidy(service);
});
afterAll(async () => {
  setDefaultCACertificates(trusted);
  for (const one of [own, neighbour, secure, links]) await one.close();
});

const picture = await makePicture('png');
const siteAddress = `127.0.0.1:${site.port}`;
const { notPublic, noFile, notWeb, otherPort, withPassword } = linkErrors;
const at = (text: string) => text.replace('PORT', `${own.port}`).replace('SITE', `${site.port}`);

describe('a redirect', () => {
  const statuses = [301, 302, 303, 307, 308];
  const targets: [string, string][] = [
    ...['http://127.0.0.1:PORT/', 'http://2130706433:PORT/', 'http://[::1]:PORT/', 'http://localhost:PORT/'],
    ...[
      'http://[::ffff:7f00:1]:PORT/',
      'http://10.0.0.1/',
      '//192.168.0.1/',
      '\\\\192.168.0.1\\',
      'https://172.16.0.1/',
    ],
    ...['http://169.254.169.254/latest/meta-data/', 'http://inside.example:SITE/', 'http://①②⑦.⓪.⓪.①:PORT/'],
  ].map((to): [string, string] => [at(to), notPublic]);
  targets.push(
    ...[
      'file:///etc/passwd',
      'gopher://127.0.0.1/',
      'data:image/png,x',
      'ftp://127.0.0.1/',
      'javascript:alert(1)',
    ].map((to): [string, string] => [to, notWeb]),
    [at('http://ann:pw@127.0.0.1:PORT/'), withPassword],
    ['http://1.1.1.1:5432/', otherPort],
  );

  test.each(statuses.flatMap((status) => targets.map(([to, error]) => [status, to, error] as const)))(
    '%i to %j is refused, and its target is not shown',
    (status, to, error) => {
      const url = publish('/redirect.png', leadTo(to, status));
      return refuse(url, 'address', `The address that the link leads to ${error}`, [siteAddress]);
    },
  );

  test.each(statuses)('%i is followed, relative to its own address', async (status) => {
    publish('/b/c.png', picture);
    const { data } = await add({ url: publish('/a/file.png', leadTo('../b/c.png', status)) });
    expect(data).toMatchObject({ name: 'file.png', mime_type: 'image/png' });
  });

  function publishChain(length: number): string {
    for (let hop = 0; hop < length; hop++) publish(`/chain/${hop}`, leadTo(`${hop + 1}`));
    publish(`/chain/${length}`, picture);
    return publish('/chain', leadTo('/chain/0'));
  }

  test('is followed five times', async () => {
    expect((await add({ url: publishChain(4) })).status).toBe(201);
  });

  test('is not followed a sixth time', async () => {
    const often = `The link redirects too often; ${noFile}`;
    await refuse(publishChain(5), 'not_a_file', often, Array(6).fill(siteAddress));
    await refuse(publish('/loop', leadTo('/loop')), 'not_a_file', often, Array(6).fill(siteAddress));
  });

  test('to a name that has become private is refused', async () => {
    publish('/returning', leadTo('/again'));
    publish('/again', picture);
    const message = `The address that the link leads to ${notPublic}`;
    await refuse(at('http://returning.example:SITE/returning'), 'address', message, [siteAddress]);
  });

  test('without a target is refused', () =>
    refuse(
      publish('/nowhere', (_request, response) => response.writeHead(302).end('secret')),
      'not_a_file',
      `The link answers with a redirect without a target; ${noFile}`,
      [siteAddress],
    ));
});

test('a redirect from https to http is refused', async () => {
  setDefaultCACertificates([loopbackCertificate.cert]);
  const url = `https://tls.example:${secure.port}/a.png`;
  const message = 'The link redirects from https to http, where others could alter the file.';
  await refuse(url, 'address', message, [`127.0.0.1:${secure.port}`]);
  expect(secure.received).toHaveLength(1);
});
