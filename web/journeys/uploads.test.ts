/** Large files over bad connections. */
import type { Page } from 'playwright-core';
import { afterAll, describe, expect, test } from 'vitest';
import { noise } from '../../server/test/support/images.ts';
import { connectSandbox } from '../../server/test/support/sandbox.ts';
import { makeVideos } from '../../server/test/support/videos.ts';
import { hasChromium, openJourney, saidAfterTries } from './journey.ts';

const MB = 1024 * 1024;

/**
 * Slices at whose offsets `isBroken`, the source of a function, returns true fail as over a broken connection. It runs
 * in the page, because the debugger would have to carry the megabytes of each slice. Returns the offsets that are tried,
 * and those that are sent.
 */
async function breakSlices(page: Page, isBroken: string) {
  await page.addInitScript(`{
    const send = fetch;
    globalThis.isBroken = ${isBroken};
    globalThis.tried = [];
    fetch = (url, init) => {
      const offset = new Headers(init?.headers).get('upload-offset');
      if (offset !== null) tried.push(Number(offset));
      const fails = offset !== null && isBroken(Number(offset));
      return fails ? Promise.reject(new TypeError('Failed to fetch')) : send(url, init);
    };
  }`);
  const sent: number[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PATCH') sent.push(Number(request.headers()['upload-offset']));
  });
  return { tried: () => page.evaluate('tried'), sent };
}

