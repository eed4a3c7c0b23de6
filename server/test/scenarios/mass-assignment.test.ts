/** A request cannot set fields that only the server sets: every body, query and form accepts only its own fields. */
import { Post, PostIn } from '@belfry/contract/posts.ts';
import { Target, TargetIn } from '@belfry/contract/targets.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { app } from '../support/app.ts';
import {
  type AccessCase,
  askAll,
  createSite,
  fillPath,
  inBatches,
  prepareUnchanging,
  type Site,
} from '../support/asking.ts';
import type { Kind } from '../support/callers.ts';
import { type Endpoint, listEndpoints } from '../support/examples.ts';
import { fieldPart, filePart, form } from '../support/form.ts';
import { makePicture } from '../support/media.ts';
import { registeredNetworks } from '../support/registered.ts';
import { differ, readRows } from '../support/table-rows.ts';

const owner: Kind = { name: 'the session of the owner', by: 'session', role: 'owner' };
const injected = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'id',
  'workspace_id',
  'user_id',
  'author_id',
  'role',
  'scopes',
  'created_at',
  'version',
];

const service = await app({ networks: registeredNetworks().networks });
afterAll(() => service.close());
const endpoints = listEndpoints();
let home: Site;
beforeAll(async () => {
  home = await createSite(service);
});

const fieldsOf = (schema: unknown) =>
  Object.keys((schema as { properties?: object } | undefined)?.properties ?? {});
const pairs = (part: 'body' | 'query' | 'form') =>
  endpoints.flatMap((endpoint) =>
    injected
      .filter((field) => !fieldsOf(endpoint.route[part]).includes(field))
      .map((field) => ({ endpoint, field })),
  );

async function refuse(
  list: { endpoint: Endpoint; field: string }[],
  spoil: (asked: AccessCase, field: string) => AccessCase,
) {
  expect(list.length).toBeGreaterThan(10);
  const prepare = prepareUnchanging(service);
  const asked = await inBatches(list, async ({ endpoint, field }) => {
    const prepared = await prepare({ home, kind: owner, endpoint, statuses: [422] });
    return { ...spoil(prepared, field), what: `${field} in it` };
  });
  const before = await readRows(service.db);
  expect(await askAll(service, asked)).toEqual([]);
  expect(differ(before, await readRows(service.db))).toEqual([]);
}

test('no body takes another field', async () => {
  const withBody = pairs('body').filter(({ endpoint }) => endpoint.route.body !== undefined);
  await refuse(withBody, (asked, field) => {
    const text = JSON.stringify(asked.example.body);
    const more = `${JSON.stringify(field)}:{"role":"owner","id":1}`;
    const raw = Buffer.from(text === '{}' ? `{${more}}` : `{${more},${text.slice(1)}`);
    const headers = { ...asked.headers, 'content-type': 'application/json' };
    return { ...asked, headers, example: { ...asked.example, raw } };
  });
});

test('no query takes another field, except that of a provider’s return', async () => {
  const own = pairs('query').filter(({ endpoint }) => endpoint.name !== 'finishOpenId');
  await refuse(own, (asked, field) => {
    const { query } = asked.example;
    return {
      ...asked,
      example: { ...asked.example, query: `${query === undefined ? '?' : `${query}&`}${field}=1` },
    };
  });
});

test('no form takes another field', async () => {
  const file = filePart(await makePicture('png'));
  const withForm = pairs('form').filter(({ endpoint }) => endpoint.route.form !== undefined);
  await refuse(withForm, (asked, field) => ({
    ...asked,
    example: { ...asked.example, raw: form(fieldPart(field, '1'), file) },
  }));
});

test('no part of a post takes another field', async () => {
  const asked = injected
    .filter((field) => !fieldsOf(TargetIn).includes(field))
    .flatMap((field) => {
      const part = JSON.parse(`{"channel_id":${home.channelId},${JSON.stringify(field)}:1}`) as object;
      return [{ status: 'draft', targets: [part] }];
    });
  for (const body of asked) {
    expect((await service.request('POST', '/posts', { body })).status).toBe(422);
  }
});

test('fields that only answers have are ignored in a post, whatever their value', async () => {
  const value = { a: ['\u0000', { id: 1 }] };
  const name = (fields: string[]) => Object.fromEntries(fields.map((field) => [field, value]));
  const { media: _, ...ofPost } = name(answeredAlone(Post, PostIn));
  const ofTarget = name(answeredAlone(Target, TargetIn));
  expect([Object.keys(ofPost).length, Object.keys(ofTarget).length]).toEqual([10, 10]);
  const plain = { status: 'draft', content: 'x', targets: [{ channel_id: home.channelId }] };
  const body = { ...ofPost, ...plain, targets: [{ ...ofTarget, ...plain.targets[0] }], media: [] };
  const [one, other] = [
    await service.request('POST', '/posts', { body: plain }),
    await service.request('POST', '/posts', { body }),
  ];
  const strip = ({ data }: typeof one) =>
    JSON.parse(JSON.stringify(data).replaceAll(/"id":\d+/g, '"id":0')) as unknown;
  expect([other.status, strip(other)]).toEqual([201, strip(one)]);
});

/** Fields of answers that bodies do not have. */
function answeredAlone(answered: unknown, taken: unknown): string[] {
  const isIgnored = (field: string) =>
    (taken as { properties: Record<string, { readOnly?: boolean }> }).properties[field]?.readOnly === true;
  const alone = fieldsOf(taken).filter(isIgnored);
  expect(fieldsOf(answered).filter((field) => !fieldsOf(taken).includes(field))).toEqual([]);
  return alone;
}

test('the value of a field does not reach other objects', async () => {
  const body = '{"name":"x","__proto__":{"role":"owner"},"constructor":{"prototype":{"role":"owner"}}}';
  const rename = endpoints.find(({ name }) => name === 'updateWorkspace') as Endpoint;
  const raw = Buffer.from(body);
  const answer = await service.request(rename.route.method, fillPath(rename.route, {}), { raw });
  expect(answer.status).toBe(422);
  expect(({} as { role?: string }).role).toBeUndefined();
});
