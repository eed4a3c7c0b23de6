import { networkInterfaces } from 'node:os';
import { afterAll, describe, expect, test } from 'vitest';
import { givePassword, PASSWORD } from '../../server/test/support/browser.ts';
import { findFreePort } from '../../server/test/support/free-port.ts';
import { connectSandbox } from '../../server/test/support/sandbox.ts';
import { hasChromium, openJourney } from './journey.ts';

/** An address of this machine at which browsers trust http as little as at any other. */
const address = Object.values(networkInterfaces())
  .flatMap((all) => all ?? [])
  .find(({ family, internal }) => family === 'IPv4' && !internal)?.address;

describe.skipIf(!hasChromium || address === undefined)('over http, away from localhost', async () => {
  const port = await findFreePort();
  const journey = await openJourney({ port, host: '0.0.0.0', publicUrl: `http://${address}:${port}` });
  const { service } = journey;
  const email = await givePassword(service.db, service.userId);
  await connectSandbox(service);
  afterAll(() => journey.close());

  test('a person signs in, writes, plans and finds the post', async () => {
    const { page, foreign, errors } = await journey.visit();
    await page.goto('/write');
    expect(
      await page.evaluate('[isSecureContext, typeof crypto.randomUUID, typeof navigator.clipboard]'),
    ).toEqual([false, 'undefined', 'undefined']);
    await page.getByLabel('E-mail address').fill(email);
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.waitForURL('**/write');
    await page.getByRole('textbox').first().fill('Without a lock');
    await page.waitForURL('**/write/*');
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Find or do anything' }).fill('without');
    await page.getByRole('option').filter({ hasText: 'Draft' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Notices' }).click();
    await page.getByText('Nothing has happened that you must know.').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Choose a time' }).click();
    await page.getByLabel('Day and time').fill('2031-12-10 18:30');
    await page.getByRole('button', { name: 'Set this time' }).click();
    await page.getByRole('button', { name: /^Schedule for/ }).click();
    await page.waitForURL(/\/posts\/\d+$/);
    expect([foreign, errors]).toEqual([[], []]);
  });
});
