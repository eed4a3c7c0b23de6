/** The web app in a real browser. Each metric stands beside that of an empty page in the same run. */
import type { Browser } from 'playwright-core';
import { fillMonth } from '../calendar.ts';
import { type Figure, figure, type Measurement, median, percentile } from '../figures.ts';
import { type BenchService, startService } from '../service.ts';
import { addMonths, measureKeys, measureMemory, measurePaging } from './month.ts';
import { openBrowser, type Work } from './tab.ts';
import { measureTyping } from './typing.ts';

export const web: Measurement = {
  title: 'the web app in Chromium, with a month of 1,283 posts, and a post for ten networks',
  measure,
};

async function measure(): Promise<Figure[]> {
  await using service = await startService();
  await fillMonth(service);
  await addMonths(service);
  const browser = await openBrowser();
  try {
    return [
      ...(await compareKeys(browser, service)),
      ...(await comparePaging(browser, service)),
      ...(await compareTyping(browser, service)),
      ...(await measureMemory(browser, service)),
    ];
  } finally {
    await browser.close();
  }
}

async function compareKeys(browser: Browser, service: BenchService): Promise<Figure[]> {
  const full = await measureKeys(browser, service, 'full');
  const bare = await measureKeys(browser, service, 'bare');
  const figures = (name: string, works: readonly Work[], reference: readonly Work[]): Figure[] => [
    ms(`${name}: script, median`, median(scriptsOf(works)), 16),
    ms(`${name}: script, p95`, percentile(scriptsOf(works), 0.95), 50),
    times(`${name}: script, against a month of one post`, scriptsOf(works), scriptsOf(reference)),
    ms(`${name}: next picture, p95`, percentile(paintsOf(works), 0.95), 100),
    times(`${name}: next picture, against a month of one post`, paintsOf(works), paintsOf(reference)),
  ];
  return [
    ...figures('a key in the calendar', full.walk, bare.walk),
    ...figures('a key with a post lifted', full.lift, bare.lift),
  ];
}

async function comparePaging(browser: Browser, service: BenchService): Promise<Figure[]> {
  const full = await measurePaging(browser, service, 'full');
  const bare = await measurePaging(browser, service, 'bare');
  return [
    ms('another month: script, median', median(scriptsOf(full)), 50),
    ms('another month: script, p95', percentile(scriptsOf(full), 0.95)),
    times('another month: script, against an empty month', scriptsOf(full), scriptsOf(bare)),
  ];
}

async function compareTyping(browser: Browser, service: BenchService): Promise<Figure[]> {
  const { ten, one } = await measureTyping(browser, service);
  const drawings = (works: readonly Work[]) => works.map(({ drawing }) => drawing);
  return [
    ms('a key in the composer, ten channels: until the marks are drawn, median', median(drawings(ten)), 8),
    ms('a key in the composer, ten channels: p95', percentile(drawings(ten), 0.95)),
    times('a key in the composer, against one channel', drawings(ten), drawings(one)),
    ms('a key in the composer: next picture, p95', percentile(paintsOf(ten), 0.95), 100),
  ];
}

const scriptsOf = (works: readonly Work[]) => works.map(({ script }) => script);
const paintsOf = (works: readonly Work[]) => works.map(({ paint }) => paint);

function ms(name: string, reached: number, most?: number): Figure {
  return figure(name, reached, 'ms', most);
}

function times(name: string, samples: readonly number[], reference: readonly number[]): Figure {
  return { name, reached: median(samples) / median(reference), unit: '×' };
}
