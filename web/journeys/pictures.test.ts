/**
 * Pictures of every screen, to be looked at: `npm run walk` writes them to `web/walk/`, and the gallery of the README to
 * `docs/screens/`.
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import sharp from 'sharp';
import { afterAll, describe, test } from 'vitest';
import { hasChromium, openJourney } from './journey.ts';
import { fillWeek } from './sample-week.ts';

const root = join(import.meta.dirname, '../..');
const sizes = { phone: [390, 844], tablet: [768, 1024], desk: [1440, 900] } as const;
const looks = [
  { colorScheme: 'light', locale: 'en-GB' },
  { colorScheme: 'dark', locale: 'de-DE' },
] as const;

/** In the README. */
const gallery = [
  'week desk light',
  'week desk dark',
  'month desk light',
  'write desk light',
  'post desk light',
];
const phones = ['agenda phone light', 'write phone dark', 'post phone light', 'attention phone dark'];

describe.skipIf(!hasChromium || process.env['WALK'] === undefined)('pictures', async () => {
  const journey = await openJourney({ workspace: { time_zone: 'Europe/Berlin' } });
  const { service } = journey;
  afterAll(() => journey.close());

  test('of every screen, in every size, theme and language', { timeout: 600_000 }, async () => {
    const { tower, published, failed, draft } = await fillWeek(service);
    await Promise.all(
      ['web/walk', 'docs/screens'].map((path) => mkdir(join(root, path), { recursive: true })),
    );
    const screens = {
      week: '/?view=week',
      month: '/?view=month',
      agenda: '/',
      write: `/write/${draft.id}`,
      post: `/posts/${published.id}`,
      failed: `/posts/${failed.id}`,
      drafts: '/drafts',
      attention: '/attention',
      channels: '/channels',
      channel: `/channels/${tower.id}`,
    };
    for (const look of looks) {
      for (const [size, [width, height]] of Object.entries(sizes)) {
        const { page, settled } = await journey.enter(undefined, {
          ...look,
          viewport: { width, height },
          hasTouch: size === 'phone',
        });
        for (const [screen, path] of Object.entries(screens)) {
          await page.goto(path);
          await settled();
          const name = `${screen} ${size} ${look.colorScheme}`;
          const picture = await page.screenshot();
          await sharp(picture)
            .webp({ quality: 80 })
            .toFile(join(root, 'web/walk', `${name.replaceAll(' ', '-')}.webp`));
          if (![...gallery, ...phones].includes(name)) continue;
          await sharp(picture)
            .resize({ width: size === 'phone' ? 390 : 1080 })
            .webp({ quality: 72 })
            .toFile(join(root, 'docs/screens', `${name.replaceAll(' ', '-')}.webp`));
        }
        await page.context().close();
      }
    }
  });
});
