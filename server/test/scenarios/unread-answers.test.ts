/** Clients that request large answers and do not read them. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { app } from '../support/app.ts';
import type { Client } from '../support/client.ts';
import { makeEvents, sealAll } from '../support/events.ts';

const service = await app();
afterAll(() => service.close());

/** Its timeline has more bytes than a connection buffers. */
let post = 0;
beforeAll(async () => {
  const { data } = await service.request('POST', '/posts', { body: { status: 'draft' } });
  post = (data as { id: number }).id;
  const { workspaceId, db } = service;
  await makeEvents(db, workspaceId, { post_id: post, data: { text: '漢'.repeat(8000) } }, 900);
});

/** Its answer has begun, and the client reads no further. */
async function askAndLeave(
  { key }: Client,
  origin = service.origin,
  path = `/api/public/v1/posts/${post}/events`,
) {
  const { hostname, port } = new URL(origin);
  const socket = connect({ host: hostname, port: Number(port) });
  socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\n\r\n`);
  await once(socket, 'data');
  socket.pause();
  return socket;
}

test('a client that leaves answers unread delays its own further requests, and no others', async () => {
  const unread = await Promise.all(Array.from({ length: 8 }, () => askAndLeave(service)));
  let isAnswered = false;
  const ninth = service.request('GET', '/channels').finally(() => {
    isAnswered = true;
  });
  const other = await service.as('viewer');
  for (let n = 0; n < 5; n += 1) expect((await other.request('GET', '/channels')).status).toBe(200);
  expect(isAnswered).toBe(false);
  unread.pop()?.destroy();
  expect((await ninth).status).toBe(200);
  for (const socket of unread) socket.destroy();
});

test('a client whose key is revoked while its request waits for more than a second gets no answer', async () => {
  const viewer = await service.as('viewer');
  const unread = await Promise.all(Array.from({ length: 8 }, () => askAndLeave(viewer)));
  const ninth = viewer.request('GET', '/channels');
  for (let n = 0; n < 5; n += 1) await service.request('GET', '/channels');
  const elapsed = service.ctx.host.elapsed();
  vi.spyOn(service.ctx.host, 'elapsed').mockReturnValue(elapsed + 1500);
  await service.db.rows('update api_keys set revoked_at = clock_now() where user_id = $1', [viewer.userId]);
  unread.pop()?.destroy();
  expect((await ninth).status).toBe(401);
  vi.restoreAllMocks();
  for (const socket of unread) socket.destroy();
});

test('a client is disconnected after five minutes without reading, even from an endless answer', async () => {
  await sealAll(service.db);
  const connected = once(service.server.server, 'connection');
  const socket = await askAndLeave(service, service.origin, '/api/v1/audit/export');
  const [connection] = (await connected) as [Socket];
  expect(connection.timeout).toBe(300_000);
  // Only now, because on a slow machine the answer may begin later.
  connection.setTimeout(50);
  if (!connection.closed) await once(connection, 'close');
  socket.destroy();
});
