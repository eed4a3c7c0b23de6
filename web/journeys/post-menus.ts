/** Ways to what opens for posts of the calendar. */
import type { Page } from 'playwright-core';

export async function openMenu(page: Page): Promise<void> {
  await page.getByRole('link', { name: /Grüße/ }).focus();
  await page
    .getByRole('button', { name: /^More for/ })
    .first()
    .click();
}

/** A published post does not move. */
export async function selectPublished(page: Page): Promise<void> {
  await page
    .getByRole('link', { name: /Published, / })
    .first()
    .focus();
  await page.keyboard.press('x');
}

export async function openLabels(page: Page): Promise<void> {
  await page.getByRole('link', { name: /Grüße/ }).focus();
  await page.keyboard.press('x');
  const bar = page.getByRole('region', { name: 'Selected posts' });
  await bar.getByRole('button', { name: 'Label' }).click();
}

export async function openMove(page: Page): Promise<void> {
  await openMenu(page);
  await page.getByRole('menuitem', { name: 'Move to …' }).click();
}
