import type { Page } from 'playwright-core';
import { noise } from '../../server/test/support/images.ts';
import { CAPTIONS } from '../../server/test/support/media.ts';
import { goInside } from './inside.ts';

type Opening = [what: string, open: (page: Page) => Promise<void>];

const plain: Opening[] = [
  [
    'the list of emoji',
    async (page) => {
      await goInside(page, '/write');
      await page.getByRole('textbox', { name: 'Text' }).pressSequentially(':bell');
      await page.getByRole('option').first().waitFor();
    },
  ],
  [
    'the picker of emoji',
    async (page) => {
      await goInside(page, '/write');
      await page.getByRole('button', { name: 'Emoji' }).click();
      await page.getByRole('button', { name: 'grinning face', exact: true }).waitFor();
    },
  ],
  [
    'cropping',
    async (page) => {
      await goInside(page, '/write');
      const buffer = await noise().png().toBuffer();
      const bell = { name: 'bell.png', mimeType: 'image/png', buffer };
      await page.locator('input[type="file"]').setInputFiles(bell);
      await page.getByRole('textbox', { name: 'Alt text of bell.png' }).waitFor();
      await page.getByRole('button', { name: 'Crop and rotate bell.png' }).click();
      await page.getByRole('button', { name: /^Kept area/ }).waitFor();
    },
  ],
];

/** What opens while somebody writes. `film`: a post with a video, for a network that shows a cover before it. */
export function inComposer(film: number): Opening[] {
  const showFilm = (page: Page) => goInside(page, `/write/${film}`);
  return [
    ...plain,
    [
      'captions',
      async (page) => {
        await showFilm(page);
        await page.getByRole('button', { name: 'Captions of vp9.webm' }).click();
        const spoken = { name: 'film.de.srt', mimeType: 'text/plain', buffer: Buffer.from(CAPTIONS) };
        await page.locator('input[data-captions]').setInputFiles(spoken);
        await page.getByRole('button', { name: 'Add', exact: true }).click();
        await page.getByRole('button', { name: 'Remove captions in German' }).waitFor();
        await page.locator('input[data-captions]').setInputFiles(spoken);
        await page.getByText('Replaces the captions in German.').waitFor();
      },
    ],
    [
      'choosing a frame',
      async (page) => {
        await showFilm(page);
        await page.locator('details:not([open]) > summary').click();
        await page.getByRole('button', { name: 'Choose a frame' }).click();
        await page.getByRole('slider', { name: 'Moment of the video' }).waitFor();
      },
    ],
  ];
}
