/** The composer checks posts by the rules as this installation has them. */
import { readFile } from 'node:fs/promises';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { insertOne } from '../../server/test/support/thing-rows.ts';
import { makeVideos } from '../../server/test/support/videos.ts';
import { hasChromium, openJourney } from './journey.ts';

describe.skipIf(!hasChromium)('a video that a network does not accept', async () => {
  const videos = await makeVideos('two-colours.webm');
  const buffer = await readFile(videos.path('two-colours.webm'));
  afterAll(() => videos.remove());

  test.each([
    [
      'is said to be converted where the service can do that',
      true,
      'Belfry converts it to MP4',
      'install ffmpeg',
    ],
    ['is refused where the service cannot convert it', false, 'install ffmpeg', 'Belfry converts it to MP4'],
  ])('%s', async (_, canTranscode, shown, hidden) => {
    const journey = await openJourney({ canTranscode });
    onTestFinished(() => journey.close());
    const { service } = journey;
    const id = await insertOne(
      service,
      `insert into channels (workspace_id, platform, account_id, name, username)
       values ($1, 'x', '7', 'Ada', 'ada') returning id`,
      [service.workspaceId],
    );
    const person = await journey.enter();
    const { page, foreign, errors } = person;
    await page.goto(`/write?channel=${id}`);
    await page
      .locator('input[type="file"]')
      .setInputFiles({ name: 'film.webm', mimeType: 'video/webm', buffer });
    await page.getByLabel('Alt text of film.webm').waitFor();
    await page.getByText(shown).first().waitFor();
    await person.settled();
    expect(await page.getByText(hidden).count()).toBe(0);
    expect([foreign, errors]).toEqual([[], []]);
  });
});
