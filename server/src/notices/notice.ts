/** A notice as it is stored, who looks at it, and what it mentions. */
import type { NoticeKind } from '@belfry/contract/notice-routes.ts';

/** One thing that a notice tells of. */
export interface Item {
  at: string;
  user_id: number | null;
  post_id: number | null;
  channel_id: number | null;
  note: string | null;
  moment: string | null;
}

export interface NoticeRow {
  id: number;
  /** Null: of the person's own account. */
  workspace_id: number | null;
  kind: NoticeKind;
  post_id: number | null;
  channel_id: number | null;
  count: number;
  /** The first few; never none. */
  items: readonly [Item, ...Item[]];
  created_at: string;
  updated_at: string;
  read_at: string | null;
}

/** Whose notices, and what of them they may see by now. */
export interface Viewer {
  workspaceId: number;
  userId: number;
  /** Null: all. */
  channelIds: readonly number[] | null;
  kinds: readonly NoticeKind[];
}

export interface PostNamed {
  id: number;
  content: string;
  status: string;
  /** What a network said of a copy that failed. */
  failure: string | null;
}
