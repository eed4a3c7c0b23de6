/** Signing in with an OpenID provider, and with a second factor. */
import type { Page } from 'playwright-core';
import { afterAll, describe, expect, test } from 'vitest';
import { emailOf, PASSWORD, signIn, signInAs } from '../../server/test/support/browser.ts';
import { findFreePort } from '../../server/test/support/free-port.ts';
import { createPassage } from '../../server/test/support/openid-people.ts';
import { openProvider } from '../../server/test/support/openid-provider.ts';
import { openAuthenticatorApp } from '../../server/test/support/second-factor.ts';
import { hasChromium, openJourney, type Person } from './journey.ts';

describe.skipIf(!hasChromium)('signing in', async () => {
  const port = await findFreePort();
  const publicUrl = `http://localhost:${port}`;
  const provider = await openProvider(publicUrl);
  const journey = await openJourney({ port, publicUrl, openId: provider.settings });
  const { service } = journey;
  // The provider uses the clock of this machine.
  await service.clock.set(new Date().toISOString());
  afterAll(async () => {
    await journey.close();
    await provider.close();
  });

  /** Requests to the provider are the person's wish. */
  const expectClean = ({ foreign, errors }: Person) =>
    expect([foreign.filter((url) => !url.startsWith(provider.settings.issuer)), errors]).toEqual([[], []]);
  /** A browser whose person the provider takes for this one. */
  const visitAs = (login: string) => journey.visit({ extraHTTPHeaders: { 'x-login': login } });
  const signOut = async (page: Page) => {
    await page.getByTitle('Your settings').click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.waitForURL('**/sign-in');
  };

  test('with a provider leads to the place that was asked for, and a stranger is refused', async () => {
    const member = await signInAs(service, 'editor');
    provider.people.set('grace', { email: 'grace@id.example', email_verified: true });
    await createPassage(service, provider).link(member, 'grace');
    const grace = await visitAs('grace');
    await grace.page.goto('/drafts');
    await grace.page.getByRole('link', { name: 'Sign in with Example' }).click();
    await grace.page.waitForURL('**/drafts');
    await grace.page.getByTitle('Your settings').waitFor();
    expectClean(grace);

    provider.people.set('mallory', { email: 'mallory@id.example', email_verified: true });
    const mallory = await visitAs('mallory');
    await mallory.page.goto('/sign-in');
    await mallory.page.getByRole('link', { name: 'Sign in with Example' }).click();
    await mallory.page.getByRole('alert').getByText('No user here signs in this way').waitFor();
    expect(new URL(mallory.page.url()).pathname).toBe('/sign-in');
    expectClean(mallory);
  });

  test('with a provider accepts an invitation', async () => {
    const body = { email: 'linus@people.example', role: 'author' } as const;
    const { data } = await service.call('createInvitation', { body });
    provider.people.set('linus', { name: 'Linus' });
    const linus = await visitAs('linus');
    await linus.page.goto(data.link ?? '');
    await linus.page.getByRole('button', { name: 'Sign in with Example' }).click();
    await linus.page.waitForURL((url) => url.origin === service.origin && url.pathname === '/');
    await linus.page.getByTitle('Your settings').getByText('Linus').waitFor();
    expectClean(linus);
  });

  test('with a second factor asks for a code: a wrong one, a right one, and a recovery code once', async () => {
    const member = await signInAs(service, 'editor');
    const email = await emailOf(member);
    const { data } = await member.call('beginTwoFactor', { body: { password: PASSWORD } });
    const codeAt = openAuthenticatorApp(data.otpauth_url);
    const codeNow = () => codeAt(service.clock.now());
    const confirmed = await member.call('confirmTwoFactor', { body: { code: codeNow() } });
    const [recovery = ''] = confirmed.data.recovery_codes;
    const person = await journey.visit();
    const { page } = person;
    const field = page.getByRole('textbox', { name: 'Code' });
    const enter = async (to: string) => {
      await page.goto(`/sign-in?to=${to}`);
      await page.getByLabel('E-mail address').fill(email);
      await page.getByLabel('Password').fill(PASSWORD);
      expect(await field.count()).toBe(0);
      await page.keyboard.press('Enter');
      await page.locator('input[name="code"]:focus').waitFor();
    };
    const say = async (code: () => string) => {
      // Each guess makes the next one wait.
      await journey.advance('1 minute');
      await field.fill(code());
      await page.keyboard.press('Enter');
    };

    await enter('/drafts');
    await say(() => '000000');
    await page.getByRole('alert').getByText('This code is wrong').waitFor();
    await say(codeNow);
    await page.waitForURL('**/drafts');
    await signOut(page);
    await enter('/attention');
    await say(() => recovery);
    await page.waitForURL('**/attention');
    await signOut(page);
    await enter('/attention');
    await say(() => recovery);
    await page.getByRole('alert').getByText('This code is wrong').waitFor();
    await expect(signIn(service, email)).rejects.toThrow();
    expectClean(person);
  });
});
