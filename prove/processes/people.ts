/** People at work through the public API; what was confirmed to them is remembered. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '../random.ts';
import { pick, randomOf } from '../random.ts';
import type { ApiClient, ApiPost, PostBody } from './client.ts';
import type { Library } from './library.ts';

/** From its confirmation until that of the next one, this is what may go out. */
export interface Save {
  text: string;
  /** Milliseconds: not before. */
  due: number;
  /** What the files of it are told by, in order. */
  media: readonly string[];
  /** Undefined: it was refused, or refused when it was asked again, so that it may hold. */
  confirmedAt?: number;
  /** Of an author's: when somebody first asked to approve it. */
  approvedAt?: number;
}

export interface NoticeParams {
  number: number;
  channels: readonly string[];
  /** Whoever wrote it may not publish it: it waits for approval, each time it is saved. */
  needsApproval: boolean;
  /** It was rejected, or left waiting: nothing may come of it. */
  isWithheld: boolean;
  saves: Save[];
  /** When its deletion was confirmed. */
  deletedAt?: number;
  /** By channel: how often a person said that what may be live is to be sent again. */
  resends: Map<string, number>;
  /** As the API tells it at the end. */
  last: ApiPost;
}

export interface PeopleInput {
  seed: number;
  /** By username. */
  channels: ReadonlyMap<string, number>;
  /** Who may not publish. */
  author: ApiClient;
  library: Library;
}

const MOST_RETRIES = 3;
const REVIEW_WITHIN = 1200;

export class People {
  readonly told: NoticeParams[] = [];
  /** What the API said and must not. */
  readonly mishaps: string[] = [];
  readonly deeds = { updated: 0, deleted: 0, retried: 0, submitted: 0, approved: 0, rejected: 0 };
  settled = 0;
  readonly #api: ApiClient;
  readonly #input: PeopleInput;
  /** No more waiting for what does not settle. */
  deadline = Number.POSITIVE_INFINITY;

  constructor(api: ApiClient, input: PeopleInput) {
    this.#api = api;
    this.#input = input;
  }

  /** The whole life of a post: written, mostly left alone, and seen through. */
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
    const told = await this.#create(number, random);
    await this.#review(told, random, false);
    const fate = random();
    if (fate < 0.06) await this.#delete(told, random);
    else if (fate < 0.25) await this.#update(told, random);
    if (told.deletedAt === undefined && !told.isWithheld) await this.#seeThrough(told, random);
  }

  async #create(number: number, random: Random): Promise<NoticeParams> {
    const names = [...this.#input.channels.keys()];
    const first = pick(random, names);
    const second = random() < 0.15 ? pick(random, names) : first;
    const channels = [...new Set([first, second])];
    const needsApproval = random() < 0.2;
    const { save, body } = await this.#write({ number, channels, saves: [] }, 300 + random() * 2500, random);
    const last = await this.#as({ needsApproval }).create(body);
    const told: NoticeParams = {
      number,
      channels,
      needsApproval,
      isWithheld: false,
      saves: [{ ...save, confirmedAt: Date.now() }],
      resends: new Map(),
      last,
    };
    this.told.push(told);
    return told;
  }

  /** Just before it is due, so that it may be too late. */
  async #update(told: NoticeParams, random: Random): Promise<void> {
    await sleep(Math.max(0, lastOf(told).due - Date.now() - random() * 300));
    const wait = Math.max(lastOf(told).due - Date.now(), 0) + random() * 1500;
    if (await this.#save(told, wait, random, [])) this.deeds.updated += 1;
  }

  async #delete(told: NoticeParams, random: Random): Promise<void> {
    await sleep(Math.max(0, lastOf(told).due - Date.now() - random() * 300));
    if (!(await this.#as(told).delete(told.last.id))) return;
    told.deletedAt = Date.now();
    this.deeds.deleted += 1;
  }

  /** Some are rejected, and some are left waiting, unless it has to come to an end. */
  async #review(told: NoticeParams, random: Random, mustApprove: boolean): Promise<void> {
    if (!told.needsApproval) return;
    this.deeds.submitted += 1;
    await sleep(random() * REVIEW_WITHIN);
    const mood = mustApprove ? 0 : random();
    told.isWithheld = mood >= 0.75;
    if (mood >= 0.88) return;
    if (!told.isWithheld) lastOf(told).approvedAt = Date.now();
    await this.#decide(told.last.id, told.isWithheld ? 'reject' : 'approve');
    this.deeds[told.isWithheld ? 'rejected' : 'approved'] += 1;
  }

  async #decide(id: number, decision: 'approve' | 'reject'): Promise<void> {
    for (;;) {
      const read = await this.#api.read(id);
      if (read.post.status !== 'pending_approval' || (await this.#api.decide(read, decision))) return;
    }
  }

  async #seeThrough(told: NoticeParams, random: Random): Promise<void> {
    for (let retries = 0; ; retries += 1) {
      await this.#settle(told);
      if (told.last.status !== 'failed' || retries === MOST_RETRIES || Date.now() > this.deadline) return;
      const doubts = told.last.targets.filter(({ error }) => error?.code === 'outcome_unknown');
      // Most who find that a post may be live leave it so.
      if (doubts.length > 0 && random() < 0.7) return;
      const ids = doubts.map(({ id }) => id);
      await this.#save(told, random() * 1000, random, ids);
      this.deeds.retried += 1;
    }
  }

  async #settle(told: NoticeParams): Promise<void> {
    await sleep(Math.max(0, lastOf(told).due - Date.now()));
    for (let wait = 150; Date.now() < this.deadline; wait = Math.min(2000, wait * 1.5)) {
      await sleep(wait);
      told.last = await this.#api.get(told.last.id);
      if (told.last.status === 'published' || told.last.status === 'failed') return;
    }
  }

  /** Answers whether it was taken. */
  async #save(
    told: NoticeParams,
    wait: number,
    random: Random,
    confirm: readonly number[],
  ): Promise<boolean> {
    const { save, body } = await this.#write(told, wait, random);
    const before = await this.#api.read(told.last.id);
    told.saves.push(save);
    const { status, tries, ...answer } = await this.#as(told).replace(before, {
      ...body,
      ...(confirm.length > 0 && { confirm_resend: [...confirm] }),
    });
    // Each time it was asked may have sent it again, whoever did not hear of it.
    for (const id of confirm) this.#noteResend(told, id, tries);
    told.last = status === 200 ? answer.body.data : await this.#api.get(told.last.id);
    // Refused when it was asked again: the first time had its effect.
    if (status !== 200 && told.last.content !== save.text) return false;
    save.confirmedAt = Date.now();
    await this.#review(told, random, before.post.status === 'failed');
    return true;
  }

  #noteResend(told: NoticeParams, id: number, tries: number): void {
    const target = told.last.targets.find((each) => each.id === id);
    const name = this.nameOf(target?.channel_id ?? 0);
    told.resends.set(name, (told.resends.get(name) ?? 0) + tries);
  }

  readonly nameOf = (channelId: number): string =>
    [...this.#input.channels].find(([, id]) => id === channelId)?.[0] ?? '';

  /** Due in so many milliseconds. */
  async #write(
    { number, channels, saves }: Pick<NoticeParams, 'number' | 'channels' | 'saves'>,
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

  #as({ needsApproval }: Pick<NoticeParams, 'needsApproval'>): ApiClient {
    return needsApproval ? this.#input.author : this.#api;
  }
}

export function lastOf({ saves }: NoticeParams): Save {
  return saves[saves.length - 1] as Save;
}
