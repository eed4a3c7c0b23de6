/** Decides what a save writes, or why it is refused. It reads nothing: {@link World} has everything it depends on. */
import { detail } from '@belfry/contract/details.ts';
import { canMove, type PostMove, postMoves } from '@belfry/contract/lifecycle.ts';
import type { PostPatch } from '@belfry/contract/post-changes.ts';
import type { PostStatus } from '@belfry/contract/posts.ts';
import { writtenOf } from '@belfry/contract/written.ts';
import { type Caller, publishesDirectly } from '../../access/roles.ts';
import { invalid, Problem } from '../../base/problem.ts';
import type { LabelRow } from '../../labels/index.ts';
import { toMoment } from '../../text/moment.ts';
import { type Changes, changesOf, isChanged } from '../changes.ts';
import { type Declared, newConsents } from '../consents/declared.ts';
import { type Fitting, requireFitting } from '../fitting.ts';
import { keepPublished, openTargets, requireRetryAllowed } from '../retry.ts';
import type { PostRow, TargetRow } from '../rows.ts';
import { requireContents, type SentPost, type SentTarget } from '../sent.ts';
import type { PostWrite } from '../store.ts';
import { distinctFiles, type Named, ownFiles, requireKnown } from '../versions.ts';

/** The saved post, locked, with its parts. */
export interface OldPost {
  post: PostRow;
  /** In order. */
  targets: readonly TargetRow[];
  mediaIds: readonly number[];
  /** By id. */
  labels: readonly LabelRow[];
  /** Targets that may be live. */
  doubts: readonly TargetRow[];
}

export interface World extends Named {
  /** Undefined for a new post. */
  old: OldPost | undefined;
  declared: Declared;
  /** The files that published targets name. They stay, unless they were deleted. */
  publishedFiles: readonly number[];
  /** Undefined for a draft. */
  fitting: Fitting | undefined;
  /** The free slot or the time by the clock, or why there is none. Undefined if the client set the time. */
  slot: string | Problem | undefined;
  /** The post is a draft, and an event says already that the caller is writing it. */
  isLogged: boolean;
}

export interface Plan {
  write: PostWrite;
  /** The channels whose targets stay, and the targets to send again. */
  clear: { keepChannelIds: readonly number[]; resend: readonly number[] };
  /** Targets that stay as they were published, because their channels show the post. */
  published: readonly TargetRow[];
  /** Nothing is to be written, except the labels. */
  isSame: boolean;
}

type Save = Extract<PostMove, 'save' | 'schedule' | 'submit'>;

const events: Record<Save, NonNullable<PostWrite['event']>> = {
  save: 'post.saved',
  schedule: 'post.scheduled',
  submit: 'review.requested',
};

/** Throws a {@link Problem} if the caller may not save this. `patch` has the fields that the client sent, if not all. */
export function decideSave(who: Caller, body: SentPost, world: World, patch?: PostPatch): Plan {
  const { old, files } = world;
  const before = (old?.targets ?? []).filter((target) => target.status === 'published');
  const live = new Set(before.map((target) => target.channel_id));
  const open = openTargets(body, live);
  requireRetryAllowed(body, before, old?.doubts ?? [], open);
  if (old !== undefined) requireContents(body, old);
  requireKnown(who, body, world, live);
  if (world.fitting !== undefined) requireFitting(world.fitting, live);
  const isKept = patch !== undefined && patch.status === undefined;
  const move = moveFor(who, body.status, isKept ? old?.post.status : undefined);
  if (old !== undefined && !canMove(move, old.post.status)) throw new Problem('post_published');
  const content = contentOf(body, world, open, before);
  const published = old === undefined ? [] : keepPublished(before, old, content);
  if (patch !== undefined) requireNothingDeclared(body, content.targets);
  const places = world.places.filter(({ channelId }) => !live.has(channelId));
  const kept = published.flatMap(({ media_ids }) => media_ids ?? []);
  const named = new Set([...distinctFiles(places), ...world.publishedFiles, ...kept]);
  const changes = changesOf(old, content);
  const write = {
    ...content,
    fileIds: [...named].filter((id) => files.has(id)),
    id: old?.post.id ?? null,
    workspaceId: who.workspaceId,
    userId: who.userId,
    status: postMoves[move].to,
    event: move === 'save' && world.isLogged && isWriting(changes) ? null : events[move],
    changes,
  };
  const resend = body.confirm_resend ?? [];
  const isSame = resend.length === 0 && old !== undefined && changesNothing(old, write);
  return {
    write,
    clear: { keepChannelIds: open.map((target) => target.channel_id), resend },
    published,
    isSame,
  };
}

function contentOf(
  body: SentPost,
  world: World,
  open: readonly SentTarget[],
  published: readonly TargetRow[],
) {
  const firstPosition = 1 + Math.max(-1, ...published.map(({ position }) => position));
  const shared = { ...writtenOf(body), mediaIds: ownFiles(body, world.files).map(({ id }) => id) };
  const targets = open.map((target, at) => ({
    ...target,
    position: firstPosition + at,
    consents: newConsents(target, shared, world),
  }));
  return { ...shared, labelIds: body.label_ids ?? null, scheduledAt: momentOf(body, world.slot), targets };
}

/**
 * The order of the targets counts: answers show it. A save of a post of which somebody changed a file counts too: it adopts
 * the changed file.
 */
function changesNothing({ post, targets }: OldPost, { status, changes, targets: next }: PostWrite): boolean {
  const before = targets.filter((target) => target.status !== 'published');
  return (
    post.status === status &&
    post.file_changed_by.length === 0 &&
    !isChanged(changes) &&
    before.every(({ channel_id }, at) => channel_id === next[at]?.channel_id) &&
    next.every(({ consents }) => consents.length === 0)
  );
}

/** Whether a draft changes as it does while a person writes. A new time is a decision, and has an event of its own. */
function isWriting({ after = {} }: Changes): boolean {
  return after.scheduled_at === undefined;
}

/** `kept` is the status of a post whose status the client did not send. */
function moveFor(who: Caller, status: SentPost['status'], kept: PostStatus | undefined): Save {
  if (status === 'draft') return 'save';
  if (kept === 'pending_approval') return 'submit';
  return publishesDirectly(who) ? 'schedule' : 'submit';
}

/** Throws 422 for a declaration that the save would make, since a patch carries no settings. */
function requireNothingDeclared({ targets = [] }: SentPost, write: PostWrite['targets']): void {
  const undeclared = write.flatMap(({ channel_id, consents }) => {
    const index = targets.findIndex((target) => target.channel_id === channel_id);
    return consents.map(({ field }) => detail(`targets.${index}.settings.${field}`, 'undeclared'));
  });
  if (undeclared.length > 0) throw invalid(undeclared);
}

function momentOf(body: SentPost, slot: World['slot']): string | null {
  const { status, queue, publish_in, scheduled_at } = body;
  if (status === 'draft' && publish_in !== undefined) throw invalid([detail('publish_in', 'delayed_draft')]);
  if (status === 'draft' && queue === true) throw invalid([detail('queue', 'queued_draft')]);
  if (queue !== true && publish_in === undefined) {
    return scheduled_at == null ? null : (toMoment(scheduled_at) ?? null);
  }
  if (typeof slot !== 'string') throw slot ?? new Error('the free slot was not read');
  return slot;
}
