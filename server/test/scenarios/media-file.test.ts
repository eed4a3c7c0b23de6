import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describeApi } from '@belfry/contract/openapi.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parseOutboundRule } from '../../src/base/outbound-rules.ts';
import { app } from '../support/app.ts';
import { makePicture, upload } from '../support/media.ts';
import { createPost, scheduledFor } from '../support/posts.ts';
import { connectSandbox, readTimeline } from '../support/sandbox.ts';

const rule = parseOutboundRule('127.0.0.1');
const service = await app({ outboundAllow: rule === undefined ? [] : [rule] });
afterAll(() => service.close());

async function readFile(id: number, headers: Record<string, string> = {}): Promise<Response> {
  const authorization = `Bearer ${service.key}`;
  return fetch(`${service.origin}/api/v1/media/${id}/file`, { headers: { authorization, ...headers } });
}

describe('a media file', () => {
  test('is served unchanged, with headers that make it harmless, under its full name', async () => {
    const bytes = await makePicture('png');
    const { id } = (await upload(service, { bytes, name: 'Glocke "ß" 🔔.png' })).data;
    const answer = await readFile(id);
    expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true);
    expect(answer.headers.get('content-type')).toBe('image/png');
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(answer.headers.get('content-disposition')).toMatch(/^inline; .*filename\*=UTF-8''Glocke/);
  });

  test('is served in ranges, and not again to a client that has it', async () => {
    const bytes = await makePicture('png');
    const { id } = (await upload(service, { bytes })).data;
    const part = await readFile(id, { range: 'bytes=2-5' });
    expect(part.status).toBe(206);
    expect(part.headers.get('content-range')).toBe(`bytes 2-5/${bytes.length}`);
    expect(Buffer.from(await part.arrayBuffer()).equals(bytes.subarray(2, 6))).toBe(true);
    const beyond = await readFile(id, { range: `bytes=${bytes.length}-` });
    expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, `bytes */${bytes.length}`]);
    expect(await beyond.json()).toMatchObject({
      code: 'range_not_satisfiable',
      request_id: beyond.headers.get('x-request-id'),
    });
    const inline = [beyond.headers.get('content-type'), beyond.headers.get('content-disposition')];
    expect(inline).toEqual(['application/json; charset=utf-8', null]);
    const etag = part.headers.get('etag') ?? '';
    expect((await readFile(id, { 'if-none-match': etag })).status).toBe(304);
  });

  test('is documented with its ranges and conditions', () => {
    const { paths } = describeApi('http://localhost') as {
      paths: Record<string, { get: { responses: object } }>;
    };
    const { responses = {} } = paths['/api/v1/media/{id}/file']?.get ?? {};
    expect(Object.keys(responses)).toEqual(expect.arrayContaining(['200', '206', '304', '404', '416']));
  });

  test('needs a key', async () => {
    const { id } = (await upload(service, { bytes: await makePicture('png') })).data;
    expect((await fetch(`${service.origin}/api/v1/media/${id}/file`)).status).toBe(401);
  });

  test('is published with its post, with its description', async () => {
    const channel = await connectSandbox(service);
    const { id } = (await upload(service, { bytes: await makePicture('png'), altText: 'A bell' })).data;
    await createPost(service, scheduledFor([channel], { media_ids: [id] }));
    await service.publishDue();
    const [shown] = (await readTimeline(service, channel)) as unknown as { media: object[] }[];
    expect(shown?.media).toMatchObject([{ kind: 'image', mime_type: 'image/png', alt_text: 'A bell' }]);
  });
});

describe('a file from a link', () => {
  let origin = '';
  let picture: Buffer;
  const server = createServer((request, response) => {
    if (request.url?.startsWith('/away'))
      return void response.writeHead(302, { location: '/bell%20tower.png' }).end();
    if (request.url?.startsWith('/home'))
      return void response.writeHead(302, { location: 'http://10.0.0.1/' }).end();
    if (request.url?.startsWith('/page')) return void response.end('<!doctype html>');
    response.end(picture);
  });
  beforeAll(async () => {
    picture = await makePicture('webp', 20, 10);
    await once(server.listen(0, '127.0.0.1'), 'listening');
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => server.close());
  const add = (body: object) => service.request('POST', '/media/from-url', { body });

  test('is stored under the last part of the given link', async () => {
    const { status, data } = await add({ url: `${origin}/away/Gl%C3%B6ckchen.png`, alt_text: 'Bells' });
    expect(status).toBe(201);
    expect(data).toMatchObject({ mime_type: 'image/webp', width: 20, height: 10, alt_text: 'Bells' });
    expect((data as { name: string }).name).toBe('Glöckchen.png');
  });

  test.each([
    ['http://localhost:1/', 'link_refused'],
    ['http://10.0.0.1/bell.png', 'link_refused'],
    ['ftp://example.org/bell.png', 'link_refused'],
    ['no link', 'link_refused'],
  ])('%s is refused', async (url, code) => {
    const { status, error } = await add({ url });
    expect([status, error.code]).toEqual([422, code]);
  });

  test('that leads into a private network, or is a page, is refused', async () => {
    expect((await add({ url: `${origin}/home` })).error.code).toBe('link_refused');
    expect((await add({ url: `${origin}/page` })).error.code).toBe('unfit_file');
  });
});
