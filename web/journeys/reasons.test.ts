/** What the composer says when a post cannot go out as it is, and where its button leads. */
import type { Locator, Page } from 'playwright-core';
import { afterAll, describe, expect, test } from 'vitest';
import { requireSameSecret } from '../../server/src/setup/setup.ts';
import { noise } from '../../server/test/support/images.ts';
import { createPost, getPost, scheduledFor, scheduledToBehave } from '../../server/test/support/posts.ts';
import { makeUnconfirmed } from '../../server/test/support/resolving.ts';
import { connectSandbox, readTimeline } from '../../server/test/support/sandbox.ts';
import { findFaults } from './faults.ts';
import { hasChromium, openJourney } from './journey.ts';

describe.skipIf(!hasChromium)('the main button', async () => {
  const journey = await openJourney();
  const { service } = journey;
  await requireSameSecret(service.ctx);
  afterAll(() => journey.close());
  const [tower, market, press] = [
    await connectSandbox(service, 'tower'),
    await connectSandbox(service, 'market'),
    await connectSandbox(service, 'press'),
  ];
  const all = [tower, market, press];
  const textOf = (page: Page) => page.getByRole('textbox', { name: 'Text', exact: true });
  const actOf = (page: Page) => page.locator('[data-act]');

  /** In the window, and not below the bar. */
  const isSeen = async (page: Page, found: Locator) => {
    const [box, bar] = [await found.boundingBox(), await page.locator('footer').boundingBox()];
    return box !== null && bar !== null && box.y >= 0 && box.y + box.height <= bar.y;
  };

  test.each([1440, 390])(
    'goes to the first of several reasons, each said once, in a window of %i',
    async (width) => {
      const { page, settled, foreign, errors } = await journey.enter(undefined, {
        viewport: { width, height: 900 },
      });
      await page.goto(`/write?channel=${all.map(({ id }) => id).join(',')}`);
      // Nobody is told what an empty page lacks, before they want to send it.
      await textOf(page).waitFor();
      const reasons = page.locator('[data-cause]');
      // With the rules of the networks.
      await settled();
      expect([await reasons.count(), await page.getByText('would refuse this').count()]).toEqual([0, 0]);
      await actOf(page).click();
      await page.getByText('@tower, @market and @press: Sandbox needs text or media').waitFor();
      await page.getByRole('button', { name: 'Write something' }).click();

      await page.locator('textarea:focus').fill('The bells of the old town ring at nine. '.repeat(14));
      const buffer = await noise().png().toBuffer();
      const files = [1, 2, 3, 4, 5].map((at) => ({ name: `${at}.png`, mimeType: 'image/png', buffer }));
      await page.locator('input[type="file"]').setInputFiles(files);
      const [first, second] = [
        page
          .getByRole('listitem')
          .filter({ hasText: '@tower, @market and @press: Sandbox allows at most 500 characters' }),
        page
          .getByRole('listitem')
          .filter({ hasText: '@tower, @market and @press: Sandbox allows at most 4 images' }),
      ];
      await second.waitFor();
      await page.getByText('2 problems').waitFor();
      expect([await reasons.count(), await page.locator('[data-wrong="true"]').count()]).toEqual([2, 1]);
      await page.locator('[data-field="media_ids.4"][data-wrong="true"]').waitFor();

      const placeholder = "document.querySelector('[data-missing]'), '::placeholder'";
      expect(await page.evaluate(`getComputedStyle(${placeholder}).color`)).toBe('rgb(70, 81, 76)');
      // What the sandbox tries out waits for who wants it.
      await page.getByRole('tab', { name: /^Sandbox @market/ }).click();
      expect(await page.locator('details[open]').count()).toBe(0);
      await page.getByRole('tab', { name: 'All' }).click();

      await textOf(page).focus();
      await page.evaluate('scrollTo(0, 0)');
      await actOf(page).click();
      await page.locator('[data-cause]:focus').filter({ hasText: '500 characters' }).waitFor();
      expect(await isSeen(page, first)).toBe(true);
      expect(await page.evaluate('getComputedStyle(document.activeElement).outlineStyle')).toBe('solid');
      expect(await findFaults(page)).toEqual([]);
      // Nobody else has the common text, so it stays common.
      await page.getByRole('button', { name: 'Cut the rest off' }).click();
      await page.getByRole('button', { name: 'Keep the first 4' }).click();
      await reasons.first().waitFor({ state: 'detached' });
      expect((await textOf(page).inputValue()).length).toBe(500);
      expect(await page.getByRole('img', { name: 'own text' }).count()).toBe(0);
      expect([foreign, errors]).toEqual([[], []]);
    },
  );

  test('of a post that may be live says to look first', async () => {
    const { post, channel, countLive } = await makeUnconfirmed(service);
    const { page, foreign, errors } = await journey.enter();
    await page.goto(`/write/${post.id}`);
    await page.getByRole('heading', { name: 'May be live' }).waitFor();
    await page.getByRole('button', { name: 'Try again on Sandbox' }).click();
    await page.getByRole('alert').getByText('Tick the box once you have looked.').waitFor();
    const box = page.getByRole('checkbox', { name: 'It is not there: send again' });
    const label = 'document.activeElement.closest("label")';
    expect(await page.evaluate(`getComputedStyle(${label}).outlineStyle`)).toBe('solid');
    await box.check();
    expect(await page.getByText('Tick the box').count()).toBe(0);
    await page.getByRole('button', { name: 'Try again on Sandbox' }).click();
    await page.waitForURL(`**/posts/${post.id}`);
    await service.publishDue();
    expect([await countLive(), channel.platform]).toEqual([1, 'sandbox']);
    expect([foreign, errors]).toEqual([[], []]);
  });

  test('opens the comparison while two versions of the post stand against each other', async () => {
    const targets = [{ channel_id: tower.id }];
    const body = { status: 'scheduled', scheduled_at: '2031-12-12T08:00:00Z', targets } as const;
    const { id } = await createPost(service, { ...body, content: 'As planned' });
    const { page, foreign, errors } = await journey.enter();
    await page.goto(`/write/${id}`);
    await textOf(page).waitFor();
    await service.call('updatePost', { params: { id }, body: { ...body, content: 'Changed there' } });
    await textOf(page).fill('Changed here');
    const theirs = page.getByRole('dialog').getByText('Changed there');
    for (let press = 0; press < 2; press += 1) {
      await actOf(page).click();
      await theirs.waitFor();
      await page.keyboard.press('Escape');
      await theirs.waitFor({ state: 'detached' });
    }
    expect((await getPost(service, { id })).content).toBe('Changed there');
    expect([foreign, errors]).toEqual([[], []]);
  });

  test('of a post that is out on some channels names the others, and what is out is not edited', async () => {
    const bad = scheduledToBehave('reject', [market]);
    const post = await createPost(service, {
      ...scheduledFor([tower, press]),
      content: 'The fair opens',
      targets: [{ channel_id: tower.id }, ...(bad.targets ?? []), { channel_id: press.id }],
    });
    await service.publishDue();
    const { page, foreign, errors } = await journey.enter();
    await page.goto(`/write/${post.id}`);
    await page.getByRole('heading', { name: '2 of 3 published · Failed' }).waitFor();
    const chosen = page.getByRole('group', { name: 'Channels of this post' });
    expect(await chosen.getByRole('button', { name: /^Sandbox/, pressed: true }).count()).toBe(1);
    expect(await chosen.getByRole('img', { name: 'Published' }).count()).toBe(2);

    await page.getByRole('tab', { name: 'Sandbox @tower Published' }).click();
    await page.getByText(/^Published .+\d\d:\d\d/).waitFor();
    expect(await page.getByRole('link', { name: 'Open ↗' }).getAttribute('href')).toContain('/sandbox/');
    expect(await textOf(page).count()).toBe(0);
    expect(await findFaults(page)).toEqual([]);
    await page.getByRole('tab', { name: /^Sandbox @market/ }).click();
    await page.locator('summary').filter({ hasText: 'Behaviour' }).click();
    await page.getByLabel('Behaviour').selectOption({ label: 'Publish' });
    await textOf(page).fill('The fair opens on Saturday');
    await page.getByRole('button', { name: 'Try again on @market', exact: true }).click();
    await page.waitForURL(`**/posts/${post.id}`);
    await service.publishDue();
    expect((await getPost(service, post)).status).toBe('published');
    const texts = await Promise.all(
      all.map(async (channel) => (await readTimeline(service, channel))[0]?.text),
    );
    expect(texts).toEqual(['The fair opens', 'The fair opens on Saturday', 'The fair opens']);
    expect([foreign, errors]).toEqual([[], []]);
  });
});
