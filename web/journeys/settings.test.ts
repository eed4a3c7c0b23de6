/** Settings that a network asks for: what the composer says if they are missing, and how a person answers. */
import { readFile } from 'node:fs/promises';
import { afterAll, describe, expect, test } from 'vitest';
import { insertOne } from '../../server/test/support/thing-rows.ts';
import { makeVideos } from '../../server/test/support/videos.ts';
import { findFaults } from './faults.ts';
import { hasChromium, openJourney, type Person } from './journey.ts';

describe.skipIf(!hasChromium)('the settings of a post', async () => {
  const journey = await openJourney();
  const { service } = journey;
  const videos = await makeVideos('tall.mp4');
  afterAll(async () => {
    await videos.remove();
    await journey.close();
  });
  const connect = (platform: string, username: string) =>
    insertOne(
      service,
      `insert into channels (workspace_id, platform, account_id, name, username)
       values ($1, $2, $3, 'Ada', $3) returning id`,
      [service.workspaceId, platform, username],
    );

  /** A post with a video, which somebody wants to schedule. */
  const begin = async ({ page, settled }: Person, channels: readonly unknown[]) => {
    await page.goto(`/write?channel=${channels.join(',')}`);
    await page.locator('textarea').first().fill('The bells ring at nine.');
    const film = { name: 'film.mp4', mimeType: 'video/mp4', buffer: await readFile(videos.path('tall.mp4')) };
    await page.locator('input[type="file"]').setInputFiles(film);
    await page.getByLabel('film.mp4').first().waitFor();
    await settled();
    await page.locator('[data-act]').click();
    await page.locator('[data-cause]').first().waitFor();
    // The time can be chosen now.
    await page.keyboard.press('Escape');
  };

  const settingsOf = async ({ page }: Person) => {
    const id = Number(/\/write\/(\d+)/.exec(page.url())?.[1]);
    return (await service.call('getPost', { params: { id } })).data.targets[0]?.settings;
  };

  test('have a question that is also answered with No', async () => {
    const person = await journey.enter();
    const { page, foreign, errors } = person;
    await begin(person, [await connect('youtube', 'ada')]);
    const cause = page.locator('[data-cause]');
    expect(await cause.locator('p').allInnerTexts()).toEqual(['YouTube needs an answer to “Made for kids”.']);
    await page.getByRole('button', { name: 'Show the setting' }).click();
    await page.locator('[data-field="settings.made_for_kids"]:focus').waitFor();
    expect(await findFaults(page)).toEqual([]);
    await page.getByLabel('Made for kids').selectOption({ label: 'No' });
    await cause.waitFor({ state: 'detached' });
    await expect.poll(() => settingsOf(person)).toEqual({ made_for_kids: false });
    await page.getByLabel('Made for kids').selectOption({ label: '–' });
    await expect.poll(() => settingsOf(person)).toEqual({});
    expect([foreign, errors]).toEqual([[], []]);
  });

  test('that several channels lack are one reason, named as the form names them, in German, too', async () => {
    const person = await journey.enter(undefined, { locale: 'de-DE' });
    const { page, foreign, errors } = person;
    await begin(person, [await connect('tiktok', 'bell'), await connect('tiktok', 'tower')]);
    await page.getByRole('tab', { name: 'Alle' }).click();
    expect(await page.locator('[data-cause] p').allInnerTexts()).toEqual([
      '@bell und @tower: TikTok braucht „Sichtbarkeit“.',
      '@bell und @tower: TikTok braucht eine Antwort auf „Bezahlte Partnerschaft“.',
      '@bell und @tower: TikTok braucht eine Antwort auf „Eigene Marke“.',
      '@bell und @tower: TikTok braucht „Zustimmung“.',
    ]);
    expect([foreign, errors]).toEqual([[], []]);
  });
});
