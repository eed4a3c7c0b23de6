/** A journey: people in a real browser, over a real service and its database. Time is that of the service's clock. */
import type { Role } from '@belfry/contract/roles.ts';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
  type Request,
} from 'playwright-core';
import { expect, onTestFinished, TestRunner } from 'vitest';
import { type AppOptions, app, type TestApp } from '../../server/test/support/app.ts';
import { givePassword, signIn } from '../../server/test/support/browser.ts';
import { chromium as executablePath } from '../../server/test/support/chromium.ts';
import { findFreePort } from '../../server/test/support/free-port.ts';
import { beforeAnswer } from '../../server/test/support/slow-answers.ts';
import { Contexts } from './contexts.ts';

const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Milliseconds, for pages that hang: on a busy machine, everything may take many times as long. */
const PATIENCE = 120_000;

/** Characters of a page. */
const SHOWN = 3000;

/** False: this machine has no Chromium, so that journeys are not run. */
export const hasChromium = executablePath !== undefined;

export interface Person {
  page: Page;
  /** Where the page's requests went, besides the service. A journey expects none. */
  foreign: string[];
  /** Errors that the page logged. */
  errors: string[];
  /** Resolves when the page has all that it asked for and has drawn it, and follows the stream of events if it asked for it. */
  settled(): Promise<void>;
}

export interface Journey {
  service: TestApp;
  /** A browser of its own in which the owner, or a new member with this role, is signed in. */
  enter(role?: Role, options?: BrowserContextOptions): Promise<Person>;
  /** A browser in which nobody is signed in. */
  visit(options?: BrowserContextOptions): Promise<Person>;
  /** Moves the time of the service and of every open page by an interval of PostgreSQL. */
  advance(interval: string): Promise<void>;
  close(): Promise<void>;
}

interface JourneyOptions extends AppOptions {
  /** Hosts that the browser finds on this machine. */
  hosts?: readonly string[];
}

/** `localhost`, because browsers accept passkeys and service workers there without TLS. */
export async function openJourney({ hosts = [], ...options }: JourneyOptions = {}): Promise<Journey> {
  const port = await findFreePort();
  const service = await app({ port, publicUrl: `http://localhost:${port}`, beforeAnswer, ...options });
  await service.ctx.webApp.update(service.ctx.log);
  if (service.ctx.webApp.failure !== undefined) throw new Error(service.ctx.webApp.failure);
  const browser = await openBrowser(hosts);
  const contexts = new Contexts(browser);
  const visit = async (given: BrowserContextOptions = {}, cookies: Map<string, string> = new Map()) => {
    const all = {
      baseURL: service.origin,
      locale: 'en-GB',
      timezoneId: 'Europe/Berlin',
      viewport: { width: 1440, height: 900 },
      // Journeys that answer for the service would not see the requests of a worker.
      serviceWorkers: 'block',
      ...given,
    } as const;
    const context = await contexts.take(all);
    context.setDefaultTimeout(PATIENCE);
    const person = await openPerson(context, service, cookies);
    leaveAtTheEnd(person, contexts, all);
    return person;
  };
  return {
    service,
    visit,
    async enter(role, given) {
      const { userId } = role === undefined ? service : await service.as(role);
      const { cookies } = await signIn(service, await givePassword(service.db, userId));
      return visit(given, cookies);
    },
    async advance(interval) {
      await service.clock.advance(interval);
      for (const { clock } of contexts) await clock.setFixedTime(service.clock.now());
    },
    async close() {
      await contexts.close();
      await service.ctx.webApp.stop();
      await service.close();
    },
  };
}

/**
 * Of a test, so that its pages do not follow what later tests do. A page that a test did not open stays until the journey
 * ends.
 */
