import { afterAll, describe, expect, test } from 'vitest';
import { givePassword, PASSWORD, signIn } from '../../server/test/support/browser.ts';
import { hasChromium, openJourney } from './journey.ts';

describe.skipIf(!hasChromium)('the doors', async () => {
  const journey = await openJourney();
  const { service } = journey;
  const email = await givePassword(service.db, service.userId);
  afterAll(() => journey.close());

  test('a place behind the sign-in is shown after it, and a wrong password is told', async () => {
    const { page, foreign, errors } = await journey.visit();
    await page.goto('/drafts');
    await page.waitForURL('**/sign-in?to=%2Fdrafts');
    await page.getByLabel('E-mail address').fill(email);
    await page.getByLabel('Password').fill('not the password');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('alert').getByText('The e-mail address or the password is wrong').waitFor();
    await journey.advance('1 minute');
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.waitForURL('**/drafts');
    expect([foreign, errors]).toEqual([[], []]);
  });

  test('a sign-in without a connection says so, and does not happen later by itself', async () => {
    const { page, foreign, errors } = await journey.visit();
    const isAway = Promise.withResolvers<void>();
    await page.route('**/api/v1/ways-in', async (route) => {
      const response = await route.fetch();
      await isAway.promise;
      await route.fulfill({ response });
    });
    await page.goto('/sign-in');
    await page.getByLabel('E-mail address').fill(email);
    await page.getByLabel('Password').fill(PASSWORD);
    await page.context().setOffline(true);
    // An answer that was on its way all the while brings no connection.
    isAway.resolve();
    await page.getByRole('button', { name: 'Sign in with a passkey' }).waitFor();
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByText('This needs a connection. Nothing was sent.').waitFor();
    const sent: string[] = [];
    page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()));
    await page.context().setOffline(false);
    await page.evaluate('new Promise((resolve) => requestIdleCallback(resolve))');
    expect([sent, new URL(page.url()).pathname]).toEqual([[], '/sign-in']);
    expect([foreign, errors]).toEqual([[], []]);
  });

  test('an address from outside does not lead elsewhere after the sign-in', async () => {
    const { page } = await journey.visit();
    for (const to of ['//evil.example/', 'https://evil.example/', '/\\evil.example']) {
      await page.goto(`/sign-in?${new URLSearchParams({ to })}`);
      await page.getByLabel('E-mail address').fill(email);
      await page.getByLabel('Password').fill(PASSWORD);
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
      await page.waitForURL((url) => url.pathname === '/');
      expect(new URL(page.url()).origin).toBe(service.origin);
    }
  });

  test('an invited person joins as a new person, and the secret leaves the address', async () => {
    const { data } = await service.call('createInvitation', {
      body: { email: 'bob@example.org', role: 'author' },
    });
    const { page, foreign, errors } = await journey.visit();
    await page.goto(data.link ?? '');
    await page.getByText(`${data.invited_by.name} invites you to the workspace`).waitFor();
    await page.getByLabel('Your name').fill('Bob');
    expect(page.url()).toBe(`${service.origin}/invite`);
    await page.getByLabel('Password').fill('another horse battery');
    await page.getByRole('button', { name: 'Join', exact: true }).click();
    await page.waitForURL((url) => url.pathname === '/');
    await page.getByTitle('Your settings').getByText('Bob').waitFor();
    expect([foreign, errors]).toEqual([[], []]);
  });

  test('a signed-in person joins another workspace as themselves, and sees that one', async () => {
    const mill = await service.inWorkspace();
    await service.db.rows("update workspaces set name = 'The mill' where id = $1", [mill.workspaceId]);
    const { page, foreign, errors } = await journey.enter('editor');
    const [self] = await service.db.rows<{ email: string }>(
      'select email from users order by id desc limit 1',
    );
    const body = { email: self?.email ?? '', role: 'author' } as const;
    const { data } = await mill.call('createInvitation', { body });
    await page.goto('/');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.goto(data.link ?? '');
    await page.getByText('invites you to the workspace The mill.').waitFor();
    await page.getByText('You are signed in as').waitFor();
    expect(await page.getByLabel('Password').count()).toBe(0);
    await page.getByRole('button', { name: /^Join as / }).click();
    await page.waitForURL((url) => url.pathname === '/');
    await page.getByRole('navigation').getByText('The mill').waitFor();
    expect([foreign, errors]).toEqual([[], []]);
  });

  test('a forgotten password is set anew from a link, and a spent link says so', async () => {
    const { userId } = await service.as('editor');
    const address = await givePassword(service.db, userId);
    const { data } = await service.call('resetMemberPassword', { params: { id: userId } });
    const { page, foreign, errors } = await journey.visit();
    for (const outcome of ['set', 'spent']) {
      await page.goto(data.link ?? '');
      await page.reload();
      await page.getByLabel('Password').fill('a brand new password');
      await page.getByRole('button', { name: 'Set the password' }).click();
      if (outcome === 'set') await page.getByText('Your new password is set').waitFor();
      else await page.getByRole('alert').waitFor();
      await page.goto('about:blank');
    }
    await signIn(service, address, 'a brand new password');
    expect([foreign, errors]).toEqual([[], []]);
  });

  test('a person without a workspace creates one, and is told where that is not allowed', async () => {
    const { userId } = await service.as('editor');
    const { page, foreign, errors } = await journey.visit();
    const address = await givePassword(service.db, userId);
    await service.db.rows('delete from members where user_id = $1', [userId]);
    await page.goto('/sign-in');
    await page.getByLabel('E-mail address').fill(address);
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('heading', { name: 'You are in no workspace' }).waitFor();
    await page.getByText(address).waitFor();
    await page.getByLabel('Or create a workspace').fill('Tower of my own');
    Object.assign(service.ctx.config, { workspaces: 'invited' });
    await page.getByRole('button', { name: 'Create' }).click();
    await page.getByText('Not everybody may create workspaces here').waitFor();
    Object.assign(service.ctx.config, { workspaces: 'anyone' });
    await page.reload();
    await page.getByLabel('Or create a workspace').fill('Tower of my own');
    await page.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('navigation').getByText('Tower of my own').waitFor();
    expect([foreign, errors]).toEqual([[], []]);
  });

  test('a person signs in with a passkey', async () => {
    const { page, foreign, errors } = await journey.enter('editor');
    const session = await page.context().newCDPSession(page);
    await session.send('WebAuthn.enable');
    await session.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
    await page.goto('/');
    await page.evaluate(`(async () => {
      const post = async (path, body) => {
        const headers = { 'content-type': 'application/json' };
        const answer = await fetch('/api/v1' + path, { method: 'POST', headers, body: JSON.stringify(body) });
        return (await answer.json()).data;
      };
      const options = await post('/passkeys/options', { password: ${JSON.stringify(PASSWORD)} });
      const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
      const credential = await navigator.credentials.create({ publicKey });
      await post('/passkeys', { response: credential.toJSON() });
      await fetch('/api/v1/session', { method: 'DELETE' });
    })()`);
    await page.goto('/attention');
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await page.waitForURL('**/attention');
    expect([foreign, errors]).toEqual([[], []]);
  });
});
