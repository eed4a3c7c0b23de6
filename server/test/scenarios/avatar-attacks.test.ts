/** Pictures of accounts from networks and servers that want to harm. */
import { createServer } from 'node:http';
import type { AvatarRequest } from '@belfry/networks/core/network.ts';
import sharp from 'sharp';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { animate, plain } from '../support/images.ts';
import { leadTo } from '../support/links.ts';
import { listen } from '../support/loopback.ts';
import { listIncoming, makePicture } from '../support/media.ts';
import { openPictured } from '../support/pictured.ts';

/** The names that the service looked up. Each has the address of this machine. */
const asked: string[] = [];
const pictured = await openPictured({
  async lookup(host) {
    asked.push(host);
    return [{ address: '127.0.0.1', family: 4 }];
  },
});
const { service, network, site, publish, connect, copy, read, takePaths, listKeys } = pictured;
/** Servers that must not be reached: another service of this machine, and one at the site's own port. */
const answerSecret = () => createServer((_request, response) => response.end('secret'));
const own = await listen(answerSecret());
const neighbour = await listen(answerSecret(), site);
const picture = await makePicture('png');

let named = 0;
beforeEach(async () => {
  await service.db.rows('update channels set avatar_due_at = null');
  delete network.avatar;
  takePaths();
  asked.splice(0);
});
afterEach(async () => {
  expect([own.received, neighbour.received], 'what was reached').toEqual([[], []]);
  expect(await listIncoming(service)).toEqual([]);
});
afterAll(async () => {
  for (const one of [own, neighbour, pictured]) await one.close();
});

/** The address of the copy. */
async function copyFrom(url: string | null): Promise<string | null> {
  named += 1;
  const channel = await connect(`eve${named}`, url);
  await copy();
  return (await read(channel)).avatar_url;
}

describe('nothing is shown for', () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>';
  test.each([
    ['a drawing with a script', Buffer.from(svg)],
    ['a page', Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['an empty file', Buffer.alloc(0)],
    ['half a picture', picture.subarray(0, picture.length - 20)],
    ['a picture of more than a megabyte', Buffer.concat([picture, Buffer.alloc(1024 * 1024)])],
  ])('%s, whatever type its server states', async (_, bytes) => {
    const url = publish('/odd.png', (_request, response) =>
      response.writeHead(200, { 'content-type': 'image/png' }).end(bytes),
    );
    expect([await copyFrom(url), await listKeys()]).toEqual([null, []]);
  });

  test('a small file that would fill the memory', async () => {
    const bomb = await plain('red', 6000, 6000).png().toBuffer();
    expect(bomb.length).toBeLessThan(1024 * 1024);
    expect(await copyFrom(publish('/bomb.png', bomb))).toBeNull();
  });

  test('a compressed answer that was not asked for', async () => {
    const url = publish('/gzip.png', (_request, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(picture),
    );
    expect(await copyFrom(url)).toBeNull();
  });
});

test('no byte of the file is served, such as what follows the picture', async () => {
  const script = '<script>alert(1)</script>';
  const address = await copyFrom(publish('/polyglot.png', Buffer.concat([picture, Buffer.from(script)])));
  const answer = await fetch(String(address));
  expect([answer.status, (await answer.text()).includes('script')]).toEqual([200, false]);
});

test('an animation becomes its first frame', async () => {
  const address = await copyFrom(publish('/animated.gif', await animate('gif')));
  const bytes = Buffer.from(await (await fetch(String(address))).arrayBuffer());
  expect((await sharp(bytes).metadata()).pages ?? 1).toBe(1);
});

test.each([
  'https://127.0.0.1:PORT/a.png',
  'http://127.0.0.1:PORT/a.png',
  'http://127.0.0.2:SITE/a.png',
  'https://169.254.169.254/latest/meta-data',
  'https://[::1]:PORT/a.png',
  'https://localhost:PORT/a.png',
  'https://ada:secret@127.0.0.1:SITE/a.png',
  'file:///etc/passwd',
  'data:image/png;base64,AAAA',
])('%s is not called', async (address) => {
  const url = address.replace('PORT', `${own.port}`).replace('SITE', `${site.port}`);
  expect([await copyFrom(url), takePaths()]).toEqual([null, []]);
});

test('plain http is not used, even where it would lead to the public internet', async () => {
  expect(await copyFrom('http://cdn.example/a.png')).toBeNull();
  network.avatar = () => Promise.resolve({ url: 'http://cdn.example/very-secret-token' });
  expect([await copyFrom(null), asked]).toEqual([null, []]);
});

test.each([
  () => `http://127.0.0.1:${own.port}/a.png`,
  () => `http://127.0.0.2:${site.port}/a.png`,
  () => 'file:///etc/passwd',
])('a redirect to a private address is not followed', async (target) => {
  expect([await copyFrom(publish('/moved', leadTo(target()))), takePaths()]).toEqual([null, ['/moved']]);
});

test('a redirect without end is given up', async () => {
  expect(await copyFrom(publish('/round', leadTo('/round')))).toBeNull();
  expect(takePaths()).toHaveLength(6);
});

describe('a network that names its own request', () => {
  const ask = (request: AvatarRequest | null) => {
    network.avatar = () => Promise.resolve(request);
  };
  const headers = { authorization: 'Bearer very-secret-token' };
  const requestOf = () => site.received.at(-1)?.toLowerCase();

  test('gets its headers', async () => {
    ask({ url: publish('/sealed.png', picture), headers });
    expect(await copyFrom(null)).not.toBeNull();
    expect(requestOf()).toContain('authorization: bearer very-secret-token');
  });
});
