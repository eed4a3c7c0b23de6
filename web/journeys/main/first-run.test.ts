import { afterAll, describe, expect, test } from 'vitest';
import { sealAll } from '../../../server/test/support/events.ts';
import { hasChromium, openJourney } from '../journey.ts';

const SETUP = 'a token for the set-up';

describe.skipIf(!hasChromium)('the first run', async () => {
  const journey = await openJourney({ bare: true, setupToken: SETUP });
  afterAll(() => journey.close());

  test('says at its field what is wrong, before anything is sent', async () => {
    const { page, foreign, errors } = await journey.visit();
    await page.goto(`/setup?token=${encodeURIComponent(SETUP)}`);
    await page.getByRole('button', { name: 'Create' }).click();
    await page.getByLabel('Your name').and(page.locator(':focus')).waitFor();
    await expect.poll(() => page.getByText('Fill this in.').count()).toBe(3);
    await page.getByLabel('Your name').fill('Ada');
    await page.getByLabel('E-mail address').fill('ada');
    await page.getByLabel('Password').fill('bells');
    await page.getByRole('button', { name: 'Create' }).click();
    await page.getByText('This is not an e-mail address.').waitFor();
    await page.getByText('At least 10 characters.', { exact: true }).waitFor();
    await expect.poll(() => page.getByText('Fill this in.').count()).toBe(0);
    const zones = await page.getByLabel('Time zone').getByRole('option').allTextContents();
    expect(zones).toEqual(expect.arrayContaining(['Europe/Kyiv', 'Asia/Kolkata', 'Asia/Yangon']));
    for (const former of ['Europe/Kiev', 'Asia/Calcutta', 'Asia/Rangoon'])
      expect(zones).not.toContain(former);
    expect([foreign, errors]).toEqual([[], []]);
  });

  test('leads from the printed link to a published post with four clicks and three fields', async () => {
    const { page, foreign, errors } = await journey.visit();
    await page.goto(`/setup?token=${encodeURIComponent(SETUP)}`);
    await page.getByLabel('Your name').fill('Ada');
    await page.getByLabel('E-mail address').fill('ada@example.org');
    await page.getByLabel('Password').fill('correct horse battery');
    expect(page.url()).not.toContain('token');
    await page.getByLabel('Time zone').selectOption('Europe/Kyiv');
    await page.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('heading', { name: 'Sandbox, no account needed' }).waitFor();
    await page.getByLabel('Username').fill('جرس');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByText('This is not in the expected form.').waitFor();
    await page.getByText('At most 30 letters a–z, digits and underscores.').waitFor();
    await page.getByLabel('Username').fill('tower');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.waitForURL('**/write**');
    await page.getByRole('button', { name: 'Publish now' }).click();
    await page.waitForURL('**/posts/**');
    await page.getByRole('button', { name: 'Stop' }).waitFor();
    await journey.advance('11 seconds');
    await journey.service.publishDue();
    await page.getByRole('heading', { name: 'Published' }).waitFor();
    expect([foreign, errors]).toEqual([[], []]);

    await sealAll(journey.service.db);
    const steps = page.getByRole('region', { name: 'What comes next' }).getByRole('article');
    const names = () => steps.getByRole('heading').allTextContents();
    await expect.poll(names).toEqual(['Connect an account', 'Set posting times', 'Invite people']);
    await page.getByRole('link', { name: 'Calendar' }).first().click();
    await steps.getByRole('button', { name: 'Put away: Connect an account' }).click();
    await steps.getByRole('button', { name: 'Invite people', exact: true }).click();
    const invitation = page.getByRole('dialog');
    await invitation.getByLabel('E-mail address').fill('bob@example.org');
    await invitation.getByRole('button', { name: 'Invite' }).click();
    const link = invitation.getByLabel('Link of the invitation');
    expect(await link.inputValue()).toContain('/invite#');
    expect(await page.evaluate('document.activeElement.scrollLeft')).toBe(0);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await invitation.getByRole('button', { name: 'Copy' }).click();
    await invitation.getByRole('button', { name: 'Copied' }).waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(await link.inputValue());
    await invitation.getByRole('button', { name: 'Done' }).press('Enter');
    await page.locator('main h1:focus').waitFor();
    await expect.poll(names).toEqual(['Set posting times']);
    await steps.getByRole('link', { name: 'Set posting times' }).click();
    await page.getByRole('radio', { name: 'By weekday' }).check();
    await page.getByRole('button', { name: 'Sunday, 08:00, not set' }).click();
    await page.getByRole('link', { name: 'Calendar' }).first().click();
    await page.getByRole('button', { name: 'Today' }).waitFor();
    await expect.poll(() => steps.count()).toBe(0);
    expect([foreign, errors]).toEqual([[], []]);
  });
});
