/** What has the focus is seen: no bar covers it, and nothing lies before it. */
import type { Page } from 'playwright-core';
import { afterAll, describe, expect, test } from 'vitest';
import { noise } from '../../server/test/support/images.ts';
import { createPost } from '../../server/test/support/posts.ts';
import { insertOne } from '../../server/test/support/thing-rows.ts';
import { hasChromium, openJourney } from './journey.ts';

const devices = [
  ['a phone', { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }],
  ['a wide window', {}],
] as const;

/** More than a page has. */
const STOPS = 120;

/** The control with the focus, and whether a part of it is seen, as a long text has no room as a whole. */
const look = `(() => {
  const focused = document.activeElement;
  if (focused === document.body) return { name: 'page' };
  const { x, y, width, height } = focused.getBoundingClientRect();
  const isSeen = [4, height / 2, height - 4].some((below) => {
    const seen = document.elementFromPoint(x + width / 2, y + below);
    return focused.contains(seen) || seen?.contains(focused) === true;
  });
  return { name: focused.getAttribute('aria-label') ?? focused.textContent, isSeen };
})()`;

interface Looked {
  name: string;
  isSeen?: boolean;
}

/** The controls that the key reaches, and those of them that are not seen. */
async function walk(page: Page, key: string): Promise<{ reached: string[]; unseen: string[] }> {
  const [reached, unseen]: [string[], string[]] = [[], []];
  for (let stop = 0; stop < STOPS; stop += 1) {
    await page.keyboard.press(key);
    let { name, isSeen } = (await page.evaluate(look)) as Looked;
    // The browser may still scroll there.
    for (let again = 0; isSeen === false && again < 10; again += 1) {
      await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 50)))');
      ({ name, isSeen } = (await page.evaluate(look)) as Looked);
    }
    if (isSeen === undefined && stop > 0) break;
    reached.push(name);
    if (isSeen === false) unseen.push(name);
  }
  return { reached, unseen };
}

describe.skipIf(!hasChromium)('what has the focus is seen', async () => {
  const journey = await openJourney();
  const { service } = journey;
  afterAll(() => journey.close());
  const ids: number[] = [];
  for (const platform of ['youtube', 'instagram', 'tiktok', 'x', 'linkedin'])
    ids.push(
      await insertOne(
        service,
        `insert into channels (workspace_id, platform, account_id, name, username)
         values ($1, $2, 'ada', 'Ada', 'ada') returning id`,
        [service.workspaceId, platform],
      ),
    );
  for (let minute = 10; minute < 34; minute += 1)
    await createPost(service, {
      status: 'draft',
      content: `Bell ${minute}`,
      scheduled_at: `2027-01-20T09:${minute}:00Z`,
      targets: [],
    });

  test.each(devices)('in the composer, on %s', async (_, device) => {
    const { page, settled } = await journey.enter(undefined, device);
    await page.goto(`/write?channel=${ids.join(',')}`);
    const buffer = await noise().png().toBuffer();
    await page
      .locator('input[type="file"]')
      .first()
      .setInputFiles({ name: 'bell.png', mimeType: 'image/png', buffer });
    await page.getByRole('textbox', { name: 'Alt text of bell.png' }).waitFor();
    await page.getByRole('textbox', { name: 'Text', exact: true }).fill('The bells ring.\n'.repeat(12));
    await page.getByText('problem', { exact: false }).first().waitFor();
    // What comes when the draft is saved would move the page below the focus.
    await page.getByText(/^Saved/).waitFor();
    await settled();
    await page.evaluate('document.activeElement.blur(); scrollTo(0, 0)');
    const { reached, unseen } = await walk(page, 'Tab');
    expect(reached.length).toBeGreaterThan(30);
    expect(unseen).toEqual([]);
    expect((await walk(page, 'Shift+Tab')).unseen).toEqual([]);
  });

  test.each(devices)('in the calendar, on %s', async (_, device) => {
    const { page, settled } = await journey.enter(undefined, device);
    await page.goto('/?view=week&day=2027-01-20');
    await page.getByText('Bell 10').first().waitFor();
    await settled();
    const { reached, unseen } = await walk(page, 'Tab');
    expect(reached.length).toBeGreaterThan(20);
    expect(unseen).toEqual([]);
    expect((await walk(page, 'Shift+Tab')).unseen).toEqual([]);
  });

  test('the list of an hour’s posts opens where free slots are', async () => {
    const { page } = await journey.enter();
    await page.goto('/?view=week&day=2027-01-20');
    await page.getByRole('button', { name: /^\d+ more posts on Wednesday 20 January/ }).click();
    await page.getByRole('dialog').getByText('Bell 33').waitFor();
  });
});
