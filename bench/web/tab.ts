/** A tab of a real browser in which the owner of a bench's service is signed in, and what its main thread works. */
import {
  type Browser,
  type BrowserContextOptions,
  type CDPSession,
  chromium,
  type Page,
} from 'playwright-core';
import { chromium as executablePath } from '../../server/test/support/chromium.ts';
import { type BenchService, PERSON } from '../service.ts';

/** Its build may still be under way when the service answers. */
const BUILT = 120_000;

export interface Tab {
  page: Page;
  protocol: CDPSession;
}

/** Milliseconds of the main thread for one act. */
export interface Work {
  /** Of its processor, so that other programs of the machine do not count. */
  script: number;
  /** The same with styles and layout. */
  drawing: number;
  /** From the key to the next picture, by the clock on the wall. */
  paint: number;
}

export function launchOptions() {
  if (executablePath === undefined) throw new Error('This measurement needs Chromium.');
  const args = ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking'];
  return { executablePath, args };
}

export function openBrowser(): Promise<Browser> {
  return chromium.launch(launchOptions());
}

/** Browsers treat `localhost` as they treat https. */
export function originOf({ url }: BenchService): string {
  return url.replace('127.0.0.1', 'localhost');
}

export async function openTab(browser: Browser, service: BenchService, options: BrowserContextOptions = {}) {
  const baseURL = originOf(service);
  await untilBuilt(baseURL);
  const viewport = { width: 1440, height: 900 };
  const context = await browser.newContext({ baseURL, viewport, locale: 'en-GB', ...options });
  const page = await context.newPage();
  const protocol = await context.newCDPSession(page);
  await protocol.send('Performance.enable', { timeDomain: 'threadTicks' });
  await page.addInitScript(watchPaints);
  await signIn(page, baseURL);
  return { page, protocol };
}

/** The owner, in English. */
export async function signIn(page: Page, origin: string): Promise<void> {
  await page.goto(`${origin}/sign-in`);
  await page.getByLabel('E-mail address').fill(PERSON.email);
  await page.getByLabel('Password').fill(PERSON.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL(({ pathname }) => pathname === '/');
}

export async function untilBuilt(origin: string): Promise<void> {
  const end = performance.now() + BUILT;
  while (!(await fetch(origin)).ok) {
    if (performance.now() > end) throw new Error('The web app was not built in time.');
  }
}

/** Runs in the page. A message that is posted in a frame arrives when the frame is drawn. */
const watchPaints = `addEventListener('keydown', ({ timeStamp }) => {
  requestAnimationFrame(() => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => { globalThis.lastPaint = performance.now() - timeStamp; };
    port2.postMessage(null);
  });
}, true)`;

/** Presses the key, and waits until the page has nothing left to do. `answered`: what must have happened before that. */
export async function pressAndMeasure(
  { page, protocol }: Tab,
  key: string,
  answered: Promise<unknown> = Promise.resolve(),
): Promise<Work> {
  const before = await readWork(protocol);
  await page.keyboard.press(key);
  await answered;
  const paint = await untilQuiet(protocol);
  const after = await readWork(protocol);
  return { script: after.script - before.script, drawing: after.drawing - before.drawing, paint };
}

/** Returns the milliseconds until the last key's picture. */
export async function untilQuiet(protocol: CDPSession): Promise<number> {
  const { result } = await protocol.send('Runtime.evaluate', {
    expression: `new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() =>
      requestIdleCallback(() => resolve(globalThis.lastPaint ?? 0)))))`,
    awaitPromise: true,
  });
  return Number(result.value);
}

async function readWork(protocol: CDPSession): Promise<Pick<Work, 'script' | 'drawing'>> {
  const { metrics } = await protocol.send('Performance.getMetrics');
  const read = (name: string) => (metrics.find((one) => one.name === name)?.value ?? 0) * 1000;
  const script = read('ScriptDuration');
  return { script, drawing: script + read('LayoutDuration') + read('RecalcStyleDuration') };
}

/** Megabytes that the page's script and document hold after a collection of garbage. */
export async function readHeap(protocol: CDPSession): Promise<number> {
  // What the first collection frees may hold more until the second one.
  for (let turn = 0; turn < 3; turn += 1) await protocol.send('HeapProfiler.collectGarbage');
  const used = (await protocol.send('Runtime.getHeapUsage')) as Record<string, number>;
  const bytes = ['usedSize', 'embedderHeapUsedSize', 'backingStorageSize'].map((name) => used[name] ?? 0);
  return bytes.reduce((sum, each) => sum + each, 0) / 1e6;
}
