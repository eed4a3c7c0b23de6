/**
 * Asks the networks about every copy in doubt, for example after a restore. The workers ask, one copy per channel at a
 * time. Nothing is sent, and no copy is declared absent. The workers get only one post per channel at a time, so that a
 * post that becomes due meanwhile need not wait for all the others.
 */
import type { Context } from '../../base/context.ts';
import { readLaneHealth } from '../../lanes/index.ts';
import { askAboutCopies, lockPost } from '../../posts/index.ts';
import { type Copy, listCopies, readAnswers } from './store.ts';

type Ctx = Pick<Context, 'db' | 'networks'>;

/** A reason why Belfry cannot ask the network about a copy. */
export type Obstacle = 'network' | 'removed_channel' | 'signed_out_channel' | 'draft';

export interface DoubtCounts {
  /** Copies in doubt at the start. */
  in_doubt: number;
  asked: number;
  found: number;
  unconfirmed: number;
  /** Copies that a network was asked about and has not answered yet. The service keeps asking. */
  put_off: number;
  cannot_be_asked: Record<Obstacle, number>;
  /** Copies that no worker has asked about, because none is running. */
  left: number;
}

/** Copies that wait for an answer at once, over all channels. */
const MAX_OPEN = 100;
/** Seconds within which a worker must have looked for work, or else no worker is running. */
const WORKER_TIMEOUT = 30;

export interface Pace {
  /** Resolves when it is time to read answers. */
  wait(): Promise<void>;
  /** Called after each round, with the counts so far. */
  report(counts: DoubtCounts): void;
}

export async function askAboutAll(ctx: Ctx, { wait, report }: Pace): Promise<DoubtCounts> {
  const copies = await listCopies(ctx.db.withoutTimeouts);
  const obstacles = copies.map((copy) => findObstacle(ctx, copy));
  const posts = groupByPost(copies.filter((_, at) => obstacles[at] === undefined));
  const counts = beginCount(copies.length, obstacles);
  const open = new Map<number, Copy>();
  while (posts.length > 0 || open.size > 0) {
    if (!(await isWorkerRunning(ctx))) break;
    await askNext(ctx, posts, open, counts);
    await wait();
    await countAnswers(ctx, open, counts);
    report(counts);
  }
  counts.left = posts.flat().length + open.size;
  return counts;
}

function findObstacle({ networks }: Ctx, copy: Copy): Obstacle | undefined {
  if (copy.is_draft) return 'draft';
  if (copy.is_removed) return 'removed_channel';
  if (networks.get(copy.platform)?.reconciles !== true) return 'network';
  return copy.needs_reconnect ? 'signed_out_channel' : undefined;
}

function beginCount(inDoubt: number, obstacles: readonly (Obstacle | undefined)[]): DoubtCounts {
  const countOf = (obstacle: Obstacle) => obstacles.filter((one) => one === obstacle).length;
  const cannot_be_asked = {
    network: countOf('network'),
    removed_channel: countOf('removed_channel'),
    signed_out_channel: countOf('signed_out_channel'),
    draft: countOf('draft'),
  };
  return { in_doubt: inDoubt, asked: 0, found: 0, unconfirmed: 0, put_off: 0, cannot_be_asked, left: 0 };
}

function groupByPost(copies: readonly Copy[]): Copy[][] {
  const posts = new Map<number, Copy[]>();
  for (const copy of copies) posts.set(copy.post_id, [...(posts.get(copy.post_id) ?? []), copy]);
  return [...posts.values()];
}

async function isWorkerRunning({ db }: Ctx): Promise<boolean> {
  const { lastClaim } = await readLaneHealth(db);
  return lastClaim !== null && lastClaim <= WORKER_TIMEOUT;
}

/** Removes the posts whose channels are free from `posts`, and hands them to the workers. */
async function askNext(
  ctx: Ctx,
  posts: Copy[][],
  open: Map<number, Copy>,
  counts: DoubtCounts,
): Promise<void> {
  const busy = new Set([...open.values()].map(({ channel_id }) => channel_id));
  for (let at = 0; at < posts.length && open.size < MAX_OPEN; ) {
    const copies = posts[at] ?? [];
    const isFree = copies.every(({ channel_id }) => !busy.has(channel_id));
    for (const { channel_id } of copies) busy.add(channel_id);
    if (!isFree) {
      at += 1;
      continue;
    }
    posts.splice(at, 1);
    const targets = await askAboutPost(ctx, copies);
    counts.asked += targets.length;
    for (const copy of copies) if (targets.includes(copy.target_id)) open.set(copy.target_id, copy);
  }
}

/** Returns the targets that the workers will ask about: none if the post is no longer in doubt. */
async function askAboutPost({ db }: Ctx, copies: readonly Copy[]): Promise<number[]> {
  const [{ workspace_id: workspaceId, post_id: postId }] = copies as [Copy];
  return db.transaction(async (tx) => {
    const post = await lockPost(tx, { workspaceId, userId: 0, channelIds: null }, postId);
    const only = new Set(copies.map(({ target_id }) => target_id));
    return post === undefined ? [] : askAboutCopies(tx, { workspaceId, userId: null }, post, only);
  });
}

async function countAnswers({ db }: Ctx, open: Map<number, Copy>, counts: DoubtCounts): Promise<void> {
  const answers = await readAnswers(db, [...open.keys()]);
  for (const target of [...open.keys()]) {
    const answer = answers.get(target);
    if (answer === 'open') continue;
    open.delete(target);
    if (answer !== undefined) counts[answer] += 1;
  }
}
