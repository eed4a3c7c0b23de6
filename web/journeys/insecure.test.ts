import { afterAll, describe, expect, test } from 'vitest';
import { givePassword, PASSWORD } from '../../server/test/support/browser.ts';
import { connectSandbox } from '../../server/test/support/sandbox.ts';
import { hasChromium, openJourney } from './journey.ts';

/** Browsers trust http at `localhost` only. */
const HOST = 'belfry.test';

describe.skipIf(!hasChromium)('over http, away from localhost', async () => {
  const journey = await openJourney({ hosts: [HOST] });
  const { service } = journey;
  const email = await givePassword(service.db, service.userId);
  await connectSandbox(service);
  const { port } = new URL(service.origin);
  const origin = `http://${HOST}:${port}`;
  // Only the browser finds this host.
  Object.assign(service.ctx.config, { publicUrl: origin });
  afterAll(() => journey.close());

  test('a person signs in, writes, schedules and finds the post', async () => {
    const { page, foreign, errors } = await journey.visit({ baseURL: origin });
    await page.goto('/write');
    await page.getByLabel('E-mail address').fill(email);
    expect(
      await page.evaluate('[isSecureContext, typeof crypto.randomUUID, typeof navigator.clipboard]'),
    ).toEqual([false, 'undefined', 'undefined']);
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('textbox', { name: 'Text' }).fill('Without a lock');
    await page.waitForURL(/\/write\/\d+$/);
    await page.getByText(/^Saved/).waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Find or do anything' }).fill('without');
    await page.getByRole('option').filter({ hasText: 'Draft' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Choose a time' }).click();
    await page.getByLabel('Day and time').fill('2031-12-10 18:30');
    await page.getByRole('button', { name: 'Set this time' }).click();
    await page.getByRole('button', { name: /^Schedule for/ }).click();
    await page.waitForURL(/\/posts\/\d+$/);
    const id = Number(page.url().split('/').at(-1));
    const { data } = await service.call('getPost', { params: { id } });
    expect(data).toMatchObject({ content: 'Without a lock', status: 'scheduled' });
    expect([foreign.filter((url) => !url.startsWith(origin)), errors]).toEqual([[], []]);
  });

  test('the operator selects the addresses that no page may copy', async () => {
    const { page, settled, foreign, errors } = await journey.visit({ baseURL: origin });
    await page.goto('/sign-in?to=%2Fchannels%2Fconnect%3Fnetwork%3Dx');
    await page.getByLabel('E-mail address').fill(email);
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    const address = page.getByLabel('Redirect address');
    await address.focus();
    await settled();
    expect(await page.getByRole('button', { name: 'Copy' }).count()).toBe(0);
    expect(await page.evaluate('getSelection().toString()')).toBe(`${origin}/connect/callback`);
    expect([foreign.filter((url) => !url.startsWith(origin)), errors]).toEqual([[], []]);
  });
});
