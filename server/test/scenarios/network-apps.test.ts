/** The keys of the operator's apps: who may set them, where they can be read, and which calls get them. */
import type { Channel } from '@belfry/contract/channels.ts';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { makeExports } from '../../src/data/exports/make.ts';
import { app } from '../support/app.ts';
import type { Client } from '../support/client.ts';
import { sealAll } from '../support/events.ts';
import { FAMILY, keysOf, registeredNetworks } from '../support/registered.ts';
import { unzip } from '../support/zips.ts';

const registered = registeredNetworks();
const service = await app({ networks: registered.networks });
const { db, ctx } = service;
afterAll(() => service.close());

const params = { family: FAMILY };
const set = (id: string, client: Client = service) =>
  client.call('setNetworkApp', { params, body: keysOf(id) });
const remove = (client: Client = service) => client.call('deleteNetworkApp', { params });
const connect = (client: Client, username: string, platform = 'bell') =>
  client.call('createChannel', { body: { platform, credentials: { username } } });
const disconnect = ({ id }: Channel) => service.call('deleteChannel', { params: { id } });
const find = async (client: Client = service) =>
  (await client.call('listNetworkApps', {})).data.find(({ family }) => family === FAMILY);
const statusOf = ({ status, body }: { status: number; body: unknown }) =>
  status < 400 ? [status] : [status, (body as { code: string }).code];

beforeEach(async () => {
  await db.rows('delete from grants');
  await db.rows('delete from operator_apps');
  await ctx.apps.deleteReplaced();
});

describe('the apps', () => {
  test('are listed with what the operator must register', async () => {
    expect(await find()).toEqual({
      family: FAMILY,
      networks: ['bell', 'chime'],
      guide: `Register ${service.origin}/connect/callback at the network, and only ${service.origin}/connect/callback.`,
      redirect_uri: `${service.origin}/connect/callback`,
      deauthorize_uri: null,
      deletion_uri: null,
      keys: registered.keys,
      is_configured: false,
      is_optional: false,
      source: null,
      updated_at: null,
    });
  });

  test('are shown with their source once the keys are set, and without the keys', async () => {
    const answer = await set('one');
    expect(answer.status).toBe(200);
    expect(answer.data).toMatchObject({ is_configured: true, source: 'stored' });
    expect(answer.data).toEqual(await find());
    expect(Date.parse(answer.data.updated_at ?? '')).toBe(service.clock.now().getTime());
    expect(JSON.stringify(answer.body)).not.toMatch(/one|secret of/);
  });

  test('are part of the list of networks for all members', async () => {
    const viewer = await service.as('viewer');
    const list = async () => {
      const { data } = await viewer.call('listNetworks', {});
      return Object.fromEntries(data.map(({ platform, app }) => [platform as string, app]));
    };
    expect(await list()).toMatchObject({ sandbox: null, bell: { family: FAMILY, is_configured: false } });
    await set('one');
    expect(await list()).toMatchObject({ chime: { family: FAMILY, is_configured: true } });
  });
});

describe('the keys', () => {
  test('are in the database only in sealed form', async () => {
    await set('one');
    const [row] = await db.rows<{ id: number; sealed: Buffer }>('select id, sealed from operator_apps');
    expect(row?.sealed.includes('secret of one')).toBe(false);
    const open = (place: string) => ctx.vault.open(row?.sealed ?? Buffer.of(), place);
    expect(open(`network-app:${FAMILY}:${row?.id}`)).toEqual(keysOf('one'));
    expect(() => open(`network-app:${FAMILY}:${Number(row?.id) + 1}`)).toThrow();
  });

  // The support for all tests also looks for them in the log, in events and in refusals.
  test('are neither in the audit log nor in an export', async () => {
    await set('one');
    await remove();
    const events = await db.rows(
      "select kind, user_id, workspace_id, data from events where kind like 'network_app.%' order by id desc limit 2",
    );
    const common = { user_id: service.userId, workspace_id: service.workspaceId, data: { family: FAMILY } };
    expect(events).toEqual([
      { kind: 'network_app.removed', ...common },
      { kind: 'network_app.set', ...common },
    ]);
    await set('one');
    await connect(service, 'ada');
    const { id } = (await service.call('createExport', { body: { media: false } })).data;
    await sealAll(db);
    await makeExports(ctx, new AbortController().signal);
    const address = `${service.origin}/api/v1/exports/${id}/file`;
    const answer = await fetch(address, { headers: { authorization: `Bearer ${service.key}` } });
    const files = await unzip(Buffer.from(await answer.arrayBuffer()));
    expect([...files.values()].join()).toContain('network_app.set');
    expect([...files.values()].join()).not.toContain('secret of one');
  });

  test.each<[string, object, string[]]>([
    ['without a required key', { client_id: 'one' }, ['client_secret']],
    ['with an unknown key', { ...keysOf('one'), region: 'eu' }, ['region']],
    ['with a key of a wrong type', { ...keysOf('one'), client_id: 1 }, ['client_id']],
    ['with a key that is too long', { ...keysOf('one'), client_id: 'x'.repeat(201) }, ['client_id']],
    ['with NUL', { ...keysOf('one'), client_id: 'a\0b' }, ['body']],
    ['nested deeply', JSON.parse(`${'{"a":'.repeat(30)}1${'}'.repeat(30)}`), ['body']],
    ['as a list', [keysOf('one')], ['body']],
  ])('are refused %s, and nothing is stored', async (_, body, fields) => {
    const answer = await service.request('PUT', `/api/v1/network-apps/${FAMILY}`, { body });
    expect([answer.status, Object.keys(answer.error.errors ?? {})]).toEqual([422, fields]);
    expect(await db.rows('select from operator_apps')).toEqual([]);
  });

  test('are refused in a body of more than 64 KB', async () => {
    const body = { ...keysOf('one'), client_secret: 'x'.repeat(70_000) };
    const answer = await service.request('PUT', `/api/v1/network-apps/${FAMILY}`, { body });
    expect(statusOf(answer)).toEqual([413, 'too_large']);
  });

  test.each(['sandbox', 'bell', 'unknown', '__proto__', 'constructor', '%00', 'x'.repeat(500)])(
    'of the family %s do not exist',
    async (family) => {
      for (const [method, options] of [
        ['PUT', { body: keysOf('one') }],
        ['DELETE', {}],
      ] as const) {
        const answer = await service.request(method, `/api/v1/network-apps/${family}`, options);
        expect(statusOf(answer)).toEqual([404, 'not_found']);
      }
    },
  );
});

