/**
 * Sends requests to every endpoint with every role and every kind of credentials, for objects inside and outside the
 * workspace.
 */
import { allowed, type Role, roles } from '@belfry/contract/roles.ts';
import { type Permission, permissions } from '@belfry/contract/route.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { app } from '../support/app.ts';
import {
  type AccessCase,
  askAll,
  createSite,
  inBatches,
  keep,
  prepare,
  prepareUnchanging,
  type Site,
} from '../support/asking.ts';
import { createInvalidCredentials, type Kind, kinds } from '../support/callers.ts';
import { type Endpoint, listEndpoints } from '../support/examples.ts';
import { registeredNetworks } from '../support/registered.ts';
import { connectSandbox } from '../support/sandbox.ts';
import { differ, readRows } from '../support/table-rows.ts';
import { thingsIn } from '../support/things.ts';

const writing: Permission[] = [
  'post.read',
  'post.write',
  'channel.read',
  'media.read',
  'media.write',
  'workspace.read',
  'key.own',
  'notice.own',
];
const table: Record<Role, readonly Permission[]> = {
  owner: permissions,
  admin: permissions.filter((permission) => permission !== 'workspace.own'),
  editor: [...writing, 'post.publish', 'post.remove'],
  author: writing,
  viewer: ['post.read', 'channel.read', 'media.read', 'workspace.read', 'key.own', 'notice.own'],
};
/** Permissions that callers who are limited to some channels do not have. */
const concernsAll: readonly Permission[] = [
  'channel.manage',
  'workspace.manage',
  'member.manage',
  'key.manage',
  'audit.read',
  'webhook.manage',
  'workspace.own',
];

const service = await app({ networks: registeredNetworks().networks });
afterAll(() => service.close());
const endpoints = listEndpoints();
const isOpen = ({ endpoint }: { endpoint: Endpoint }) => endpoint.route.permission === 'open';
const isForPeople = ({ endpoint }: { endpoint: Endpoint }) => endpoint.route.permission === 'person';
const namesSomething = ({ endpoint }: { endpoint: Endpoint }) => endpoint.route.path.includes('/:id');
const pairs = kinds.flatMap((kind) => endpoints.map((endpoint) => ({ kind, endpoint })));

let home: Site;
let away: Site;
beforeAll(async () => {
  home = await createSite(service);
  away = await createSite(await service.inWorkspace());
});

const mayUse = ({ role, scopes, limited }: Kind, permission: Permission) =>
  table[role].includes(permission) &&
  scopes?.includes(permission) !== false &&
  !(limited && concernsAll.includes(permission));

/** 403, or the statuses of an allowed request. */
function expectedOf({ kind, endpoint }: { kind: Kind; endpoint: Endpoint }): number[] {
  const { name, route, example } = endpoint;
  const done = [example.status ?? route.status, ...(route.alternative ? [route.alternative] : [])];
  if (route.permission === 'signed_in') return done;
  if (route.permission === 'person') return kind.by === 'session' ? done : [403];
  // An invitation is for one address, so a person who is signed in with another address cannot accept it.
  if (route.permission === 'open') return name === 'acceptInvitation' && kind.by === 'session' ? [403] : done;
  const needed = [route.permission, example.needs ?? route.permission];
  return needed.every((permission) => mayUse(kind, permission)) ? done : [403];
}

/** The tables that a reading request may bring up to date. */
const derived = /^(?:post_words|renditions|search_authors|search_marks) /;

/** Expects these statuses, and that the requests change no row, apart from rows that match `except`. */
async function changesNothing(asked: readonly AccessCase[], except = /^$/): Promise<void> {
  expect(asked.length).toBeGreaterThan(40);
  const before = await readRows(service.db);
  expect(await askAll(service, asked)).toEqual([]);
  const changed = differ(before, await readRows(service.db));
  expect(changed.filter((row) => !except.test(row))).toEqual([]);
}

test.each(roles)('the table of roles equals the one in this test: %s', (role) => {
  const may = permissions.filter((permission) => allowed[permission].includes(role));
  expect(may).toEqual(permissions.filter((permission) => table[role].includes(permission)));
});