function leaveAtTheEnd(person: Person, contexts: Contexts, options: BrowserContextOptions): void {
  if (TestRunner.getCurrentTest() === undefined) return;
  const context = person.page.context();
  onTestFinished(async ({ task }) => {
    if (task.result?.state === 'fail') {
      await show(person);
      return context.close();
    }
    await Promise.all(context.pages().map((page) => page.unrouteAll({ behavior: 'ignoreErrors' })));
    await contexts.leave(context, options);
  });
}

/**
 * Ends the answers that a test gives in place of the service, after those on their way have arrived: Playwright would send
 * their requests to the service beside them.
 */
export const stopAnswering = (page: Page) => page.unrouteAll({ behavior: 'wait' });

/** Waits until the page tells a person what became of an act. */
export const said = (page: Page, text: string) =>
  page.getByRole('status').filter({ hasText: text }).waitFor();

/** As `said`, where a client waits before each try. Needs the clock of the page. */
export async function saidAfterTries(page: Page, text: string): Promise<void> {
  const count = async () => {
    await page.clock.runFor(1000);
    return page.getByRole('status').filter({ hasText: text }).count();
  };
  await expect.poll(count).toBe(1);
}

/** What the page shows, because machines that run tests have no screen. */
async function show({ page, errors }: Person): Promise<void> {
  const shown = await page.locator('body').ariaSnapshot({ timeout: 5000 }).catch(String);
  console.error([page.url(), ...errors, shown.slice(0, SHOWN)].join('\n'));
}

const browsers = new Map<string, Promise<Browser>>();

/** Shared by the journeys of this process, with which it ends. Their contexts share nothing. */
function openBrowser(hosts: readonly string[]): Promise<Browser> {
  const map = mapOf(hosts);
  const opening =
    browsers.get(map) ?? chromium.launch({ executablePath: executablePath ?? '', args: [...args, map] });
  browsers.set(map, opening);
  return opening;
}

function mapOf(hosts: readonly string[]): string {
  return `--host-resolver-rules=${hosts.map((host) => `MAP ${host} 127.0.0.1`).join(',')}`;
}

async function openPerson(
  context: BrowserContext,
  service: TestApp,
  cookies: ReadonlyMap<string, string>,
): Promise<Person> {
  const jar = [...cookies].map(([name, value]) => ({ name, value, url: service.origin }));
  if (jar.length > 0) await context.addCookies(jar);
  const [page = await context.newPage()] = context.pages();
  await page.clock.setFixedTime(service.clock.now());
  const [foreign, errors]: [string[], string[]] = [[], []];
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(service.origin) && !/^(blob|data):/.test(url)) foreign.push(url);
  });
  page.on('pageerror', (error) => errors.push(String(error)));
  page.on('console', (message) => {
    // The browser itself logs each answer other than success; journeys look at what the page says instead.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      errors.push(message.text());
  });
  return { page, foreign, errors, settled: watchRequests(page) };
}

/** Returns a function that resolves when no request is open. */
function watchRequests(page: Page): () => Promise<void> {
  const open = new Set<Request>();
  let ended = Promise.withResolvers<void>();
  page.on('request', (request) => open.add(request));
  const end = (request: Request) => {
    open.delete(request);
    ended.resolve();
    ended = Promise.withResolvers();
  };
  page.on('requestfinished', end);
  // The stream never ends. It has all that it needs when it begins.
  page.on('response', (response) => response.url().includes('/api/v1/stream') && end(response.request()));
  page.on('requestfailed', end);
  const isQuiet = async () => {
    // What the page put off until later is drawn, too.
    const idle = 'new Promise((resolve) => requestIdleCallback(() => setTimeout(resolve)))';
    await page.evaluate(idle);
    // Between the first answer and the first drawing no request is open.
    await page.locator('#app > *').first().waitFor({ state: 'attached' });
    return open.size === 0;
  };
  return async () => {
    // Twice, because an answer may lead to the next request.
    while (!((await isQuiet()) && (await isQuiet()))) if (open.size > 0) await ended.promise;
  };
}