describe('the keys can be managed by nobody but owners of the first workspace:', () => {
  const limitedTo = (scope: 'workspace.own' | 'workspace.manage') => service.as('owner', { scopes: [scope] });
  test.each<[string, () => Promise<Client>, boolean]>([
    ['another owner may', () => service.as('owner'), true],
    ['a key with the scope workspace.own may', () => limitedTo('workspace.own'), true],
    ['a key without that scope may not', () => limitedTo('workspace.manage'), false],
    ['an admin may not', () => service.as('admin'), false],
    ['the owner of another workspace may not', () => service.inWorkspace(), false],
  ])('%s', async (_, create, isAllowed) => {
    const client = await create();
    const answers = [
      await set('two', client),
      await client.call('listNetworkApps', {}),
      await remove(client),
    ];
    const refused = Array.from({ length: 3 }, () => [403, 'forbidden']);
    expect(answers.map(statusOf)).toEqual(isAllowed ? [[200], [200], [204]] : refused);
  });

  test('an owner of the first workspace may not with a key of another one', async () => {
    const other = await service.inWorkspace();
    await db.rows("insert into members (workspace_id, user_id, role) values ($1, $2, 'owner')", [
      service.workspaceId,
      other.userId,
    ]);
    const { status, error } = await set('two', other);
    expect([status, error.message]).toEqual([
      403,
      'Only the owners of the first workspace and the operator of this installation may manage apps of networks.',
    ]);
  });
});

describe('deleting the keys', () => {
  test('is refused while channels of any workspace use the app, with their number', async () => {
    await set('one');
    const { data: own } = await connect(service, 'ada');
    const other = await service.inWorkspace();
    const { data: foreign } = await connect(other, 'ben', 'chime');
    const { status, error } = await remove();
    expect([status, error.code, error.details]).toEqual([409, 'app_in_use', { channels: 2 }]);
    expect(error.message).toBe('2 channels of this installation still use this app. Remove them first.');
    await disconnect(own);
    expect((await remove()).error.details).toEqual({ channels: 1 });
    await other.call('deleteChannel', { params: { id: foreign.id } });
    expect(statusOf(await remove())).toEqual([204]);
    expect(await find()).toMatchObject({ is_configured: false, source: null });
    expect(statusOf(await remove())).toEqual([404, 'not_found']);
  });

  test('refuses an account that is being connected meanwhile', async () => {
    await set('one');
    let open = () => {};
    registered.gate = new Promise<void>((resolve) => (open = resolve));
    const begun = new Promise<void>((resolve) => (registered.onConnect = resolve));
    const connecting = connect(service, 'late');
    await begun;
    expect(statusOf(await remove())).toEqual([204]);
    open();
    expect(statusOf(await connecting)).toEqual([409, 'app_not_configured']);
    expect(await db.rows("select from channels where username = 'late'")).toEqual([]);
  });
});

test('an account of a network whose keys are not set cannot be connected', async () => {
  registered.calls.length = 0;
  const answers = [
    await connect(service, 'ada'),
    await service.call('beginConnect', { body: { platform: 'chime' } }),
  ];
  expect(answers.map(statusOf)).toEqual([
    [409, 'app_not_configured'],
    [409, 'app_not_configured'],
  ]);
  expect(answers[0]?.error.message).toBe(
    'Bell requires an app of this installation’s operator. Ask an owner of the first workspace to set its keys with PUT /api/v1/network-apps/bells, or the operator to set NETWORK_APPS.',
  );
  expect(registered.calls).toEqual([]);
});
