/** Settings that are lists of entries: they are added, filled in, ordered and removed, each with what stands against it. */
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, describe, expect, test } from 'vitest';
import type { TestApp } from '../../server/test/support/app.ts';
import { insertOne } from '../../server/test/support/thing-rows.ts';
import { findFaults } from './faults.ts';
import { hasChromium, openJourney, type Person, said } from './journey.ts';

const PHONE = { viewport: { width: 320, height: 700 }, hasTouch: true, isMobile: true };

interface Stored {
  username?: string;
  x?: number;
  y?: number;
  media?: number;
}

const connect = (service: TestApp, platform: string) =>
  insertOne(
    service,
    `insert into channels (workspace_id, platform, account_id, name, username)
     values ($1, $2, 'ada', 'Ada', 'ada') returning id`,
    [service.workspaceId, platform],
  );

const storedIn = async (service: TestApp, { page }: Person) => {
  const id = Number(/\/write\/(\d+)/.exec(page.url())?.[1]);
  return (await service.call('getPost', { params: { id } })).data.targets[0]?.settings;
};

describe.skipIf(!hasChromium)('a list of buttons below a post', async () => {
  const journey = await openJourney();
  const { service } = journey;
  afterAll(() => journey.close());
  const channel = await connect(service, 'telegram');

  const begin = async ({ page }: Person) => {
    await page.goto(`/write?channel=${channel}`);
    await page.locator('textarea').first().fill('The bells ring at nine.');
    await open(page);
  };
  const open = (page: Page) => page.locator('summary').getByText('Telegram', { exact: true }).click();
  const listOf = (page: Page) => page.getByRole('group', { name: 'Buttons', exact: true });
  const textsIn = async (page: Page) =>
    Promise.all((await listOf(page).getByLabel('Text').all()).map((one) => one.inputValue()));
  /** With the keyboard alone, from what adds an entry. */
  const fill = async (page: Page, text: string, url: string) => {
    await listOf(page).getByRole('button', { name: 'Add button' }).press('Enter');
    await page.keyboard.type(text);
    await page.keyboard.press('Tab');
    await page.keyboard.type(url);
  };
  const stored = (person: Person) => storedIn(service, person);
  const focused = (page: Page, name: string) =>
    page
      .locator(':focus')
      .and(page.getByRole('group', { name, exact: true }))
      .waitFor();
  const button = (text: string) => ({ text, url: `https://tower.example/${text}` });

  test('is filled in and ordered by keys, stays without what is empty, and is there again', async () => {
    const person = await journey.enter();
    const { page, foreign, errors, settled } = person;
    await begin(person);
    for (const text of ['one', 'two', 'three']) await fill(page, text, button(text).url);
    await listOf(page).getByRole('button', { name: 'Add button' }).press('Enter');
    const saved = (...texts: string[]) => ({ buttons: texts.map(button) });
    await expect.poll(() => stored(person)).toEqual(saved('one', 'two', 'three'));

    await listOf(page).getByRole('button', { name: 'Move button 1 down' }).press('Enter');
    await said(page, 'Button 1 is now button 2 of 4.');
    // Pressed once more, it moves the same entry on.
    await page.keyboard.press('Enter');
    await expect.poll(() => stored(person)).toEqual(saved('two', 'three', 'one'));
    await listOf(page).getByLabel('Text').nth(2).focus();
    await page.keyboard.press('Alt+Shift+ArrowUp');
    await page.keyboard.press('Alt+Shift+ArrowUp');
    await page.keyboard.type('!');
    await expect.poll(() => textsIn(page)).toEqual(['one!', 'two', 'three', '']);
    // There is no way up from the top.
    await page.keyboard.press('Alt+Shift+ArrowUp');
    await page.keyboard.press('Backspace');
    await listOf(page).getByRole('button', { name: 'Move button 2 up' }).press('Enter');
    await focused(page, 'Button 1 of 4');

    await listOf(page).getByRole('button', { name: 'Remove button 2' }).press('Enter');
    await focused(page, 'Button 2 of 3');
    expect(await findFaults(page)).toEqual([]);
    await listOf(page).getByRole('button', { name: 'Remove button 3' }).press('Enter');
    await focused(page, 'Button 2 of 2');
    await expect.poll(() => stored(person)).toEqual(saved('two', 'three'));
    await settled();
    await page.reload();
    await page.locator('summary').getByText('Buttons: 2').waitFor();
    await open(page);
    await expect.poll(() => textsIn(page)).toEqual(['two', 'three']);
    for (const name of ['Remove button 2', 'Remove button 1'])
      await listOf(page).getByRole('button', { name }).press('Enter');
    await page
      .locator(':focus')
      .and(page.getByRole('button', { name: 'Add button' }))
      .waitFor();
    await expect.poll(() => stored(person)).toEqual({});
    expect([foreign, errors]).toEqual([[], []]);
  });

  test('says at each field what stands against it, and F8 leads there', async () => {
    const person = await journey.enter();
    const { page, foreign, errors } = person;
    await begin(person);
    // Nothing is saved of the first, so that the service counts the second as the first.
    await listOf(page).getByRole('button', { name: 'Add button' }).click();
    await fill(page, 'one', '');
    await fill(page, 'two', 'ftp');
    const causes = page.locator('[data-cause] p');
    await expect
      .poll(() => causes.allInnerTexts())
      .toEqual([
        'Telegram needs “Address” (Button 1).',
        'Telegram needs a web address such as https://example.org in “Address” (Button 2).',
      ]);
    const fields = listOf(page).getByLabel('Address');
    const invalid = () => fields.evaluateAll((all) => all.map((one) => one.getAttribute('aria-invalid')));
    await expect.poll(invalid).toEqual([null, 'true', 'true']);
    await page.locator('textarea').first().focus();
    await page.keyboard.press('F8');
    await fields.nth(1).and(page.locator(':focus')).waitFor();
    await page.keyboard.type('https://tower.example');
    await expect.poll(invalid).toEqual([null, null, 'true']);
    await page.keyboard.press('F8');
    await page.keyboard.press('F8');
    await fields.nth(2).and(page.locator(':focus')).waitFor();
    expect(await findFaults(page)).toEqual([]);
    expect([foreign, errors]).toEqual([[], []]);
  });

  test('takes no more than the network allows, and a thumb reaches all of it', async () => {
    const person = await journey.enter(undefined, PHONE);
    const { page, foreign, errors } = person;
    await begin(person);
    const add = listOf(page).getByRole('button', { name: 'Add button' });
    for (let at = 0; at < 10; at += 1) await add.tap();
    await add.waitFor({ state: 'hidden' });
    await listOf(page).getByLabel('Text').nth(9).and(page.locator(':focus')).waitFor();
    const controls = listOf(page).locator('button, input');
    const boxes = await Promise.all((await controls.all()).map((one) => one.boundingBox()));
    expect(boxes).toHaveLength(10 * 5 - 2);
    for (const box of boxes) {
      const { x = -1, width = 0, height = 0 } = box ?? {};
      expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
      expect(x).toBeGreaterThanOrEqual(0);
      expect(x + width).toBeLessThanOrEqual(320);
    }
    await listOf(page).getByRole('button', { name: 'Remove button 1', exact: true }).tap();
    await add.waitFor();
    // There, the bar of the composer covers no part of a control.
    await page.evaluate('scrollTo(0, document.body.scrollHeight)');
    expect(await findFaults(page)).toEqual([]);
    expect([foreign, errors]).toEqual([[], []]);
  });
});

