/**
 * The last answers that a person saw in a workspace, for the time without a connection. It is a database of its own
 * beside that of typed texts: what is in it can be lost, and is deleted without asking.
 */
import type { Post } from '@belfry/contract/posts.ts';
import type { Start } from '@belfry/contract/start.ts';
import { type DBSchema, type IDBPDatabase, type IDBPObjectStore, openDB } from 'idb';
import type { Reader } from '../data/connection.ts';

export interface Seen {
  text: string;
  etag: string | null;
  /** Milliseconds since 1970. */
  at: number;
}

interface Row extends Seen {
  person: number;
  workspace: number;
  /** What is kept together, up to a number of answers. */
  shelf: string;
}

interface Schema extends DBSchema {
  answers: { key: string; value: Row; indexes: { shelf: [string, number] } };
  /** The one person whose answers are here. */
  reader: { key: 'reader'; value: Reader };
}

type Answers = IDBPObjectStore<Schema, ('answers' | 'reader')[], 'answers', 'readwrite'>;

/** Characters of an answer. */
const LONGEST = 2_000_000;
/** Milliseconds. */
const OLDEST = 30 * 24 * 3_600_000;

/** Answers of each kind at most, by what their path begins with. */
const kinds = [
  { kind: 'start', pattern: /^\/api\/v1\/start/, most: 1 },
  { kind: 'calendar', pattern: /^\/api\/v1\/calendar/, most: 8 },
  { kind: 'lists', pattern: /^\/api\/public\/v1\/posts($|\?)/, most: 8 },
  { kind: 'posts', pattern: /^/, most: 200 },
] as const;

let opened: Promise<IDBPDatabase<Schema> | undefined> | undefined;

/** Undefined: the browser keeps nothing, as in some private windows. */
function open(): Promise<IDBPDatabase<Schema> | undefined> {
  opened ??= openDB<Schema>('belfry-seen', 1, {
    upgrade(database) {
      database.createObjectStore('answers').createIndex('shelf', ['shelf', 'at']);
      database.createObjectStore('reader');
    },
  }).catch(() => undefined);
  return opened;
}

const keyOf = ({ person, workspace }: Reader, path: string) => `${person}/${workspace}${path}`;

const shelfOf = ({ person, workspace }: Reader, path: string) =>
  `${person}/${workspace}/${kindOf(path).kind}`;

function kindOf(path: string): (typeof kinds)[number] {
  return kinds.find(({ pattern }) => pattern.test(path)) ?? kinds[3];
}

/** Keeps it unless somebody else has signed in here meanwhile. A list brings its posts, so that they open, too. */
export async function keepAnswer(path: string, seen: Seen, asker: Reader | undefined): Promise<void> {
  if (seen.text.length > LONGEST) return;
  const { kind } = kindOf(path);
  const reader = kind === 'start' ? await noteStart(seen.text, asker) : asker;
  const writing = (await open())?.transaction(['answers', 'reader'], 'readwrite');
  if (writing === undefined || reader === undefined) return;
  if ((await writing.objectStore('reader').get('reader'))?.person !== reader.person) return;
  const answers = writing.objectStore('answers');
  const all: readonly [string, Seen][] = [[path, seen], ...(kind === 'lists' ? postsIn(path, seen) : [])];
  for (const [of, one] of all) {
    const key = keyOf(reader, of);
    // An older answer may arrive later.
    if (((await answers.get(key))?.at ?? 0) > one.at) continue;
    await answers.put({ ...one, ...reader, shelf: shelfOf(reader, of) }, key);
  }
  for (const shelf of new Set(all.map(([of]) => shelfOf(reader, of)))) await makeRoom(answers, shelf);
  await writing.done;
}

/** The answers that the service gives for each post of a list. */
function postsIn(path: string, { text, at }: Seen): [string, Seen][] {
  const { data } = JSON.parse(text) as { data: readonly Post[] };
  const [place] = path.split('?');
  return data.map((post) => [
    `${place}/${post.id}`,
    { text: JSON.stringify({ data: post }), etag: `"${post.version}"`, at },
  ]);
}

/** The oldest go. */
async function makeRoom(answers: Answers, shelf: string): Promise<void> {
  const range = IDBKeyRange.bound([shelf, 0], [shelf, Number.POSITIVE_INFINITY]);
  const keys = await answers.index('shelf').getAllKeys(range);
  const { most } = kinds.find(({ kind }) => shelf.endsWith(`/${kind}`)) ?? kinds[3];
  for (const key of keys.slice(0, -most)) await answers.delete(key);
}

/**
 * The start says who reads. Deletes the answers of other people, and of workspaces in which the person is no longer.
 * Undefined: it is the start of somebody else, who signed in in another tab, or of nobody.
 */
async function noteStart(text: string, asker: Reader | undefined): Promise<Reader | undefined> {
  const { user, workspace, workspaces } = (JSON.parse(text) as { data: Start }).data;
  if (user === null || workspace === null) return undefined;
  if (asker !== undefined && asker.person !== user.id) return undefined;
  const reader = { person: user.id, workspace: workspace.id };
  const writing = (await open())?.transaction(['answers', 'reader'], 'readwrite');
  await writing?.objectStore('reader').put(reader, 'reader');
  const isIn = new Set(workspaces.map(({ id }) => id));
  for await (const row of writing?.objectStore('answers') ?? []) {
    const { person, workspace: of, at } = row.value;
    if (person !== reader.person || !isIn.has(of) || at < Date.now() - OLDEST) await row.delete();
  }
  await writing?.done;
  return reader;
}

/** `known`: who reads, if an answer has said so. `workspace`: that of the request, or 0. */
export async function recallAnswer(
  path: string,
  known: Reader | undefined,
  workspace: number,
): Promise<Seen | undefined> {
  const database = await open();
  const last = await database?.get('reader', 'reader');
  if (last === undefined || (known !== undefined && known.person !== last.person)) return undefined;
  const reader = { person: last.person, workspace: workspace || known?.workspace || last.workspace };
  const found = await database?.get('answers', keyOf(reader, path));
  return found !== undefined && found.at > Date.now() - OLDEST ? found : undefined;
}

/** Deletes all of it. */
export async function wipeSeen(): Promise<void> {
  const writing = (await open())?.transaction(['answers', 'reader'], 'readwrite');
  if (writing === undefined) return;
  await Promise.all([writing.objectStore('answers').clear(), writing.objectStore('reader').clear()]);
  await writing.done;
}
