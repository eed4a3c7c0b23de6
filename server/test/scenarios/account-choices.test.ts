/** The choice of accounts after a sign-in that opens several. */
import { startFake } from '@belfry/networks/mastodon/fake.ts';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { listGrants } from '../../src/channels/grants/store.ts';
import { openGrant } from '../../src/channels/grants/tokens.ts';
import { deleteExpiredChoices } from '../../src/channels/index.ts';
import { choose, EXPIRES, named, openChooser, read, refusal } from '../support/account-choices.ts';
import { app } from '../support/app.ts';
import { signInAs } from '../support/browser.ts';
import { agree, returnToBelfry } from '../support/network-sign-in.ts';

const mastodon = await startFake();
const service = await app({ outboundAllow: [{ range: '127.0.0.0/8' }] });
const chooser = openChooser(service, mastodon);
afterAll(async () => {
  await service.close();
  await mastodon.server.close();
});
beforeEach(() => chooser.reset());

describe('a sign-in that opens several accounts', () => {
  test('connects none, and offers them without their grants', async () => {
    const admin = await signInAs(service, 'admin');
    const { id, answer } = await chooser.reach(admin);
    const query = new URLSearchParams({ id: `${id}`, workspace: `${admin.workspaceId}` });
    expect([answer.status, answer.headers.get('location')]).toEqual([
      303,
      `${service.origin}/connect/choose?${query}`,
    ]);
    expect(await chooser.connected()).toEqual([]);
    const { status, data } = await read(admin, id);
    const account = (each: string) => ({
      id: each,
      name: `Page ${each}`,
      username: each,
      avatar_url: null,
      connected: false,
    });
    const expires_at = expect.stringMatching(/Z$/);
    expect([status, data]).toEqual([
      200,
      { id, platform: 'mastodon', expires_at, return_to: null, accounts: ['a', 'b', 'c'].map(account) },
    ]);
  });

  test('connects the chosen ones with their own grants, in the order of the request', async () => {
    const admin = await signInAs(service, 'admin');
    const { status, data } = await choose(admin, (await chooser.reach(admin)).id, 'c', 'a');
    expect([status, data.map(({ username }) => username)]).toEqual([201, ['c', 'a']]);
    expect(await chooser.connected()).toEqual(['a', 'c']);
    const grants = (await listGrants(service.db)).map((row) => [
      row.channel_id,
      openGrant(service.ctx, row)['token_of'],
    ]);
    expect(new Map(grants as [number, string][])).toEqual(
      new Map(data.map((each) => [each.id, each.username])),
    );
    const rows = await service.db.rows<{ expires_at: string }>('select expires_at from grants');
    for (const { expires_at } of rows) expect(Date.parse(expires_at)).toBe(EXPIRES.getTime());
    expect(await chooser.countSealed()).toBe(0);
  });

  test('names the accounts that are already connected, and connects their channels again', async () => {
    const admin = await signInAs(service, 'admin');
    const [first] = (await choose(admin, (await chooser.reach(admin)).id, 'b')).data;
    await service.db.rows('update channels set needs_reconnect = true');
    await service.db.rows(
      "insert into channels (workspace_id, platform, account_id, name, username) values ($1, 'sandbox', 'a', 'a', 'a')",
      [service.workspaceId],
    );
    const id = (await chooser.reach(admin)).id;
    const { accounts } = (await read(admin, id)).data;
    expect(accounts.map((each) => each.connected)).toEqual([false, true, false]);
    expect((await choose(admin, id, 'b')).data).toEqual([first]);
  });

  test('connects at once if it is for one channel', async () => {
    const admin = await signInAs(service, 'admin');
    const [channel] = (await choose(admin, (await chooser.reach(admin)).id, 'b')).data;
    await service.db.rows('update channels set needs_reconnect = true');
    const { authorize_url } = await chooser.begin(admin, { channel_id: channel?.id ?? 0 });
    const { status, text } = await returnToBelfry(await agree(authorize_url), admin);
    expect([status, text]).toEqual([200, expect.stringContaining('@b')]);
    expect((await admin.call('listChannels', {})).data).toEqual([channel]);
  });

  test('connects at once if the network names the same account twice', async () => {
    chooser.offer((own) => [named(own, 'a'), named(own, 'a')]);
    const admin = await signInAs(service, 'admin');
    const { id, authorize_url } = await chooser.begin(admin);
    expect((await returnToBelfry(await agree(authorize_url), admin)).status).toBe(200);
    expect(await chooser.connected()).toEqual(['a']);
    expect(refusal(await read(admin, id))).toEqual([404, 'not_found']);
  });

  test('can be chosen from by the API key that began it, by the id that it got', async () => {
    const { id, authorize_url } = await chooser.begin(service);
    expect(refusal(await read(service, id))).toEqual([404, 'not_found']);
    expect((await returnToBelfry(await agree(authorize_url))).status).toBe(303);
    expect((await read(service, id)).data.accounts).toHaveLength(3);
    expect((await choose(service, id, 'a')).status).toBe(201);
    expect(await chooser.connected()).toEqual(['a']);
  });

  test('shows hostile names only after they are cleaned', async () => {
    const name = `<script>\u202e${'x'.repeat(10_000)}\u0000`;
    const more = { name, username: 'b\nb', avatarUrl: 'javascript:alert(1)' };
    chooser.offer((own) => [named(own, 'a'), named(own, 'b', more)]);
    const admin = await signInAs(service, 'admin');
    const [, account] = (await read(admin, (await chooser.reach(admin)).id)).data.accounts;
    expect(account?.name.length).toBeLessThanOrEqual(200);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these must be gone.
    expect(`${account?.name}${account?.username}`).not.toMatch(/[\u0000-\u001f\u202e]/);
    expect(account?.avatar_url).toBeNull();
  });

  test.each([
    [200, 303],
    [201, 422],
    [10_000, 422],
  ])('of %i accounts is answered with %i', async (count, status) => {
    chooser.offer((own) => Array.from({ length: count }, (_, at) => named(own, `page-${at}`)));
    const admin = await signInAs(service, 'admin');
    const answer = await returnToBelfry(await agree((await chooser.begin(admin)).authorize_url), admin);
    expect(answer.status).toBe(status);
    if (status === 422) expect(answer.text).toContain(`${count} accounts, and Belfry connects at most 200`);
    expect(await chooser.countSealed()).toBe(status === 303 ? 1 : 0);
  });
});

