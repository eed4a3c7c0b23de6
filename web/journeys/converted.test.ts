/** The composer checks posts by the rules as this installation has them. */
import { readFile } from 'node:fs/promises';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { insertOne } from '../../server/test/support/thing-rows.ts';
import { makeVideos, type VideoName } from '../../server/test/support/videos.ts';
import { hasChromium, openJourney } from './journey.ts';

describe.skipIf(!hasChromium)('a video that a network does not accept', async () => {
  const videos = await makeVideos('two-colours.webm', 'hevc.mp4');
  afterAll(() => videos.remove());

  const converted = 'Belfry converts it to MP4';
  const refused = 'install ffmpeg';
  test.each<[string, VideoName, boolean, string, string]>([
    ['is said to be converted where the service can do that', 'two-colours.webm', true, converted, refused],
    ['is said to be converted for its codec', 'hevc.mp4', true, converted, refused],
    ['is refused where the service cannot convert it', 'two-colours.webm', false, refused, converted],
  ])('%s', async (_, video, canTranscode, shown, hidden) => {
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
    const [kind, buffer] = [video.split('.')[1], await readFile(videos.path(video))];
    const file = { name: `film.${kind}`, mimeType: `video/${kind}`, buffer };
    await page.locator('input[type="file"]').setInputFiles(file);
    await page.getByLabel(`Alt text of ${file.name}`).waitFor();
    await page.getByText(shown).first().waitFor();
    await person.settled();
    for (const text of [hidden, 'has not read everything'])
      expect([text, await page.getByText(text).count()]).toEqual([text, 0]);
    expect([foreign, errors]).toEqual([[], []]);
  });
});
