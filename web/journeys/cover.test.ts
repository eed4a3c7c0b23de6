/** The cover of a video: a frame of it, chosen where the post is written. */
import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { afterAll, describe, expect, test } from 'vitest';
import { insertOne } from '../../server/test/support/thing-rows.ts';
import { makeVideos, type VideoName } from '../../server/test/support/videos.ts';
import { hasChromium, openJourney, type Person } from './journey.ts';

/** As long as a busy machine may need. */

describe.skipIf(!hasChromium)('the cover of a video', async () => {
  const journey = await openJourney();
  const { service } = journey;
  // Red for a second, then blue for a second.
  const videos = await makeVideos('h264.mp4', 'two-colours.webm');
  afterAll(async () => {
    await videos.remove();
    await journey.close();
  });
  const connect = (platform: string) =>
    insertOne(
      service,
      `insert into channels (workspace_id, platform, account_id, name, username)
       values ($1, $2, $2, 'Ada', 'ada') returning id`,
      [service.workspaceId, platform],
    );

  /** A post of one channel with one video, and the settings of the channel. */
  const begin = async ({ page }: Person, platform: string, video: VideoName) => {
    await page.goto(`/write?channel=${await connect(platform)}`);
    const [kind = '', buffer] = [video.split('.')[1], await readFile(videos.path(video))];
    const mimeType = `video/${kind}`;
    await page.locator('input[type="file"]').setInputFiles({ name: `film.${kind}`, mimeType, buffer });
    await page.getByLabel(`Alt text of film.${kind}`).waitFor();
    await page.locator('details:not([open]) > summary').click();
    await page.getByRole('button', { name: 'Choose a frame' }).click();
    return page.getByRole('dialog', { name: 'Choose a frame' });
  };

  const settingsOf = async ({ page }: Person) => {
    const id = Number(/\/write\/(\d+)/.exec(page.url())?.[1]);
    return (await service.call('getPost', { params: { id } })).data.targets[0]?.settings;
  };
  const listFiles = async () => (await service.call('listMedia', { query: { page: 1 } })).data;

  test('is a frame that keys find, uploaded as a picture with an alt text', async () => {
    const person = await journey.enter();
    const { page, foreign, errors } = person;
    const dialog = await begin(person, 'youtube', 'two-colours.webm');
    const slider = dialog.getByRole('slider', { name: 'Moment of the video' });
    await slider.focus();
    await page.keyboard.press('ArrowRight');
    await dialog.getByText('0:01.00').waitFor();
    for (let press = 0; press < 4; press += 1) await page.keyboard.press('Shift+ArrowRight');
    expect(await slider.getAttribute('aria-valuetext')).toBe('1.13 seconds');
    await page.keyboard.press('Shift+ArrowLeft');
    await dialog.getByText('0:01.10').waitFor();
    await dialog.getByRole('button', { name: 'One frame on' }).click();
    await dialog.getByText('0:01.13').waitFor();
    await dialog.getByRole('button', { name: 'Use this frame' }).click();
    await dialog.waitFor({ state: 'hidden' });

    const alt = page.getByLabel('Alt text of film-frame.jpg');
    await alt.fill('A blue wall');
    await alt.blur();
    await person.settled();
    const file = (await listFiles()).find(({ name }) => name === 'film-frame.jpg');
    expect(file).toMatchObject({ kind: 'image', width: 128, height: 72, alt_text: 'A blue wall' });
    await expect.poll(() => settingsOf(person)).toEqual({ cover: file?.id });
    const picture = sharp(
      await (await page.request.get(`${file?.url}?workspace=${service.workspaceId}`)).body(),
    );
    const { dominant } = await picture.stats();
    expect(dominant.b - dominant.r).toBeGreaterThan(100);
    expect([foreign, errors]).toEqual([[], []]);
  });

  test('is a moment where the network takes one, and then nothing is uploaded', async () => {
    const person = await journey.enter();
    const { page, foreign, errors } = person;
    const dialog = await begin(person, 'tiktok', 'h264.mp4');
    const before = (await listFiles()).length;
    await dialog.getByRole('slider').focus();
    await page.keyboard.press('ArrowRight');
    await dialog.getByRole('button', { name: 'Use this frame' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await page.getByText('Frame at 0:01.00').waitFor();
    await expect.poll(() => settingsOf(person)).toMatchObject({ cover_at_ms: 1000 });
    expect(await listFiles()).toHaveLength(before);
    await page.getByRole('button', { name: 'Choose a frame' }).click();
    await dialog.getByText('0:01.00').waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Remove', exact: true }).click();
    await expect.poll(() => settingsOf(person)).toEqual({});
    expect([foreign, errors]).toEqual([[], []]);
  });

  test('is either an image or a moment, where the network takes both', async () => {
    const person = await journey.enter();
    const { page, foreign, errors } = person;
    const dialog = await begin(person, 'instagram', 'h264.mp4');
    await dialog.getByRole('button', { name: 'Use this frame' }).click();
    await expect.poll(() => settingsOf(person)).toEqual({ cover_at_ms: 0 });
    await page.getByRole('button', { name: 'Choose an image' }).click();
    const library = page.getByRole('dialog', { name: 'From the library' });
    await library.getByRole('button').first().and(page.locator(':focus')).waitFor();
    await library
      .getByRole('listitem')
      .filter({ hasText: 'A blue wall' })
      .getByRole('time')
      .first()
      .waitFor();
    await library.getByRole('button', { name: 'A blue wall' }).click();
    await library.getByRole('button', { name: 'Add 1 file' }).click();
    const [file] = (await listFiles()).filter(({ name }) => name === 'film-frame.jpg');
    await expect.poll(() => settingsOf(person)).toEqual({ cover: file?.id });
    expect([foreign, errors]).toEqual([[], []]);
  });

  test('says so if the browser cannot play the video', async () => {
    const person = await journey.enter();
    const { page, foreign, errors } = person;
    // Which codecs a browser lacks depends on the machine, so it gets what no browser plays.
    await page.route(/\/file\?workspace=/, (route) =>
      route.fulfill({ contentType: 'video/mp4', body: 'no video at all'.repeat(1000) }),
    );
    const dialog = await begin(person, 'facebook', 'h264.mp4');
    await dialog
      .getByRole('alert')
      .getByText('This browser cannot play the video, so that you cannot choose a frame here.')
      .waitFor();
    expect(await dialog.getByRole('button').allInnerTexts()).toEqual(['Cancel']);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    expect([foreign, errors]).toEqual([[], []]);
  });
});
