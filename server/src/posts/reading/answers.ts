/** JSON answers that contain posts. An answer shows all posts at one moment. A large answer goes through a file. */
import type { Caller } from '../../access/roles.ts';
import type { Context } from '../../base/context.ts';
import { orNotFound } from '../../base/problem.ts';
import { presentShown } from '../../channels/index.ts';
import type { Tx } from '../../db/database.ts';
import { etagOf } from '../version.ts';
import type { PostText } from './answer-cache.ts';
import type { AnswerFile } from './answer-files.ts';
import { writeCursor } from './cursors.ts';
import type { Page, PagePost, PageText, PostSelection } from './store.ts';
import * as store from './store.ts';
import { readTexts } from './texts.ts';

export type ReadingCtx = Pick<Context, 'config' | 'db' | 'slices' | 'postCaches'>;

/** Bytes above which an answer goes through a file. */
const FILE_ABOVE = 4 * 2 ** 20;
/** Bytes of posts that are read from the database in one batch. */
const BATCH_BYTES = 2 ** 20;

export type PostsJson = Uint8Array | AnswerFile;

export interface PostsAnswer {
  posts: readonly PagePost[];
  /** `{"data": [ … ]}` for many posts, `{"data": { … }}` for one that exists. */
  json: PostsJson;
}

/** As {@link showPosts}. An unchanged list is not made again. */
export async function showList(ctx: ReadingCtx, who: Caller, which: PostSelection): Promise<PostsJson> {
  const text = await store.findPage(ctx.db, who, which);
  return ctx.postCaches.answers.findList(keyOf(which, text)) ?? (await showPage(ctx, who, which, text)).json;
}

/** `{"data": { … }}`, with the fields `beside`. Needs no permission to read, so that a key without it gets the answer of its own change. */
export async function showPost(
  ctx: ReadingCtx,
  who: Caller,
  id: number,
  beside: Readonly<Record<string, unknown>> = {},
): Promise<{ json: PostsJson; etag: string }> {
  const { posts, json } = await showPosts(ctx, who, { id, beside });
  return { json, etag: etagOf(orNotFound(posts[0])) };
}

async function showPosts(ctx: ReadingCtx, who: Caller, which: PostSelection): Promise<PostsAnswer> {
  return showPage(ctx, who, which, await store.findPage(ctx.db, who, which));
}

/** Pages, searches and other lists of the same posts are different answers. */
function keyOf(which: PostSelection, text: PageText): string {
  const search = 'filter' in which ? (which.filter.matches?.truncated ?? '') : '';
  return 'paging' in which ? `${which.paging?.order}${search}${text}` : `${search}${text}`;
}

async function showPage(
  ctx: ReadingCtx,
  who: Caller,
  which: PostSelection,
  text: PageText,
): Promise<PostsAnswer> {
  const page = store.readPage(text);
  const cached = findCached(ctx, page);
  if (cached.size === page.posts.length) {
    return {
      posts: page.posts,
      json: toJson(ctx, which, { text, ...page }, write(page.posts, cached, channelsOf(ctx, page))),
    };
  }
  const read = await ctx.db.transaction((tx) => readInMemory(ctx, tx, who, which), 'snapshot');
  return read === 'too large' ? readIntoFile(ctx, who, which) : read;
}

async function readInMemory(
  ctx: ReadingCtx,
  tx: Tx,
  who: Caller,
  which: PostSelection,
): Promise<PostsAnswer | 'too large'> {
  const { page, bytes, parts } = await openReading(ctx, tx, who, which);
  if (bytes > FILE_ABOVE) return 'too large';
  const texts = await Array.fromAsync(parts);
  return { posts: page.posts, json: toJson(ctx, which, page, texts.join(',')) };
}

async function readIntoFile(ctx: ReadingCtx, who: Caller, which: PostSelection): Promise<PostsAnswer> {
  let posts: readonly PagePost[] = [];
  const json = await ctx.postCaches.files.write(who.userId, (file) =>
    ctx.db.transaction(async (tx) => {
      const reading = await openReading(ctx, tx, who, which);
      posts = reading.page.posts;
      const [before, after] = enclosing(which, reading.page.next);
      let separator = before;
      for await (const part of reading.parts) {
        await file.write(separator + part);
        separator = ',';
      }
      await file.write(after);
    }, 'snapshot'),
  );
  return { posts, json };
}

