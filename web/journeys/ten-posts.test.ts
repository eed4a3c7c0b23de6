/**
 * A stranger plans a week: from the printed link to three channels, their posting times and ten posts, by what the
 * screens show. `docs/benchmarks.md` has the counts.
 */
import type { Locator, Page } from 'playwright-core';
import { afterAll, describe, expect, test } from 'vitest';
import { hasChromium, openJourney } from './journey.ts';

const SETUP = 'a token for the set-up';

/** Clicks and typed text alone. What is typed goes to what has the focus, as with people. */
function useHands(page: Page) {
  const count = { clicks: 0, keys: 0 };
  const click = async (at: Locator) => {
    count.clicks += 1;
    await at.click();
  };
  const press = async (key: string) => {
    count.keys += 1;
    await page.keyboard.press(key);
  };
  const type = async (text: string) => {
    count.keys += text.length;
    await page.keyboard.type(text);
  };
  return { count, click, press, type };
}

/** It is Friday, 15 January 2027. */
describe.skipIf(!hasChromium)('a stranger', async () => {
  const journey = await openJourney({ bare: true, setupToken: SETUP });
  afterAll(() => journey.close());

  test('plans ten posts for three channels', async () => {
    const { page, foreign, errors } = await journey.visit();
    const { count, click, press, type } = useHands(page);
    const button = (name: string | RegExp) => page.getByRole('button', { name });
    const link = (name: string | RegExp) => page.getByRole('link', { name });
    const counts: Record<string, typeof count> = {};
    const note = (what: string) => {
      counts[what] = { ...count };
    };

    await page.goto(`/setup?token=${encodeURIComponent(SETUP)}`);
    await page.getByLabel('Your name').and(page.locator(':focus')).waitFor();
    await type('Ada');
    await press('Tab');
    await type('ada@example.org');
    await press('Tab');
    await type('correct horse battery');
    await press('Enter');
    await page.getByLabel('Username').and(page.locator(':focus')).waitFor();
    await press('Enter');
    await click(button('Publish now'));
    await page.waitForURL('**/posts/**');
    note('first post');

    for (const name of ['market', 'fair']) {
      await click(link('Channels'));
      await click(link('Connect'));
      await click(page.getByRole('list', { name: 'Networks' }).getByRole('link', { name: 'Sandbox' }));
      await page.getByLabel(/./).and(page.locator(':focus')).waitFor();
      await type(name);
      await press('Enter');
      await page.getByText(/^Connected:/).waitFor();
    }
    note('channels');

    await click(link('market'));
    await click(button('Every day, 15:00, not set').first());
    await button('Every day, 15:00').first().waitFor();
    note('posting times');

    const calendar = page.getByRole('navigation').getByRole('link', { name: 'Calendar' });
    const planFrom = async (day: string, text: string, accounts: string[]) => {
      await click(link(new RegExp(`^New post at .*${day} Jan.* 10:00`)));
      await page
        .getByRole('textbox', { name: 'Text' })
        .and(page.locator(':focus'))
        .waitFor({ timeout: 5000 });
      await type(text);
      for (const name of accounts) await click(button(`Sandbox @${name}`));
      await click(button(/^Schedule for/));
      await page.waitForURL('**/posts/*');
      await page.getByRole('heading', { name: 'Scheduled' }).waitFor();
    };
    await click(calendar);
    await click(button('Next week'));
    await planFrom('18', 'The bells ring at nine.', ['tower', 'market', 'fair']);
    await click(calendar);
    await planFrom('20', 'Fair on Saturday.', []);
    await click(calendar);
    await planFrom('22', 'A tour of the tower.', []);
    note('three posts by the calendar');

    for (const text of ['Coffee below the tower.', 'How a bell is cast.', 'New ropes.']) {
      await click(link('New post'));
      await page.getByRole('textbox', { name: 'Text' }).and(page.locator(':focus')).waitFor();
      await type(text);
      await click(button(/^Next free slot/));
      await click(button(/^Schedule for/));
      await page.getByRole('heading', { name: 'Scheduled' }).waitFor();
    }
    note('three posts by free slots');

    await click(calendar);
    for (const text of ['The bells ring at nine.', 'Fair on Saturday.', 'A tour of the tower.']) {
      const post = page.getByRole('main').getByRole('link', { name: new RegExp(text) });
      await post.hover();
      await click(button(`More for ${text}`).first());
      await click(page.getByRole('menuitem', { name: 'Duplicate' }));
      await page.getByRole('complementary', { name: 'Drafts' }).getByText(text).waitFor();
      await click(
        page.getByRole('complementary', { name: 'Drafts' }).getByRole('button', { name: `More for ${text}` }),
      );
      await click(page.getByRole('menuitem', { name: 'Next free slot' }));
      await page
        .getByRole('complementary', { name: 'Drafts' })
        .getByText(text)
        .waitFor({ state: 'detached' });
    }
    note('three posts by duplicates');
    const [found] = await journey.service.db.rows<object>(
      `select count(*) posts, count(distinct planned_at::date) days, (select count(*) from targets) targets
       from posts where status in ('scheduled', 'publishing', 'published')`,
    );
    expect(found).toEqual({ posts: 10, days: 6, targets: 28 });
    expect(counts).toEqual({
      'first post': { clicks: 1, keys: 43 },
      channels: { clicks: 7, keys: 55 },
      'posting times': { clicks: 9, keys: 55 },
      'three posts by the calendar': { clicks: 22, keys: 115 },
      'three posts by free slots': { clicks: 31, keys: 167 },
      'three posts by duplicates': { clicks: 44, keys: 167 },
    });
    expect([foreign, errors]).toEqual([[], []]);
  });
});
