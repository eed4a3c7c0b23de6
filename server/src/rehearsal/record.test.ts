import type { HttpResponse } from '@belfry/networks/core/http.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { recordCalls, shapeOf } from './record.ts';

const answer = (json: unknown, headers: Record<string, string> = {}): HttpResponse => ({
  status: 200,
  headers,
  text: '',
  json,
});

async function record(url: string, response: HttpResponse, hidesPaths = false) {
  const { http, calls } = recordCalls(async () => response, hidesPaths);
  await http({ method: 'GET', url, headers: { authorization: 'Bearer canary' }, body: 'canary' });
  return calls[0];
}

test('a call is recorded by its words, never by its values', async () => {
  const headers = { 'x-ratelimit-remaining': '7', 'set-cookie': 'canary', 'x-app-usage': '{}', date: 'now' };
  const json = { id: '17canary', likes: 3, tags: ['canary', 1, 'canary'], owner: { name: null }, tøken: 1 };
  expect(
    await record('https://api.example/v2/users/17/canary17?fields=canary&canary1=1', answer(json, headers)),
  ).toEqual({
    method: 'GET',
    host: 'api.example',
    path: '/v2/users/{}/{}',
    query: ['canary1', 'fields'],
    status: 200,
    headers: ['date', 'x-app-usage', 'x-ratelimit-remaining'],
    body: {
      id: 'string',
      likes: 'number',
      tags: ['string', 'number'],
      owner: { name: 'null' },
      '{}': 'number',
    },
  });
});

test('a network with secrets in its addresses has no path in the record', async () => {
  expect(await record('https://api.example/botcanary/getMe?canary=1', answer({}), true)).toMatchObject({
    path: '',
    query: [],
  });
});

test('an answer that never came is recorded, and its error is passed on', async () => {
  const { http, calls } = recordCalls(() => Promise.reject(new Error('away')), false);
  await expect(http({ method: 'GET', url: 'https://api.example/' })).rejects.toThrow('away');
  expect(calls).toMatchObject([{ status: null, body: 'nothing' }]);
});

test('no text of an answer is in its shape', () => {
  const secret = 'Zq9-canary value';
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(JSON.stringify(shapeOf([value, { a: secret }, secret]))).not.toContain(secret);
    }),
  );
});

test('a huge answer has a small shape', () => {
  const deep = JSON.parse(`${'['.repeat(5000)}${']'.repeat(5000)}`) as unknown;
  const wide = Object.fromEntries(Array.from({ length: 5000 }, (_, at) => [`field_${at}`, at]));
  expect(JSON.stringify(shapeOf({ deep, wide, long: Array(5000).fill(wide) })).length).toBeLessThan(10_000);
});

test('the record ends after 200 calls, and the conversation does not', async () => {
  const { http, calls } = recordCalls(async () => answer({}), false);
  for (let count = 0; count < 300; count += 1) await http({ method: 'GET', url: 'https://api.example/' });
  expect(calls).toHaveLength(200);
});
