/** Use cases of the media library: list, get, update, delete. `arrival.ts` adds files. */
import { type LibraryMedia, MEDIA_PAGE } from '@belfry/contract/media.ts';
import type { BodyOf, QueryOf } from '@belfry/contract/routes.ts';
import { allow, type Caller } from '../../access/roles.ts';
import type { Context } from '../../base/context.ts';
import { orNotFound, Problem } from '../../base/problem.ts';
import type { Db, Tx } from '../../db/database.ts';
import { recordEvent } from '../../events/index.ts';
import { changeShown } from './change.ts';
import { labelMedia, writeLabels } from './labels/label.ts';
import { labelsOfMedia } from './labels/store.ts';
import { countMatching, filterOf, pageMatching } from './matching/store.ts';
import { presentInLibrary } from './present.ts';
import * as store from './store.ts';

type Ctx = Pick<Context, 'db' | 'files' | 'config'>;

export async function listMedia(ctx: Pick<Ctx, 'db' | 'config'>, who: Caller, query: QueryOf<'listMedia'>) {
  allow(who, 'media.read');
  const { page = 1, as_of: asOf } = query;
  const filter = filterOf(query);
  const { newest, total } =
    filter === undefined
      ? await store.countMedia(ctx.db, who.workspaceId, asOf)
      : await countMatching(ctx.db, who.workspaceId, asOf, filter);
  const anchor = asOf ?? newest;
  const part = { newest: anchor, offset: (page - 1) * MEDIA_PAGE, limit: MEDIA_PAGE };
  const rows = await (filter === undefined
    ? store.pageMedia(ctx.db, who.workspaceId, part)
    : pageMatching(ctx.db, who.workspaceId, part, filter));
  const lastPage = Math.max(1, Math.ceil(total / MEDIA_PAGE));
  const link = (to: number) =>
    `${ctx.config.publicUrl}/api/public/v1/media?${describeQuery(query, to, anchor)}`;
  return {
    data: await present(ctx.db, who, rows),
    links: {
      first: link(1),
      last: link(lastPage),
      prev: page > 1 ? link(Math.min(page - 1, lastPage)) : null,
      next: page < lastPage ? link(page + 1) : null,
    },
    meta: { current_page: page, last_page: lastPage, per_page: MEDIA_PAGE, total },
  };
}

/** The query of another page. */
function describeQuery(query: QueryOf<'listMedia'>, page: number, anchor: number | null): string {
  const fields = { ...query, page, as_of: anchor };
  const given = Object.entries(fields).flatMap(([name, value]) =>
    [value ?? []].flat().map((each): [string, string] => [name, `${each}`]),
  );
  return `${new URLSearchParams(given)}`;
}

export async function getMedia(ctx: Pick<Ctx, 'db'>, who: Caller, id: number): Promise<LibraryMedia> {
  return presentOne(ctx.db, who, await findRow(ctx, who, id));
}

export async function updateMedia(
  ctx: Pick<Context, 'db' | 'networks'>,
  who: Caller,
  id: number,
  change: BodyOf<'updateMedia'>,
): Promise<LibraryMedia> {
  allow(who, 'media.write');
  const { label_ids, ...others } = change;
  if (label_ids !== undefined && Object.keys(others).length === 0) {
    await labelMedia(ctx, who, id, () => label_ids ?? []);
    return getMedia(ctx, who, id);
  }
  const row = await changeShown(ctx, who, id, (tx, old) => changeRow(tx, who, old, change));
  return presentOne(ctx.db, who, row);
}

async function changeRow(tx: Tx, who: Caller, old: store.MediaRow, change: BodyOf<'updateMedia'>) {
  const { id } = old;
  if (change.label_ids !== undefined) await writeLabels(tx, who, id, () => change.label_ids ?? []);
  const name = change.name ?? old.name;
  const altText = change.alt_text === undefined ? old.alt_text : change.alt_text || null;
  if (name === old.name && altText === old.alt_text) return undefined;
  const row = orNotFound(await store.updateMedia(tx, who.workspaceId, id, { name, altText }));
  const data = { media_id: id, before: factsOf(old), after: factsOf(row) };
  await recordEvent(tx, 'media.changed', { ...who, data });
  return row;
}

/** Published posts lose the file. Throws `media_in_use` while an unpublished post has it attached. */
export async function deleteMedia(ctx: Pick<Ctx, 'db' | 'files'>, who: Caller, id: number): Promise<void> {
  allow(who, 'media.write');
  const keys = await ctx.db.transaction(async (tx) => {
    const row = orNotFound(await store.lockMedia(tx, who.workspaceId, id));
    if (await store.isNeeded(tx, who.workspaceId, id)) throw new Problem('media_in_use');
    await recordEvent(tx, 'media.deleted', { ...who, data: { media_id: id, before: factsOf(row) } });
    return store.deleteMedia(tx, who.workspaceId, id);
  });
  for (const key of keys) await ctx.files.remove(key);
}

/** Returns the row, for the file endpoint. */
export async function findRow(ctx: Pick<Ctx, 'db'>, who: Caller, id: number): Promise<store.MediaRow> {
  allow(who, 'media.read');
  const [row] = await store.readMedia(ctx.db, who.workspaceId, [id]);
  return orNotFound(row);
}

async function present(db: Db, who: Caller, rows: readonly store.MediaRow[]): Promise<LibraryMedia[]> {
  const ids = rows.map(({ id }) => id);
  const labels = await labelsOfMedia(db, who.workspaceId, ids);
  return rows.map((row) => presentInLibrary(row, labels.get(row.id)));
}

async function presentOne(db: Db, who: Caller, row: store.MediaRow): Promise<LibraryMedia> {
  const [file] = await present(db, who, [row]);
  return orNotFound(file);
}

function factsOf({ name, alt_text }: store.MediaRow) {
  return { name, alt_text };
}