type ReadPage = Page & { text: PageText };

interface Reading {
  page: ReadPage;
  /** Approximate number of bytes to read from the database. */
  bytes: number;
  /** Each part is the JSON of some posts, in order, with commas between them. */
  parts: AsyncIterable<string>;
}

async function openReading(ctx: ReadingCtx, tx: Tx, who: Caller, which: PostSelection): Promise<Reading> {
  const text = await store.findPage(tx, who, which);
  const page = store.readPage(text);
  const cached = findCached(ctx, page);
  const missing = page.posts.filter(({ id }) => !cached.has(id)).map(({ id }) => id);
  const weights = await store.weighPosts(tx, who.workspaceId, missing);
  const groups = groupsOf(page.posts, weights);
  async function* read(): AsyncGenerator<string> {
    const channels = channelsOf(ctx, page);
    for (const { posts, bytes } of groups) {
      const toRead = posts.filter(({ id }) => !cached.has(id));
      const texts = await readTexts(ctx, tx, who.workspaceId, toRead, bytes);
      yield write(posts, new Map([...cached, ...texts]), channels);
    }
  }
  const bytes = groups.reduce((sum, group) => sum + group.bytes, 0);
  return { page: { ...page, text }, bytes, parts: read() };
}

function findCached({ postCaches }: Pick<ReadingCtx, 'postCaches'>, { posts }: Page): Map<number, PostText> {
  return new Map(
    posts.flatMap((post): [number, PostText][] => {
      const text = postCaches.answers.findText(post);
      return text === undefined ? [] : [[post.id, text]];
    }),
  );
}

/** Splits posts into batches, in order. */
function groupsOf(posts: readonly PagePost[], weights: ReadonlyMap<number, number>) {
  const groups: { posts: PagePost[]; bytes: number }[] = [];
  for (const post of posts) {
    const bytes = weights.get(post.id) ?? 0;
    const last = groups.at(-1);
    if (last === undefined || last.bytes + bytes > BATCH_BYTES) groups.push({ posts: [post], bytes });
    else {
      last.posts.push(post);
      last.bytes += bytes;
    }
  }
  return groups;
}

/** By id. */
function channelsOf({ config }: Pick<ReadingCtx, 'config'>, { channels }: Page): ReadonlyMap<number, string> {
  return new Map(channels.map((row) => [row.id, JSON.stringify(presentShown(config, row))]));
}

function write(
  posts: readonly PagePost[],
  texts: ReadonlyMap<number, PostText>,
  channels: ReadonlyMap<number, string>,
): string {
  return posts
    .map(({ id }) =>
      (texts.get(id) ?? [])
        .map((piece) => (typeof piece === 'string' ? piece : channels.get(piece)))
        .join(''),
    )
    .join(',');
}

function toJson(
  { postCaches }: Pick<ReadingCtx, 'postCaches'>,
  which: PostSelection,
  page: Pick<ReadPage, 'text' | 'next'>,
  posts: string,
): Uint8Array {
  const [before, after] = enclosing(which, page.next);
  const json = Buffer.from(`${before}${posts}${after}`);
  if (!('id' in which)) postCaches.answers.addList(keyOf(which, page.text), json);
  return json;
}

function enclosing(which: PostSelection, next: string): readonly [string, string] {
  if ('id' in which) return ['{"data":', closing(which.beside ?? {})];
  const { paging, filter } = which;
  const more = {
    ...(paging !== undefined && { next_cursor: writeCursor(paging.order, next) }),
    ...(filter.matches !== undefined && { truncated: filter.matches.truncated }),
  };
  return ['{"data":[', `]${closing(more)}`];
}

/** The end of an object that also has the `fields`. */
function closing(fields: object): string {
  // Without its opening brace.
  const text = JSON.stringify(fields).slice(1);
  return text === '}' ? text : `,${text}`;
}
