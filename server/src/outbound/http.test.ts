import { createServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { setImmediate } from 'node:timers/promises';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { gzipSync } from 'node:zlib';
import type { Http, HttpRequest } from '@belfry/networks/core/http.ts';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type Loopback, listen, listenRaw, loopbackCertificate } from '../../test/support/loopback.ts';
import type { Lookup } from './dial.ts';
import { createHttp } from './http.ts';

const toLoopback: Lookup = async () => [{ address: '127.0.0.1', family: 4 }];
const open: { close(): Promise<void> }[] = [];

afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
});

function openHttp(lookup: Lookup = toLoopback): Http {
  const client = createHttp({ allow: [{ range: '127.0.0.0/8' }], lookup });
  open.push(client);
  return client.http;
}

async function keep(starting: Promise<Loopback>): Promise<Loopback> {
  const loopback = await starting;
  open.unshift(loopback);
  return loopback;
}

/** A server that answers every request with these exact bytes. */
function answering(answer: string): Promise<Loopback> {
  return keep(listenRaw((socket) => socket.write(answer, 'latin1')));
}

/** A server that echoes each whole request. */
function echoing(): Promise<Loopback> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { method, url, headers } = request;
    response.end(JSON.stringify({ method, url, headers, body: Buffer.concat(chunks).toString() }));
  });
  return keep(listen(server));
}

function get({ port }: Loopback, path = '/'): HttpRequest {
  return { method: 'GET', url: `http://one.example:${port}${path}` };
}

describe('a request', () => {
  it('goes to the address of the name, with the name in its Host header', async () => {
    const server = await echoing();
    const { json } = await openHttp()(get(server, '/posts?since=2'));
    expect(json).toMatchObject({
      method: 'GET',
      url: '/posts?since=2',
      headers: { host: `one.example:${server.port}` },
    });
  });

  it('asks for an uncompressed answer and lets the caller name itself', async () => {
    const http = openHttp();
    const server = await echoing();
    expect((await http(get(server))).json).toMatchObject({
      headers: { 'accept-encoding': 'identity', 'user-agent': 'Belfry' },
    });
    const named = { ...get(server), headers: { 'User-Agent': 'Bell/2' } };
    expect((await http(named)).json).toMatchObject({ headers: { 'user-agent': 'Bell/2' } });
  });

  it.each([
    ['a string', () => 'ding dong', { 'content-length': '9' }],
    ['bytes', () => new TextEncoder().encode('ding dong'), { 'content-length': '9' }],
    ['a stream', () => pieces('ding ', 'dong'), { 'transfer-encoding': 'chunked' }],
  ])('carries %s', async (_kind, body, headers) => {
    const server = await echoing();
    const { json } = await openHttp()({ ...get(server), method: 'POST', body: body() });
    expect(json).toMatchObject({ method: 'POST', body: 'ding dong', headers });
  });

  it('carries a stream of a length that the caller knows', async () => {
    const server = await echoing();
    const headers = { 'content-length': '9' };
    const { json } = await openHttp()({
      ...get(server),
      method: 'PUT',
      headers,
      body: pieces('ding ', 'dong'),
    });
    expect(json).toMatchObject({ body: 'ding dong', headers });
  });

  it('reuses a connection unless the server is about to end it', async () => {
    const patient = await answering('HTTP/1.1 204 No Content\r\n\r\n');
    const hasty = await answering('HTTP/1.1 204 No Content\r\nKeep-Alive: timeout=1\r\n\r\n');
    const http = openHttp();
    for (const server of [patient, patient, hasty, hasty]) {
      await http(get(server));
      // A connection is free again one turn of the event loop after its answer.
      await setImmediate();
    }
    expect(patient.received).toHaveLength(1);
    expect(hasty.received).toHaveLength(2);
  });
});

