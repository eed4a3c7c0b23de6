/** The operator sets, replaces and deletes the keys of networks' apps. */
import { startFake } from '@belfry/networks/pinterest/fake.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { givePassword, PASSWORD } from '../../server/test/support/browser.ts';
import { findFaults } from './faults.ts';
import { hasChromium, openJourney, type Person, said } from './journey.ts';
import { READ_ALL } from './offline.ts';

const SECRET = 'secret-of-belfry-0123456789';

describe.skipIf(!hasChromium)('the keys of networks', async () => {
  const network = await startFake();
  const journey = await openJourney({
    outboundAllow: [{ range: '127.0.0.0/8' }],
    networkEndpoints: { pinterest: network.server.url },
    networkApps: { x: { client_id: 'x', client_secret: SECRET } },
  });
  const { service } = journey;
  const redirect = `${service.origin}/connect/callback`;
  network.pinterest.oauth.apps.set('1500000', { secret: SECRET, redirectUri: redirect });
  afterAll(async () => {
    await journey.close();
    await network.server.close();
  });
  beforeEach(async () => {
    for (const table of ['grants', 'channels', 'sign_ins', 'operator_apps'])
      await service.db.rows(`delete from ${table}`);
  });

  /** Requests to the network's own page are the person's wish. */
  const expectClean = ({ foreign, errors }: Person) =>
    expect([foreign.filter((url) => !url.startsWith(network.server.url)), errors]).toEqual([[], []]);
  const appOf = async (family: string) =>
    (await service.call('listNetworkApps', {})).data.find((one) => one.family === family);
  const setPinterest = () =>
    service.call('setNetworkApp', {
      params: { family: 'pinterest' },
      body: { client_id: '1500000', client_secret: SECRET, tier: 'standard' },
    });
  const fill = async (page: Page, secret: string) => {
    await page.getByLabel('App ID').fill('1500000');
    await page.getByLabel('App secret').fill(secret);
    await page.getByLabel('Access').selectOption({ label: 'Standard' });
    await page.getByRole('button', { name: 'Save the keys' }).click();
  };

  test('the operator registers an app, mends a wrong key, connects an account, and deletes the keys', async () => {
    const person = await journey.enter();
    const { page } = person;
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto('/channels/connect?return_to=%2Fdrafts');
    const missing = page.getByRole('region', { name: 'Not set up here' });
    await missing.getByText('choose a network to set them').waitFor();
    await missing.getByRole('link', { name: 'Pinterest' }).press('Enter');
    await page.getByRole('heading', { name: 'App for Pinterest' }).waitFor();
    // Not on the link, which is gone: the heading, or the page if it took long.
    await page.locator('main h1:focus, main:focus').waitFor();
    const steps = page.getByRole('listitem').filter({ hasText: 'developers.pinterest.com' });
    expect(await steps.getByRole('link').getAttribute('href')).toBe('https://developers.pinterest.com/');
    expect(await steps.getByRole('link').getAttribute('target')).toBe('_blank');
    expect(await page.getByText(redirect).count()).toBe(1);
    await page.getByRole('button', { name: 'Copy: Redirect address' }).click();
    await page.getByRole('button', { name: 'Copied: Redirect address' }).waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(redirect);
    expect(await page.getByLabel('Redirect address').first().inputValue()).toBe(redirect);

    await page.getByRole('button', { name: 'Save the keys' }).click();
    await page.getByText('Fill this in.').first().waitFor();
    expect(await page.getByText('Fill this in.').count()).toBe(3);
    expect(await page.getByLabel('App secret').getAttribute('type')).toBe('password');
    await fill(page, 'not-the-secret');
    await said(page, 'The keys are saved.');
    const goOn = page.getByRole('button', { name: 'Continue to Pinterest' });
    await goOn.and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(/[?&]error=/);
    await page.getByRole('alert').waitFor();

    await page.getByRole('link', { name: 'Keys of the app' }).click();
    await page.getByText('The keys are set since').waitFor();
    await page.getByRole('button', { name: 'Replace the keys' }).click();
    await page.getByLabel('App ID').and(page.locator(':focus')).waitFor();
    expect(await page.getByLabel('App ID').inputValue()).toBe('');
    expect(await page.getByLabel('Access').inputValue()).toBe('');
    await fill(page, SECRET);
    await goOn.and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(({ pathname, search }) => pathname === '/drafts' && search === '');
    await said(page, 'Connected: Town bells (@townbells).');

    const [channel] = (await service.call('listChannels', {})).data;
    await page.goto(`/channels/connect?channel=${channel?.id}&return_to=%2Fdrafts`);
    await page.getByRole('link', { name: 'Keys of the app' }).click();
    await page.getByRole('heading', { name: 'App for Pinterest' }).waitFor();
    await page.getByRole('link', { name: 'Connect Pinterest' }).click();
    await page.getByRole('heading', { name: 'Connect Town bells on Pinterest again' }).waitFor();

    await page.goto('/channels/connect?network=pinterest&keys=1');
    const remove = async () => {
      await page.getByRole('button', { name: 'Delete the keys' }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    };
    await remove();
    await page.getByRole('alert').getByText('1 channel of this installation still uses this app').waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await service.db.rows('delete from grants');
    await remove();
    await said(page, 'The keys are deleted.');
    await page.getByRole('button', { name: 'Save the keys' }).waitFor();
    expect(await appOf('pinterest')).toMatchObject({ is_configured: false });
    expectClean(person);
  });

  test('a key that the service refuses is named at its field, and what was typed stays', async () => {
    const person = await journey.enter();
    const { page } = person;
    await page.goto('/channels/connect?network=threads');
    await page.getByText('Facebook, Instagram and Threads share this app and its keys.').waitFor();
    for (const name of ['Address for removed permissions', 'Address for requests to delete data'])
      expect(await page.getByLabel(name).first().inputValue()).toContain('/network-apps/meta/');
    await page.getByRole('button', { name: 'Save the keys' }).click();
    await page.getByRole('alert').getByText('Enter the keys of at least one app.').waitFor();
    await page.getByLabel('Threads app ID').fill('12345');
    await page.getByLabel('Threads app secret').fill(SECRET);
    await page.getByLabel('Comments').uncheck();
    await page.getByLabel('Deleting posts').check();
    const version = page.getByLabel('Version of the Graph API');
    await version.fill('newest');
    await page.getByRole('button', { name: 'Save the keys' }).click();
    await page.getByText('This is not in the expected form.').waitFor();
    expect(await version.getAttribute('aria-invalid')).toBe('true');
    expect(await page.getByLabel('Threads app secret').inputValue()).toBe(SECRET);
    expect(await page.getByRole('alert').count()).toBe(0);
    await version.fill('v25.0');
    const sent = page.waitForRequest((request) => request.method() === 'PUT');
    await page.getByRole('button', { name: 'Save the keys' }).click();
    expect((await sent).postDataJSON()).toEqual({
      threads_app_id: '12345',
      threads_app_secret: SECRET,
      products: ['insights', 'removal'],
      tier: 'live',
      graph_version: 'v25.0',
    });
    await page.getByRole('button', { name: 'Continue to Threads' }).waitFor();
    expectClean(person);
  });

  test('keys outlast a sign-in that ends, and are kept nowhere in the browser', async () => {
    const person = await journey.enter();
    const { page } = person;
    await page.goto('/channels/connect?network=pinterest');
    await page.getByLabel('App ID').waitFor();
    await page.context().clearCookies();
    await fill(page, SECRET);
    const sheet = page.getByRole('dialog');
    await sheet.getByLabel('Password').fill(PASSWORD);
    await sheet.getByRole('button', { name: 'Sign in', exact: true }).click();
    await sheet.waitFor({ state: 'detached' });
    expect(await page.getByLabel('App secret').inputValue()).toBe(SECRET);
    await page.getByRole('button', { name: 'Save the keys' }).click();
    await page.getByRole('button', { name: 'Continue to Pinterest' }).waitFor();
    const stores = '[JSON.stringify(localStorage), JSON.stringify(sessionStorage)]';
    const kept = [await page.evaluate(stores), await page.evaluate(READ_ALL), page.url()];
    expect(JSON.stringify(kept)).not.toContain(SECRET);
    expectClean(person);
  });

  test('keys of the environment have no form, and optional keys are offered beside the form', async () => {
    const person = await journey.enter();
    const { page } = person;
    await page.goto('/channels/connect?network=x');
    await page.getByRole('link', { name: 'Keys of the app' }).click();
    await page.getByText('The environment variable NETWORK_APPS sets these keys').waitFor();
    expect(await page.getByRole('textbox').count()).toBe(1);
    expect(await page.getByRole('button', { name: /keys$/ }).count()).toBe(0);
    await page.getByRole('link', { name: 'Connect X' }).click();
    await page.getByRole('button', { name: 'Continue to X' }).waitFor();
    await page.getByRole('link', { name: 'All networks' }).click();
    const telegram = page.getByRole('listitem').filter({ hasText: 'Telegram' });
    await telegram.getByRole('link', { name: 'Keys of the app' }).click();
    await page.getByText('Accounts of Telegram can be connected without these keys.').waitFor();
    await page.getByLabel('Token of the bot').fill('123456789:AAH0123456789012345678901234567890123');
    await page.getByRole('button', { name: 'Save the keys' }).click();
    await page.getByRole('button', { name: 'Continue to Telegram' }).and(page.locator(':focus')).waitFor();
    expect(await appOf('telegram')).toMatchObject({ source: 'stored' });
    expectClean(person);
  });

  test('everybody else sees the page as before, also if the apps cannot be read', async () => {
    const expectPlain = async ({ page, settled }: Person) => {
      await page.goto('/channels/connect');
      await page.getByText(/not set on this Belfry.*docs\/network-apps\.md/).waitFor();
      await settled();
      expect(await page.getByRole('link', { name: /Pinterest|Keys of the app/ }).count()).toBe(0);
      await page.goto('/channels/connect?network=pinterest&keys=1');
      await page.getByText('Pinterest cannot be connected here yet').waitFor();
      await page.goto('/channels/connect?network=x&keys=1');
      await page.getByRole('button', { name: 'Continue to X' }).waitFor();
      await settled();
      expect(await page.getByRole('link', { name: 'Keys of the app' }).count()).toBe(0);
    };
    const admin = await journey.enter('admin');
    await expectPlain(admin);
    expectClean(admin);

    const other = await service.inWorkspace();
    const stranger = await journey.visit();
    await stranger.page.goto('/sign-in?to=/channels/connect');
    await stranger.page.getByLabel('E-mail address').fill(await givePassword(service.db, other.userId));
    await stranger.page.getByLabel('Password').fill(PASSWORD);
    await stranger.page.keyboard.press('Enter');
    await stranger.page.waitForURL(({ pathname }) => pathname === '/channels/connect');
    await expectPlain(stranger);
    expectClean(stranger);

    const owner = await journey.enter();
    await owner.page.route(/\/api\/v1\/network-apps/, (route) =>
      route.fulfill({ status: 500, json: { code: 'internal', message: 'Something went wrong.' } }),
    );
    await expectPlain(owner);
    expectClean(owner);
  });

  test('a phone in German shows the English guide as such, and has no fault', async () => {
    await setPinterest();
    const viewport = { width: 320, height: 700 };
    const options = { locale: 'de-DE', viewport, bypassCSP: true, hasTouch: true } as const;
    const person = await journey.enter(undefined, options);
    const { page, settled } = person;
    await page.goto('/channels/connect?network=linkedin');
    await page.getByText('LinkedIn und LinkedIn Page teilen sich diese App').waitFor();
    await page.getByText('Diese Anleitung gibt es nur auf Englisch.').waitFor();
    expect(await page.locator('ol[lang="en"] > li').count()).toBe(5);
    expect(await findFaults(page)).toEqual([]);
    await page.getByRole('group', { name: 'Produkte' }).getByLabel('Share on LinkedIn').uncheck();
    await page.getByLabel('Sign In with LinkedIn using OpenID Connect').uncheck();
    await page.getByLabel('Client-ID').fill('bells');
    await page.getByLabel('Client-Secret').fill(SECRET);
    await page.getByRole('button', { name: 'Schlüssel speichern' }).click();
    await page.getByText('Bitte füllen Sie dieses Feld aus.').waitFor();
    expect(await findFaults(page)).toEqual([]);
    await page.goto('/channels/connect?network=pinterest&keys=1');
    await page.getByRole('button', { name: 'Schlüssel löschen' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Löschen' }).click();
    await said(page, 'Die Schlüssel sind gelöscht.');
    await settled();
    const width = await page.evaluate('document.documentElement.scrollWidth');
    expect(width).toBe(320);
    expectClean(person);
  });
});
