/** Rows of posts and their targets, and the SQL that every statement about them shares. */
import { postMoves } from '@belfry/contract/lifecycle.ts';
import type { Post } from '@belfry/contract/posts.ts';
import type { Target } from '@belfry/contract/targets.ts';
import { type Written, writtenFields } from '@belfry/contract/written.ts';
import type { JsonObject } from '@belfry/networks/core/json.ts';
import type { Caller } from '../access/roles.ts';
import { CONDITION } from '../lanes/index.ts';

/** Columns of posts that answers and exports show as they are stored. */
export const SHOWN_COLUMNS = [
  'id',
  'version',
  ...writtenFields,
  'status',
  'planned_at',
  'created_at',
  'updated_at',
] as const;

/** The types of the columns that people write into. */
export const WRITTEN_TYPES: Record<keyof Written, string> = { content: 'text' };

export type ShownColumns = Pick<Post, (typeof SHOWN_COLUMNS)[number]>;

export interface PostRow extends ShownColumns {
  workspace_id: number;
  author_id: number;
  author_name: string;
  /** When its last target was published. */
  published_at: string | null;
  /** The person who submitted this version for approval. Null if it needs none. */
  submitted_by: number | null;
  /** People who changed a file of the post since it was saved or approved. */
  file_changed_by: number[];
  is_approved: boolean;
  publishes_on_approval: boolean;
}

export type TargetRow = Omit<Target, 'channel' | 'settings' | 'error'> & {
  post_id: number;
  position: number;
  settings: JsonObject;
  error: (Omit<NonNullable<Target['error']>, 'details'> & { details?: JsonObject }) | null;
};

/** The time of a post `p`, by which lists are ordered and filtered: `posts_shown` is an index on it. */
export const SHOWN_AT = 'coalesce(p.published_at, p.planned_at)';

/** {@link SHOWN_AT} of a row: what the API calls `scheduled_at`. */
export function shownAt({
  published_at,
  planned_at,
}: Pick<PostRow, 'published_at' | 'planned_at'>): string | null {
  return published_at ?? planned_at;
}

export const PUBLISHES_ON_APPROVAL = `p.status = '${postMoves.submit.to}' and p.planned_at <= clock_now()`;
export const APPROVAL = `p.submitted_by, to_json(p.file_changed_by) as file_changed_by, p.approved_digest is not null as is_approved,
  ${PUBLISHES_ON_APPROVAL} as publishes_on_approval`;
export const POST = `${SHOWN_COLUMNS.map((column) => `p.${column}`).join(', ')}, p.workspace_id, p.author_id,
  u.name as author_name, p.published_at, ${APPROVAL}`;
export const TARGET = `t.id, t.post_id, t.channel_id, t.position, t.status, t.content, t.settings,
  to_json(t.media_ids) as media_ids, t.image_fit, t.error, t.warnings, t.external_url, t.parts, t.removed_at, ${CONDITION} as condition,
  case when t.confirmed_by is not null then (
    select json_build_object('id', u.id, 'name', u.name) from users u where u.id = t.confirmed_by) end as confirmed_by`;

/** A post that is stored as JSON, as a statement returns it. */
export type StoredPost<Post extends { targets: readonly object[] }> = Omit<Post, 'targets'> & {
  targets: (Omit<Post['targets'][number], 'settings'> & { settings: JsonObject })[];
};

/** A person who reads posts. One who is limited to some channels sees posts for these, and posts of their own. */
export type Viewer = Pick<Caller, 'workspaceId' | 'userId' | 'channelIds'>;

/** $1 is the workspace, $2 the person, $3 their channels: the order of {@link valuesOf}. */
export const VISIBLE = `p.workspace_id = $1 and ($3::bigint[] is null or p.author_id = $2
  or exists (select from targets v where v.post_id = p.id and v.workspace_id = $1 and v.channel_id = any($3)))`;

/**
 * {@link VISIBLE} for a person who is not limited. Without its rarely needed part, PostgreSQL keeps the plan of a statement;
 * otherwise it would plan each one anew, which takes as long as running it.
 */
const ALL_VISIBLE = 'p.workspace_id = $1 and $2::bigint is not null and $3::bigint[] is null';

export function visibleTo({ channelIds }: Pick<Viewer, 'channelIds'>): string {
  return channelIds === null ? ALL_VISIBLE : VISIBLE;
}

export function valuesOf({ workspaceId, userId, channelIds }: Viewer): unknown[] {
  return [workspaceId, userId, channelIds];
}
