/** From the calendar to a published post without a mouse, and what a screen reader finds on the way. */
import type { Page } from 'playwright-core';
import { afterAll, describe, expect, test } from 'vitest';
import { createPost, getPost, scheduledFor } from '../../../server/test/support/posts.ts';
import { connectSandbox } from '../../../server/test/support/sandbox.ts';
import { hasChromium, openJourney } from '../journey.ts';

/** From one part of the composer to the next that is used. */
const MOST_TABS = 20;

/** It is Friday, 15 January 2027, 12:00 in UTC. */
/** The hours of a day in which a post can begin, as they are heard. */
function hearFree(first: number, last: number): string {
  const hours = Array.from({ length: last - first + 1 }, (_, index) =>
    String(first + index).padStart(2, '0'),
  );
  const lines = hours.flatMap((hour) => [
    `          - link "New post at Wed 20 Jan, ${hour}:00":`,
    `            - /url: /write?at=2027-01-20T${hour}%3A00%3A00Z`,
  ]);
  return lines.join('\n');
}

describe.skipIf(!hasChromium)('the way from the calendar to a published post', async () => {
  const journey = await openJourney();
  const { service } = journey;
  const tower = await connectSandbox(service, 'tower');
  await connectSandbox(service, 'market');
  afterAll(() => journey.close());

  /** Presses Tab, or `key`, until the element with this name has the focus, which must be seen. */
  async function tabTo(page: Page, role: 'button' | 'link', name: string | RegExp, key = 'Tab') {
    const wanted = page.getByRole(role, { name, exact: typeof name === 'string' });
    for (let presses = 1; presses <= MOST_TABS; presses += 1) {
      await page.keyboard.press(key);
      if ((await wanted.and(page.locator(':focus')).count()) === 0) continue;
      // A text shows the focus at the sheet that it lies on.
      const isSeen = await page.evaluate(`(() => {
        for (let at = document.activeElement; at !== document.body; at = at.parentElement) {
          const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(at);
          if ((outlineStyle === 'solid' && outlineWidth === '2px') || boxShadow.includes('inset')) return true;
        }
        return false;
      })()`);
      if (isSeen !== true) throw new Error(`The focus is not seen on ${name}`);
      return;
    }
    throw new Error(`Tab does not reach ${name}`);
  }

  test('reads well aloud', async () => {
    const post = await createPost(
      service,
      scheduledFor([tower], { content: 'Fair on Saturday', scheduled_at: '2027-01-20T09:00:00Z' }),
    );
    const { page, settled, foreign, errors } = await journey.enter();
    const hear = async (path: string, expected: string) => {
      await page.goto(path);
      await settled();
      const lines = expected.replaceAll(/^ {6}/gm, '').trim();
      await expect.poll(() => page.getByRole('main').ariaSnapshot()).toBe(lines);
    };
    await hear(
      '/?view=day&day=2027-01-20',
      `
      - main:
        - button "Day before"
        - button "Today"
        - button "Next day"
        - heading "Wednesday, 20 January 2027" [level=1]:
          - button "Wednesday, 20 January 2027"
        - paragraph: UTC, UTC+0
        - list "View":
          - listitem:
            - button "Month"
          - listitem:
            - button "Week"
          - listitem:
            - button "Day" [pressed]
          - listitem:
            - button "List"
        - button "Drafts" [expanded]
        - search "Filters":
          - searchbox "Search posts"
          - button "Channels"
          - button "State"
          - button "Author"
          - button "Label"
          - button "Your time"
        - img "1 free slot": 1 free
        - img "1 free slot": 1 free
        - img "1 free slot": 1 free
        - region "Wednesday 20 January, 1 post":
          - heading "Wed 20" [level=2]:
            - link "Wed 20":
              - /url: /?view=day&day=2027-01-20
              - text: Wed
              - strong: "20"
${hearFree(8, 9)}
          - list:
            - listitem:
              - link "09:00 Fair on Saturday Scheduled, tower":
                - /url: /posts/1
${hearFree(10, 18)}
        - button "00:00 – 08:00"
        - button "19:00 – 24:00"
        - complementary "Drafts":
          - heading "Drafts" [level=2]
          - button "Hide drafts"
          - paragraph: Ideas wait here. Write one, or drop text on a day.
          - link "Write a draft":
            - /url: /write
        - status
    `,
    );
    await hear(
      `/write/${post.id}`,
      `
      - main:
        - link "Calendar":
          - /url: /
        - heading "Scheduled" [level=1]
        - status
        - button "More"
        - region "Text":
          - group "Channels of this post":
            - text: Channels of this post
            - button "Sandbox @tower" [pressed]: tower
            - button "Sandbox @market": market
            - button "Sets"
          - textbox "Text":
            - /placeholder: What should people read?
            - text: Fair on Saturday
          - group "Write into the text":
            - button "Emoji"
            - button "Mention somebody"
            - button "Add a hashtag"
            - button "Add a link"
          - paragraph:
            - text: Sandbox 16/500
            - status
          - region "Media":
            - button "Add media"
            - button "From the library"
            - status
          - group:
            - strong: Sandbox
            - text: Behaviour
          - button "Label"
        - complementary "Preview":
          - tablist "Beside the text":
            - tab "Preview" [selected]
            - tab "Comments"
          - tabpanel "Preview":
            - heading "Preview" [level=2]
            - strong: Sandbox
            - group "Colours":
              - button "Light" [pressed]
              - button "Dark"
            - group "Width":
              - button "Phone" [pressed]
              - button "Wide"
            - article:
              - paragraph:
                - strong: tower
                - text: "@tower now"
              - paragraph: Fair on Saturday
            - list:
              - listitem: Apps and servers of Sandbox differ in detail.
        - group "When":
          - button "Now"
          - button "Wed 20 Jan, 09:00" [pressed]
          - 'button "Next free slot: Fri 15 Jan, 17:00"'
          - text: UTC, UTC+0
        - button "Update"
    `,
    );
    await hear(
      `/posts/${post.id}`,
      `
      - main:
        - link "Calendar":
          - /url: /
        - heading "Scheduled" [level=1]
        - paragraph: Wed 20 Jan, 09:00 (UTC) · by Owner 1
        - button "Label"
        - link "Edit":
          - /url: /write/1
        - button "Delete"
        - paragraph: Fair on Saturday
        - article "tower":
          - img "Sandbox"
          - heading "tower" [level=2]
          - text: "@tower Scheduled"
        - region "What happened":
          - list:
            - listitem: Fri 15 Jan
            - listitem:
              - time: 12:00:00
              - text: Scheduled for Wed 20 Jan, 09:00 by Owner 1
          - group: Technical details
        - complementary "Comments":
          - heading "Comments" [level=2]
          - paragraph: Talk about this post here. Only people of this workspace see it.
          - textbox "Write a comment":
            - /placeholder: Comment, or mention somebody with @
          - button "Comment"
    `,
    );
    expect([foreign, errors]).toEqual([[], []]);
  });

  test('needs no mouse', async () => {
    const { page, settled, foreign, errors } = await journey.enter();
    await page.goto('/?view=week');
    await settled();
    await page.keyboard.press('n');
    await page.waitForURL('**/write');
    await page.getByRole('textbox', { name: 'Text' }).and(page.locator(':focus')).waitFor();
    await page.keyboard.type('The bells ring at noon.');
    await tabTo(page, 'button', 'Sandbox @tower', 'Shift+Tab');
    await page.keyboard.press('Space');
    await tabTo(page, 'button', 'Choose a time');
    await page.keyboard.press('Enter');
    await page.locator('input:focus').waitFor();
    await page.keyboard.type('tomorrow 9:30');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Sat 16 Jan, 09:30' }).and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Control+Enter');
    await page.waitForURL('**/posts/*');
    await page.getByRole('heading', { name: 'Scheduled' }).waitFor();
    const id = Number(new URL(page.url()).pathname.split('/').at(-1));
    expect((await getPost(service, { id })).scheduled_at).toBe('2027-01-16T09:30:00.000000Z');

    await page.keyboard.press('g');
    await page.keyboard.press('c');
    await page.waitForURL((url) => url.pathname === '/');
    await settled();
    const link = page.getByRole('link', { name: 'The bells ring at noon.' });
    await link.focus();
    await page.keyboard.press('Delete');
    await page.getByText('Deleted.', { exact: true }).waitFor();
    await page.keyboard.press('u');
    await link.and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Scheduled' }).waitFor();
    await journey.advance('1 day');
    await service.publishDue();
    await page.reload();
    await page.getByRole('heading', { name: 'Published' }).waitFor();
    expect([foreign, errors]).toEqual([[], []]);
  });
});
