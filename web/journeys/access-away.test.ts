/** What is shown without a connection: nothing that axe finds. */
import { afterAll, describe, expect, test } from 'vitest';
import { createPost, scheduledFor } from '../../server/test/support/posts.ts';
import { connectSandbox } from '../../server/test/support/sandbox.ts';
import { findFaults } from './faults.ts';
import { hasChromium, openJourney } from './journey.ts';

describe.skipIf(!hasChromium)('without a connection, every screen', async () => {
  const journey = await openJourney();
  const { service } = journey;
  afterAll(() => journey.close());
  const channel = await connectSandbox(service);
  const post = { scheduled_at: '2027-01-16T09:00:00Z', content: 'Bells at nine' };
  await createPost(service, scheduledFor([channel], post));

  test.each([
    ['light', 1440],
    ['dark', 320],
  ] as const)('has no fault: %s, %d px', async (colorScheme, width) => {
    const viewport = { width, height: 700 };
    const options = { bypassCSP: true, colorScheme, viewport, serviceWorkers: 'allow' } as const;
    const { page, settled, foreign, errors } = await journey.enter(undefined, options);
    const faults: string[] = [];
    const look = async (what: string) => {
      faults.push(...(await findFaults(page)).map((fault) => `${what} ${fault}`));
    };
    await page.goto('/?view=week&day=2027-01-16');
    await page.evaluate('navigator.serviceWorker.ready.then(() => undefined)');
    await page.reload();
    const link = page.getByRole('link', { name: /Bells at nine/ });
    await link.waitFor();
    await settled();
    await page.context().setOffline(true);
    await page.getByRole('status').getByText('Offline').waitFor();
    await look('calendar');
    await link.focus();
    await page.getByRole('button', { name: 'More for Bells at nine' }).click();
    await page.getByRole('group', { name: 'Needs a connection' }).waitFor();
    await look('menu');
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'New post' }).first().click();
    await page.getByRole('textbox', { name: 'Text' }).fill('Only here');
    await page.getByText('Only on this device').waitFor();
    await look('composer');
    await page.getByTitle(width > 600 ? 'Your settings' : 'More').click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByRole('alertdialog').waitFor();
    await look('sign-out');
    expect([faults, foreign, errors]).toEqual([[], [], []]);
  });
});
