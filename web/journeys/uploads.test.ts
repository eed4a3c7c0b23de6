/** Large files over bad connections. */
import { afterAll, describe, expect, test } from 'vitest';
import { makeVideos } from '../../server/test/support/videos.ts';
import { hasChromium, openJourney } from './journey.ts';

const MB = 1024 * 1024;

describe.skipIf(!hasChromium)('a video', async () => {
  const journey = await openJourney();
  const videos = await makeVideos('h264.mp4');
  // Three slices.
  const file = await videos.widen(12 * MB);
  afterAll(async () => {
    await journey.close();
    await videos.remove();
  });

  test('arrives whole over a connection that breaks again and again, and plays', async () => {
    const { page, foreign, errors } = await journey.enter();
    const offsets: number[] = [];
    let isBroken = (_offset: number) => false;
    await page.route('**/api/v1/uploads/*', async (route) => {
      const request = route.request();
      if (request.method() !== 'PATCH') return route.continue();
      const offset = Number(request.headers()['upload-offset']);
      offsets.push(offset);
      return isBroken(offset) ? route.abort('connectionreset') : route.continue();
    });
    await page.goto('/write');

    // One broken slice is sent again by itself.
    let broken = 0;
    isBroken = (offset) => offset > 0 && ++broken === 1;
    await page.locator('input[type="file"]').setInputFiles(file);
    const alt = page.getByLabel('Alt text of wide.mp4');
    await alt.waitFor();
    expect(offsets).toEqual([0, 5 * MB, 5 * MB, 10 * MB]);

    const id = Number(new URL(page.url()).pathname.split('/').at(-1));
    await page.getByText(/^Saved/).waitFor();
    await page.goto(`/posts/${id}`);
    await page.locator('video').waitFor();
    const length = await page.evaluate(`(async () => {
      const video = document.querySelector('video');
      await video.play();
      return video.duration;
    })()`);
    expect(Math.round(Number(length))).toBe(2);
    expect([foreign, errors]).toEqual([[], []]);
  });

  test('that did not arrive says so, and goes on where it was when somebody tries again', async () => {
    const { page, foreign, errors } = await journey.enter();
    // The waits between tries are short; the time that an answer may take is as it is.
    await page.addInitScript(
      '{ const wait = setTimeout; setTimeout = (run, ms) => wait(run, ms > 5000 ? ms : ms / 100); }',
    );
    const offsets: number[] = [];
    let isAway = true;
    await page.route('**/api/v1/uploads/*', (route) => {
      const request = route.request();
      if (request.method() !== 'PATCH') return route.continue();
      const offset = Number(request.headers()['upload-offset']);
      if (isAway && offset > 0) return route.abort('connectionreset');
      offsets.push(offset);
      return route.continue();
    });
    await page.goto('/write');
    await page.locator('input[type="file"]').setInputFiles(file);
    const alert = page.getByRole('alert').filter({ hasText: 'wide.mp4 did not arrive.' });
    await alert.waitFor();
    isAway = false;
    await alert.getByRole('button', { name: 'Try again' }).click();
    await page.getByLabel('Alt text of wide.mp4').waitFor();
    expect(offsets).toEqual([0, 5 * MB, 10 * MB]);
    expect([foreign, errors]).toEqual([[], []]);
  });

  test('that is none is refused in the language of the person', async () => {
    const { page, foreign, errors } = await journey.enter(undefined, { locale: 'de-DE' });
    await page.goto('/write');
    const broken = { name: 'broken.png', mimeType: 'image/png', buffer: Buffer.from('not a picture') };
    await page.locator('input[type="file"]').setInputFiles(broken);
    await page.getByRole('alert').filter({ hasText: 'Die Datei ist beschädigt' }).waitFor();
    expect([foreign, errors]).toEqual([[], []]);
  });
});
