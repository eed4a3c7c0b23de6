import type { Page } from 'playwright-core';
import { afterAll, describe, expect, test } from 'vitest';
import { sealAll } from '../../../server/test/support/events.ts';
import { createPost, getPost, planOn } from '../../../server/test/support/posts.ts';
import { connectSandbox } from '../../../server/test/support/sandbox.ts';
import { hasChromium, openJourney, said } from '../journey.ts';

/** It is Friday, 15 January 2027, 12:00 in UTC. */
describe.skipIf(!hasChromium)('planning in the calendar', async () => {
  const journey = await openJourney();
  const { service } = journey;
  const channel = await connectSandbox(service, 'tower');
  const setZone = (time_zone: string) => service.call('updateWorkspace', { body: { time_zone } });
  await setZone('Europe/Berlin');
  afterAll(() => journey.close());

  const plan = planOn(service, channel);
  const draft = (content: string) =>
    createPost(service, { status: 'draft', content, targets: [{ channel_id: channel.id }] });
  const timeOf = async (post: { id: number }) => (await getPost(service, post)).scheduled_at?.slice(0, 16);
  const chip = (page: Page, text: string) => page.getByRole('link', { name: text });
  /** Dragging is loaded after the first paint. */
  const untilDraggable = (page: Page) => page.locator('[draggable=true]').first().waitFor();

  test('a mouse moves posts, takes drafts off the shelf and puts posts back on it', async () => {
    const bells = await plan('Bells ring', '2027-01-18T08:00:00Z');
    const fog = await draft('Fog over the river');
    const { page, foreign, errors } = await journey.enter();
    await page.goto('/?view=week&day=2027-01-18');
    await untilDraggable(page);
    const nine = page.locator('[data-day="2027-01-20"] [data-hour="09:00"]');
    await chip(page, 'Bells ring').dragTo(nine, { targetPosition: { x: 40, y: 4 } });
    await said(page, 'Moved to');
    expect(await timeOf(bells)).toBe('2027-01-20T08:00');
    await page.keyboard.press('u');
    await page.locator('[data-day="2027-01-18"]').getByRole('link', { name: 'Bells ring' }).waitFor();
    await expect.poll(() => timeOf(bells)).toBe('2027-01-18T08:00');

    await page.keyboard.press('1');
    const cell = page.getByRole('gridcell', { name: 'Thursday 21 January' });
    const shelf = page.getByRole('complementary', { name: 'Drafts' });
    await shelf.getByRole('link', { name: 'Fog over the river' }).dragTo(cell);
    await said(page, 'Scheduled for');
    await cell.getByRole('link', { name: 'Fog over the river' }).waitFor();
    expect(await timeOf(fog)).toBe('2027-01-21T11:00');
    await chip(page, 'Bells ring').dragTo(shelf);
    await said(page, 'Moved to drafts');
    expect(await getPost(service, bells)).toMatchObject({ status: 'draft', scheduled_at: null });

    await cell
      .getByRole('link', { name: 'Fog over the river' })
      .dragTo(page.getByRole('gridcell', { name: 'Wednesday 13 January' }));
    await said(page, 'This time has passed');
    expect(await timeOf(fog)).toBe('2027-01-21T11:00');
    expect([foreign, errors]).toEqual([[], []]);
  });

  test('keys lift a post, speak each step, and delete and restore it', async () => {
    const fair = await plan('Fair on Saturday', '2027-02-10T08:00:00Z');
    const { page, foreign, errors } = await journey.enter();
    await page.goto('/?view=month&day=2027-02-10');
    await page.getByRole('gridcell', { name: 'Wednesday 10 February, 1 post' }).focus();
    await page.keyboard.press('ArrowDown');
    await page.locator(':focus').getByText('Fair on Saturday').waitFor();
    await page.keyboard.press('Space');
    await said(page, 'Lifted, Wed');
    await page.keyboard.press('ArrowRight');
    await said(page, 'Thu 11 Feb');
    await page.keyboard.press('ArrowDown');
    await said(page, 'Thu 18 Feb');
    await page.keyboard.press('Enter');
    await said(page, 'Moved to Thu 18 Feb');
    expect(await timeOf(fair)).toBe('2027-02-18T08:00');

    await page.keyboard.press('2');
    await page.keyboard.press(']');
    await chip(page, 'Fair on Saturday').focus();
    await page.keyboard.press('Space');
    await page.keyboard.press('ArrowDown');
    await said(page, '09:15');
    await page.keyboard.press('Escape');
    await said(page, 'Put back');
    expect(await timeOf(fair)).toBe('2027-02-18T08:00');

    await chip(page, 'Fair on Saturday').focus();
    await page.keyboard.press('Backspace');
    await said(page, 'Deleted.');
    await chip(page, 'Fair on Saturday').waitFor({ state: 'detached' });
    await page.keyboard.press('u');
    await chip(page, 'Fair on Saturday').waitFor();
    expect(await timeOf(fair)).toBe('2027-02-18T08:00');
    expect([foreign, errors]).toEqual([[], []]);
  });

  test('the focus goes with a post to its new day, and on from a post that is deleted', async () => {
    const posts = [
      await plan('Chimes at nine', '2027-03-15T08:00:00Z'),
      await plan('Chimes at ten', '2027-03-16T09:00:00Z'),
    ];
    const { page, foreign, errors } = await journey.enter();
    await page.goto('/?view=week&day=2027-03-15');
    // What follows the posts is loaded with it.
    await page.getByRole('complementary', { name: 'Drafts' }).waitFor();
    const focused = (name: string, day: string) =>
      page.locator(`[data-day="${day}"] a:focus`).getByText(name).waitFor();
    await chip(page, 'Chimes at nine').focus();
    for (const key of ['Space', 'ArrowRight', 'ArrowRight', 'Enter']) await page.keyboard.press(key);
    await said(page, 'Moved to Wed 17 Mar, 09:00');
    await focused('Chimes at nine', '2027-03-17');
    await page.keyboard.press('u');
    await said(page, 'Back at Mon 15 Mar, 09:00.');
    await focused('Chimes at nine', '2027-03-15');
    expect(await page.getByRole('status').filter({ hasText: 'Put down' }).count()).toBe(0);
    await page.keyboard.press('m');
    await page.getByRole('alertdialog').getByRole('textbox').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('alertdialog').waitFor({ state: 'detached' });
    // At once: a focus that nothing takes goes to the heading a little later.
    expect(await page.evaluate<string>('document.activeElement.textContent')).toContain('Chimes at nine');
    await page.keyboard.press('m');
    await page.keyboard.type('18 mar 9');
    await page.keyboard.press('Enter');
    await focused('Chimes at nine', '2027-03-18');
    await page.keyboard.press('q');
    await said(page, 'Scheduled for');
    await focused('Chimes at ten', '2027-03-16');
    await page.keyboard.press('u');
    await focused('Chimes at nine', '2027-03-18');
    await page.keyboard.press('Delete');
    await said(page, 'Deleted.');
    await focused('Chimes at ten', '2027-03-16');
    await page.keyboard.press('u');
    await focused('Chimes at nine', '2027-03-18');
    expect(await Promise.all(posts.map(timeOf))).toEqual(['2027-03-18T08:00', '2027-03-16T09:00']);
    expect([foreign, errors]).toEqual([[], []]);
  });

  test('a lifted post is seen above the hint about its keys', async () => {
    await plan('Evensong', '2027-05-10T15:00:00Z');
    const { page } = await journey.enter(undefined, { viewport: { width: 1440, height: 640 } });
    await page.goto('/?view=week&day=2027-05-10');
    await page.getByRole('complementary', { name: 'Drafts' }).waitFor();
    await chip(page, 'Evensong').focus();
    for (const key of ['Space', 'ArrowUp']) await page.keyboard.press(key);
    await said(page, '16:45');
    const endOf = async () => {
      const { y, height } = (await chip(page, 'Evensong').boundingBox()) ?? { y: 0, height: Infinity };
      return y + height;
    };
    const hint = await page.getByText('Arrow keys move the post').boundingBox();
    expect(await endOf()).toBeLessThanOrEqual(hint?.y ?? 0);
  });

  test('many posts are selected and moved together', async () => {
    const posts = [
      await plan('Market one', '2027-02-22T08:00:00Z'),
      await plan('Market two', '2027-02-23T08:00:00Z'),
    ];
    const { page, foreign, errors } = await journey.enter();
    await page.goto('/?view=week&day=2027-02-22');
    for (const name of ['Market one', 'Market two']) {
      await chip(page, name).focus();
      await page.keyboard.press('x');
    }
    const bar = page.getByRole('region', { name: 'Selected posts' });
    await bar.getByText('2 selected').waitFor();
    await bar.getByRole('button', { name: 'A day later' }).click();
    await said(page, '2 posts moved.');
    expect(await Promise.all(posts.map(timeOf))).toEqual(['2027-02-23T08:00', '2027-02-24T08:00']);
    await bar.getByRole('button', { name: 'Delete' }).click();
    await said(page, '2 posts deleted.');
    await page.keyboard.press('u');
    await said(page, '2 posts restored.');
    expect([foreign, errors]).toEqual([[], []]);
  });

  test('both clock changes are shown, and a lifted post passes them in time', async () => {
    const early = await plan('Before the change', '2027-03-28T00:45:00Z');
    const twice = await plan('First half past two', '2027-10-31T00:30:00Z');
    await plan('Second half past two', '2027-10-31T01:30:00Z');
    const { page, foreign, errors } = await journey.enter();
    await page.goto('/?view=day&day=2027-03-28');
    await page.getByText('23 h: 02:00–03:00 does not exist').waitFor();
    await page.getByText('Europe/Berlin, UTC+1 → UTC+2', { exact: true }).waitFor();
    await chip(page, 'Before the change').focus();
    await page.keyboard.press('Space');
    await page.keyboard.press('ArrowDown');
    await said(page, '03:00');
    await page.keyboard.press('Enter');
    await said(page, 'Moved to');
    expect(await timeOf(early)).toBe('2027-03-28T01:00');
    expect(await page.locator('[data-hour="02:00"]').count()).toBe(0);
    await page.goto('/?view=day&day=2027-10-31');
    await page.getByText('25 h: 02:00–03:00 happens twice').waitFor();
    await page.locator('[data-hour="02:00"]').getByText('First half past two').waitFor();
    await page.locator('[data-hour="02:00 again"]').getByText('Second half past two').waitFor();
    await chip(page, 'First half past two').focus();
    await page.keyboard.press('Space');
    await page.keyboard.press('Shift+ArrowDown');
    await said(page, '02:30');
    await page.keyboard.press('Enter');
    await said(page, 'Moved to');
    expect(await timeOf(twice)).toBe('2027-10-31T01:30');
    expect([foreign, errors]).toEqual([[], []]);
  });

  test('what others do appears by itself', async () => {
    const { page, foreign, errors } = await journey.enter();
    await page.goto('/?view=week&day=2027-04-05');
    await page.getByRole('region', { name: 'Monday 5 April, no posts' }).waitFor();
    await plan('Live from elsewhere', '2027-04-06T08:00:00Z');
    await sealAll(service.db);
    await chip(page, 'Live from elsewhere').waitFor();
    expect([foreign, errors]).toEqual([[], []]);
  });

  test('a phone shows a strip of a week and the days after the chosen one', async () => {
    await plan('On the phone', '2027-05-05T08:00:00Z');
    const phone = { viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true };
    const { page, foreign, errors } = await journey.enter(undefined, phone);
    await page.goto('/?day=2027-05-03');
    await page.getByRole('button', { name: 'Wednesday 5 May, 1 post' }).tap();
    await page.waitForURL('**day=2027-05-05**');
    await page.getByRole('button', { name: 'More for On the phone' }).tap();
    await page.getByRole('menuitem', { name: 'Move to …' }).tap();
    const dialog = page.getByRole('alertdialog', { name: 'Move “On the phone”' });
    const field = dialog.getByLabel('Day and time');
    expect(await field.inputValue()).toBe('5 May 10:00');
    await field.fill('5 may 17:30');
    await dialog.getByText('Europe/Berlin, UTC+2').waitFor();
    await dialog.getByRole('button', { name: 'Move', exact: true }).tap();
    await said(page, 'Moved to');
    await chip(page, '17:30').waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(320);
    expect([foreign, errors]).toEqual([[], []]);
  });

  test('a month with 1,283 posts has all of them, and few elements', async () => {
    await service.db.rows(
      `insert into posts (workspace_id, author_id, content, status, scheduled_at, planned_at)
       select $1, $2, 'Post ' || n, 'scheduled', at, at
       from generate_series(0, 1282) n,
         lateral (select '2027-06-01T00:00:00Z'::timestamptz + n * interval '33 minutes' as at) as planned`,
      [service.workspaceId, service.userId],
    );
    const { page, foreign, errors } = await journey.enter();
    await page.goto('/?view=month&day=2027-06-10');
    const cells = page.getByRole('gridcell');
    await cells
      .filter({ hasText: 'Post 1282' })
      .or(cells.filter({ hasText: 'more' }).last())
      .first()
      .waitFor();
    const names = await cells.evaluateAll((all) => all.map((one) => one.getAttribute('aria-label') ?? ''));
    const counts = names.map((name) => Number(/, (\d+) posts?/.exec(name)?.[1] ?? 0));
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(1283);
    expect(await page.locator('*').count()).toBeLessThanOrEqual(4000);
    const full = cells.filter({ hasText: 'more' }).first();
    await full.focus();
    await page.keyboard.press('Enter');
    const panel = page.getByRole('dialog', { name: 'Tuesday 1 June' });
    await panel.getByRole('listitem').nth(39).waitFor();
    await panel.locator('a:focus').getByText('Post 0', { exact: true }).waitFor();
    await page.keyboard.press('ArrowDown');
    await panel.locator('a:focus').getByText('Post 1', { exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await panel.waitFor({ state: 'detached' });
    await full.locator('button:focus').getByText('more').waitFor();
    await page.keyboard.press('4');
    await page.getByRole('button', { name: 'Show more' }).click();
    expect([foreign, errors]).toEqual([[], []]);
  });

  test('draws further posts on a phone when somebody scrolls to them', async () => {
    const minutes = Array.from({ length: 45 }, (_, minute) => String(minute).padStart(2, '0'));
    for (const minute of minutes) await plan(`Ring ${minute}`, `2027-03-03T09:${minute}:00Z`);
    const { page, settled, foreign, errors } = await journey.enter(undefined, {
      viewport: { width: 390, height: 844 },
      hasTouch: true,
    });
    await page.goto('/?day=2027-03-03');
    await chip(page, 'Ring 00').waitFor();
    await settled();
    const rings = chip(page, 'Ring ');
    const first = await rings.count();
    expect(first).toBeLessThan(45);
    await expect
      .poll(async () => {
        await rings.last().scrollIntoViewIfNeeded();
        return rings.count();
      })
      .toBe(45);
    // What its acts cover is named above them.
    await page.getByRole('button', { name: 'More for Ring 00' }).click();
    await page.getByRole('menu').getByText('More for Ring 00').waitFor();
    expect([foreign, errors]).toEqual([[], []]);
  });
});
