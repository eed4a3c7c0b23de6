import { afterAll, describe, expect, test } from 'vitest';
import { makeEvents } from '../../server/test/support/events.ts';
import { createNotices, failPosts } from '../../server/test/support/notices.ts';
import { connectSandbox } from '../../server/test/support/sandbox.ts';
import { hasChromium, openJourney } from './journey.ts';

describe.skipIf(!hasChromium)('the bell', async () => {
  const journey = await openJourney();
  const { service } = journey;
  const channel = await connectSandbox(service);
  afterAll(() => journey.close());

  test('says that nothing happened, then rings while one looks, and leads to the place', async () => {
    const { page, settled, foreign, errors } = await journey.enter();
    await page.goto('/attention');
    const bell = page.getByRole('button', { name: 'Notices' });
    await bell.click();
    await page.getByText('Nothing has happened that you must know.').waitFor();
    await settled();
    await makeEvents(service.db, service.workspaceId, {
      kind: 'channel.needs_reconnect',
      channel_id: channel.id,
    });
    const [post] = await failPosts(service, service);
    await createNotices(service);
    const list = page.getByRole('dialog', { name: 'Notices' });
    await list.getByRole('listitem').nth(1).waitFor();
    await page.keyboard.press('Escape');
    await list.waitFor({ state: 'detached' });
    await bell.getByText('2', { exact: true }).waitFor();
    await page.locator('button:focus').getByText('Notices').waitFor();

    await bell.click();
    await list
      .getByRole('button', { name: /^Mark as read/ })
      .first()
      .click();
    await bell.getByText('1', { exact: true }).waitFor();
    await list.getByRole('link').filter({ hasText: 'Bell 1' }).click();
    await page.waitForURL(`**/posts/${post}`);
    await list.waitFor({ state: 'detached' });
    expect([foreign, errors]).toEqual([[], []]);
  });

  test('on a phone, notices are in More, and all can be read at once', async () => {
    const author = await service.as('author');
    await failPosts(service, author, 1, 'Clapper');
    await createNotices(service);
    const { page, foreign, errors } = await journey.enter(undefined, {
      viewport: { width: 390, height: 780 },
    });
    await page.goto('/attention');
    const [count, mark] = [page.getByTitle('More').getByText('1'), page.getByTitle('More').locator('svg')];
    const end = ((await mark.boundingBox())?.x ?? 0) + ((await mark.boundingBox())?.width ?? Infinity);
    expect((await count.boundingBox())?.x).toBeGreaterThanOrEqual(end);
    await page.getByTitle('More').click();
    await page.getByRole('menuitem', { name: 'Notices' }).click();
    const list = page.getByRole('dialog', { name: 'Notices' });
    await list.getByRole('button', { name: 'Mark all as read' }).click();
    await list
      .getByRole('button', { name: /^Mark as read/ })
      .first()
      .waitFor({ state: 'detached' });
    await page.keyboard.press('Escape');
    await list.waitFor({ state: 'detached' });
    await page.getByTitle('More').getByText('1').waitFor({ state: 'detached' });
    expect([foreign, errors]).toEqual([[], []]);
  });
});
