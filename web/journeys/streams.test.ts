import type { Server } from 'node:http';
import type { Page } from 'playwright-core';
import { afterAll, describe, expect, test } from 'vitest';
import { sealAll } from '../../server/test/support/events.ts';
import { createPost } from '../../server/test/support/posts.ts';
import { hasChromium, openJourney } from './journey.ts';

/** Longer than a hidden tab reads on. */
const HIDDEN = 61_000;

/** Pages of this browser are all visible at once. This makes them tabs. */
const show = (page: Page, state: 'visible' | 'hidden') =>
  page.evaluate(`
    Object.defineProperty(document, 'visibilityState', { configurable: true, value: '${state}' });
    document.dispatchEvent(new Event('visibilitychange'));
  `);

describe.skipIf(!hasChromium)('the stream of events', async () => {
  const journey = await openJourney();
  const { service } = journey;
  afterAll(() => journey.close());

  test('leaves room for eight tabs of one browser, and a tab that is shown again catches up', async () => {
    const { page: first, foreign, errors } = await journey.enter();
    const context = first.context();
    const tabs: Page[] = [];
    const ofHidden: string[] = [];
    for (let count = 1; count <= 8; count += 1) {
      const tab = count === 1 ? first : await context.newPage();
      await tab.clock.install({ time: service.clock.now() });
      const isRead = tab.waitForRequest(/\/api\/v1\/stream/);
      const isListed = tab.waitForResponse(/\/posts\?status=draft/);
      await tab.goto('/drafts');
      await tab.getByRole('heading', { name: 'Drafts' }).waitFor();
      await Promise.all([isRead, isListed]);
      tabs.push(tab);
      if (count === 8) break;
      const ended = tab.waitForEvent('requestfailed', (request) => request.url().includes('/api/v1/stream'));
      await show(tab, 'hidden');
      await tab.clock.fastForward(HIDDEN);
      await ended;
      tab.on('request', (request) => ofHidden.push(request.url()));
      await tab.clock.fastForward(HIDDEN);
    }
    await createPost(service, { status: 'draft', content: 'Told to one tab', targets: [] });
    await sealAll(service.db);
    await tabs[7]?.getByText('Told to one tab').waitFor();
    expect(ofHidden).toEqual([]);
    await show(first, 'visible');
    await first.getByText('Told to one tab').waitFor();
    expect([foreign, errors]).toEqual([[], []]);
  });

  test('goes on by itself after the service has restarted', async () => {
    const { page, settled, foreign, errors } = await journey.enter();
    const isRead = page.waitForRequest(/\/api\/v1\/stream/);
    await page.goto('/drafts');
    await isRead;
    await settled();
    await page.evaluate('window.isTheSamePage = true');
    await restart(service.server.server, Number(new URL(service.origin).port));
    await createPost(service, { status: 'draft', content: 'After the restart', targets: [] });
    await sealAll(service.db);
    await page.getByText('After the restart').waitFor();
    expect(await page.evaluate('window.isTheSamePage')).toBe(true);
    expect([foreign, errors]).toEqual([[], []]);
  });
});

/** As browsers see it: all connections break, and new ones are refused until the service is back. */
async function restart(server: Server, port: number): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve));
  server.closeAllConnections();
  await closed;
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
}