describe.skipIf(!hasChromium)('a video', async () => {
  const journey = await openJourney();
  const { service } = journey;
  const videos = await makeVideos('h264.mp4');
  // Three slices.
  const file = await videos.widen(12 * MB);
  afterAll(async () => {
    await journey.close();
    await videos.remove();
  });

  test('arrives whole over a connection that breaks again and again, and plays', async () => {
    const { page, foreign, errors } = await journey.enter();
    // One broken slice is sent again by itself.
    const slices = await breakSlices(page, '(offset) => offset > 0 && (isBroken = () => false, true)');
    await page.goto('/write');
    await page.locator('input[type="file"]').setInputFiles(file);
    await page.getByLabel('Alt text of wide.mp4').waitFor();
    expect(await slices.tried()).toEqual([0, 5 * MB, 5 * MB, 10 * MB]);
    expect(slices.sent).toEqual([0, 5 * MB, 10 * MB]);

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
    const slices = await breakSlices(page, '(offset) => offset > 0');
    await page.goto('/write');
    await page.locator('input[type="file"]').setInputFiles(file);
    const alert = page.getByRole('alert').filter({ hasText: 'wide.mp4 did not arrive.' });
    await alert.waitFor();
    await page.evaluate('isBroken = () => false');
    await alert.getByRole('button', { name: 'Try again' }).click();
    await page.getByLabel('Alt text of wide.mp4').waitFor();
    expect(slices.sent).toEqual([0, 5 * MB, 10 * MB]);
    expect([foreign, errors]).toEqual([[], []]);
  });

  test('that is on its way is awaited before its post is sent, and one that did not arrive keeps it back', async () => {
    await connectSandbox(service, 'ada');
    const { page, foreign, errors } = await journey.enter();
    await page.addInitScript(
      '{ const wait = setTimeout; setTimeout = (run, ms) => wait(run, ms > 5000 ? ms : ms / 100); }',
    );
    const sent: string[] = [];
    page.on('request', (request) => {
      const isSent = request.postData()?.includes('"status":"scheduled"') === true;
      if (isSent && /\/posts(\/\d+)?$/.test(new URL(request.url()).pathname)) sent.push(request.method());
    });
    const bell = { name: 'bell.png', mimeType: 'image/png', buffer: await noise().png().toBuffer() };
    let isAway = true;
    const held = Promise.withResolvers<void>();
    const asked = Promise.withResolvers<void>();
    await page.route('**/api/v1/uploads/*', async (route) => {
      if (route.request().method() !== 'PATCH') return route.continue();
      if (isAway) return route.abort('connectionreset');
      asked.resolve();
      await held.promise;
      return route.continue();
    });
    await page.goto('/write');
    await page.getByRole('textbox', { name: 'Text' }).fill('With its bell');
    await page.getByRole('button', { name: 'Choose a time' }).click();
    await page.getByLabel('Day and time').fill('2031-12-10 18:30');
    await page.getByRole('button', { name: 'Set this time' }).click();
    await page.locator('input[type="file"]').setInputFiles(bell);
    const act = page.locator('[data-act]');
    await page.getByRole('alert').filter({ hasText: 'bell.png did not arrive.' }).waitFor();
    await act.click();
    await page.getByRole('alert').filter({ hasText: 'A file did not arrive.' }).waitFor();
    await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe('Try again');

    isAway = false;
    await page.keyboard.press('Enter');
    await asked.promise;
    await act.click();
    await expect.poll(() => act.getAttribute('aria-disabled')).toBe('true');
    expect(sent).toEqual([]);
    held.resolve();
    await page.waitForURL(/\/posts\/\d+$/);
    const id = Number(page.url().split('/').at(-1));
    expect((await service.call('getPost', { params: { id } })).data.media).toMatchObject([
      { name: 'bell.png' },
    ]);
    expect(sent).toHaveLength(1);
    expect([foreign, errors]).toEqual([[], []]);
  });

  describe('that is on its way when the composer is left', () => {
    /** The file waits until `go` says what becomes of it. */
    async function leaveEarly(text: string, address = '/write', press?: RegExp) {
      const { page, errors } = await journey.enter();
      const asked = Promise.withResolvers<void>();
      const held = Promise.withResolvers<'continue' | 'abort'>();
      await page.route('**/api/v1/uploads/*', async (route) => {
        if (route.request().method() !== 'PATCH') return route.continue();
        asked.resolve();
        return route[await held.promise]();
      });
      await page.goto(address);
      await page.getByRole('textbox', { name: 'Text' }).fill(text);
      const bell = { name: 'bell.png', mimeType: 'image/png', buffer: await noise().png().toBuffer() };
      await page.locator('input[type="file"]').setInputFiles(bell);
      await page.getByText(/^Saved/).waitFor();
      await asked.promise;
      const id = Number(new URL(page.url()).pathname.split('/').at(-1));
      if (press !== undefined) await page.getByRole('button', { name: press }).click();
      await page.getByRole('navigation').getByRole('link', { name: 'Calendar' }).click();
      await page.getByRole('complementary', { name: 'Drafts' }).waitFor();
      const post = async () => (await service.call('getPost', { params: { id } })).data;
      const files = async () => (await post()).media.map(({ name }) => name);
      return { page, errors, post, files, go: held.resolve };
    }

    test('arrives in the draft all the same, and closing the page would ask', async () => {
      const { page, errors, files, go } = await leaveEarly('A bell on its way');
      const isAsked = () => page.evaluate('!dispatchEvent(new Event("beforeunload", { cancelable: true }))');
      expect([await isAsked(), await files()]).toEqual([true, []]);
      go('continue');
      await expect.poll(files).toEqual(['bell.png']);
      expect([await isAsked(), errors]).toEqual([false, []]);
    });

    test('is still on its way there for a person who returns', async () => {
      const { page, errors, post, files, go } = await leaveEarly('A bell that is awaited');
      await page.getByRole('link', { name: /A bell that is awaited/ }).click();
      const text = page.getByRole('textbox', { name: 'Text', exact: true });
      await text.fill('A bell that is awaited here');
      await page.getByRole('progressbar').waitFor();
      go('continue');
      await page.getByRole('progressbar').waitFor({ state: 'detached' });
      await expect.poll(files).toEqual(['bell.png']);
      await text.fill('A bell that was awaited here');
      await expect.poll(async () => (await post()).content).toBe('A bell that was awaited here');
      expect(errors).toEqual([]);
    });

    test.each([
      ['continue', 'Scheduled for Wed, 10 Dec 2031, 18:30.'],
      ['abort', 'Your post is not scheduled as you left it. A file did not arrive.'],
    ] as const)('decides whether the post is scheduled that waited for it (%s)', async (end, told) => {
      const channel = await connectSandbox(service, end);
      const address = `/write?at=2031-12-10T18:30:00Z&channel=${channel.id}`;
      const { page, errors, go, post } = await leaveEarly('A bell to be rung', address, /^Schedule/);
      await page.clock.install();
      go(end);
      await saidAfterTries(page, told);
      const { status, media } = await post();
      expect([status, media.length, errors]).toEqual(
        end === 'abort' ? ['draft', 0, []] : ['scheduled', 1, []],
      );
    });

    test('is named when it does not arrive', async () => {
      const { page, errors, files, go } = await leaveEarly('A bell that gets lost');
      await page.clock.install();
      go('abort');
      await saidAfterTries(page, 'Your post lacks what did not arrive: bell.png.');
      await page.getByRole('button', { name: 'Open the post' }).click();
      await page.getByText('A bell that gets lost').first().waitFor();
      expect([await files(), errors]).toEqual([[], []]);
    });
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
