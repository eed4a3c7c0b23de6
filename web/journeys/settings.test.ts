/** Settings that a network asks for: what the composer says if they are missing, and how a person answers. */
import { readFile } from 'node:fs/promises';
import { afterAll, describe, expect, test } from 'vitest';
import { insertOne } from '../../server/test/support/thing-rows.ts';
import { makeVideos } from '../../server/test/support/videos.ts';
import { findFaults } from './faults.ts';
import { hasChromium, openJourney, type Person } from './journey.ts';

/** Milliseconds of rest after which the composer saves. */
const REST = 2000;

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

  test('are chosen from what the network offers', async () => {
    const { page, foreign, errors, settled } = await journey.enter(undefined, { locale: 'de-DE' });
    await page.clock.install({ time: service.clock.now() });
    const [audience, bells, tower] = ['FOLLOWER_OF_CREATOR', 'Bells', 'Tower'];
    const offered: Record<string, (settings: string | null) => string[]> = {
      privacy_level: () => [audience],
      category_id: () => ['10', '22'],
      location: () => [],
      applied_tags: () => [bells, tower],
      board_id: () => [bells, tower],
      board_section_id: (settings) => [settings === `{"board_id":"${tower}"}` ? 'North' : 'South'],
    };
    await page.route(/\/settings\/options\?/, (route) => {
      const { searchParams } = new URL(route.request().url());
      const values = offered[searchParams.get('field') ?? '']?.(searchParams.get('settings'));
      // The service cannot ask for the others, because nobody has connected these channels.
      if (values === undefined) return route.continue();
      const shown = { group: null, image_url: null };
      const data = values.map((value) => ({ value, title: `${value}, as it says`, ...shown }));
      return route.fulfill({ json: { data } });
    });
    const ids: number[] = [];
    for (const platform of ['tiktok', 'threads', 'discord', 'pinterest', 'youtube'])
      ids.push(await connect(platform, `offering-${platform}`));
    await page.goto(`/write?channel=${ids.join(',')}`);
    const openRows = async () => {
      for (const summary of ['TikTok', 'Threads', 'Discord', 'Pinterest', 'YouTube'])
        await page.locator('summary').getByText(summary, { exact: true }).click();
      await settled();
    };
    await openRows();
    // In words of ours, as far as there are any.
    await page.getByLabel('Sichtbarkeit').first().selectOption({ label: 'Follower' });
    // A person may know a value that nobody finds.
    await page.getByLabel('Ort', { exact: true }).fill('12');
    await page.getByText('Geben Sie die Kennung ein.').first().waitFor();
    const tags = page.getByRole('group', { name: 'Tags' });
    await tags.getByLabel(tower).check();
    await tags.getByLabel(bells).check();
    await page.getByLabel('Pinnwand', { exact: true }).selectOption({ label: `${tower}, as it says` });
    const section = page.getByLabel('Bereich der Pinnwand');
    await section.selectOption({ label: 'North, as it says' });
    // The network's own value, which nobody has to choose.
    const category = page.getByLabel('Kategorie');
    expect(await category.inputValue()).toBe('22');
    await category.selectOption('10');
    const settings = [
      { privacy_level: audience },
      { location: '12' },
      { applied_tags: [bells, tower] },
      { board_id: tower, board_section_id: 'North' },
      { category_id: '10' },
    ];
    const stored = async () => {
      const id = Number(/\/write\/(\d+)/.exec(page.url())?.[1]);
      return (await service.call('getPost', { params: { id } })).data.targets.map(
        (target) => target.settings,
      );
    };
    const expectStored = async (all: object[]) => {
      await page.clock.runFor(REST);
      await expect.poll(stored).toEqual(all);
    };
    await expectStored(settings);
    // Somebody deletes a tag at the network. A person can still take it back.
    offered['applied_tags'] = () => [tower];
    await page.reload();
    await openRows();
    await page.getByLabel('Pinnwand', { exact: true }).selectOption({ label: `${bells}, as it says` });
    await section.getByText('South').waitFor({ state: 'attached' });
    // The board has no such section. The post still names it.
    expect(await section.inputValue()).toBe('North');
    await section.selectOption({ label: '–' });
    // A box that is offered no more goes with its tick.
    for (const tag of [bells, tower]) await tags.getByLabel(tag).click();
    await category.selectOption('22');
    await expectStored([...settings.slice(0, 2), {}, { board_id: bells }, {}]);
    expect([foreign, errors]).toEqual([[], []]);
  });
});
