import { expect, test } from 'vitest';
import { field } from '../core/json.ts';
import { asJson, errorOf, idOf, read, startSandbox } from './testing/sandbox.ts';

test('a deleted post is gone, with its text, and its key makes no other one', async () => {
  const { get, post, send, records } = await startSandbox();
  const key = { 'idempotency-key': 'one' };
  const id = idOf(await post('/api/posts', { text: 'A secret' }, key));
  const kept = idOf(await post('/api/posts', { text: 'Kept' }));
  const remove = (headers: Record<string, string>) =>
    send({ method: 'DELETE', path: `/api/posts/${id}`, headers });
  const other = await post('/api/accounts', { username: 'grace' });
  const stranger = { authorization: `Bearer ${field(read(other), 'data', 'token')}` };
  expect(errorOf(await remove({}))).toEqual([401, 'unauthorized']);
  expect(errorOf(await remove(stranger))).toEqual([404, 'not_found']);
  const own = await post('/api/accounts', { username: 'ada' });
  const authorization = { authorization: `Bearer ${field(read(own), 'data', 'token')}` };
  expect(await remove(authorization)).toMatchObject({ status: 200 });
  expect(errorOf(await remove(authorization))).toEqual([404, 'not_found']);
  expect(errorOf(await get(`/@ada/${id}`, asJson))).toEqual([404, 'not_found']);
  expect(idOf(await post('/api/posts', { text: 'A secret' }, key))).toBe(id);
  expect(read(await get('/@ada', asJson))).toMatchObject({ data: [{ id: kept }] });
  expect(JSON.stringify(records.all('posts:ada'))).not.toContain('A secret');
});

test('at most 20 posts are counted at once', async () => {
  const { post, send } = await startSandbox();
  const connected = await post('/api/accounts', { username: 'ada' });
  const headers = { authorization: `Bearer ${field(read(connected), 'data', 'token')}` };
  const count = (ids: number) =>
    send({ path: '/api/posts', headers, query: { ids: Array(ids).fill('0'.repeat(32)).join() } });
  expect(read(await count(20))).toEqual({ data: [] });
  expect(errorOf(await count(21))).toEqual([422, 'too_many']);
});
