/** Full months in the calendar: keys, paging, and what that leaves in memory. */
import type { Browser } from 'playwright-core';
import { openDisposable } from '../../server/test/support/temporary-postgres.ts';
import { type Figure, figure } from '../figures.ts';
import type { BenchService } from '../service.ts';
import { openTab, pressAndMeasure, readHeap, type Tab, untilQuiet, type Work } from './tab.ts';

/** Months after the first one, as full as that. */
const MORE = 5;
/** Of each kind: whole rounds of those below. */
const KEYS = 104;
/** Each in a page that has read no month yet. */
const ROUNDS = 4;
const PAGES = 50;

/** Both end where they began. The first goes from day to day, and through the posts of a day. */
const walking = [
  'ArrowRight',
  'ArrowDown',
  'ArrowRight',
  'ArrowDown',
  'ArrowLeft',
  'ArrowUp',
  'ArrowLeft',
  'ArrowUp',
];
const lifting = ['ArrowRight', 'ArrowDown', 'ArrowLeft', 'ArrowUp'];

type Kind = 'full' | 'bare';

/** `bare`: a month with one post, before months without any. */
const days: Record<Kind, string> = { full: '2035-03-10', bare: '2036-03-10' };

/** Copies the month of the bench into the months after it, and adds a month with one post. */
export async function addMonths({ database }: BenchService): Promise<void> {
  await using db = openDisposable(database, { statementTimeout: 0 });
  const copy = (interval: string, where: string) =>
    db.rows(
      `with copied as (
         insert into posts (workspace_id, author_id, content, status, scheduled_at, planned_at)
         select workspace_id, author_id, content, status, planned_at + $1::interval, planned_at + $1::interval
         from posts where planned_at < '2035-04-01Z' and ${where}
         returning id, planned_at)
       insert into targets (workspace_id, post_id, channel_id, position, due_at, wake_at)
       select 1, c.id, t.channel_id, t.position, c.planned_at, c.planned_at
       from copied c join posts p on p.planned_at = c.planned_at - $1::interval and p.planned_at < '2035-04-01Z'
         join targets t on t.post_id = p.id`,
      [interval],
    );
  for (let n = 1; n <= MORE; n += 1) await copy(`${n * 31} days`, 'true');
  await copy('366 days', "planned_at between '2035-03-10Z' and '2035-03-10T00:33Z'");
  await db.rows('vacuum analyze');
}

/** Arrows between days and posts, and arrows that move a post. */
export async function measureKeys(browser: Browser, service: BenchService, kind: Kind) {
  const tab = await openTab(browser, service);
  await openMonth(tab, kind);
  const walk = await pressAll(tab, walking);
  const day = days[kind];
  await tab.page.locator(`[data-day="${day}"] [data-post] [data-stop]`).first().focus();
  await tab.page.keyboard.press('Space');
  await untilQuiet(tab.protocol);
  const lift = await pressAll(tab, lifting);
  const spoken = await tab.page.getByRole('main').getByRole('status').first().textContent();
  if (!spoken?.includes('10 Mar')) throw new Error(`The post was not moved: "${spoken}".`);
  await tab.page.context().close();
  return { walk, lift };
}

async function pressAll(tab: Tab, keys: readonly string[]): Promise<Work[]> {
  const works: Work[] = [];
  for (let n = 0; n < KEYS; n += 1) works.push(await pressAndMeasure(tab, keys[n % keys.length] ?? ''));
  return works;
}

async function openMonth({ page, protocol }: Tab, kind: Kind): Promise<void> {
  const day = days[kind];
  await page.goto(`/?view=month&day=${day}`);
  await page.locator('[data-post]').first().waitFor();
  await page.getByRole('complementary', { name: 'Drafts' }).waitFor();
  await untilQuiet(protocol);
  await page.locator(`[role=gridcell][data-day="${day}"]`).focus();
}

/** Months that the page has not read: from the key to the last post. */
export async function measurePaging(browser: Browser, service: BenchService, kind: Kind): Promise<Work[]> {
  const works: Work[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const tab = await openTab(browser, service);
    await openMonth(tab, kind);
    for (let n = 0; n < MORE - 1; n += 1) {
      const answer = tab.page.waitForResponse(/\/api\/v1\/calendar/);
      works.push(
        await pressAndMeasure(
          tab,
          ']',
          answer.then((response) => response.finished()),
        ),
      );
    }
    await tab.page.context().close();
  }
  return works;
}

/** What is left after months were paged back and forth, and the same again: does it grow? */
export async function measureMemory(browser: Browser, service: BenchService): Promise<Figure[]> {
  const tab = await openTab(browser, service);
  await openMonth(tab, 'bare');
  const empty = await readHeap(tab.protocol);
  await openMonth(tab, 'full');
  await work(tab);
  const once = await readHeap(tab.protocol);
  await work(tab);
  const twice = await readHeap(tab.protocol);
  await tab.page.context().close();
  return [
    figure(`memory after ${PAGES} months and ${2 * KEYS} keys`, once, 'MB', 100),
    { name: 'against a page with one post', reached: once / empty, unit: '×' },
    { name: 'after the same again', reached: twice / once, unit: '×', goal: { most: 1.1 } },
  ];
}

async function work(tab: Tab): Promise<void> {
  for (let n = 0; n < PAGES; n += 1) {
    await tab.page.keyboard.press(n % (2 * MORE) < MORE ? ']' : '[');
    await untilQuiet(tab.protocol);
  }
  await tab.page.locator('[role=gridcell][tabindex="0"]').focus();
  await pressAll(tab, walking);
  await pressAll(tab, walking);
}
