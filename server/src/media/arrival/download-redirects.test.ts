import { createServer as createTlsServer } from 'node:https';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
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
import { type Loopback, listen, listenRaw, loopbackCertificate } from '../../../test/support/loopback.ts';
import { serveNames } from '../../../test/support/resolver.ts';

useDownloads({ tidy: true });

describe('a redirect', () => {
  const statuses = [301, 302, 303, 307, 308];
  const targets: [string, string][] = [
    ...[
      'http://127.0.0.1/',
      'http://2130706433/',
      'http://10.0.0.1/',
      'http://[::1]/',
      'http://[::ffff:7f00:1]/',
    ],
    ...[
      'http://169.254.169.254/latest/meta-data/',
      '//192.168.0.1/',
      '\\\\192.168.0.1\\',
      'https://172.16.0.1/',
    ],
    ...['http://①②⑦.⓪.⓪.①/', 'http://[64:ff9b::7f00:1]/'],
  ].map((to): [string, string] => [to, notPublicMessage]);
  targets.push(
    ...[
      'file:///etc/passwd',
      'gopher://127.0.0.1/',
      'data:,x',
      'ftp://127.0.0.1/',
      'javascript:alert(1)',
      'http://[',
    ].map((to): [string, string] => [to, notWeb]),
    ['http://ann:pw@127.0.0.1/', withPassword],
    ['//ann@127.0.0.1/', withPassword],
    ['http://1.1.1.1:5432/', otherPort],
  );

  it.each(statuses.flatMap((status) => targets.map(([to, because]) => [status, to, because] as const)))(
    '%i to %j is refused, and not shown',
    async (status, location, because) => {
      const bytes = Buffer.from(location).toString('latin1');
      const server = await serveRedirects(() => ({ status, location: bytes }));
      const [code, message] = await refusalOf(`http://127.0.0.1:${server.port}/`, { allow: [only(server)] });
      expect([code, message]).toEqual(['address', `The address that the link leads to ${because}`]);
      expect(server.received).toHaveLength(1);
    },
  );

  it('gets the headers of the caller at the origin of the link only', async () => {
    const files = await serveRedirects(() => undefined);
    const first = await serveRedirects((path) =>
      path === '/a.png'
        ? { status: 302, location: '/b.png' }
        : { status: 302, location: `http://127.0.0.1:${files.port}/c.png` },
    );
    const headers = { authorization: 'Bearer secret', host: 'other.example' };
    const allow = [only(first), only(files)];
    expect(await fetchFile(`http://127.0.0.1:${first.port}/a.png`, { allow, headers })).toBe(4);
    const sent = [...first.received, ...files.received].map((text) => text.includes('Bearer secret'));
    expect(sent).toEqual([true, true, false]);
    expect(first.received.join()).not.toContain('other.example');
  });

  it('back to the origin of the link gets no headers of the caller', async () => {
    const first: Loopback = await serveRedirects((path) =>
      path === '/a.png' ? { status: 302, location: `http://127.0.0.1:${away.port}/b.png` } : undefined,
    );
    const away = await serveRedirects(() => ({
      status: 302,
      location: `http://127.0.0.1:${first.port}/c.png`,
    }));
    const headers = { authorization: 'Bearer secret' };
    const allow = [only(first), only(away)];
    await fetchFile(`http://127.0.0.1:${first.port}/a.png`, { allow, headers });
    expect(first.received.map((text) => text.includes('Bearer secret'))).toEqual([true, false]);
  });

  it.each(statuses)('%i to another server is followed, without cookies of the first one', async (status) => {
    const files = await serveRedirects(() => undefined);
    const location = `http://127.0.0.1:${files.port}/b.png?size=2#top`;
    const head = `HTTP/1.1 ${status} Moved\r\nLocation: ${location}\r\nSet-Cookie: a=b; Path=/\r\n`;
    const first = await closeAfterTest(listenRaw((socket) => socket.end(`${head}Content-Length: 0\r\n\r\n`)));
    const link = `http://127.0.0.1:${first.port}/a.png`;
    expect(await fetchFile(link, { allow: [only(first), only(files)] })).toBe(4);
    expect(files.received).toEqual([
      `GET /b.png?size=2 HTTP/1.1\r\nhost: 127.0.0.1:${files.port}\r\nuser-agent: Belfry\r\naccept: */*\r\n` +
        'accept-encoding: identity\r\nconnection: close\r\n\r\n',
    ]);
  });

  it.each([
    ['b.png', '/a/b.png'],
    ['../b.png', '/b.png'],
    ['?b', '/a/file?b'],
    ['/\tb.png', '/b.png'],
    ['', '/a/file'],
  ])('to %j is resolved against its own address', async (location, path) => {
    const server = await serveRedirects(() => undefined);
    const paths: string[] = [];
    const first = await serveRedirects((url) => {
      return paths.push(url) === 1 ? { status: 302, location } : undefined;
    });
    expect(
      await fetchFile(`http://127.0.0.1:${first.port}/a/file`, { allow: [only(first), only(server)] }),
    ).toBe(4);
    expect(paths).toEqual(['/a/file', path]);
  });

  it.each([[0], [5]])('chain of %i is followed to its end', async (length) => {
    const server = await serveChain(length);
    expect(await fetchFile(`http://127.0.0.1:${server.port}/0`, { allow: [only(server)] })).toBe(4);
    expect(server.received).toHaveLength(length + 1);
  });

  it.each([
    ['chain of 6', (): Promise<Loopback> => serveChain(6)],
    ['loop', () => serveRedirects(() => ({ status: 307, location: '/0' }))],
    ['loop of two', () => serveRedirects((url) => ({ status: 301, location: url === '/0' ? '/1' : '/0' }))],
  ])('%s is refused', async (_kind, serve) => {
    const server = await serve();
    expect(await refusalOf(`http://127.0.0.1:${server.port}/0`, { allow: [only(server)] })).toEqual([
      'not_a_file',
      'The link redirects too often; it must open the file itself without signing in.',
    ]);
    expect(server.received).toHaveLength(6);
  });

  it.each([
    ['no target', ''],
    ['two targets', 'Location: /a\r\nLocation: /b\r\n'],
  ])('with %s is refused', async (_kind, lines) => {
    const answer = `HTTP/1.1 302 Found\r\n${lines}Content-Length: 0\r\n\r\n`;
    const server = await closeAfterTest(listenRaw((socket) => socket.end(answer)));
    expect(await refusalOf(`http://127.0.0.1:${server.port}/`, { allow: [only(server)] })).toEqual([
      'not_a_file',
      'The link answers with a redirect without a target; it must open the file itself without signing in.',
    ]);
  });

  function serveChain(length: number): Promise<Loopback> {
    return serveRedirects((url) => {
      const at = Number(url.slice(1));
      return at === length ? undefined : { status: 302, location: `/${at + 1}` };
    });
  }
});

describe('over TLS', () => {
  const trusted = getCACertificates('default');
  beforeEach(() => setDefaultCACertificates([loopbackCertificate.cert]));
  afterEach(() => setDefaultCACertificates(trusted));

  it.each([
    ['http', ['address', 'The link redirects from https to http, where others could alter the file.']],
    ['https', ['not_a_file', 'The link answered 404; it must open the file itself without signing in.']],
  ])('a redirect to %s', async (scheme, refusal) => {
    const plain = await serveRedirects(() => undefined);
    const secure = await closeAfterTest(
      listen(
        createTlsServer(loopbackCertificate, ({ url }, response) => {
          const { port } = scheme === 'http' ? plain : secure;
          const location = `${scheme}://tls.example:${port}/b.png`;
          response.writeHead(url === '/a.png' ? 302 : 404, { location }).end();
        }),
      ),
    );
    const { lookup } = await closeAfterTest(serveNames({ 'tls.example': [['127.0.0.1']] }));
    const allow = [only(plain), only(secure)];
    const link = `https://tls.example:${secure.port}/a.png`;
    expect(await refusalOf(link, { allow, lookup })).toEqual(refusal);
    expect(plain.received).toEqual([]);
  });
});
