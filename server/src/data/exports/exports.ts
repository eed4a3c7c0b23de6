/** Use cases of exports: request one, read its progress, download its file, delete it. `make.ts` makes them. */
import type { Export } from '@belfry/contract/exports.ts';
import type { Caller } from '../../access/roles.ts';
import { allow } from '../../access/roles.ts';
import { lockUser } from '../../accounts/index.ts';
import type { Context } from '../../base/context.ts';
import { orNotFound, Problem } from '../../base/problem.ts';
import { recordEvent } from '../../events/index.ts';
import { presentExport } from './present.ts';
import * as store from './store.ts';

type Ctx = Pick<Context, 'db' | 'files'>;

/** Exports of one workspace, and of one person. Each export may be as large as all media of a workspace. */
const MAX_KEPT = 5;
const TOO_MANY_OF_PERSON =
  'You have five exports over all workspaces, the limit for one person. Delete one first.';

/** Throws `export_running` and `too_many_exports`. */
export async function createExport(
  { db }: Pick<Ctx, 'db'>,
  who: Caller,
  { media = true }: { media?: boolean },
): Promise<Export> {
  allow(who, 'workspace.own');
  return db.transaction(async (tx) => {
    // Without this lock, two requests in two workspaces could both create the last export that the limit allows.
    await lockUser(tx, who.userId);
    if ((await store.countExportsOf(tx, who.userId)) >= MAX_KEPT) {
      throw new Problem('too_many_exports', { message: TOO_MANY_OF_PERSON });
    }
    const kept = await store.listExports(tx, who.workspaceId);
    if (kept.length >= MAX_KEPT) throw new Problem('too_many_exports');
    const id = await store.insertExport(tx, { ...who, media });
    if (id === undefined) throw new Problem('export_running');
    await recordEvent(tx, 'export.requested', { ...who, data: { export_id: id, media } });
    return presentExport(orNotFound(await store.findExport(tx, who.workspaceId, id)));
  });
}

export async function listExports({ db }: Pick<Ctx, 'db'>, who: Caller): Promise<Export[]> {
  allow(who, 'workspace.own');
  return (await store.listExports(db, who.workspaceId)).map(presentExport);
}

export async function getExport({ db }: Pick<Ctx, 'db'>, who: Caller, id: number): Promise<Export> {
  allow(who, 'workspace.own');
  return presentExport(orNotFound(await store.findExport(db, who.workspaceId, id)));
}

export interface ExportFile {
  key: string;
  size: number;
  madeAt: string;
}

/** Answers the file of a finished export. Records the download, except for a HEAD request. */
export async function openExport(
  { db }: Pick<Ctx, 'db'>,
  who: Caller,
  id: number,
  head: boolean,
): Promise<ExportFile> {
  allow(who, 'workspace.own');
  const { storage_key, size, ended_at } = orNotFound(await store.findExport(db, who.workspaceId, id));
  if (storage_key === null || size === null || ended_at === null) throw new Problem('export_not_done');
  if (!head) {
    const data = { export_id: id };
    await db.transaction((tx) => recordEvent(tx, 'export.fetched', { ...who, data }));
  }
  return { key: storage_key, size, madeAt: ended_at };
}

/** A worker that is making the export notices within a second, and stops. */
export async function deleteExport(ctx: Ctx, who: Caller, id: number): Promise<void> {
  allow(who, 'workspace.own');
  const { storage_key } = await ctx.db.transaction(async (tx) => {
    const deleted = orNotFound(await store.deleteExport(tx, who.workspaceId, id));
    await recordEvent(tx, 'export.deleted', { ...who, data: { export_id: id } });
    return deleted;
  });
  if (storage_key !== null) await ctx.files.remove(storage_key);
}

/** Removes expired exports of all workspaces. */
export async function removeExpired({ db, files }: Ctx): Promise<void> {
  for (const { id, workspace_id } of await store.listExpired(db)) {
    const deleted = await store.deleteExport(db, workspace_id, id);
    if (deleted?.storage_key) await files.remove(deleted.storage_key);
  }
}
