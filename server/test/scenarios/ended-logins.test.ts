/** A login ends at its network when its last channel is removed. */
import { NetworkFault } from '@belfry/networks/core/fault.ts';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { endLogins } from '../../src/channels/grants/revoking/revoker.ts';
import { eraseWorkspaces } from '../../src/data/index.ts';
import { app } from '../support/app.ts';
import type { Client } from '../support/client.ts';
import { addLoginNetwork } from '../support/logins.ts';

const service = await app();
afterAll(() => service.close());
const { ctx, clock, db } = service;
const logins = addLoginNetwork(service);
const { revoke } = logins.network;
let login: string;
let named = 0;

beforeEach(async () => {
  await db.rows('delete from revocations');
  named += 1;
  login = `ada${named}`;
  logins.revoked = [];
  Object.assign(logins.network, { revoke });
});

const connect = (account: string, client: Client = service) =>
  logins.connect(login, `${account}${named}`, client);
const remove = ({ id }: { id: number }, client: Client = service) =>
  client.call('deleteChannel', { params: { id } });
const waiting = () => db.rows<{ tries: number }>('select tries from revocations');
const eventsOf = async ({ id }: { id: number }) => {
  const sql = `select kind, data from events where channel_id = $1 and kind like 'channel.login%' order by id`;
  return db.rows<{ kind: string; data: object }>(sql, [id]);
};
const unreachable = async () => {
  throw new NetworkFault({ kind: 'unavailable', message: 'Down.', sent: true });
};

test('the last channel of a login ends it, with its present token, once', async () => {
  const [one, two] = [await connect('one'), await connect('two')];
  await remove(one);
  await endLogins(ctx);
  expect(logins.revoked).toEqual([]);
  expect((await remove(two)).status).toBe(204);
  expect(logins.revoked).toEqual([]);
  await Promise.all([endLogins(ctx), endLogins(ctx)]);
  expect(logins.revoked).toEqual([`${login} 2`]);
  expect(await waiting()).toEqual([]);
  expect(await eventsOf(two)).toEqual([
    { kind: 'channel.login_ended', data: { platform: 'logins', username: two.username } },
  ]);
});

test('a channel whose network names no login ends its own grant', async () => {
  const channel = await logins.connect(null, `alone${named}`);
  await remove(channel);
  await endLogins(ctx);
  expect(logins.revoked).toEqual([`alone${named} 1`]);
});

describe('a login goes on', () => {
  test('while a channel of another workspace uses it', async () => {
    const stranger = await service.inWorkspace();
    const [mine, theirs] = [await connect('one'), await connect('other', stranger)];
    await remove(mine);
    await endLogins(ctx);
    expect([logins.revoked, await waiting(), await eventsOf(mine)]).toEqual([[], [], []]);
    await remove(theirs, stranger);
    await endLogins(ctx);
    expect(logins.revoked).toEqual([`${login} 2`]);
  });

  test('when the account was connected again before', async () => {
    await remove(await connect('one'));
    await connect('one');
    await endLogins(ctx);
    expect([logins.revoked, await waiting()]).toEqual([[], []]);
  });

  test('when its channel is connected by another one', async () => {
    await connect('one');
    await logins.connect(`new${named}`, `one${named}`);
    await endLogins(ctx);
    expect(logins.revoked).toEqual([]);
  });

  test('at a network that ends none', async () => {
    Object.assign(logins.network, { revoke: undefined });
    await remove(await connect('one'));
    await endLogins(ctx);
    expect(await waiting()).toEqual([]);
  });
});

describe('a network that cannot be reached', () => {
  test('does not keep a channel from being removed, and is asked again later', async () => {
    Object.assign(logins.network, { revoke: unreachable });
    const channel = await connect('one');
    expect((await remove(channel)).status).toBe(204);
    await endLogins(ctx);
    await endLogins(ctx);
    expect(await waiting()).toEqual([{ tries: 1 }]);
    Object.assign(logins.network, { revoke });
    await endLogins(ctx);
    expect(logins.revoked).toEqual([]);
    await clock.advance('1 minute');
    await endLogins(ctx);
    expect(logins.revoked).toEqual([`${login} 1`]);
  });

  test('is given up after six tries within a day, which the log tells', async () => {
    let calls = 0;
    const counting = () => {
      calls += 1;
      return unreachable();
    };
    Object.assign(logins.network, { revoke: counting });
    const channel = await connect('one');
    await remove(channel);
    for (let hours = 0; hours < 24; hours += 1) {
      await endLogins(ctx);
      await clock.advance('1 hour');
    }
    expect([calls, await waiting()]).toEqual([6, []]);
    expect(await eventsOf(channel)).toMatchObject([{ kind: 'channel.login_not_ended' }]);
  });

  test('is asked again after the process died during the call', async () => {
    await remove(await connect('one'));
    await db.rows(`update revocations set try_at = clock_now() + interval '2 minutes', tries = 1`);
    await endLogins(ctx);
    expect(logins.revoked).toEqual([]);
    await clock.advance('2 minutes');
    await endLogins(ctx);
    expect(logins.revoked).toHaveLength(1);
  });
});

test.each(['reconnect', 'rejected'] as const)('a network that answers with %s', async (kind) => {
  let calls = 0;
  const refusing = async () => {
    calls += 1;
    throw new NetworkFault({ kind, message: 'No.' });
  };
  Object.assign(logins.network, { revoke: refusing });
  const channel = await connect('one');
  await remove(channel);
  await endLogins(ctx);
  expect([calls, (await waiting()).length]).toEqual([1, kind === 'reconnect' ? 0 : 1]);
});

test('a token that has expired is exchanged first', async () => {
  const late: typeof revoke = async (session) => {
    if (session.grant['generation'] === 1) throw new NetworkFault({ kind: 'expired', message: 'Expired.' });
    await revoke?.(session);
  };
  Object.assign(logins.network, { revoke: late });
  await remove(await connect('one'));
  await endLogins(ctx);
  expect(logins.revoked).toEqual([`${login} 2`]);
});

test('erasing a workspace ends its logins, and leaves none of their tokens', async () => {
  const owner = await service.inWorkspace();
  await connect('one', owner);
  await connect('two', owner);
  await logins.connect(null, `alone${named}`, owner);
  const { name } = (await owner.call('getWorkspace', {})).data;
  expect((await owner.call('deleteWorkspace', { body: { name } })).status).toBe(202);
  await clock.advance('1 minute');
  await eraseWorkspaces(ctx, new AbortController().signal);
  await endLogins(ctx);
  expect(logins.revoked.sort()).toEqual([`${login} 2`, `alone${named} 1`].sort());
  const left = (table: string) =>
    db.rows(`select from ${table} where workspace_id = $1`, [owner.workspaceId]);
  expect([await left('revocations'), await left('grants'), await left('events')]).toEqual([[], [], []]);
});
