/** Pages of other sites, which can make a visitor's browser send requests with its cookie. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { app } from '../support/app.ts';
import { askAll, createSite, inBatches, prepare, type Site } from '../support/asking.ts';
import type { Kind } from '../support/callers.ts';
import { type Endpoint, listEndpoints } from '../support/examples.ts';
import { differ, readRows } from '../support/table-rows.ts';

const owner: Kind = { name: 'the session of the owner', by: 'session', role: 'owner' };

const service = await app();
afterAll(() => service.close());
let home: Site;
beforeAll(async () => {
  home = await createSite(service);
});
const changes = listEndpoints().filter(({ route }) => route.method !== 'GET');

/** As a page sends it: a form posts these types without a preflight. */
const formTypes = ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'];

async function refuse(
  endpoints: Endpoint[],
  statuses: number[],
  dress: (headers: Record<string, string>) => Record<string, string>,
): Promise<void> {
  const asked = await inBatches(endpoints, async (endpoint) => {
    const one = await prepare(service, { home, kind: owner, endpoint, statuses });
    return { ...one, headers: dress(one.headers) };
  });
  const before = await readRows(service.db);
  expect(await askAll(service, asked)).toEqual([]);
  expect(differ(before, await readRows(service.db))).toEqual([]);
}

/** Replaces the headers that accompany a cookie. Without `origin` the request has none. */
const from = (source: Record<string, string>) => (headers: Record<string, string>) => {
  const { origin: _, ...others } = headers;
  return { ...others, ...source };
};

describe('a change', () => {
  test.each<[string, Record<string, string>]>([
    ['another site', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }],
    [
      'another site that claims to be ours',
      { origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' },
    ],
    ['another host of the same site', { origin: 'http://app.127.0.0.1', 'sec-fetch-site': 'same-site' }],
    ['a sandboxed frame', { origin: 'null' }],
    ['our own origin with a path', { origin: `${service.origin}/` }],
    ['two origins', { origin: `${service.origin}, https://evil.example` }],
    ['a typed address', { 'sec-fetch-site': 'none' }],
    ['another site, without an origin', { 'sec-fetch-site': 'cross-site' }],
    ['an unknown origin', {}],
  ])('with a visitor’s cookie is refused from %s', async (_, source) => {
    await refuse(changes, [403], from(source));
  });

  test.each(formTypes)('is refused as %s, wherever it comes from', async (type) => {
    const withBody = changes.filter(({ route }) => route.body !== undefined);
    await refuse(withBody, [415], (headers) => ({ ...headers, 'content-type': type }));
    await refuse(withBody, [403, 415], (headers) => ({
      ...from({ origin: 'https://evil.example' })(headers),
      'content-type': type,
    }));
  });

  test('cannot be made by GET or HEAD, whatever method a header names', async () => {
    const before = await readRows(service.db);
    const { headers } = await prepare(service, {
      home,
      kind: owner,
      endpoint: changes[0] as Endpoint,
      statuses: [],
    });
    const after = await readRows(service.db);
    expect(differ(before, after).length).toBeGreaterThan(0);
    for (const method of ['GET', 'HEAD']) {
      const answer = await fetch(`${service.origin}/api/v1/session`, {
        method,
        headers: { ...headers, 'x-http-method-override': 'DELETE', 'x-method-override': 'DELETE' },
      });
      expect(answer.status).toBe(200);
    }
    expect(differ(after, await readRows(service.db))).toEqual([]);
  });
});
