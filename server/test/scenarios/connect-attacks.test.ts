/** Connecting by a network's sign-in page, and attacks that would connect an account to another workspace. */
import { startFake } from '@belfry/networks/mastodon/fake.ts';
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { app } from '../support/app.ts';
import { type Browser, emailOf, openBrowser, PASSWORD, signIn, signInAs } from '../support/browser.ts';
import type { Client } from '../support/client.ts';
import { eventually } from '../support/eventually.ts';
import { agree, returnToBelfry } from '../support/network-sign-in.ts';

const mastodon = await startFake();
const service = await app({ outboundAllow: [{ range: '127.0.0.0/8' }] });
afterAll(async () => {
  await service.close();
  await mastodon.server.close();
});
beforeEach(() => service.db.rows('delete from grants').then(() => service.db.rows('delete from channels')));

/** The address of the network's sign-in page. */
async function begin(client: Client): Promise<string> {
  const body = { platform: 'mastodon', instance: mastodon.server.url };
  return (await client.call('beginConnect', { body })).data.authorize_url;
}
const joined = async () =>
  service.db.rows<{ workspace_id: number; username: string }>('select workspace_id, username from channels');

describe('a sign-in that a person began in a browser', () => {
  test('connects the account when that browser returns', async () => {
    const admin = await signInAs(service, 'admin');
    const answer = await returnToBelfry(await agree(await begin(admin)), admin);
    expect([answer.status, answer.text]).toEqual([200, expect.stringContaining('ada@fake.example')]);
    expect(await joined()).toEqual([{ workspace_id: service.workspaceId, username: 'ada@fake.example' }]);
  });

  test.each<[string, (admin: Browser) => Promise<Browser | undefined>]>([
    ['a person of another workspace', () => service.inWorkspace().then(() => openBrowser(service))],
    ['another admin, who was sent the address,', () => signInAs(service, 'admin')],
    ['a browser without a session', async () => undefined],
    ['the same person in another session', async (admin) => signIn(service, await emailOf(admin))],
  ])('connects nothing when %s returns, and the right browser still can', async (_, find) => {
    const admin = await signInAs(service, 'admin');
    const address = await agree(await begin(admin));
    const answer = await returnToBelfry(address, await find(admin));
    expect([answer.status, JSON.parse(answer.text).code]).toEqual([422, 'connect_refused']);
    expect(await joined()).toEqual([]);
    expect((await returnToBelfry(address, admin)).status).toBe(200);
  });

  test('connects once', async () => {
    const admin = await signInAs(service, 'admin');
    const address = await agree(await begin(admin));
    const answers = await Promise.all([1, 2, 3].map(() => returnToBelfry(address, admin)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422]);
  });

  test('ends after 15 minutes, and is then deleted', async () => {
    const admin = await signInAs(service, 'admin');
    const address = await agree(await begin(admin));
    await service.clock.advance('15 minutes');
    expect((await returnToBelfry(address, admin)).status).toBe(422);
    await begin(admin);
    expect(await service.db.rows('select 1 from sign_ins')).toHaveLength(1);
  });

  test('ends with the session, even if the same person signs in again', async () => {
    const admin = await signInAs(service, 'admin');
    const email = await emailOf(admin);
    const address = await agree(await begin(admin));
    await admin.call('signOut', {});
    await admin.call('signIn', { body: { email, password: PASSWORD } });
    expect((await returnToBelfry(address, admin)).status).toBe(422);
  });

  test.each(['editor', null])(
    'connects nothing for a person who has lost the right meanwhile: %s',
    async (role) => {
      const admin = await signInAs(service, 'admin');
      const address = await agree(await begin(admin));
      const params = { id: admin.userId };
      await (role === null
        ? service.call('deleteMember', { params })
        : service.call('updateMember', { params, body: { role: 'editor' } }));
      expect((await returnToBelfry(address, admin)).status).toBe(422);
      expect(await joined()).toEqual([]);
    },
  );
});

