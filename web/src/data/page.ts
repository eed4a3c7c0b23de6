/** Names this page, and tells pages that are open from those that were closed, where the browser has locks. */
const KEPT = 'belfry.tab';

/** Milliseconds in which a page ends that was closed or loaded again, or another one sends what it left. */
const ENDING = 1000;

interface Names {
  own: string;
  former: string | null;
}

let names: Names | undefined;

/** Of this page alone: a tab that is loaded again or duplicated gets another name. */
export function pageName(): string {
  return namesOf().own;
}

let begun: string | undefined;
let count = 0;

/** For one new post. A page may have several that it could not send. */
export function beginName(): string {
  if (begun === undefined) {
    count += 1;
    // React opens a new post twice at once while the app is developed.
    setTimeout(() => {
      begun = undefined;
    });
  }
  begun ??= `${pageName()}.${count}`;
  return begun;
}

/** The page of a {@link beginName}. Any other name counts as a page: closed, unless an open page has this name. */
export function pageOf(name: string): string {
  return name.split('.')[0] ?? name;
}

/** Whether it is the new post that the page was loaded with. */
export function isLoaded(name: string): boolean {
  const [loaded] = performance.getEntriesByType('navigation');
  return name === `${pageName()}.1` && new URL(loaded?.name ?? location.href).pathname === '/write';
}

/** The page that this tab showed before it was loaded again, or of which it is a duplicate. */
export function formerPage(): string | null {
  return namesOf().former;
}

function namesOf(): Names {
  names ??= begin();
  return names;
}

function begin(): Names {
  const former = sessionStorage.getItem(KEPT);
  const own = [...crypto.getRandomValues(new Uint8Array(8))].map((one) => one.toString(36)).join('');
  sessionStorage.setItem(KEPT, own);
  // Held as long as the page lives.
  void navigator.locks?.request(lockOf(own), () => new Promise<void>(() => undefined));
  return { own, former };
}

const PREFIX = 'belfry.tab.';
const lockOf = (page: string) => PREFIX + page;

/** Over http, other than at localhost, browsers have no locks. */
export function knowsOpenPages(): boolean {
  return navigator.locks !== undefined;
}

/** Other pages that are open and write. Without locks, none is known. */
export async function listOtherPages(): Promise<ReadonlySet<string>> {
  const held = (await navigator.locks?.query())?.held ?? [];
  const open = held.flatMap(({ name }) => (name?.startsWith(PREFIX) ? [name.slice(PREFIX.length)] : []));
  return new Set(open.filter((page) => page !== names?.own));
}

/** Runs it unless the page of `name` is open, and keeps others from doing so meanwhile. Undefined: the page is open. */
export async function unlessOpen<T>(name: string, run: () => Promise<T>): Promise<T | undefined> {
  const page = pageOf(name);
  if (page === pageName() || !knowsOpenPages()) return run();
  const late = AbortSignal.timeout(ENDING);
  return navigator.locks.request(lockOf(page), { signal: late }, run).catch((error: unknown) => {
    if (error === late.reason) return undefined;
    throw error;
  });
}
