/**
 * What a person typed and the service may not have yet: kept in this browser at each keystroke, so that nothing is lost
 * when a page closes, a session ends or the service is gone. Keyed by person and workspace; the browser itself keeps
 * installations apart, by their origin.
 */
import { type DBSchema, type IDBPDatabase, openDB } from 'idb';

/** `of`: a post, a new one, or a comment on one. `tab`: two tabs may write the same post. */
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

let isOver = false;

/** From now on this page keeps nothing: its person has signed out. */
export function stopKeeping(): void {
  isOver = true;
}

/** False: the browser could not keep it. */
export async function keep(place: KeptPlace, value: unknown): Promise<boolean> {
  const { tab } = place;
  if (isOver) return false;
  try {
    const database = await open();
    await database?.put('texts', { value, at: Date.now(), tab }, prefixOf(place) + tab);
    return database !== undefined;
  } catch {
    return false;
  }
}

export async function forget(place: KeptPlace): Promise<void> {
  const database = await open();
  await database?.delete('texts', prefixOf(place) + place.tab).catch(() => undefined);
}

/** Newest first. */
export async function listKept<Value>(place: Omit<KeptPlace, 'tab'>): Promise<Kept<Value>[]> {
  const database = await open();
  const prefix = prefixOf(place);
  const range = IDBKeyRange.bound(prefix, `${prefix}\uffff`);
  const found = (await database?.getAll('texts', range).catch(() => [])) ?? [];
  return (found as Kept<Value>[]).sort((one, other) => other.at - one.at);
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
  return keys.flatMap((key) => {
    const [, workspace, subject = '', person = '', tab = ''] =
      /^(\d+)\/([^/]+)\/(.*)\/([^/]+)$/.exec(key) ?? [];
    const of = /^\d+$/.test(subject) ? Number(subject) : (subject as KeptPlace['of']);
    const personId = Number.parseInt(person, 10);
    return workspace === undefined ? [] : [{ key, workspace: Number(workspace), of, person, personId, tab }];
  });
}

export async function forgetTexts(texts: readonly KeptText[]): Promise<void> {
  const database = await open();
  for (const { key } of texts) await database?.delete('texts', key).catch(() => undefined);
}

const TAB = 'belfry.tab';

/** Names this tab, also after it was loaded again. */
export function tabName(): string {
  const known = sessionStorage.getItem(TAB);
  if (known !== null) return known;
  const name = [...crypto.getRandomValues(new Uint8Array(8))].map((one) => one.toString(36)).join('');
  sessionStorage.setItem(TAB, name);
  return name;
}