describe('an answer', () => {
  it('has lower-case names and joins repeated headers', async () => {
    const server = await answering(
      'HTTP/1.1 201 Created\r\nX-Id: 7\r\nLink: <a>\r\nLINK: <b>\r\nContent-Length: 8\r\n\r\n{"id":7}',
    );
    expect(await openHttp()(get(server))).toEqual({
      status: 201,
      headers: { 'x-id': '7', link: '<a>, <b>', 'content-length': '8' },
      text: '{"id":7}',
      json: { id: 7 },
    });
  });

  it('without JSON keeps its text', async () => {
    const server = await answering('HTTP/1.1 502 Bad Gateway\r\nContent-Length: 6\r\n\r\n<html>');
    const { status, text, json } = await openHttp()(get(server));
    expect({ status, text, json }).toEqual({ status: 502, text: '<html>', json: undefined });
  });

  it.each([
    ['levels', '['.repeat(100_000) + ']'.repeat(100_000)],
    ['lists', `[${'[],'.repeat(50_000)}1]`],
    ['fields', `{${'"a":1,'.repeat(50_000)}"a":1}`],
  ])('with far more %s than any API answers is not read as JSON', async (_, body) => {
    const server = await answering(`HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\n\r\n${body}`);
    expect(await openHttp()(get(server))).toMatchObject({ status: 200, text: body, json: undefined });
  });

  it('as large as the largest of real APIs is read as JSON', async () => {
    const statuses = Array.from({ length: 40 }, () => ({
      emojis: Array(200).fill({ url: 'https://a.example' }),
    }));
    const body = JSON.stringify(statuses);
    const server = await answering(`HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\n\r\n${body}`);
    expect((await openHttp()(get(server))).json).toEqual(statuses);
  });

  it('may follow early hints', async () => {
    const server = await answering(
      'HTTP/1.1 103 Early Hints\r\nLink: <a>\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}',
    );
    const { status, headers } = await openHttp()(get(server));
    expect({ status, headers }).toEqual({ status: 200, headers: { 'content-length': '2' } });
  });

  it('after endless early hints is aborted', async () => {
    const hints = 'HTTP/1.1 103 Early Hints\r\nLink: <a>\r\n\r\n'.repeat(1000);
    const server = await answering(`${hints}HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}`);
    await expect(openHttp()(get(server))).rejects.toMatchObject({
      fault: { kind: 'unavailable', sent: true },
    });
  });

  it('may come before the request is complete, which ends the body', async () => {
    const server = await answering('HTTP/1.1 413 Too Large\r\nContent-Length: 0\r\n\r\n');
    const closed = Promise.withResolvers<void>();
    const body = endless(closed.resolve);
    expect((await openHttp()({ ...get(server), method: 'POST', body })).status).toBe(413);
    await closed.promise;
  });

  it('is not followed when it is a redirect', async () => {
    const server = await answering(
      'HTTP/1.1 307 Moved\r\nLocation: http://10.0.0.1/\r\nContent-Length: 0\r\n\r\n',
    );
    const { status, headers } = await openHttp()(get(server));
    expect([status, headers.location]).toEqual([307, 'http://10.0.0.1/']);
    expect(server.received).toHaveLength(1);
  });

  it('that is compressed is refused', async () => {
    const packed = gzipSync('{}');
    const head = `HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: ${packed.length}\r\n\r\n`;
    const server = await answering(head + packed.toString('latin1'));
    await expect(openHttp()(get(server))).rejects.toMatchObject({
      fault: {
        kind: 'unavailable',
        sent: true,
        message: 'one.example sent a compressed answer that was not requested.',
      },
    });
  });
});

describe('a name', () => {
  it('is resolved once: the connection goes to the address that was checked', async () => {
    const server = await echoing();
    const lookup = vi
      .fn<Lookup>()
      .mockResolvedValueOnce([{ address: '127.0.0.1', family: 4 }])
      .mockResolvedValue([{ address: '169.254.169.254', family: 4 }]);
    expect((await openHttp(lookup)(get(server))).status).toBe(200);
    expect(lookup).toHaveBeenCalledOnce();
  });

  it('with several addresses is reached at the one that answers', async () => {
    const server = await echoing();
    const lookup: Lookup = async () => [
      { address: '127.0.0.2', family: 4 },
      { address: '127.0.0.1', family: 4 },
    ];
    expect((await openHttp(lookup)(get(server))).status).toBe(200);
  });
});

describe('over TLS', () => {
  const trusted = getCACertificates('default');
  afterEach(() => setDefaultCACertificates(trusted));

  function serveTls(): Promise<Loopback> {
    return keep(listen(createTlsServer(loopbackCertificate, (_request, response) => response.end('safe'))));
  }

  it('a server proves its name by its certificate', async () => {
    setDefaultCACertificates([loopbackCertificate.cert]);
    const { port } = await serveTls();
    const { text } = await openHttp()({ method: 'GET', url: `https://tls.example:${port}/` });
    expect(text).toBe('safe');
  });

  it('a server with a certificate of another name gets no request', async () => {
    setDefaultCACertificates([loopbackCertificate.cert]);
    const { port } = await serveTls();
    await expect(openHttp()({ method: 'GET', url: `https://other.example:${port}/` })).rejects.toMatchObject({
      fault: { sent: false, networkCode: 'ERR_TLS_CERT_ALTNAME_INVALID' },
    });
  });

  it('a server with an untrusted certificate gets no request', async () => {
    const { port } = await serveTls();
    await expect(openHttp()({ method: 'GET', url: `https://tls.example:${port}/` })).rejects.toMatchObject({
      fault: { sent: false, networkCode: 'DEPTH_ZERO_SELF_SIGNED_CERT' },
    });
  });
});

async function* pieces(...texts: string[]): AsyncIterable<Uint8Array> {
  for (const text of texts) yield new TextEncoder().encode(text);
}

async function* endless(onClose: () => void): AsyncIterable<Uint8Array> {
  try {
    for (;;) {
      yield new Uint8Array(1024);
      await setImmediate();
    }
  } finally {
    onClose();
  }
}
