import { describe, expect, test } from 'vitest';
import { makesNoSense, openApi, readIdAt } from './api.ts';
import type { HttpRequest } from './http.ts';
import { field } from './json.ts';

const base = {
  baseOf: () => 'https://api.example/v1',
  faultOf: ({ status }: { status: number }) => makesNoSense(`It answered ${status}.`),
};

/** Someone who calls an API that gives this answer, and what they sent. */
function makeCaller(status: number, json: unknown = undefined) {
  const sent: HttpRequest[] = [];
  const http = async (request: HttpRequest) => {
    sent.push(request);
    return { status, headers: {}, text: '', json };
  };
  const now = () => new Date(0);
  return { sent, caller: { http, now, endpoint: undefined, app: undefined, grant: { access: 'secret' } } };
}

describe('a call', () => {
  test.each([
    [{ path: '/me' }, { method: 'GET', url: '/me', headers: {} }],
    [
      { path: '/me', query: { a: 'b c' } },
      { method: 'GET', url: '/me?a=b+c', headers: {} },
    ],
    [{ path: '/me', method: 'DELETE' } as const, { method: 'DELETE', url: '/me', headers: {} }],
    [
      { path: '/posts', body: 'x' },
      { method: 'POST', url: '/posts', headers: {}, body: 'x' },
    ],
    [
      { path: '/posts', json: { a: 1 }, timeout: 7 },
      {
        method: 'POST',
        url: '/posts',
        headers: { 'content-type': 'application/json' },
        body: '{"a":1}',
        timeout: 7,
      },
    ],
    [
      { path: '/posts', json: {}, headers: { 'content-type': 'text/json' } },
      { method: 'POST', url: '/posts', headers: { 'content-type': 'text/json' }, body: '{}' },
    ],
  ])('%j has the token, and goes to the address of the API', async (call, { url, headers, ...rest }) => {
    const { caller, sent } = makeCaller(500);
    expect((await openApi(base).send(caller, call)).status).toBe(500);
    expect(sent).toStrictEqual([
      {
        ...rest,
        url: `https://api.example/v1${url}`,
        headers: { ...headers, authorization: 'Bearer secret' },
      },
    ]);
  });

  test('gives what is found in the answer, or throws its fault', async () => {
    const { ask } = openApi(base);
    const call = { path: '/posts', accepts: [201, 404] };
    const read = (json: unknown, { status }: { status: number }) =>
      field(json, 'id') ?? (status === 404 || undefined);
    expect(await ask(makeCaller(201, { id: 7 }).caller, call, read)).toBe(7);
    expect(await ask(makeCaller(404).caller, call, read)).toBe(true);
    for (const [status, json] of [
      [201, {}],
      [200, { id: 7 }],
      [500, { id: 7 }],
    ] as const)
      await expect(ask(makeCaller(status, json).caller, call, read)).rejects.toThrow(
        `It answered ${status}.`,
      );
  });

  test('is accepted as the network says', async () => {
    const { ask } = openApi({ ...base, isOk: ({ json }) => field(json, 'ok') === true });
    const read = () => 'done';
    expect(await ask(makeCaller(500, { ok: true }).caller, { path: '/' }, read)).toBe('done');
    await expect(ask(makeCaller(200).caller, { path: '/' }, read)).rejects.toThrow('It answered 200.');
  });
});

test('an id is read only if it can be stored', () => {
  expect(readIdAt('data', 'id')({ data: { id: '7' } })).toEqual({ id: '7' });
  for (const id of ['', ' 7', 7, undefined]) expect(readIdAt('id')({ id })).toBeUndefined();
});
