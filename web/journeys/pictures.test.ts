/**
 * Pictures of every screen, to be looked at: `npm run walk` writes them to `web/walk/`, and the gallery of the README to
 * `docs/screens/`.
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import sharp from 'sharp';
import { afterAll, describe, test } from 'vitest';
import { openEveryNetwork } from '../../server/test/support/every-network.ts';
import { hasChromium, openJourney } from './journey.ts';
import { fillWeek } from './sample-week.ts';

/** What opens on a screen, by what is pressed. The first words are English, the others German. */
const opened: [name: string, on: string, press: RegExp | string][] = [
  ['palette', 'attention', 'Control+k'],
  ['keys', 'attention', '?'],
  ['time', 'write', /^(Choose a time|Zeit wählen|Next: |Frei: )/],
  ['library', 'write', /^(From the library|Aus der Mediathek)$/],
  ['sets', 'write', /^(Sets|Gruppen)$/],
  ['emoji', 'write', /^Emoji/],
  ['label', 'post', /^Label$/],
  ['removal', 'post', /^(Remove from|Von) Mastodon/],
  ['channels filter', 'month', /^(Channels|Kanäle)$/],
];

const root = join(import.meta.dirname, '../..');
const sizes = { phone: [390, 844], tablet: [768, 1024], desk: [1440, 900] } as const;
const looks = (['light', 'dark'] as const).flatMap((colorScheme) =>
  (['en-GB', 'de-DE'] as const).map((locale) => ({ colorScheme, locale })),
);

/** In the README, in English. */
const gallery = [
  'week desk light',
  'week desk dark',
  'month desk light',
  'write desk light',
  'post desk light',
  'channel desk light',
  'agenda phone light',
  'write phone dark',
  'post phone light',
  'attention phone dark',
];

type Size = keyof typeof sizes;

/** `phone dark de` */
const nameOf = (size: Size, { colorScheme, locale }: (typeof looks)[number]) =>
  `${size} ${colorScheme} ${locale.slice(0, 2)}`;

describe.skipIf(!hasChromium || process.env['WALK'] === undefined)('pictures', async () => {
  const every = await openEveryNetwork();
  const journey = await openJourney({ ...every.options, workspace: { time_zone: 'Europe/Berlin' } });
  const { service } = journey;
  every.follow(service);
  await service.db.rows("update workspaces set name = 'Tower'");
  await service.db.rows("update users set name = 'Ada'");
  const { tower, published, failed, draft } = await fillWeek(service, every);
  for (const path of ['web/walk', 'docs/screens']) await mkdir(join(root, path), { recursive: true });
  afterAll(async () => {
    await journey.close();
    await every.close();
  });

  const screens = {
    week: '/?view=week',
    month: '/?view=month',
    day: '/?view=day',
    list: '/?view=list',
    agenda: '/',
    write: `/write/${draft.id}`,
    post: `/posts/${published.id}`,
    failed: `/posts/${failed.id}`,
    drafts: '/drafts',
    attention: '/attention',
    channels: '/channels',
    channel: `/channels/${tower.id}`,
    connect: '/channels/connect',
  };
  const series = looks.flatMap((look) => (Object.keys(sizes) as Size[]).map((size) => ({ look, size })));

  test.each(series)('of every screen: $size, $look', async ({ look, size }) => {
    const [width, height] = sizes[size];
    const { page, settled } = await journey.enter(undefined, {
      ...look,
      viewport: { width, height },
      hasTouch: size === 'phone',
    });
    for (const [screen, path] of Object.entries(screens)) {
      await page.goto(path);
      await settled();
      await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' });
      // The shelf is drawn when there is time.
      if (size === 'desk' && path.startsWith('/?'))
        await page.getByRole('complementary', { name: /^(Drafts|Entwürfe)$/ }).waitFor();
      await keep(`${screen} ${nameOf(size, look)}`, await page.screenshot());
    }
    for (const [name, on, press] of opened) {
      await page.goto(screens[on as keyof typeof screens]);
      await settled();
      if (typeof press === 'string') await page.keyboard.press(press);
      else await page.getByRole('main').getByRole('button', { name: press }).first().click();
      await page.locator('[role$="dialog"], [role="menu"]').last().waitFor();
      await settled();
      await keep(`${name.replace(' ', '-')} ${nameOf(size, look)}`, await page.screenshot());
    }
    await page.context().close();
  });

  test.each(series)('of the doors: $size, $look', async ({ look, size }) => {
    const [width, height] = sizes[size];
    const { page, settled } = await journey.visit({ ...look, viewport: { width, height } });
    for (const [name, path] of Object.entries({ 'sign-in': '/sign-in', setup: '/setup?token=x' })) {
      await page.goto(path);
      await settled();
      await keep(`${name} ${nameOf(size, look)}`, await page.screenshot());
    }
    await page.context().close();
  });
});

async function keep(name: string, picture: Buffer): Promise<void> {
  const file = `${name.replaceAll(' ', '-')}.webp`;
  await sharp(picture)
    .webp({ quality: 80 })
    .toFile(join(root, 'web/walk', file));
  const shown = gallery.find((one) => name === `${one} en`);
  if (shown === undefined) return;
  await sharp(picture)
    .resize({ width: name.includes('phone') ? 390 : 1080 })
    .webp({ quality: 72 })
    .toFile(join(root, 'docs/screens', `${shown.replaceAll(' ', '-')}.webp`));
}
