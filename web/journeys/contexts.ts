/**
 * The contexts of a journey's browser, which its tests use one after the other: a page loads in half the time where it has
 * compiled the app before.
 */
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';

/** Events of a page to which tests listen. */
const EVENTS = [
  'console',
  'dialog',
  'download',
  'filechooser',
  'framenavigated',
  'pageerror',
  'popup',
  'request',
  'requestfailed',
  'requestfinished',
  'response',
  'websocket',
] as const;

const MEDIA = {
  media: null,
  colorScheme: 'light',
  reducedMotion: 'no-preference',
  forcedColors: 'none',
  contrast: 'no-preference',
} as const;

/** A document of the service that is not the app. */
const ELSEWHERE = '/app.webmanifest';

export class Contexts {
  /** Those that tests have left, by their options. */
  readonly #left = new Map<string, BrowserContext[]>();
  /** Those that cannot be brought into the state of new ones. */
  readonly #spent = new WeakSet<BrowserContext>();
  readonly #open = new Set<BrowserContext>();

  readonly #browser: Browser;

  constructor(browser: Browser) {
    this.#browser = browser;
  }

  /** With one page, in the state of a new one. */
  async take(options: BrowserContextOptions): Promise<BrowserContext> {
    return this.#left.get(JSON.stringify(options))?.pop() ?? this.#make(options);
  }

  /** Ends what its page does. The next one who takes a context of these options may get it. */
  async leave(context: BrowserContext, options: BrowserContextOptions): Promise<void> {
    if (this.#spent.has(context)) return context.close();
    await this.#clean(context, options);
    const key = JSON.stringify(options);
    this.#left.set(key, [...(this.#left.get(key) ?? []), context]);
  }

  /** All that are open, left or not. */
  [Symbol.iterator](): Iterator<BrowserContext> {
    return this.#open.values();
  }

  async close(): Promise<void> {
    await Promise.all([...this.#open].map((context) => context.close()));
  }

  async #make(options: BrowserContextOptions): Promise<BrowserContext> {
    const context = await this.#browser.newContext(options);
    this.#open.add(context);
    const spend = () => this.#spent.add(context);
    context.once('close', () => {
      this.#open.delete(context);
      spend();
    });
    if (options.serviceWorkers !== 'block') spend();
    const page = await context.newPage();
    before(context, ['addInitScript', 'exposeBinding', 'exposeFunction', 'newCDPSession', 'route'], spend);
    before(page, ['addInitScript', 'exposeBinding', 'exposeFunction', 'setExtraHTTPHeaders'], spend);
    before(page.clock, ['fastForward', 'install', 'pauseAt', 'runFor'], spend);
    return context;
  }

  async #clean(context: BrowserContext, options: BrowserContextOptions): Promise<void> {
    const [page, ...others] = context.pages();
    if (page === undefined) return;
    await Promise.all(others.map((other) => other.close()));
    for (const event of EVENTS) page.removeAllListeners(event);
    await context.setOffline(false);
    await page.goto(ELSEWHERE);
    await empty(page);
    await context.clearCookies();
    await context.clearPermissions();
    await page.emulateMedia({ ...MEDIA, ...options });
    if (options.viewport) await page.setViewportSize(options.viewport);
  }
}

/** Deletes all that pages of this origin have stored. */
const empty = (page: Page) =>
  page.evaluate(`(async () => {
    localStorage.clear();
    sessionStorage.clear();
    const names = (await indexedDB.databases()).map(({ name }) => name);
    await Promise.all(names.map((name) => new Promise((resolve, reject) => {
      Object.assign(indexedDB.deleteDatabase(name), { onsuccess: resolve, onerror: reject });
    })));
    for (const name of await globalThis.caches?.keys() ?? []) await caches.delete(name);
  })()`);

/** Runs `act` before each call of these methods. */
function before<Owner extends object>(owner: Owner, names: (keyof Owner)[], act: () => void): void {
  for (const name of names) {
    const method = owner[name] as (...all: unknown[]) => unknown;
    const acting = (...all: unknown[]) => {
      act();
      return method.apply(owner, all);
    };
    Object.assign(owner, { [name]: acting });
  }
}
