/** Attacks on the choice of accounts after a sign-in, and what may end in between. */
import { startFake } from '@belfry/networks/mastodon/fake.ts';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { rewind } from '../../src/backup/rewound/rewind.ts';
import { choose, openChooser, read, refusal } from '../support/account-choices.ts';
import { app } from '../support/app.ts';
import { type Browser, emailOf, givePassword, signIn, signInAs } from '../support/browser.ts';
import type { Client } from '../support/client.ts';
import { holdRows } from '../support/held.ts';
import { agree, returnToBelfry } from '../support/network-sign-in.ts';

const mastodon = await startFake();
const service = await app({ outboundAllow: [{ range: '127.0.0.0/8' }] });
const chooser = openChooser(service, mastodon);
afterAll(async () => {
  await service.close();
  await mastodon.server.close();
});
beforeEach(() => chooser.reset());

const erase = async (owner: Client) => {
  const { name } = (await owner.call('getWorkspace', {})).data;
  return owner.call('deleteWorkspace', { body: { name } });
};

test('two choices at once that name the same accounts in another order both connect them', async () => {
  const admin = await signInAs(service, 'admin');
  const ids = [await chooser.reach(admin), await chooser.reach(admin), await chooser.reach(admin)];
  const [first, one, two] = ids.map(({ id }) => id) as [number, number, number];
  await choose(admin, first, 'a', 'b');
  const held = await holdRows(service.db, "select 1 from channels where account_id = 'a' for update", []);
  const answers = [choose(admin, one, 'a', 'b')];
  await held.untilWaiting(1);
  answers.push(choose(admin, two, 'b', 'a'));
  await held.untilWaiting(2);
  await held.release();
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([201, 201]);
});

describe('a choice is refused', () => {
  test.each<[string, (admin: Browser) => Promise<Client>]>([
    ['another admin', () => signInAs(service, 'admin')],
    ['the same person in another session', async (admin) => signIn(service, await emailOf(admin))],
    ['an API key', async () => service],
  ])('for %s', async (_, find) => {
    const admin = await signInAs(service, 'admin');
    const id = (await chooser.reach(admin)).id;
    const other = await find(admin);
    for (const answer of [await read(other, id), await choose(other, id, 'a')]) {
      expect(refusal(answer)).toEqual([403, 'choice_of_other_session']);
    }
    expect(await chooser.connected()).toEqual([]);
    expect((await choose(admin, id, 'a')).status).toBe(201);
  });

  test('for a session and for another key if a key began it', async () => {
    const { id, authorize_url } = await chooser.begin(service);
    const admin = await signInAs(service, 'admin');
    expect((await returnToBelfry(await agree(authorize_url), admin)).status).toBe(303);
    for (const other of [admin, await service.as('owner')]) {
      expect(refusal(await choose(other, id, 'a'))).toEqual([403, 'choice_of_other_session']);
    }
    expect(await chooser.connected()).toEqual([]);
  });

  test('in another workspace as if it did not exist, even to the same session', async () => {
    const admin = await signInAs(service, 'admin');
    const id = (await chooser.reach(admin)).id;
    const second = (await admin.call('createWorkspace', { body: { name: 'Mill' } })).data;
    const headers = { 'x-workspace': `${second.id}` };
    const body = { account_ids: ['a'] };
    const stranger = await service.inWorkspace();
    for (const answer of [
      await admin.call('getAccountChoice', { params: { id }, headers }),
      await admin.call('connectAccounts', { params: { id }, body, headers }),
      await read(stranger, id),
      await choose(stranger, id, 'a'),
    ]) {
      expect(refusal(answer)).toEqual([404, 'not_found']);
    }
  });

  test.each<[string | null, number]>([
    ['editor', 403],
    [null, 404],
  ])('after the role was lost: %s', async (role, status) => {
    const admin = await signInAs(service, 'admin');
    const { id } = await chooser.reach(admin);
    const params = { id: admin.userId };
    await (role === null
      ? service.call('deleteMember', { params })
      : service.call('updateMember', { params, body: { role: 'editor' } }));
    for (const answer of [await read(admin, id), await choose(admin, id, 'a')]) {
      expect(answer.status).toBe(status);
    }
    expect(await chooser.connected()).toEqual([]);
  });

  test('if the role is lost while the request waits', async () => {
    const admin = await signInAs(service, 'admin');
    const { id } = await chooser.reach(admin);
    const member = 'select 1 from members where user_id = $1 for update';
    const held = await holdRows(service.db, member, [admin.userId]);
    const params = { id: admin.userId };
    const changed = service.call('updateMember', { params, body: { role: 'editor' } });
    await held.untilWaiting(1);
    const answer = choose(admin, id, 'a');
    await held.untilWaiting(2);
    await held.release();
    expect([(await changed).status, refusal(await answer)]).toEqual([200, [422, 'connect_refused']]);
    expect(await chooser.connected()).toEqual([]);
  });

  test('after the session ended, and its grants are deleted with it', async () => {
    const admin = await signInAs(service, 'admin');
    const email = await emailOf(admin);
    const id = (await chooser.reach(admin)).id;
    await admin.call('signOut', {});
    expect(refusal(await choose(await signIn(service, email), id, 'a'))).toEqual([404, 'not_found']);
    expect(await chooser.countSealed()).toBe(0);
  });

  test('after the workspace was deleted, and its grants are deleted at once', async () => {
    const { userId } = await service.inWorkspace();
    const owner = await signIn(service, await givePassword(service.db, userId));
    const { id } = await chooser.reach(owner);
    expect(await chooser.countSealed()).toBe(1);
    expect((await erase(owner)).status).toBe(202);
    expect(await chooser.countSealed()).toBe(0);
    expect((await choose(owner, id, 'a')).status).toBe(404);
    expect(await chooser.connected()).toEqual([]);
  });

  test('after the key was revoked', async () => {
    const admin = await service.as('admin');
    const { id } = await chooser.reach(admin);
    await service.db.rows('update api_keys set revoked_at = clock_now() where user_id = $1', [admin.userId]);
    expect((await choose(admin, id, 'a')).status).toBe(401);
  });

  test('after a restore, since it may have been used after the backup', async () => {
    const { id } = await chooser.reach(service);
    await service.db.rows("insert into installation (sealed) values ('')");
    await service.db.transaction((tx) => rewind(tx, service.clock.now().toISOString()));
    expect(refusal(await choose(service, id, 'a'))).toEqual([404, 'not_found']);
    const next = await chooser.reach(service);
    expect(next.id).toBeGreaterThan(id + 1);
  });

  test('if the workspace is deleted while the request waits', async () => {
    const owner = await service.inWorkspace();
    const { id } = await chooser.reach(owner);
    const members = 'select 1 from members where workspace_id = $1 for update';
    const held = await holdRows(service.db, members, [owner.workspaceId]);
    const erased = erase(owner);
    await held.untilWaiting(1);
    const answer = choose(owner, id, 'a');
    await held.untilWaiting(2);
    await held.release();
    expect([(await erased).status, refusal(await answer)]).toEqual([202, [404, 'not_found']]);
    expect(await chooser.connected()).toEqual([]);
  });
});
