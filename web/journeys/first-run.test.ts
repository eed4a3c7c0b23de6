import { afterAll, describe, expect, test } from 'vitest';
import { hasChromium, openJourney } from './journey.ts';

const SETUP = 'a token for the set-up';

describe.skipIf(!hasChromium)('the first run', async () => {
  const journey = await openJourney({ bare: true, setupToken: SETUP });
  afterAll(() => journey.close());

  test('leads from the printed link to a published post with four clicks and three fields', async () => {
    const { page, foreign, errors } = await journey.visit();
    await page.goto(`/setup?token=${encodeURIComponent(SETUP)}`);
    await page.getByLabel('Your name').fill('Ada');
    await page.getByLabel('E-mail address').fill('ada@example.org');
    await page.getByLabel('Password').fill('correct horse battery');
    expect(page.url()).not.toContain('token');
    await page.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.waitForURL('**/write**');
    await page.getByRole('button', { name: 'Publish now' }).click();
    await page.waitForURL('**/posts/**');
    await page.getByRole('button', { name: 'Stop' }).waitFor();
    await journey.advance('11 seconds');
    await journey.service.publishDue();
    await page.getByRole('heading', { name: 'Published' }).waitFor();
    expect([foreign, errors]).toEqual([[], []]);
  });
});
