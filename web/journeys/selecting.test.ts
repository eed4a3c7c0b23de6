/** Several posts at once: selected by keys, labelled, and what became of each. */
import type { Page } from 'playwright-core';
import { afterAll, describe, expect, test } from 'vitest';
import { getPost, planOn } from '../../server/test/support/posts.ts';
import { connectSandbox } from '../../server/test/support/sandbox.ts';
import { hasChromium, openJourney, said } from './journey.ts';

/** It is Friday, 15 January 2027, 12:00 in UTC. */
describe.skipIf(!hasChromium)('selected posts', async () => {
  const journey = await openJourney();
  const { service } = journey;
  const channel = await connectSandbox(service, 'tower');
  afterAll(() => journey.close());

  const plan = planOn(service, channel);
  const chip = (page: Page, text: string | RegExp) => page.getByRole('link', { name: text });
  const labelsOf = async (post: { id: number }) =>
    (await service.call('getPost', { params: { id: post.id } })).data.labels.map(({ name }) => name);

  test('grow and shrink with shift and the arrows, and each step is spoken', async () => {
    for (const [day, hour] of [
      [18, '08'],
      [18, '09'],
      [20, '08'],
      [20, '10'],
    ])
      await plan(`Bell ${day} at ${hour}`, `2027-01-${day}T${hour}:00:00Z`);
    const { page, settled, foreign, errors } = await journey.enter();
    const selected = () => page.locator('[data-selected]').evaluateAll((all) => all.length);
    for (const view of ['week', 'month']) {
      await page.goto(`/?view=${view}&day=2027-01-18`);
      await chip(page, 'Bell 18 at 09').focus();
      await settled();
      await page.keyboard.press('Shift+ArrowDown');
      await said(page, '2 selected');
      await page.locator(':focus').getByText('Bell 20 at 08').waitFor();
      await page.keyboard.press('Shift+ArrowDown');
      await said(page, '3 selected');
      await chip(page, 'Bell 20 at 10 selected, Scheduled, tower').waitFor();
      await page.keyboard.press('Shift+ArrowUp');
      await said(page, '2 selected');
      await page.keyboard.press('Shift+ArrowLeft');
      // The first of its day: what lies between is selected now.
      await page.locator(':focus').getByText('Bell 18 at 08').waitFor();
      await said(page, '2 selected');
      await page.keyboard.press('Shift+ArrowLeft');
      expect(await selected()).toBe(2);
      await page.keyboard.press('Escape');
      await said(page, '0 selected');
      expect(await selected()).toBe(0);

      // What was selected before stays, and a cleared selection has no beginning.
      await chip(page, 'Bell 20 at 10').focus();
      await page.keyboard.press('x');
      await said(page, '1 selected');
      await chip(page, 'Bell 18 at 08').focus();
      await page.keyboard.press('Shift+ArrowDown');
      await said(page, '3 selected');
      await chip(page, 'Bell 20 at 10 selected').waitFor();
      await page.keyboard.press('Escape');
      await said(page, '0 selected');
      await page.keyboard.press('Shift+ArrowDown');
      await said(page, '2 selected');
      await chip(page, 'Bell 18 at 09 selected').waitFor();
      await chip(page, 'Bell 20 at 08 selected').waitFor();
      await page.keyboard.press('Escape');
      await said(page, '0 selected');
      // The second of its day, from the second of another.
      await chip(page, 'Bell 20 at 10').focus();
      await page.keyboard.press('Shift+ArrowLeft');
      await page.locator(':focus').getByText('Bell 18 at 09').waitFor();
      await said(page, '3 selected');
      await page.keyboard.press('Escape');
      await said(page, '0 selected');
    }
    expect([foreign, errors]).toEqual([[], []]);
  });

  test('are let go by Escape wherever the focus is, which returns to the first of them', async () => {
    await plan('Organ one', '2027-03-08T08:00:00Z');
    await plan('Organ two', '2027-03-09T08:00:00Z');
    const { page, foreign, errors } = await journey.enter();
    await page.goto('/?view=week&day=2027-03-08');
    await chip(page, 'Organ one').focus();
    await page.keyboard.press('Shift+ArrowDown');
    const bar = page.getByRole('region', { name: 'Selected posts' });
    await bar.getByRole('button', { name: 'A day later' }).click();
    await said(page, '2 posts moved.');
    // An overlay above the bar takes the key first.
    await bar.getByRole('button', { name: 'Label', exact: true }).click();
    await page.getByRole('combobox', { name: 'Find or create a label' }).press('Escape');
    await bar.getByRole('button', { name: 'Label', exact: true }).and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Escape');
    await bar.waitFor({ state: 'detached' });
    await page.locator(':focus').getByText('Organ one').waitFor();
    expect(await page.locator('[data-selected]').count()).toBe(0);
    expect([foreign, errors]).toEqual([[], []]);
  });

  test('get labels and lose them together', async () => {
    const posts = [
      await plan('Market one', '2027-02-22T08:00:00Z'),
      await plan('Market two', '2027-02-23T08:00:00Z'),
    ];
    await service.call('createLabel', { body: { name: 'Fair', color: 'purple' } });
    const { data: spring } = await service.call('createLabel', { body: { name: 'Spring', color: 'green' } });
    await service.call('patchPost', {
      params: { id: posts[0]?.id ?? 0 },
      body: { label_ids: [spring.id] },
    });
    const { page, foreign, errors } = await journey.enter();
    await page.goto('/?view=week&day=2027-02-22');
    await chip(page, 'Market one').focus();
    await page.keyboard.press('Shift+ArrowDown');
    const bar = page.getByRole('region', { name: 'Selected posts' });
    await bar.getByRole('button', { name: 'Label', exact: true }).click();
    const field = page.getByRole('combobox', { name: 'Find or create a label' });
    await page.getByRole('option', { name: 'Spring on some of them' }).waitFor();
    await field.fill('Fair');
    await field.press('Enter');
    await page.getByRole('option', { name: 'Fair', selected: true }).waitFor();
    await expect.poll(() => Promise.all(posts.map(labelsOf))).toEqual([['Fair', 'Spring'], ['Fair']]);
    await chip(page, /Market one .*, labels (Fair and Spring|Spring and Fair)$/).waitFor();
    // Undone only where it was new.
    await field.fill('Spring');
    await field.press('Enter');
    await expect
      .poll(() => Promise.all(posts.map(labelsOf)))
      .toEqual([
        ['Fair', 'Spring'],
        ['Fair', 'Spring'],
      ]);
    await field.press('Escape');
    await chip(page, 'Market one').focus();
    await page.keyboard.press('u');
    await expect.poll(() => Promise.all(posts.map(labelsOf))).toEqual([['Fair', 'Spring'], ['Fair']]);
    expect([foreign, errors]).toEqual([[], []]);
  });

  test('say of each why it did not change, with a link to it', async () => {
    // Its time has passed: it goes out now.
    const out = await plan('Already out', '2027-01-15T11:00:00Z');
    await service.publishDue();
    const ahead = await plan('Still ahead', '2027-01-16T11:00:00Z');
    await plan('Beside it', '2027-01-16T15:00:00Z');
    const { page, foreign, errors } = await journey.enter();
    await page.goto('/?view=week&day=2027-01-15');
    await chip(page, 'Already out').focus();
    await page.keyboard.press('Shift+ArrowDown');
    const bar = page.getByRole('region', { name: 'Selected posts' });
    await bar.getByRole('button', { name: 'A week later' }).click();
    await said(page, '1 post moved, 1 not: ');
    expect((await getPost(service, ahead)).scheduled_at).toBe('2027-01-23T11:00:00.000000Z');
    await page.getByText('Show the post that did not change').click();
    const line = page.getByRole('listitem').filter({ hasText: 'Already out' }).last();
    expect(await line.textContent()).toBe(
      'Fri 15 Jan, 12:00Already outA post in the state “Published” cannot be moved.',
    );
    await line.getByRole('link', { name: /Already out/ }).click();
    await page.waitForURL(`**/posts/${out.id}`);

    // What failed stays in sight while more is done, until it is closed.
    await page.goBack();
    await chip(page, 'Beside it').focus();
    await page.keyboard.press('Escape');
    await page.keyboard.press('x');
    await bar.getByRole('button', { name: 'A day later' }).click();
    await said(page, '1 post moved.');
    await said(page, '1 post moved, 1 not: ');
    await page.getByRole('button', { name: 'Close' }).first().click();
    await page.getByText('1 post moved, 1 not: ').waitFor({ state: 'detached' });
    await said(page, '1 post moved.');
    expect([foreign, errors]).toEqual([[], []]);
  });
});