describe('a choice', () => {
  test('works once', async () => {
    const admin = await signInAs(service, 'admin');
    const id = (await chooser.reach(admin)).id;
    expect((await choose(admin, id, 'a')).status).toBe(201);
    expect(refusal(await choose(admin, id, 'b'))).toEqual([410, 'choice_used']);
    expect(refusal(await read(admin, id))).toEqual([410, 'choice_used']);
    expect(await chooser.connected()).toEqual(['a']);
  });

  test('connects each account once when it is sent several times at once', async () => {
    const admin = await signInAs(service, 'admin');
    const id = (await chooser.reach(admin)).id;
    const answers = await Promise.all([1, 2, 3, 4].map(() => choose(admin, id, 'a', 'b')));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 410, 410, 410]);
    expect(await chooser.connected()).toEqual(['a', 'b']);
    const sql = `select 1 from events where kind like 'channel.%' and channel_id in (select id from channels)`;
    expect(await service.db.rows(sql)).toHaveLength(2);
  });

  test('is answered the same again under its Idempotency-Key', async () => {
    const admin = await signInAs(service, 'admin');
    const params = { id: (await chooser.reach(admin)).id };
    const send = () =>
      admin.call('connectAccounts', {
        params,
        body: { account_ids: ['a'] },
        headers: { 'idempotency-key': 'chosen' },
      });
    const [one, two] = [await send(), await send()];
    expect([one.status, two.status, two.data]).toEqual([201, 201, one.data]);
  });

  test('names the accounts that the sign-in did not open, connects none, and can be sent again', async () => {
    const admin = await signInAs(service, 'admin');
    const id = (await chooser.reach(admin)).id;
    const answer = await choose(admin, id, 'a', 'z');
    expect(refusal(answer)).toEqual([422, 'invalid']);
    const expected = [expect.objectContaining({ field: 'account_ids.1', code: 'unknown_account' })];
    expect(answer.error.details).toEqual(expected);
    expect(await chooser.connected()).toEqual([]);
    expect((await choose(admin, id, 'a')).status).toBe(201);
  });

  test.each([[[]], [['a', 'a']], [Array.from({ length: 201 }, (_, at) => `${at}`)]])(
    'refuses none, repeated and too many accounts: %#',
    async (account_ids) => {
      const admin = await signInAs(service, 'admin');
      expect((await choose(admin, (await chooser.reach(admin)).id, ...account_ids)).status).toBe(422);
      expect(await chooser.connected()).toEqual([]);
    },
  );

  test('expires after 15 minutes, loses its grants at once, and its row a day later', async () => {
    const admin = await signInAs(service, 'admin');
    const [id, other] = [(await chooser.reach(admin)).id, (await chooser.reach(admin)).id];
    await choose(admin, other, 'a');
    await service.clock.advance('14 minutes');
    expect((await read(admin, id)).status).toBe(200);
    await deleteExpiredChoices(service.db);
    expect(await chooser.countSealed()).toBe(1);
    await service.clock.advance('1 minute');
    expect(refusal(await choose(admin, id, 'b'))).toEqual([410, 'choice_expired']);
    await deleteExpiredChoices(service.db);
    expect(await chooser.countSealed()).toBe(0);
    expect(refusal(await read(admin, id))).toEqual([410, 'choice_expired']);
    expect(refusal(await read(admin, other))).toEqual([410, 'choice_used']);
    await service.clock.advance('1 day');
    await deleteExpiredChoices(service.db);
    expect(await service.db.rows('select 1 from account_choices')).toEqual([]);
    expect(await chooser.connected()).toEqual(['a']);
  });
});
