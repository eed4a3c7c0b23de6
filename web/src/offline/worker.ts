/**
 * The service worker: opens the app without a connection. It keeps the page and its parts, which are the same for
 * everybody, and never an answer of the API.
 */
import { places } from '@belfry/contract/places.ts';

declare const self: ServiceWorkerGlobalScope;

/** Put in by `web/build/worker.ts`. */
declare const BUILD: {
  /** A hash of the page, which names the parts by which everything else is found. */
  name: string;
  /** Paths of the script and the style of the page. */
  page: readonly string[];
  /** Paths of the parts that are fetched ahead. */
  ahead: readonly string[];
  /** Paths of what browsers without `Temporal` need besides. */
  polyfill: readonly string[];
};

// Once, because each mention of it becomes the whole list.
const build = BUILD;
const PREFIX = 'belfry-';
const OWN = PREFIX + build.name;
const PAGE = '/';

/** A sign-in at a network must reach the service, so that these are not ours. */
const shown = places
  .filter((path) => !path.startsWith('/connect/'))
  .map((path) => new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}$`));

self.addEventListener('install', (event) => event.waitUntil(install()));
self.addEventListener('activate', (event) => event.waitUntil(takeOver()));
self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin) return;
  if (request.mode === 'navigate') {
    if (shown.some((pattern) => pattern.test(pathname))) event.respondWith(answerPage(request));
  } else if (pathname.startsWith('/assets/')) event.respondWith(answerPart(event, pathname));
});

/** One part after the other: the person is using the app meanwhile. */
async function install(): Promise<void> {
  const cache = await caches.open(OWN);
  const page = await fetch(PAGE, { cache: 'no-cache' });
  const text = await page.clone().text();
  // Between the two answers the service may have got another build. Its worker is the next.
  if (!page.ok || !build.page.every((path) => text.includes(path)))
    throw new Error('The page is of another build.');
  for (const path of [...build.ahead, ...('Temporal' in self ? [] : build.polyfill)]) {
    const answer = (await find(path)) ?? (await fetch(path, { priority: 'low' }));
    if (!answer.ok) throw new Error(`${path} is not served.`);
    await cache.put(path, answer);
  }
  // Last, so that there is no page without its parts.
  await cache.put(PAGE, page);
  await self.skipWaiting();
}

/** The build before stays until the next one, because its pages may still be open. */
async function takeOver(): Promise<void> {
  const names = await caches.keys();
  const others = names.filter((name) => name.startsWith(PREFIX) && name !== OWN);
  await Promise.all(others.slice(0, -1).map((name) => caches.delete(name)));
  await self.clients.claim();
}

async function answerPage(request: Request): Promise<Response> {
  try {
    return await fetch(request);
  } catch {
    return (await find(PAGE, OWN)) ?? Response.error();
  }
}

/** Its name changes with its bytes. */
async function answerPart(event: FetchEvent, path: string): Promise<Response> {
  const known = await find(path);
  if (known !== undefined) return known;
  const answer = await fetch(event.request);
  if (answer.ok) event.waitUntil(keep(path, answer.clone()));
  return answer;
}

async function keep(path: string, answer: Response): Promise<void> {
  // A browser without room for it goes on without it.
  await caches.open(OWN).then(
    (cache) => cache.put(path, answer),
    () => undefined,
  );
}

/** Answers vary by their compression only. */
function find(path: string, cacheName?: string): Promise<Response | undefined> {
  return caches.match(path, { ignoreVary: true, ...(cacheName !== undefined && { cacheName }) });
}
