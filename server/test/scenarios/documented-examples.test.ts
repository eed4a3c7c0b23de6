/** The examples of the OpenAPI document, sent to the service. `readAnswer` checks each answer against the contract. */
import type { ErrorCode } from '@belfry/contract/error.ts';
import { examples } from '@belfry/contract/examples/examples.ts';
import type { RouteName } from '@belfry/contract/routes.ts';
import { afterAll, expect, test } from 'vitest';
import { app } from '../support/app.ts';
import { createSite, fillPath, inBatches, prepare, type Site } from '../support/asking.ts';
import { type Endpoint, type Example, listEndpoints } from '../support/examples.ts';
import { serveNames } from '../support/resolver.ts';

// No name resolves.
const names = await serveNames({});
const service = await app({ lookup: names.lookup });
afterAll(() => service.close().then(() => names.close()));

const kind = { name: 'the session of the owner', by: 'session', role: 'owner' } as const;

/** Fields whose values exist only in this service. The test's own request has them. */
const own = ['token', 'code', 'email', 'password', 'current', 'name'];

/** Endpoints that need a host name, another server, another network or an earlier request, with their error without it. */
const refused: Partial<Record<RouteName, ErrorCode>> = {
  addMediaFromUrl: 'link_refused',
  addPasskey: 'passkeys_unavailable',
  beginConnect: 'connect_refused',
  beginIdentity: 'openid_missing',
  beginOpenId: 'openid_missing',
  beginPasskey: 'passkeys_unavailable',
  beginPasskeySignIn: 'passkeys_unavailable',
  createExport: 'export_running',
  deleteNetworkApp: 'not_found',
  deleteVerificationFile: 'not_found',
  deleteWorkspace: 'invalid',
  getExportFile: 'export_not_done',
  getLinkCard: 'link_refused',
  getLinkCardImage: 'not_found',
  listSettingOptions: 'not_found',
  reconcilePost: 'nothing_in_doubt',
  removeTarget: 'not_found',
  resolveTarget: 'not_found',
  dismissTarget: 'not_found',
  updateComment: 'not_found',
  deleteComment: 'not_found',
  setNetworkApp: 'not_found',
  setUp: 'already_set_up',
  signInWithPasskey: 'passkey_refused',
  unsubscribe: 'link_over',
};

type Labelled = Site & { labelId: number };

/** The documented values, with ids and secrets of this service. */
function fill(value: unknown, site: Labelled, mine: Record<string, unknown>): unknown {
  const entries = Object.entries(value as object).map(([name, each]) => {
    if (name === 'channel_id') return [name, site.channelId];
    if (/^channel_ids/.test(name)) return [name, [site.channelId]];
    if (name === 'media_ids' && each.length > 0) return [name, [site.pictureId]];
    if (/^label_ids/.test(name)) return [name, [site.labelId]];
    if (Array.isArray(each)) {
      return [name, each.map((one) => (typeof one === 'object' ? fill(one, site, {}) : one))];
    }
    return [name, own.includes(name) && Object.hasOwn(mine, name) ? mine[name] : each];
  });
  return Object.fromEntries(entries);
}

function document(site: Labelled, { name }: Endpoint, prepared: Example): Example {
  const { query, body } = examples[name] as { query?: object; body?: object };
  const filled = query === undefined ? [] : Object.entries(fill(query, site, {}) as object);
  const pairs = filled.flatMap(([field, value]) =>
    [value].flat().map((each): [string, string] => [field, `${each}`]),
  );
  return {
    ...prepared,
    ...(pairs.length > 0 && { query: `?${new URLSearchParams(pairs)}` }),
    ...(body && { body: fill(body, site, { ...prepared.body }) as object }),
  };
}

test('every documented request is accepted unchanged, apart from ids and secrets', async () => {
  const label = await service.call('createLabel', { body: { name: 'Fair', color: 'red' } });
  const home = { ...(await createSite(service)), labelId: label.data.id };
  const lines = await inBatches(listEndpoints(), async (endpoint) => {
    const { name, route } = endpoint;
    const prepared = await prepare(service, { home, kind, endpoint, statuses: [] });
    const documented = document(home, endpoint, prepared.example);
    const { query = '', body, raw, headers } = documented;
    // A person without a session accepts an invitation as a new user.
    const signedIn = name === 'acceptInvitation' ? {} : prepared.headers;
    const options = { key: null, body, ...(raw && { raw }), headers: { ...headers, ...signedIn } };
    const answer = await service.request(route.method, fillPath(route, documented) + query, options);
    const { code, message } = answer.status < 400 ? {} : answer.error;
    return code === refused[name] ? [] : [`${name} answered ${answer.status} ${code}: ${message}`];
  });
  expect(lines.flat()).toEqual([]);
});