describe('a sign-in that reconnects a channel', () => {
  const beginFor = async (client: Browser, channel_id: number) => {
    const body = { platform: 'mastodon', instance: mastodon.server.url, channel_id };
    return (await client.call('beginConnect', { body })).data.authorize_url;
  };
  const join = async (admin: Browser) => {
    await returnToBelfry(await agree(await begin(admin)), admin);
    return (await admin.call('listChannels', {})).data[0] ?? expect.fail('nothing was joined');
  };

  test('connects the channel’s own account', async () => {
    const admin = await signInAs(service, 'admin');
    const channel = await join(admin);
    await service.db.rows('update channels set needs_reconnect = true');
    expect((await returnToBelfry(await agree(await beginFor(admin, channel.id)), admin)).status).toBe(200);
    expect((await admin.call('listChannels', {})).data).toEqual([channel]);
  });

  test('refuses another account, names both, and changes nothing', async () => {
    const admin = await signInAs(service, 'admin');
    const { id } = await join(admin);
    await service.db.rows("update channels set account_id = '7', username = 'bo', needs_reconnect = true");
    const before = await service.db.rows('select to_jsonb(c) as c, g.version from channels c, grants g');
    const answer = await returnToBelfry(await agree(await beginFor(admin, id)), admin);
    expect([answer.status, JSON.parse(answer.text).code]).toEqual([409, 'wrong_account']);
    for (const name of ['@bo', '@ada@fake.example']) expect(answer.text).toContain(name);
    expect(await service.db.rows('select to_jsonb(c) as c, g.version from channels c, grants g')).toEqual(
      before,
    );
  });

  test('is refused for a channel that the caller cannot see', async () => {
    const { id } = await join(await signInAs(service, 'admin'));
    const stranger = await service.inWorkspace();
    const body = { platform: 'mastodon', instance: mastodon.server.url, channel_id: id };
    expect((await stranger.call('beginConnect', { body })).status).toBe(422);
  });

  test('connects nothing when the channel was removed meanwhile', async () => {
    const admin = await signInAs(service, 'admin');
    const { id } = await join(admin);
    const address = await agree(await beginFor(admin, id));
    await admin.call('deleteChannel', { params: { id } });
    expect((await returnToBelfry(address, admin)).status).toBe(422);
    expect((await admin.call('listChannels', {})).data).toEqual([]);
  });
});

describe('a sign-in that a key began', () => {
  test('can be finished by any browser that has its state, signed in or not', async () => {
    const [one, two] = [await agree(await begin(service)), await agree(await begin(service))];
    expect((await returnToBelfry(one)).status).toBe(200);
    expect((await returnToBelfry(two, await signInAs(service, 'viewer'))).status).toBe(200);
  });

  test.each([
    ['is revoked', 'update api_keys set revoked_at = clock_now() where user_id = $1'],
    ['expires', 'update api_keys set expires_at = clock_now() where user_id = $1'],
    ['is deleted', 'delete from api_keys where user_id = $1'],
  ])('connects nothing once the key %s', async (_, sql) => {
    const admin = await service.as('admin');
    const address = await agree(await begin(admin));
    await service.db.rows(sql, [admin.userId]);
    expect((await returnToBelfry(address)).status).toBe(422);
    expect(await joined()).toEqual([]);
  });
});

describe('the address of a sign-in', () => {
  test('has a state that cannot be guessed, PKCE, and one exact return address', async () => {
    const query = new URL(await begin(service)).searchParams;
    expect(query.get('redirect_uri')).toBe(`${service.origin}/connect/callback`);
    expect(query.get('code_challenge_method')).toBe('S256');
    expect(query.get('code_challenge')).toMatch(/^[\w-]{43}$/);
    expect(query.get('state')).toMatch(/^[\w-]{32}$/);
    const other = new URL(await begin(service)).searchParams;
    for (const name of ['state', 'code_challenge']) expect(query.get(name)).not.toBe(other.get(name));
  });

  test('is useless with the code of another sign-in', async () => {
    const [mine, theirs] = [await agree(await begin(service)), await agree(await begin(service))];
    const mixed = new URL(mine);
    mixed.searchParams.set('code', new URL(theirs).searchParams.get('code') ?? '');
    expect((await returnToBelfry(mixed.href)).status).toBe(422);
    expect(await joined()).toEqual([]);
  });

  test('reaches no other site and no log', async () => {
    const lines: unknown[] = [];
    const levels = ['debug', 'info', 'warn', 'error'] as const;
    const spies = levels.map((level) =>
      vi.spyOn(service.ctx.log, level).mockImplementation((...line) => void lines.push(line)),
    );
    const address = await agree(await begin(service));
    const [taken, again] = [await returnToBelfry(address), await returnToBelfry(address)];
    expect([taken.status, again.status]).toEqual([200, 422]);
    for (const { headers } of [taken, again]) expect(headers.get('referrer-policy')).toBe('no-referrer');
    await eventually(() => expect(JSON.stringify(lines)).toContain('/connect/callback'));
    const query = new URL(address).searchParams;
    for (const name of ['code', 'state']) expect(JSON.stringify(lines)).not.toContain(query.get(name));
    for (const spy of spies) spy.mockRestore();
  });
});
