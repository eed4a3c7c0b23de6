import { expect, test } from 'vitest';
import { loopbackHttp } from '../../server/test/support/loopback-http.ts';
import { closed, listOf, only, openContract } from './contract.ts';
import { type FakeResponse, FakeServer } from './fake-server.ts';

const text = { type: 'string', maxLength: 3 };
const contract = openContract({
  base: /^\/api\.bell/,
  operations: {
    'GET /bells/{id}': { query: closed({ size: { type: 'integer' }, fields: listOf({ enum: ['a', 'b'] }) }) },
    'POST /bells': {
      body: {
        'application/json': closed({ text, kind: only(['ding']) }, ['text']),
        'multipart/form-data': closed({ part: { type: 'integer' }, file: { type: 'string' } }, [
          'part',
          'file',
        ]),
      },
    },
    'DELETE /bells/{id}/{bell_token}': {},
  },
  others: { 'GET /bell/page': 'A page.' },
});

const json = { 'content-type': 'application/json' };

async function ask(
  call: string,
  { answer = { status: 200 }, ...more }: { headers?: object; body?: string; answer?: FakeResponse } = {},
): Promise<string> {
  const server = await FakeServer.listen({
    contract,
    handle: () => answer,
    isVisible: () => false,
    expire: () => ({ status: 401 }),
  });
  const [method, path] = call.split(' ') as ['GET' | 'POST' | 'DELETE', string];
  await loopbackHttp({ method, url: server.url + path, headers: {}, ...(more as object) });
  return server.close().then(
    () => 'fits',
    (error: Error) => error.message,
  );
}

const post = (body: unknown, headers: object = json) =>
  ask('POST /api.bell/bells', { headers, body: JSON.stringify(body) });

test.each([
  ['GET /api.bell/bells/1', 'fits'],
  ['GET /api.bell/bells/1?size=2&fields=a,b', 'fits'],
  ['GET /bell/page?x=1', 'fits'],
  ['DELETE /api.bell/bells/1/secret-x_1', 'fits'],
  ['GET /api.bell/bells', 'GET /api.bell/bells is no operation.'],
  ['DELETE /api.bell/bells/1', 'is no operation.'],
  ['GET /other/bells/1', 'is no operation.'],
  ['GET /api.bell/bells/..%2F1', 'is no operation.'],
  ['GET /api.bell/bells/1?sice=2', 'GET /bells/{id}: it has no field “sice”'],
  ['GET /api.bell/bells/1?size=x', '/size must be integer'],
  ['GET /api.bell/bells/1?size=1&size=1', '“size” is there twice.'],
  ['GET /api.bell/bells/1?fields=a,c', '/fields/1 must be equal to one of the allowed values'],
])('%s: %s', async (call, finding) => {
  expect(await ask(call)).toContain(finding);
});

test('a body must be of a type that the call has', async () => {
  expect(await post({ text: 'Hi' })).toBe('fits');
  expect(await post({ text: 'Hi' }, { 'content-type': 'text/plain' })).toContain('cannot be “text/plain”');
  expect(await ask('DELETE /api.bell/bells/1/x', { body: 'x' })).toContain('It has no body.');
});

test.each([
  [{}, "it must have required property 'text'"],
  [{ text: 7 }, '/text must be string'],
  [{ text: 'Hi', loud: true }, 'it has no field “loud”'],
])('a body %j: %s', async (body, finding) => {
  expect(await post(body)).toContain(finding);
});

test('a value beyond a limit must be refused by the fake', async () => {
  for (const beyond of [{ text: 'Hello' }, { text: 'Hi', kind: 'dong' }]) {
    const body = JSON.stringify(beyond);
    const at = (status: number) => ask('POST /api.bell/bells', { headers: json, body, answer: { status } });
    expect(await at(400)).toBe('fits');
    expect(await at(200)).toContain('and the fake accepted it.');
  }
});

test('a form has its fields, and files of any bytes', async () => {
  const headers = { 'content-type': 'multipart/form-data; boundary=x' };
  const part = (name: string, value: string) =>
    `--x\r\nContent-Disposition: form-data; ${name}\r\n\r\n${value}\r\n`;
  const file = part('name="file"; filename="f"', '\0\r\n\r\nx');
  const send = (...parts: string[]) =>
    ask('POST /api.bell/bells', { headers, body: `${parts.join('')}--x--\r\n` });
  expect(await send(part('name="part"', '1'), file)).toBe('fits');
  expect(await send(part('name="part"', 'x'), file)).toContain('/part must be integer');
  expect(await send(file)).toContain("it must have required property 'part'");
});
