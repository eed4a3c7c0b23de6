/** The one act of the composer's button: what it is called, what follows from it, and how it is sent. */
import type { Post } from '@belfry/contract/posts.ts';
import type { Start } from '../app/start.ts';
import { api } from '../data/client.ts';
import { forget } from '../data/kept.ts';
import type { Desk, DeskState } from './desk.ts';
import { isPlanned } from './opening.ts';
import { bodyOf, type Writing } from './writing.ts';

export type ActKind = 'choose' | 'now' | 'schedule' | 'slot' | 'ask' | 'update' | 'updateAndAsk' | 'again';

export interface Act {
  kind: ActKind;
  /** The approval that ends with the act. */
  ends: { name: string; at: string } | null;
  /** Targets that may already be live, and would be sent again. */
  doubts: readonly Post['targets'][number][];
}

/** Whether a person's posts wait for somebody's approval. */
export function mustAsk({ workspace, permissions }: Pick<Start, 'workspace' | 'permissions'>): boolean {
  return workspace.requires_approval && !permissions.includes('post.publish');
}

export function actOf({ post, writing }: Pick<DeskState, 'post' | 'writing'>, start: Start): Act {
  const doubts = (post?.targets ?? []).filter(({ error }) => error?.code === 'outcome_unknown');
  const approval = post?.latest_review?.decision === 'approved' ? post.latest_review : null;
  const mustAskAgain = mustAsk(start);
  const ends =
    mustAskAgain && approval !== null && post?.status === 'scheduled'
      ? { name: approval.reviewer.name, at: approval.created_at }
      : null;
  return { kind: kindOf(post, writing, mustAskAgain), ends, doubts };
}

function kindOf(post: Post | undefined, { when }: Writing, asks: boolean): ActKind {
  if (when.as === 'open') return 'choose';
  if (post?.status === 'failed') return 'again';
  if (post?.status === 'pending_approval') return asks ? 'updateAndAsk' : 'schedule';
  if (post?.status === 'scheduled' && when.as === 'at') return asks ? 'updateAndAsk' : 'update';
  if (asks) return 'ask';
  if (when.as === 'soon') return 'now';
  return when.as === 'slot' ? 'slot' : 'schedule';
}

/** Schedules the post. Never optimistic: what may publish is shown when the service has it. */
export async function sendPost(desk: Desk, confirmed: readonly number[]): Promise<Post> {
  const { post, etag, writing } = desk.get();
  const body = {
    ...bodyOf(writing, 'scheduled'),
    ...(confirmed.length > 0 && { confirm_resend: [...confirmed] }),
  };
  const { data } =
    post === undefined
      ? await api().call('createPost', { body })
      : await api().call('updatePost', { params: { id: post.id }, body, ...(etag && { ifMatch: etag }) });
  if (post !== undefined && isPlanned(post) && desk.get().copiedAt !== undefined) {
    await api()
      .call('deleteWorkingCopy', { params: { id: post.id } })
      .catch(() => undefined);
  }
  await forget({ ...desk.place, of: data.id });
  await forget({ ...desk.place, of: 'new' });
  return data;
}
