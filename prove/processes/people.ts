/** People who work through the public API. Remembers the answers that they got. */
import { setTimeout as sleep } from 'node:timers/promises';
import { pick, type Random, randomOf } from '../random.ts';
import type { ApiClient, ApiPost, PostBody } from './client.ts';
import type { Library } from './library.ts';

/** One saved version. It may be published from its confirmation until that of the next one. */
export interface Save {
  text: string;
  /** Milliseconds; the earliest time to publish it. */
  due: number;
  /** Digests of its files, in order. */
  media: readonly string[];
  /** Undefined: the save was refused. A repeated request may be refused although the first one succeeded. */
  confirmedAt?: number;
  /** For a post that needs approval: when a person first sent the approval. */
  approvedAt?: number;
}

export interface WrittenPost {
  number: number;
  channels: readonly string[];
  /** Its author may not publish: it waits for approval after each save. */
  needsApproval: boolean;
  /** It was rejected, or left waiting, so it must not be published. */
  isWithheld: boolean;
  saves: Save[];
  /** When the API confirmed the deletion. */
  deletedAt?: number;
  /** By channel: how often a person confirmed to resend a target that may be live. */
  resends: Map<string, number>;
  /** The API's last answer about it. */
  last: ApiPost;
}

export interface PeopleInput {
  seed: number;
  /** Channel ids by username. */
  channels: ReadonlyMap<string, number>;
  /** A person who may not publish. */
  author: ApiClient;
  library: Library;
  /** Milliseconds: new posts are due within this time. */
  ahead: number;
}

const MAX_RETRIES = 3;
const REVIEW_WITHIN = 1200;

export class People {
  readonly posts: WrittenPost[] = [];
  /** Wrong answers of the API. */
  readonly mishaps: string[] = [];
  readonly counts = { updated: 0, deleted: 0, retried: 0, submitted: 0, approved: 0, rejected: 0 };
  settled = 0;
  readonly #api: ApiClient;
  readonly #input: PeopleInput;
  /** Milliseconds; after this, unsettled posts are no longer awaited. */
  deadline = Number.POSITIVE_INFINITY;

  constructor(api: ApiClient, input: PeopleInput) {
    this.#api = api;
    this.#input = input;
  }

  /** Writes a post, sometimes changes or deletes it, and waits until it is settled. */
  live(number: number): Promise<void> {
    return this.#live(number)
      .catch((error: unknown) => {
        this.mishaps.push(`post ${number}: ${String(error)}`);
      })
      .finally(() => {
        this.settled += 1;
      });
  }

  async #live(number: number): Promise<void> {
    const random = randomOf(this.#input.seed, 'post', number);
    const post = await this.#create(number, random);
    await this.#review(post, random, false);
    const chance = random();
    if (chance < 0.06) await this.#delete(post, random);
    else if (chance < 0.25) await this.#update(post, random);
    if (post.deletedAt === undefined && !post.isWithheld) await this.#settleAndRetry(post, random);
  }

