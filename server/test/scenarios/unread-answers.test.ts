/** People who ask for large answers and do not read them. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { app } from '../support/app.ts';
import type { Client } from '../support/client.ts';
import { makeEvents } from '../support/events.ts';

const service = await app();
afterAll(() => service.close());

/** The path of a timeline that has more bytes than any connection takes unread. */
let large = '';
beforeAll(async () => {
  const { data } = await service.request('POST', '/posts', { body: { status: 'draft' } });
  const { id } = data as { id: number };
  const { workspaceId, db } = service;
  await makeEvents(db, workspaceId, { post_id: id, data: { text: '漢'.repeat(8000) } }, 900);
  large = `/posts/${id}/events`;
});

/** Its answer has begun, and is read no further. */
async function askAndLeave({ key }: Client) {
  const { hostname, port } = new URL(service.origin);
  const socket = connect({ host: hostname, port: Number(port) });
  socket.write(`GET /api/public/v1${large} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\n\r\n`);
  await once(socket, 'data');
  socket.pause();
  return socket;
}

test('hold up their own further requests, and nobody else’s', async () => {
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

test('whose key is revoked while their request waits get no answer', async () => {
  const viewer = await service.as('viewer');
  const unread = await Promise.all(Array.from({ length: 8 }, () => askAndLeave(viewer)));
  const ninth = viewer.request('GET', '/channels');
  for (let n = 0; n < 5; n += 1) await service.request('GET', '/channels');
  await service.db.rows('update api_keys set revoked_at = clock_now() where user_id = $1', [viewer.userId]);
  unread.pop()?.destroy();
  expect((await ninth).status).toBe(401);
  for (const socket of unread) socket.destroy();
});
