/** Pictures that are changed where a post is written. */
import sharp from 'sharp';
import { afterAll, describe, expect, test } from 'vitest';
import { insertOne } from '../../server/test/support/thing-rows.ts';
import { hasChromium, openJourney, type Person } from './journey.ts';

describe.skipIf(!hasChromium)('a picture', async () => {
  const journey = await openJourney();
  const { service } = journey;
  afterAll(() => journey.close());
  for (const platform of ['sandbox', 'instagram'])
    await insertOne(
      service,
      `insert into channels (workspace_id, platform, account_id, name, username)
       values ($1, $2, $2, 'Ada', 'ada') returning id`,
      [service.workspaceId, platform],
    );

  /** Red at the left, blue at the right. */
  const halves = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: 'red' } }).composite([
      {
        input: { create: { width: width / 2, height, channels: 3, background: 'blue' } },
        left: width / 2,
        top: 0,
      },
    ]);

  const open = async ({ page }: Person, files: { name: string; mimeType: string; buffer: Buffer }[]) => {
    await page.goto('/write');
    await page.locator('input[type="file"]').setInputFiles(files);
    for (const { name } of files) await page.getByLabel(`Alt text of ${name}`).waitFor();
  };

  const names = ({ page }: Person) =>
    page.getByLabel(/^Alt text of/).evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')));

  /** The size of a file as the service keeps it, and the colour in its middle at the top. */
  const look = async ({ page }: Person, name: string) => {
    const { data } = await service.call('listMedia', { query: { page: 1 } });
    const file = data.find((one) => one.name === name);
    if (file === undefined) throw new Error(`The library has no ${name}.`);
    const answer = await page.request.get(`${file.url}?workspace=${service.workspaceId}`);
    const picture = sharp(await answer.body());
    const { width, height, format } = await picture.metadata();
    const { data: pixels } = await picture.raw().toBuffer({ resolveWithObject: true });
    return { file, width, height, format, first: [...pixels.subarray(0, 3)] };
  };

  test('is turned and cropped to a square, stays in its place with its alt text, and can be had back', async () => {
    const person = await journey.enter();
    const { page, foreign, errors } = person;
    const jpeg = {
      name: 'bell.jpg',
      mimeType: 'image/jpeg',
      buffer: await halves(600, 400).jpeg().toBuffer(),
    };
    const png = { name: 'tower.png', mimeType: 'image/png', buffer: await halves(60, 40).png().toBuffer() };
    await open(person, [jpeg, png]);
    await page.getByLabel('Alt text of bell.jpg').fill('A bell');
    await page.getByLabel('Alt text of bell.jpg').blur();
    await person.settled();

    await page.getByRole('button', { name: 'Crop and rotate bell.jpg' }).click();
    const dialog = page.getByRole('dialog', { name: 'Crop and rotate' });
    await dialog.getByRole('button', { name: 'Kept area: 600 × 400 pixels' }).waitFor();
    await dialog.getByRole('button', { name: 'Rotate right' }).click();
    await dialog.getByRole('button', { name: 'Kept area: 400 × 600 pixels' }).waitFor();
    await dialog.getByRole('button', { name: '1:1' }).click();
    const area = dialog.getByRole('button', { name: 'Kept area: 400 × 400 pixels' });
    // To the top, where the red half is after the turn; then smaller.
    await area.focus();
    for (let press = 0; press < 3; press += 1) await page.keyboard.press('Shift+ArrowUp');
    for (let press = 0; press < 5; press += 1) await page.keyboard.press('-');
    await dialog.getByRole('button', { name: 'Kept area: 313 × 313 pixels' }).waitFor();
    await dialog.getByRole('button', { name: 'Use this picture' }).click();
    await dialog.waitFor({ state: 'hidden' });

    expect(await names(person)).toEqual(['Alt text of bell-cropped.jpg', 'Alt text of tower.png']);
    expect(await page.getByLabel('Alt text of bell-cropped.jpg').inputValue()).toBe('A bell');
    await page.locator('[data-field="media_ids.0"]:focus').waitFor();
    const made = await look(person, 'bell-cropped.jpg');
    expect(made).toMatchObject({ width: 313, height: 313, format: 'jpeg', file: { alt_text: 'A bell' } });
    expect(made.first[0]).toBeGreaterThan(200);
    expect(await look(person, 'bell.jpg')).toMatchObject({ width: 600, height: 400 });

    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByLabel('Alt text of bell.jpg').waitFor();
    expect(await names(person)).toEqual(['Alt text of bell.jpg', 'Alt text of tower.png']);
    expect([foreign, errors]).toEqual([[], []]);
  });

  test('is cropped by dragging a corner, and a PNG stays one', async () => {
    const person = await journey.enter();
    const { page, foreign, errors } = person;
    await open(person, [
      { name: 'fair.png', mimeType: 'image/png', buffer: await halves(600, 400).png().toBuffer() },
    ]);
    await page.getByRole('button', { name: 'Crop and rotate fair.png' }).click();
    const dialog = page.getByRole('dialog', { name: 'Crop and rotate' });
    const frame = dialog.getByRole('button', { name: /^Kept area/ });
    const { x, y, width, height } = (await frame.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    // The left upper corner to the middle: a quarter is left.
    await page.mouse.move(x + 4, y + 4);
    await page.mouse.down();
    await page.mouse.move(x + width / 2, y + height / 2, { steps: 4 });
    await page.mouse.up();
    await dialog.getByRole('button', { name: 'Kept area: 300 × 200 pixels' }).waitFor();
    await dialog.getByRole('button', { name: 'Use this picture' }).click();
    await page.getByLabel('Alt text of fair-cropped.png').waitFor();
    const made = await look(person, 'fair-cropped.png');
    expect(made).toMatchObject({ width: 300, height: 200, format: 'png', first: [0, 0, 255] });
    expect([foreign, errors]).toEqual([[], []]);
  });

  test('gets the shapes that the chosen network takes', async () => {
    const person = await journey.enter();
    const { page, foreign, errors } = person;
    await open(person, [
      { name: 'wide.png', mimeType: 'image/png', buffer: await halves(600, 200).png().toBuffer() },
    ]);
    const shapes = page.getByRole('group', { name: 'Shape' }).getByRole('button');
    const list = async () => {
      await page.getByRole('button', { name: 'Crop and rotate wide.png' }).click();
      await shapes.first().waitFor();
      const found = await shapes.allInnerTexts();
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'hidden' });
      return found;
    };
    expect(await list()).toContain('9:16');
    await page.getByRole('button', { name: 'Instagram @ada' }).click();
    await page
      .getByText(/^Instagram/)
      .first()
      .waitFor();
    await person.settled();
    expect(await list()).not.toContain('9:16');
    expect([foreign, errors]).toEqual([[], []]);
  });
});