  async #create(number: number, random: Random): Promise<WrittenPost> {
    const names = [...this.#input.channels.keys()];
    const first = pick(random, names);
    const second = random() < 0.15 ? pick(random, names) : first;
    const channels = [...new Set([first, second])];
    const needsApproval = random() < 0.2;
    const { save, body } = await this.#write(
      { number, channels, saves: [] },
      300 + random() * this.#input.ahead,
      random,
    );
    const last = await this.#as({ needsApproval }).create(body);
    const post: WrittenPost = {
      number,
      channels,
      needsApproval,
      isWithheld: false,
      saves: [{ ...save, confirmedAt: Date.now() }],
      resends: new Map(),
      last,
    };
    this.posts.push(post);
    return post;
  }

  /** Shortly before the post is due, so the change may come too late. */
  async #update(post: WrittenPost, random: Random): Promise<void> {
    await sleep(Math.max(0, lastOf(post).due - Date.now() - random() * 300));
    const wait = Math.max(lastOf(post).due - Date.now(), 0) + random() * 1500;
    if (await this.#save(post, wait, random, [])) this.counts.updated += 1;
  }

  async #delete(post: WrittenPost, random: Random): Promise<void> {
    await sleep(Math.max(0, lastOf(post).due - Date.now() - random() * 300));
    if (!(await this.#as(post).delete(await this.#api.read(post.last.id)))) return;
    post.deletedAt = Date.now();
    this.counts.deleted += 1;
  }

  /** Rejects some posts and leaves some waiting, unless `mustApprove`. */
  async #review(post: WrittenPost, random: Random, mustApprove: boolean): Promise<void> {
    if (!post.needsApproval) return;
    this.counts.submitted += 1;
    await sleep(random() * REVIEW_WITHIN);
    const choice = mustApprove ? 0 : random();
    post.isWithheld = choice >= 0.75;
    if (choice >= 0.88) return;
    if (!post.isWithheld) lastOf(post).approvedAt = Date.now();
    await this.#decide(post.last.id, post.isWithheld ? 'reject' : 'approve');
    this.counts[post.isWithheld ? 'rejected' : 'approved'] += 1;
  }

  async #decide(id: number, decision: 'approve' | 'reject'): Promise<void> {
    for (;;) {
      const read = await this.#api.read(id);
      if (read.post.status !== 'pending_approval' || (await this.#api.decide(read, decision))) return;
    }
  }

  async #settleAndRetry(post: WrittenPost, random: Random): Promise<void> {
    for (let retries = 0; ; retries += 1) {
      await this.#settle(post);
      if (post.last.status !== 'failed' || retries === MAX_RETRIES || Date.now() > this.deadline) return;
      const doubts = post.last.targets.filter(({ error }) => error?.code === 'outcome_unknown');
      // Most people who learn that a post may be live do not send it again.
      if (doubts.length > 0 && random() < 0.7) return;
      const ids = doubts.map(({ id }) => id);
      await this.#save(post, random() * 1000, random, ids);
      this.counts.retried += 1;
    }
  }

  async #settle(post: WrittenPost): Promise<void> {
    await sleep(Math.max(0, lastOf(post).due - Date.now()));
    for (let wait = 150; Date.now() < this.deadline; wait = Math.min(2000, wait * 1.5)) {
      await sleep(wait);
      post.last = await this.#api.get(post.last.id);
      if (post.last.status === 'published' || post.last.status === 'failed') return;
    }
  }

  /** Returns whether the change was accepted. */
  async #save(post: WrittenPost, wait: number, random: Random, confirm: readonly number[]): Promise<boolean> {
    const { save, body } = await this.#write(post, wait, random);
    const before = await this.#api.read(post.last.id);
    post.saves.push(save);
    const { post: saved, tries } = await this.#as(post).replace(before, {
      ...body,
      ...(confirm.length > 0 && { confirm_resend: [...confirm] }),
    });
    // Each try may have sent it again, even if its answer was lost.
    for (const id of confirm) this.#noteResend(post, id, tries);
    post.last = saved ?? (await this.#api.get(post.last.id));
    // Only the repeated request was refused; the first one had its effect.
    if (saved === undefined && post.last.content !== save.text) return false;
    save.confirmedAt = Date.now();
    await this.#review(post, random, before.post.status === 'failed');
    return true;
  }

  #noteResend(post: WrittenPost, id: number, tries: number): void {
    const target = post.last.targets.find((each) => each.id === id);
    const name = this.nameOf(target?.channel_id ?? 0);
    post.resends.set(name, (post.resends.get(name) ?? 0) + tries);
  }

  readonly nameOf = (channelId: number): string =>
    [...this.#input.channels].find(([, id]) => id === channelId)?.[0] ?? '';

  /** Due in `wait` milliseconds. */
  async #write(
    { number, channels, saves }: Pick<WrittenPost, 'number' | 'channels' | 'saves'>,
    wait: number,
    random: Random,
  ): Promise<{ save: Save; body: PostBody }> {
    const settings = random() < 0.3 ? { upload: true } : {};
    const files = await this.#input.library.pick(random);
    const text = `post ${number} v${saves.length + 1}`;
    const due = Date.now() + Math.round(wait);
    const body: PostBody = {
      status: 'scheduled',
      scheduled_at: new Date(due).toISOString(),
      content: text,
      media_ids: files.map(({ id }) => id),
      targets: channels.map((name) => ({ channel_id: this.#input.channels.get(name) ?? 0, settings })),
    };
    return { save: { text, due, media: files.map(({ digest }) => digest) }, body };
  }

  #as({ needsApproval }: Pick<WrittenPost, 'needsApproval'>): ApiClient {
    return needsApproval ? this.#input.author : this.#api;
  }
}

export function lastOf({ saves }: WrittenPost): Save {
  return saves[saves.length - 1] as Save;
}
