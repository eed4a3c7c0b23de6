/** What a desk has and the service may not have: when that is kept and sent, and what it meets there. Pure. */
import type { Conflict, DeskState } from './desk.ts';
import { blank, type bodyOf, isBlank, isSame, type Writing, withoutWaiting } from './writing.ts';

/** What this browser keeps. */
export interface KeptWriting {
  /** The key of the desk on which it was written. */
  desk: string;
  writing: Writing;
  /** Of the version of the post on which the writing is based. */
  etag: string | undefined;
  /** Of a planned post: of the working copy on which it is based. */
  copiedAt?: string | undefined;
  earlier?: readonly Writing[];
  creation?: Creation | undefined;
}

/** A creation that was sent, and whose answer has not arrived. */
export interface Creation {
  key: string;
  body: ReturnType<typeof bodyOf>;
}

type Unsaved = Pick<DeskState, 'writing' | 'earlier' | 'saved' | 'post' | 'conflict'>;

/** Whether the service may lack something. */
export function isUnsaved({ writing, earlier, saved, post, conflict }: Unsaved): boolean {
  // A file on its way changes nothing yet, but it begins a post.
  if (post === undefined) return !isBlank(writing) && (isBlank(saved) || !isSame(writing, saved));
  return conflict !== undefined || earlier.length > 0 || !isSame(writing, saved);
}

/** Whether to save it. While a conflict stands, nothing is saved. */
export function isDue(state: Unsaved & Pick<DeskState, 'isSignedOut' | 'isSending'>): boolean {
  return state.conflict === undefined && !state.isSignedOut && !state.isSending && isUnsaved(state);
}

/** Undefined: the service has all of it. */
export function keptOf(state: DeskState, desk: string): KeptWriting | undefined {
  const { writing, etag, copiedAt, earlier, creation } = state;
  return isUnsaved(state) ? { desk, writing, etag, copiedAt, earlier, creation } : undefined;
}

/** Goes on with what only this browser has, from the version on which that is based. The page before may have sent it. */
export function continueKept(
  { saved }: Pick<DeskState, 'saved'>,
  kept: KeptWriting | undefined,
): Partial<DeskState> {
  if (kept === undefined || isSame(kept.writing, saved)) return {};
  const { etag, copiedAt, earlier = [] } = kept;
  const writing = withoutWaiting(kept.writing);
  return { writing, etag, copiedAt, earlier: [...earlier, writing], saving: 'device' };
}

/** Until the answer arrives, the service may have the old version or this one. */
export function noteSent({ writing, earlier }: DeskState): Partial<DeskState> {
  return { earlier: earlier.includes(writing) ? earlier : [...earlier, writing] };
}

/** Whether the other version is one that this writing continues, so that nobody needs to choose. */
export function continues({ writing, earlier }: DeskState, { theirs }: Conflict): boolean {
  return isSame(writing, theirs) || earlier.some((one) => isSame(timeChosen(one, theirs), theirs));
}

/** Where the person left the time of a post to the service, the one that it chose. */
function timeChosen(sent: Writing, { when }: Writing): Writing {
  return sent.when.as === 'soon' || sent.when.as === 'slot' ? { ...sent, when } : sent;
}

/** From now on, the writing is based on the other version. */
export function followOther(state: DeskState, other: Conflict): Partial<DeskState> {
  const { post, etag, theirs, at } = other;
  const { copiedAt = state.copiedAt } = other;
  // A copy that is no longer wanted is taken away by the next save.
  const saved = copiedAt === undefined ? theirs : blank;
  return { conflict: undefined, earlier: [], post, etag, saved, savedAt: at, copiedAt, saving: 'saved' };
}
