/** The card of a link in the preview: read by the service once the link stands still, and quiet where it cannot be. */
import { createServer } from 'node:http';
import { afterAll, describe, expect, test } from 'vitest';
import { listen } from '../../server/test/support/loopback.ts';
import { makePicture } from '../../server/test/support/media.ts';
import { serveNames } from '../../server/test/support/resolver.ts';
import { insertOne } from '../../server/test/support/thing-rows.ts';
import { hasChromium, openJourney } from './journey.ts';

describe.skipIf(!hasChromium)('the preview of a link', async () => {
  const asked: string[] = [];
  const picture = await makePicture('jpeg', 1200, 600);
  const site = await listen(
    createServer(({ url = '' }, response) => {
      asked.push(url);
      if (url === '/bell.jpg') response.end(picture);
      else if (url === '/bells')
        response.end(
          '<title>Bells &lt;b&gt;ring&lt;/b&gt;</title><meta property="og:image" content="/bell.jpg">',
        );
      else response.writeHead(404).end();
    }),
  );
  const names = await serveNames({ 'cdn.example': [['127.0.0.1']] });
  const journey = await openJourney({
    lookup: names.lookup,
    outboundAllow: [{ range: '127.0.0.1/32', port: site.port }],
  });
  const { service } = journey;
  await insertOne(
    service,
    `insert into channels (workspace_id, platform, account_id, name, username)
     values ($1, 'mastodon', 'mastodon', 'Ada', 'ada@tower.example') returning id`,
    [service.workspaceId],
  );
  afterAll(async () => {
    await journey.close();
    await names.close();
    await site.close();
  });

  test('is that of its page, with a copy of the picture, in both themes, and nothing where there is no page', async () => {
    const { page, foreign, errors, settled } = await journey.enter();
    const reads: string[] = [];
    page.on(
      'request',
      (request) => request.url().includes('/api/v1/link-cards?') && reads.push(request.url()),
    );
    const cards = () => asked.filter((one) => !one.endsWith('.jpg'));
    await page.goto('/write');
    const text = page.getByRole('textbox', { name: 'Text' });
    await text.waitFor();
    // A link that is still being typed is not asked for.
    await page.evaluate(`(async () => {
      const area = document.querySelector('textarea[data-text]');
      const { set } = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value');
      for (const end of ['b', 'be', 'bells.']) {
        set.call(area, 'Come: http://cdn.example:${site.port}/' + end);
        area.dispatchEvent(new Event('input', { bubbles: true }));
        await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
      }
    })()`);
    const card = page.getByRole('figure');
    await card.getByText('Bells <b>ring</b>').waitFor();
    expect(await card.locator('img').getAttribute('src')).toMatch(/^\/api\/v1\/link-cards\/\d+\/image/);
    await text.fill(`Come all: http://cdn.example:${site.port}/bells`);
    await card.getByText('Bells <b>ring</b>').waitFor();
    await text.fill('Come all');
    await card.waitFor({ state: 'detached' });
    await text.fill(`Come all: http://cdn.example:${site.port}/bells`);
    await card.getByText('Bells <b>ring</b>').waitFor();
    expect([cards(), reads.length]).toEqual([['/bells'], 1]);

    const stage = page.locator('[data-preview]');
    const ground = () =>
      page.evaluate("getComputedStyle(document.querySelector('[data-preview]')).backgroundColor");
    const light = await ground();
    await page.getByRole('button', { name: 'Dark', exact: true }).click();
    await expect.poll(() => stage.getAttribute('data-preview')).toBe('dark');
    expect([light, await ground()]).toEqual(['rgb(255, 255, 255)', 'rgb(25, 31, 29)']);

    const refused = page.waitForResponse((answer) => answer.url().includes('/api/v1/link-cards?'));
    await text.fill(`Gone: http://cdn.example:${site.port}/gone`);
    expect((await refused).ok()).toBe(false);
    await settled();
    expect([await card.count(), await page.getByRole('alert').count()]).toEqual([0, 0]);
    expect([foreign, errors]).toEqual([[], []]);
  });
});
