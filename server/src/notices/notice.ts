/** Types of stored notices and of their readers. */
import type { Notice, NoticeKind } from '@belfry/contract/notices.ts';

/** One event in a notice. */
export interface Item {
  at: string;
  user_id: number | null;
  post_id: number | null;
  channel_id: number | null;
  note: string | null;
  moment: string | null;
}

export type NoticeRow = Omit<Notice, 'title' | 'body'> & {
  /** Null: about the person's own user account. */
  workspace_id: number | null;
  /** The first few events; at least one. */
  items: readonly [Item, ...Item[]];
};

/** The person whose notices are read, with their current rights. */
export interface Viewer {
  workspaceId: number;
  userId: number;
  /** Null: all. */
  channelIds: readonly number[] | null;
  kinds: readonly NoticeKind[];
}

export interface PostName {
  id: number;
  content: string;
  status: string;
  /** The error message of a failed target. */
  failure: string | null;
}
