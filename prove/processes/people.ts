/** People at work through the public API; what was confirmed to them is remembered. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '../random.ts';
import { pick, randomOf } from '../random.ts';
import type { ApiClient, ApiPost, PostBody } from './client.ts';

/** From its confirmation until that of the next one, this is what may go out. */
export interface Save {
  text: string;
  /** Milliseconds: not before. */
  due: number;
  /** Undefined: it was refused, or refused when it was asked again, so that it may hold. */
  confirmedAt?: number;
}

export interface Told {
  number: number;
  channels: readonly string[];
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
  /** An image, for some of the posts. */
  mediaId: number;
}

const MOST_RETRIES = 3;

export class People {
  readonly told: Told[] = [];
  /** What the API said and must not. */
  readonly mishaps: string[] = [];
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
    return this.#live(number).catch((error: unknown) => {
      this.mishaps.push(`post ${number}: ${String(error)}`);
    });
  }

  async #live(number: number): Promise<void> {
    const random = randomOf(this.#input.seed, 'post', number);
    const told = await this.#create(number, random);
    const fate = random();
    if (fate < 0.06) await this.#delete(told, random);
    else if (fate < 0.25) await this.#update(told, random);
    if (told.deletedAt === undefined) await this.#seeThrough(told, random);
  }

  async #create(number: number, random: Random): Promise<Told> {
    const names = [...this.#input.channels.keys()];
    const first = pick(random, names);
    const second = random() < 0.15 ? pick(random, names) : first;
    const channels = [...new Set([first, second])];
    const save = { text: `post ${number} v1`, due: Date.now() + 300 + Math.round(random() * 2500) };
    const last = await this.#api.create(this.#bodyOf(save, channels, random));
    const told = {
      number,
      channels,
      saves: [{ ...save, confirmedAt: Date.now() }],
      resends: new Map(),
      last,
    };
    this.told.push(told);
    return told;
  }

  /** Just before it is due, so that it may be too late. */
  async #update(told: Told, random: Random): Promise<void> {
    await sleep(Math.max(0, lastOf(told).due - Date.now() - random() * 300));
    const due = Math.max(lastOf(told).due, Date.now()) + Math.round(random() * 1500);
    await this.#save(told, due, random, []);
  }

  async #delete(told: Told, random: Random): Promise<void> {
    await sleep(Math.max(0, lastOf(told).due - Date.now() - random() * 300));
    if (await this.#api.delete(told.last.id)) told.deletedAt = Date.now();
  }

  async #seeThrough(told: Told, random: Random): Promise<void> {
    for (let retries = 0; ; retries += 1) {
      await this.#settle(told);
      if (told.last.status !== 'failed' || retries === MOST_RETRIES || Date.now() > this.deadline) return;
      const doubts = told.last.targets.filter(({ error }) => error?.code === 'outcome_unknown');
      // Most who find that a post may be live leave it so.
      if (doubts.length > 0 && random() < 0.7) return;
      const due = Date.now() + Math.round(random() * 1000);
      await this.#save(
        told,
        due,
        random,
        doubts.map(({ id }) => id),
      );
    }
  }

  async #settle(told: Told): Promise<void> {
    await sleep(Math.max(0, lastOf(told).due - Date.now()));
    for (let wait = 150; Date.now() < this.deadline; wait = Math.min(2000, wait * 1.5)) {
      await sleep(wait);
      told.last = await this.#api.get(told.last.id);
      if (told.last.status === 'published' || told.last.status === 'failed') return;
    }
  }

  async #save(told: Told, due: number, random: Random, confirm: readonly number[]): Promise<void> {
    const save: Save = { text: `post ${told.number} v${told.saves.length + 1}`, due };
    const body = this.#bodyOf(save, told.channels, random);
    told.saves.push(save);
    const {
      status,
      body: answer,
      tries,
    } = await this.#api.replace(told.last.id, {
      ...body,
      ...(confirm.length > 0 && { confirm_resend: [...confirm] }),
    });
    // Each time it was asked may have sent it again, whoever did not hear of it.
    for (const id of confirm) this.#noteResend(told, id, tries);
    if (status === 200) {
      save.confirmedAt = Date.now();
      told.last = answer.data;
    }
  }

  #noteResend(told: Told, id: number, tries: number): void {
    const target = told.last.targets.find((each) => each.id === id);
    const name = this.nameOf(target?.channel_id ?? 0);
    told.resends.set(name, (told.resends.get(name) ?? 0) + tries);
  }

  readonly nameOf = (channelId: number): string =>
    [...this.#input.channels].find(([, id]) => id === channelId)?.[0] ?? '';

  #bodyOf({ text, due }: Save, channels: readonly string[], random: Random): PostBody {
    const settings = random() < 0.3 ? { upload: true } : {};
    const media_ids = random() < 0.15 ? [this.#input.mediaId] : [];
    return {
      status: 'scheduled',
      scheduled_at: new Date(due).toISOString(),
      content: text,
      media_ids,
      targets: channels.map((name) => ({ channel_id: this.#input.channels.get(name) ?? 0, settings })),
    };
  }
}

export function lastOf({ saves }: Told): Save {
  return saves[saves.length - 1] as Save;
}