describe.skipIf(!hasChromium)('people in the pictures of a post', async () => {
  const journey = await openJourney();
  const { service } = journey;
  afterAll(() => journey.close());
  const channel = await connect(service, 'instagram');
  const buffer = await sharp({ create: { width: 600, height: 500, channels: 3, background: '#a98' } })
    .jpeg()
    .toBuffer();

  /** A post with two pictures. */
  const begin = async ({ page, settled }: Person) => {
    await page.goto(`/write?channel=${channel}`);
    const files = ['choir.jpg', 'tower.jpg'].map((name) => ({ name, mimeType: 'image/jpeg', buffer }));
    await page.locator('input[type="file"]:not([capture])').setInputFiles(files);
    await page.getByLabel('Alt text of tower.jpg').waitFor();
    await open(page);
    await settled();
  };
  const open = (page: Page) => page.locator('summary').getByText('Instagram', { exact: true }).click();
  const listOf = (page: Page) => page.getByRole('group', { name: 'People in the pictures', exact: true });
  const pictureOf = (page: Page) => listOf(page).getByRole('img', { name: '.jpg' });
  /** At these parts of its sides. */
  const press = async (page: Page, x: number, y: number, how: 'click' | 'tap' = 'click') => {
    await pictureOf(page).scrollIntoViewIfNeeded();
    const { width, height } = (await pictureOf(page).boundingBox()) ?? { width: 0, height: 0 };
    await pictureOf(page)[how]({ position: { x: width * x, y: height * y } });
  };
  const focusedName = (page: Page, at: number) =>
    listOf(page).getByLabel('User name').nth(at).and(page.locator(':focus')).waitFor();
  /** To whole percents. */
  const stored = async (person: Person) => {
    const { user_tags: all = [] } = (await storedIn(service, person)) as { user_tags?: Stored[] };
    const round = (part = Number.NaN) => Math.round(part * 100);
    return all.map(({ username = '', x, y, media }) => [username, round(x), round(y), media]);
  };

  test('are placed by a click and by keys, each in their picture', async () => {
    const person = await journey.enter();
    const { page, foreign, errors, settled } = person;
    await begin(person);
    await listOf(page).getByRole('button', { name: '2: tower.jpg' }).click();
    await press(page, 0.25, 0.5);
    await focusedName(page, 0);
    await page.keyboard.type('ada');
    await expect.poll(() => stored(person)).toEqual([['ada', 25, 50, 1]]);

    const mark = listOf(page).getByRole('button', { name: /^Person 1, ada: / });
    await mark.press('ArrowRight');
    await page.keyboard.press('Shift+ArrowDown');
    await said(page, ' % from the top');
    await expect.poll(() => stored(person)).toEqual([['ada', 26, 60, 1]]);
    expect(await findFaults(page)).toEqual([]);

    // Without a pointer: somebody begins in the middle, and numbers move them.
    await listOf(page).getByRole('button', { name: 'Add person' }).press('Enter');
    await focusedName(page, 1);
    await page.keyboard.type('@grace');
    await listOf(page).getByLabel('From the left (%)').nth(1).fill('120');
    await listOf(page).getByLabel('From the top (%)').nth(1).fill('7.5');
    await expect
      .poll(() => stored(person))
      .toEqual([
        ['ada', 26, 60, 1],
        ['@grace', 100, 8, 1],
      ]);
    await listOf(page).getByLabel('File').nth(1).selectOption('1: choir.jpg');
    await listOf(page).getByRole('button', { name: '1: choir.jpg', pressed: true }).waitFor();
    // The mark that is dragged is that of the picture in front.
    const other = listOf(page).getByRole('button', { name: /^Person 2, @grace/ });
    const { x = 0, y = 0, width = 0, height = 0 } = (await pictureOf(page).boundingBox()) ?? {};
    await other.hover();
    await page.mouse.down();
    await page.mouse.move(x + width * 0.4, y + height * 0.3, { steps: 3 });
    await page.mouse.up();
    const both = [
      ['ada', 26, 60, 1],
      ['@grace', 40, 30, undefined],
    ];
    await expect.poll(() => stored(person)).toEqual(both);
    await settled();
    await page.reload();
    await page.locator('summary').getByText('People in the pictures: 2').waitFor();
    await open(page);
    expect(
      await listOf(page)
        .getByRole('button', { name: /^Person \d,/ })
        .count(),
    ).toBe(1);
    await listOf(page).getByLabel('User name').first().focus();
    await mark.waitFor();
    await listOf(page).getByRole('button', { name: 'Remove person 1' }).click();
    await expect.poll(() => stored(person)).toEqual(both.slice(1));
    expect([foreign, errors]).toEqual([[], []]);
  });

  test('say in their row what stands against them, on a phone, too', async () => {
    const person = await journey.enter(undefined, PHONE);
    const { page, foreign, errors } = person;
    await begin(person);
    await press(page, 0.5, 0.25, 'tap');
    await focusedName(page, 0);
    await expect
      .poll(() => page.locator('[data-cause] p').allInnerTexts())
      .toEqual(['Instagram needs “User name” (Person 1).']);
    await page.locator('textarea').first().focus();
    await page.keyboard.press('F8');
    await focusedName(page, 0);
    await page.keyboard.type('ada');
    await page.locator('[data-cause]').waitFor({ state: 'detached' });
    await expect.poll(() => stored(person)).toEqual([['ada', 50, 25, undefined]]);
    expect(await findFaults(page)).toEqual([]);
    const width = (await page.evaluate('document.documentElement.scrollWidth')) as number;
    expect(width).toBe(320);
    expect([foreign, errors]).toEqual([[], []]);
  });
});
