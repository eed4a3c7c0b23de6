/** Accepting an invitation by signing in at the OpenID provider. */
import { describe, expect, test } from 'vitest';
import { emailOf, openBrowser, signInAs, whoAmI } from '../support/browser.ts';
import { kindsOf } from '../support/events.ts';
import { holdReads, holdRows } from '../support/held.ts';
import { tokenOf } from '../support/mailbox.ts';
import { invite, openWithProvider } from '../support/openid-people.ts';

const { service, passThrough, accept, newLogin, comeIn } = await openWithProvider();

describe('an invitation', () => {
  test('can be accepted by the provider in place of a password', async () => {
    const { login, self } = await comeIn();
    expect(self.user).toEqual({
      id: self.user.id,
      name: 'Grace',
      email: `${login}@people.example`,
      email_verified: false,
      language: null,
      time_zone: null,
      two_factor: false,
      has_password: false,
    });
    expect(self.workspaces).toMatchObject([{ id: service.workspaceId, role: 'editor' }]);
    const again = openBrowser(service);
    expect(await passThrough(again, login)).toBe('/');
    expect((await whoAmI(again)).data.user).toEqual(self.user);
    expect(await kindsOf(service.db, self.user.id)).toEqual([
      'member.joined',
      'identity.added',
      'session.begun',
      'session.begun',
    ]);
  });

  test('can be accepted by a person whom the provider knew before', async () => {
    const { browser: before, login } = await comeIn();
    const second = await service.inWorkspace();
    const body = { email: await emailOf(before), role: 'viewer' as const };
    const token = tokenOf((await second.call('createInvitation', { body })).data.link);
    const browser = openBrowser(service);
    expect(await accept(browser, login, token)).toBe('/posts');
    expect((await whoAmI(browser)).data.workspaces.map(({ id }) => id)).toEqual([
      service.workspaceId,
      second.workspaceId,
    ]);
  });

  test('signs in to no other user: neither to that of its address nor to another', async () => {
    const owner = await emailOf(await signInAs(service, 'owner'));
    const { login } = await comeIn();
    const second = await service.inWorkspace();
    const tokenFor = async (email: string) =>
      tokenOf((await second.call('createInvitation', { body: { email, role: 'viewer' } })).data.link);
    const tries: [string, string][] = [
      [newLogin(), owner],
      [login, 'somebody.else@people.example'],
      [login, owner],
    ];
    for (const [name, email] of tries) {
      const browser = openBrowser(service);
      expect(await accept(browser, name, await tokenFor(email))).toBe('/sign-in?error=openid_unknown');
      expect((await whoAmI(browser)).status).toBe(401);
    }
  });

  test('that has ended lets no person join, and creates no user', async () => {
    const users = () => service.db.row('select count(*) from users');
    const token = await invite(service, 'late@people.example');
    await service.db.rows('delete from invitations');
    const before = await users();
    expect(await accept(openBrowser(service), newLogin(), token)).toBe('/sign-in?error=link_over');
    expect(await users()).toEqual(before);
  });

  test('is valid once, even if two accept at the same moment', async () => {
    const token = await invite(service, 'twice@people.example');
    const ends = await Promise.all(
      [newLogin(), newLogin()].map((login) => accept(openBrowser(service), login, token)),
    );
    expect(ends.toSorted()).toEqual(['/posts', '/sign-in?error=link_over']);
  });

  test('is refused to the second of two, even if the first accepts it between two reads of the second', async () => {
    const token = await invite(service, 'between@people.example');
    const workspace = [service.workspaceId];
    const rows = await holdRows(service.db, 'select 1 from workspaces where id = $1 for update', workspace);
    const first = accept(openBrowser(service), newLogin(), token);
    await rows.untilWaiting(1);
    const reads = await holdReads(service.db, '%from invitations i join users%token_hash%');
    const second = accept(openBrowser(service), newLogin(), token);
    await reads.untilWaiting(2);
    await rows.release();
    expect(await first).toBe('/posts');
    await reads.release();
    expect(await second).toBe('/sign-in?error=link_over');
  });
});
