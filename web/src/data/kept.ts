/**
 * What a person typed and the service may not have yet: kept in this browser at each keystroke, so that nothing is lost
 * when a page closes, a session ends or the service is gone. Keyed by person and workspace; the browser itself keeps
 * installations apart, by their origin.
 */
import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { pageOf, unlessOpen } from './page.ts';

/**
 * `of`: a post, a new one, or a comment on one. `tab`: the page that writes it, or which of its new posts this is. Two
 * pages may write the same post.
 */
export interface KeptPlace {
  person: string;
  workspace: number;
  of: number | 'new' | `comment-${number}`;
  tab: string;
}

export interface Kept<Value> {
  value: Value;
  /** Milliseconds since 1970, by the clock of the browser. */
  at: number;
  tab: string;
}

interface Schema extends DBSchema {
  texts: { key: string; value: { value: unknown; at: number; tab: string } };
}

let opened: Promise<IDBPDatabase<Schema> | undefined> | undefined;

/** Undefined: the browser keeps nothing, as in some private windows. */
function open(): Promise<IDBPDatabase<Schema> | undefined> {
  opened ??= openDB<Schema>('belfry', 1, {
    upgrade: (database) => void database.createObjectStore('texts'),
  }).catch(() => undefined);
  return opened;
}

function prefixOf({ person, workspace, of }: Omit<KeptPlace, 'tab'>): string {
  return `${workspace}/${of}/${person}/`;
}

function keyOf(place: KeptPlace): string {
  return prefixOf(place) + tabOf(place);
}

/** A new post that was saved is one post of its page. */
function tabOf({ of, tab }: KeptPlace): string {
  return of === 'new' ? tab : pageOf(tab);
}

const listeners = new Set<() => void>();

/** Calls `listener` when this page keeps or forgets a text. Returns a function that stops that. */
export function onKept(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Also called when a text is no longer being sent. */
export function tellKept(): void {
  for (const listener of listeners) listener();
}

let isOver = false;

/** From now on this page keeps nothing: its person has signed out. */
export function stopKeeping(): void {
  isOver = true;
}

/** False: the browser could not keep it. */
export async function keep(place: KeptPlace, value: unknown): Promise<boolean> {
  if (isOver) return false;
  try {
    const writing = (await open())?.transaction('texts', 'readwrite');
    const put = writing?.store.put({ value, at: Date.now(), tab: tabOf(place) }, keyOf(place));
    // At once: a page that closes now commits nothing of itself any more.
    writing?.commit();
    await Promise.all([put, writing?.done]);
    tellKept();
    return writing !== undefined;
  } catch {
    return false;
  }
}

/** `isIt`: forgets nothing but that. The same page may have begun anew at the same place. */
export async function forget(
  place: KeptPlace,
  isIt: (value: unknown) => boolean = () => true,
): Promise<void> {
  const texts = (await open())?.transaction('texts', 'readwrite').store;
  const key = keyOf(place);
  try {
    const found = await texts?.get(key);
    if (found === undefined || !isIt(found.value)) return;
    await texts?.delete(key);
    tellKept();
  } catch {
    // It stays, and is compared with what the service has when it is found.
  }
}

/** Newest first. */
export async function listKept<Value>(place: Omit<KeptPlace, 'tab'>): Promise<Kept<Value>[]> {
  const database = await open();
  const prefix = prefixOf(place);
  const range = IDBKeyRange.bound(prefix, `${prefix}\uffff`);
  const found = (await database?.getAll('texts', range).catch(() => [])) ?? [];
  return (found as Kept<Value>[]).sort((one, other) => other.at - one.at);
}

/**
 * What this page keeps there. Without that, the newest text that a closed page left: it belongs to this page from now on,
 * so that no other page finds it later, when the service has a newer one.
 */
export async function takeUp<Value>(
  place: KeptPlace,
  mayTake: (tab: string) => boolean = () => true,
): Promise<Value | undefined> {
  const kept = await listKept<Value>(place);
  const own = kept.find(({ tab }) => tab === tabOf(place));
  if (own !== undefined) return own.value;
  for (const { tab } of kept.filter((one) => mayTake(one.tab))) {
    const taken = await unlessOpen(tab, () => move({ ...place, tab }, place));
    if (taken !== undefined) return taken.value as Value;
  }
  return undefined;
}

/** Undefined: another page was faster. */
async function move(from: KeptPlace, to: KeptPlace) {
  const texts = (await open())?.transaction('texts', 'readwrite').store;
  const key = keyOf(from);
  const found = await texts?.get(key);
  if (found === undefined) return undefined;
  await texts?.put({ ...found, tab: tabOf(to) }, keyOf(to));
  await texts?.delete(key);
  tellKept();
  return found;
}

/** Whose a kept text is: one key names workspace, subject, person (by id and address) and tab. */
export interface KeptText extends KeptPlace {
  key: string;
  personId: number;
}

/** Every text that this browser keeps, without what is in it. */
export async function listTexts(): Promise<KeptText[]> {
  const database = await open();
  const keys = (await database?.getAllKeys('texts').catch(() => [])) ?? [];
  return keys.flatMap((key) => readKey(key) ?? []);
}

function readKey(key: string): KeptText | undefined {
  const [, workspace, subject = '', person = '', tab = ''] =
    /^(\d+)\/([^/]+)\/(.*)\/([^/]+)$/.exec(key) ?? [];
  if (workspace === undefined) return undefined;
  const of = /^\d+$/.test(subject) ? Number(subject) : (subject as KeptPlace['of']);
  return { key, workspace: Number(workspace), of, person, personId: Number.parseInt(person, 10), tab };
}

/** All that a person keeps in a workspace, newest first. */
export async function listAllKept<Value>({
  person,
  workspace,
}: Pick<KeptPlace, 'person' | 'workspace'>): Promise<(Kept<Value> & Pick<KeptPlace, 'of'>)[]> {
  const texts = (await open())?.transaction('texts').store;
  const found: (Kept<Value> & Pick<KeptPlace, 'of'>)[] = [];
  for await (const { key, value } of texts ?? []) {
    const place = readKey(key);
    if (place?.person === person && place.workspace === workspace)
      found.push({ ...(value as Kept<Value>), of: place.of });
  }
  return found.sort((one, other) => other.at - one.at);
}

export async function forgetTexts(texts: readonly KeptText[]): Promise<void> {
  const database = await open();
  for (const { key } of texts) await database?.delete('texts', key).catch(() => undefined);
  tellKept();
}
