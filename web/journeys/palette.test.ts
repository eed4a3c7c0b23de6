import type { Locator } from 'playwright-core';
import { afterAll, describe, expect, test } from 'vitest';
import { createPost, scheduledFor } from '../../server/test/support/posts.ts';
import { connectSandbox } from '../../server/test/support/sandbox.ts';
import { hasChromium, openJourney } from './journey.ts';

describe.skipIf(!hasChromium)('the palette and the keys', async () => {
  const journey = await openJourney();
  const { service } = journey;
  const channel = await connectSandbox(service);
  const at = '2027-01-16T09:00:00Z';
  const post = await createPost(
    service,
    scheduledFor([channel], { scheduled_at: at, content: 'Bells ring' }),
  );
  await createPost(service, { status: 'draft', content: 'Élan of bells', targets: [] });
  afterAll(() => journey.close());

  async function open(path: string, role?: 'viewer') {
    const person = await journey.enter(role);
    const { page } = person;
    await page.goto(path);
    await page.getByRole('main').first().waitFor();
    await person.settled();
    const ask = async (words: string) => {
      // The one before may still be closing, and a new place may be about to take the focus.
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await person.settled();
      await page.keyboard.press('Control+k');
      const field = page.getByRole('combobox', { name: 'Find or do anything' });
      await field.fill(words);
      return page.getByRole('option');
    };
    return { ...person, ask };
  }

  test('leads to a place, a channel and a post by their words, and is called again by what was used', async () => {
    const { page, ask, foreign, errors } = await open('/');
    await (await ask('Connéct ACC')).first().waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL('**/channels/connect');
    await (await ask('sandbox')).filter({ hasText: '@' }).click();
    await page.waitForURL(`**/channels/${channel.id}`);
    await (await ask('bells ring'))
      .filter({ hasText: `Scheduled · Sat 16 Jan, 09:00 · ${channel.username}` })
      .waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/posts/${post.id}`);
    await (await ask('elan')).filter({ hasText: 'Draft' }).click();
    await page.waitForURL('**/write/*');
    // Also in the midst of writing.
    await page.getByRole('textbox').first().press('Control+k');
    const recent = page.getByRole('group', { name: 'Recent' }).getByRole('option');
    expect(await recent.first().textContent()).toContain('Sandbox');
    expect([foreign, errors]).toEqual([[], []]);
  });

  test('acts on the post that has the focus, and gives it back', async () => {
    const { page, ask, foreign, errors } = await open('/?view=week&day=2027-01-16');
    const link = page.locator(`[data-post="${post.id}"] a`).first();
    await link.focus();
    await (await ask('move to')).filter({ hasText: 'Move to …' }).click();
    const dialog = page.getByRole('alertdialog', { name: /Move/ });
    await dialog.locator(':focus').first().waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await page.locator(`[data-post="${post.id}"] a:focus`).waitFor();
    await page.keyboard.press('Control+k');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.locator(`[data-post="${post.id}"] a:focus`).waitFor();
    expect([foreign, errors]).toEqual([[], []]);
  });

  test('leaves the focus where an act puts it', async () => {
    const { page, ask, settled, foreign, errors } = await open('/?view=week&day=2027-01-16');
    const link = page.locator(`[data-post="${post.id}"] a`).first();
    await link.focus();
    await (await ask('show all keys')).click();
    const keys = page.getByRole('dialog', { name: 'Keys' });
    await keys.getByRole('checkbox').waitFor();
    await page.keyboard.press('Escape');
    await keys.waitFor({ state: 'detached' });
    await page.locator(`[data-post="${post.id}"] a:focus`).waitFor();
    await (await ask('search posts here')).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.locator('[data-search]:focus').waitFor();
    await settled();
    await page.keyboard.type('bells');
    await expect.poll(() => page.locator('[data-search]').inputValue()).toBe('bells');
    expect([foreign, errors]).toEqual([[], []]);
  });

  test('what an act opens on a phone gives the focus back to what had it before the palette', async () => {
    const { page, settled, foreign, errors } = await journey.enter(undefined, {
      viewport: { width: 390, height: 800 },
    });
    await page.goto('/?view=list&day=2027-01-16');
    const link = page.locator(`[data-post="${post.id}"] a`).first();
    await link.waitFor();
    await settled();
    await link.focus();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Find or do anything' }).fill('notices');
    await page.getByRole('option', { name: 'Notices' }).click();
    const notices = page.getByRole('dialog', { name: 'Notices' });
    await notices.waitFor();
    await settled();
    await page.keyboard.press('Escape');
    await notices.waitFor({ state: 'detached' });
    await page.locator(`[data-post="${post.id}"] a:focus`).waitFor();
    expect([foreign, errors]).toEqual([[], []]);
  });

  test('offers a viewer nothing that writes', async () => {
    const { page, ask, foreign, errors } = await open('/', 'viewer');
    await (await ask('calendar')).first().waitFor();
    await page.getByRole('combobox').fill('new post');
    await page.getByText('Nothing fits these words.').waitFor();
    expect([foreign, errors]).toEqual([[], []]);
  });

  test('all keys are listed, and those of a single character can be switched off', async () => {
    const { page, foreign, errors } = await open('/?view=week&day=2027-01-16');
    await page.keyboard.press('?');
    const list = page.getByRole('dialog', { name: 'Keys' });
    await list.getByText('Go to today').waitFor();
    await list.getByText('Show all keys').waitFor();
    await list.and(page.locator(':focus')).waitFor();
    expect(await page.evaluate(`document.activeElement.scrollTop`)).toBe(0);
    // What acts on the list stays in sight while the list scrolls.
    await page.setViewportSize({ width: 1440, height: 500 });
    const inSight = (one: Locator) =>
      one.boundingBox().then((box) => box !== null && box.y + box.height < 500);
    expect(await inSight(list.getByRole('checkbox'))).toBe(true);
    expect(await inSight(list.getByRole('button', { name: 'Close' }))).toBe(true);
    await page.setViewportSize({ width: 1440, height: 900 });
    await list.getByRole('checkbox').uncheck();
    await list.getByText('Go to today').waitFor({ state: 'detached' });
    await page.keyboard.press('Escape');
    await list.waitFor({ state: 'detached' });
    for (const key of ['n', '?', '1']) await page.keyboard.press(key);
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Find or do anything' }).waitFor();
    expect(new URL(page.url()).search).toContain('view=week');
    expect([foreign, errors]).toEqual([[], []]);
  });
});
