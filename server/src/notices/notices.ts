/** Use cases of a person's own notices: list them, mark them as read. */
import type { Notice } from '@belfry/contract/notices.ts';
import type { QueryOf } from '@belfry/contract/routes.ts';
import { FALLBACK } from '@belfry/messages/languages.ts';
import { allow, type Caller } from '../access/roles.ts';
import { findProfile } from '../accounts/index.ts';
import type { Context } from '../base/context.ts';
import type { Db } from '../db/database.ts';
import { findWorkspace } from '../workspaces/index.ts';
import { kindsFor } from './kinds.ts';
import { readNames } from './names.ts';
import type { NoticeRow, Viewer } from './notice.ts';
import { describe, type Locale } from './sentences.ts';
import * as store from './store.ts';

type Ctx = Pick<Context, 'db'>;

const PAGE_SIZE = 50;

export async function listNotices({ db }: Ctx, who: Caller, query: QueryOf<'listNotices'>) {
  allow(who, 'notice.own');
  const viewer = viewerOf(who);
  const { unread = false, cursor, limit = PAGE_SIZE } = query;
  // One more row shows whether there is another page.
  const page = { isUnread: unread, before: cursor ?? null, limit: limit + 1 };
  const rows = await store.pageNotices(db, viewer, page);
  const shown = rows.slice(0, limit);
  return {
    data: await presentNotices(db, viewer, who, shown),
    next_cursor: rows.length > limit ? (shown.at(-1)?.id ?? null) : null,
    unread: await store.countUnread(db, viewer),
  };
}

/** Ignores unknown notices and those of others. */
export async function readNotices({ db }: Ctx, who: Caller, ids?: readonly number[]) {
  allow(who, 'notice.own');
  const viewer = viewerOf(who);
  await store.markRead(db, viewer, ids ?? null);
  return { unread: await store.countUnread(db, viewer) };
}

/** Those of the notices that the caller may see. */
export async function findOwnNotices({ db }: Ctx, who: Caller, ids: readonly number[]): Promise<number[]> {
  allow(who, 'notice.own');
  return store.findOwn(db, viewerOf(who), ids);
}

export function countUnreadNotices({ db }: Ctx, who: Caller): Promise<number> {
  allow(who, 'notice.own');
  return store.countUnread(db, viewerOf(who));
}

function viewerOf({ workspaceId, userId, channelIds, role }: Caller): Viewer {
  return { workspaceId, userId, channelIds, kinds: kindsFor(role) };
}

async function presentNotices(
  db: Db,
  viewer: Viewer,
  who: Caller,
  rows: readonly NoticeRow[],
): Promise<Notice[]> {
  const profile = await findProfile(db, who.userId);
  const workspace = (await findWorkspace(db, who.workspaceId))?.name ?? '';
  const locale: Locale = {
    language: profile?.language ?? FALLBACK,
    zone: profile?.time_zone ?? who.timeZone,
  };
  const names = await readNames(db, { ...viewer, workspace }, rows);
  return rows.map((row) => {
    const { title, body } = describe(row, names, locale);
    const { id, kind, post_id, channel_id, count, created_at, updated_at, read_at } = row;
    return { id, kind, title, body, post_id, channel_id, count, created_at, updated_at, read_at };
  });
}