describe('every endpoint', () => {
  const expected = pairs.map((pair) => ({ ...pair, statuses: expectedOf(pair) }));
  const isRefused = ({ statuses }: { statuses: number[] }) => statuses.includes(403);

  test('admits every caller with its permission', async () => {
    const permitted = expected.filter((one) => !isRefused(one));
    const isReading = ({ endpoint }: { endpoint: Endpoint }) => endpoint.route.method === 'GET';
    const prepareReading = prepareUnchanging(service);
    const reading = permitted.filter(isReading);
    const asking = await inBatches(reading, (one) => prepareReading({ home, ...one }));
    await changesNothing(asking, derived);
    const changing = permitted.filter((one) => !isReading(one));
    const asked = await inBatches(changing, (one) => prepare(service, { home, ...one }));
    expect(await askAll(service, asked)).toEqual([]);
  });

  test('refuses every caller without its permission', async () => {
    const prepareOne = prepareUnchanging(service);
    await changesNothing(await inBatches(expected.filter(isRefused), (one) => prepareOne({ home, ...one })));
  });

  test('refuses invalid credentials, unless it is public', async () => {
    const kind = { name: '', by: 'key', role: 'owner' } as const;
    const opening = await createInvalidCredentials(service, home);
    const pairs = opening.flatMap(([what, headers]) =>
      endpoints.map((endpoint) => ({ what, headers, endpoint })),
    );
    const prepareOne = prepareUnchanging(service);
    const asked = await inBatches(pairs, async ({ what, headers, endpoint }) => {
      const one = isOpen({ endpoint })
        ? await prepare(service, { home, kind, endpoint, statuses: expectedOf({ kind, endpoint }) })
        : await prepareOne({ home, kind, endpoint, statuses: [401] });
      return { ...one, what, headers };
    });
    expect(await askAll(service, asked.filter(isOpen))).toEqual([]);
    await changesNothing(asked.filter((one) => !isOpen(one)));
  });
});

describe('something of elsewhere', () => {
  const asking = pairs.filter((pair) => namesSomething(pair) && !isOpen(pair));

  /** 404 for callers with the permission. Other callers get 403 before the server looks the object up. */
  function missing({ kind, endpoint }: { kind: Kind; endpoint: Endpoint }): number[] {
    const { permission } = endpoint.route;
    if (permission === 'open' || permission === 'signed_in')
      throw new Error(`${endpoint.name} names nothing`);
    const isLetIn = permission === 'person' ? kind.by === 'session' : mayUse(kind, permission);
    return [isLetIn ? 404 : 403];
  }

  test('in another workspace is not found by its id', async () => {
    const caller = { userId: away.ownerId, scopes: null, channelIds: null };
    const things = keep(thingsIn(service, { ...away, caller }));
    const prepareOne = prepareUnchanging(service);
    await changesNothing(
      await inBatches(asking, (pair) => prepareOne({ home, statuses: missing(pair), ...pair }, { things })),
    );
  });

  test('in another workspace is not found by naming that workspace', async () => {
    const headers = { 'x-workspace': String(away.workspaceId) };
    const own = pairs.filter((pair) => !isOpen(pair) && !isForPeople(pair));
    const prepareOne = prepareUnchanging(service);
    await changesNothing(
      await inBatches(own, (pair) => prepareOne({ home, statuses: [404], ...pair }, { headers })),
    );
  });

  test('on another channel is not found by callers who are limited to some channels', async () => {
    const other = await connectSandbox(service);
    const ofChannels = asking.filter(
      ({ kind, endpoint: { route } }) => kind.limited && /\/(posts|channels)\/:id/.test(route.path),
    );
    const site = { ...home, channelId: other.id };
    const things = keep(
      thingsIn(service, { ...site, caller: { userId: 0, scopes: null, channelIds: null } }),
    );
    const prepareOne = prepareUnchanging(service);
    await changesNothing(
      await inBatches(ofChannels, (pair) =>
        prepareOne({ home, statuses: missing(pair), ...pair }, { things }),
      ),
    );
  });

  test('is answered like something that does not exist', async () => {
    const caller = { userId: away.ownerId, scopes: null, channelIds: null };
    const things = keep(thingsIn(service, { ...away, caller }));
    const prepareOne = prepareUnchanging(service);
    const owners = asking.filter(({ kind: { name } }) => /session of the owner/.test(name));
    await inBatches(owners, async (pair) => {
      const { example, headers } = await prepareOne({ home, statuses: [404], ...pair }, { things });
      const ask = async (id: number | string | undefined) => {
        const path = pair.endpoint.route.path.replace(':id', String(id)).replace(/:\w+/, '1');
        const options = { key: null, body: example.body, headers };
        const { body } = await service.request(pair.endpoint.route.method, path, options);
        return { ...(body as object), request_id: undefined };
      };
      expect(await ask(example.id)).toEqual(await ask(999_999));
    });
  });
});
