/** People who work on their posts through the service's use cases. Remembers the answers that they got. */
import type { Post, PostIn } from '../../contract/posts.ts';
import type { Caller } from '../../server/src/access/roles.ts';
import type { Context } from '../../server/src/base/context.ts';
import { Problem } from '../../server/src/base/problem.ts';
import { connectByForm } from '../../server/src/channels/connecting/form.ts';
import type { Database } from '../../server/src/db/database.ts';
import { createPost, deletePost, getPost } from '../../server/src/posts/posts.ts';
import { updatePost } from '../../server/src/posts/saving/change.ts';
import { pick } from '../random.ts';
import { momentAt } from './ground.ts';
import type { World } from './world.ts';

/** A confirmed version. It may be published from its confirmation until that of the next one. */
export interface Save {
  at: number;
  text: string;
  /** Milliseconds; the earliest time to publish it. */
  due: number;
  channels: readonly string[];
}

export interface Planned {
  number: number;
  id: number;
  saves: Save[];
  deletedAt?: number;
  /** By channel: how often a person confirmed to resend a target that may be live. */
  resends: Map<string, number>;
}

/** When most posts of a quick world are due. */
const TOGETHER = 12_000;

type Targets = NonNullable<PostIn['targets']>;

export class People {
  readonly posts: Planned[] = [];
  readonly violations: string[] = [];
  /** By number of the post: how many versions people have written. Not all were saved. */
  #versions = new Map<number, number>();
  #world: World;
  #who: Caller;
  /** Channel ids by username. */
  #channels = new Map<string, number>();
  #targets = new Map<number, string>();

  constructor(world: World, who: { workspaceId: number; userId: number }) {
    this.#world = world;
    const rest = { scopes: null, channelIds: null, keyId: null, sessionId: null, requiresApproval: false };
    this.#who = { ...who, ...rest, name: 'Somebody', role: 'owner', timeZone: 'UTC' };
  }

  get channels(): string[] {
    return [...this.#channels.keys()];
  }

  async connect(platform: string, username: string): Promise<void> {
    const connected = await connectByForm(
      this.#world.context,
      this.#who,
      { platform, credentials: { username } },
      undefined,
    );
    this.#channels.set(username, connected.body.data.id);
    this.#log(`connects ${username}`);
  }

  async create(db: Database): Promise<void> {
    const number = this.#versions.size + 1;
    const save = this.#plan(number, this.#drawChannels());
    const { body } = await createPost(this.#on(db), this.#who, save.body, undefined);
    const post: Planned = { number, id: body.data.id, saves: [], resends: new Map() };
    this.posts.push(post);
    this.#saved(post, save, body.data);
  }

  /** Always changes the text, and perhaps the time and the channels. */
  async update(db: Database): Promise<void> {
    const post = this.#pick();
    if (post === undefined) return;
    const last = lastOf(post);
    const channels = this.#world.random() < 0.7 ? last.channels : this.#drawChannels();
    await this.#save(db, post, channels, []);
  }

  async delete(db: Database): Promise<void> {
    const post = this.#pick();
    if (post === undefined) return;
    const isGone = await this.#try(() => deletePost(this.#on(db), this.#who, post.id, undefined));
    if (!isGone) return;
    post.deletedAt = this.#world.agenda.now;
    this.#log('deletes it', post);
  }

  /** Sends a failed post again. If that may duplicate it, mostly checks the network first. */
  async retry(): Promise<void> {
    const post = this.#pick();
    if (post === undefined) return;
    const { db } = this.#world.ground;
    const body = await this.#read(post.id);
    if (body.status !== 'failed') return;
    const doubts = body.targets.filter(({ error }) => error?.code === 'outcome_unknown').map(({ id }) => id);
    const isSaved = await this.#save(db, post, lastOf(post).channels, []);
    if (isSaved && doubts.length > 0) {
      this.violations.push(
        `post ${post.number}: the service sent a target that may be live again without a confirmation`,
      );
    }
    if (isSaved || doubts.length === 0 || this.#world.random() < 0.3) return;
    await this.#save(db, post, lastOf(post).channels, doubts);
  }

  async #read(id: number): Promise<Post> {
    const { json } = await getPost(this.#world.context, this.#who, id);
    if (!(json instanceof Uint8Array)) throw new Error(`post ${id} does not fit into memory`);
    return JSON.parse(Buffer.from(json).toString()).data;
  }

  async #save(
    db: Database,
    post: Planned,
    channels: readonly string[],
    confirm: readonly number[],
  ): Promise<boolean> {
    const save = this.#plan(post.number, channels);
    const body: PostIn = confirm.length === 0 ? save.body : { ...save.body, confirm_resend: [...confirm] };
    return this.#try(async () => {
      const saved = await updatePost(this.#on(db), this.#who, post.id, body, undefined);
      for (const id of confirm) {
        const name = this.#targets.get(id) ?? '';
        post.resends.set(name, (post.resends.get(name) ?? 0) + 1);
        this.#log(`confirms to send it again on ${name}`, post);
      }
      this.#saved(post, save, saved.body.data);
    });
  }

  #plan(number: number, channels: readonly string[]): { body: PostIn; save: Save } {
    const version = (this.#versions.get(number) ?? 0) + 1;
    this.#versions.set(number, version);
    const { agenda } = this.#world;
    const due = Math.round(agenda.now + this.#drawWait());
    const content = `post ${number} v${version}`;
    const targets: Targets = channels.map((name) => ({
      channel_id: this.#channels.get(name) ?? 0,
      settings: this.#drawSettings(),
    }));
    return {
      body: { status: 'scheduled', scheduled_at: momentAt(due).toISOString(), content, targets },
      save: { at: agenda.now, text: content, due: Math.max(due, agenda.now), channels },
    };
  }

  /** Milliseconds. */
  #drawWait(): number {
    const { agenda, random, isQuick } = this.#world;
    if (random() < 0.3) return -1000;
    return isQuick ? Math.max(0, TOGETHER - agenda.now) : random() * 20_000;
  }

  #drawSettings(): Record<string, boolean> {
    const { random } = this.#world;
    const rates = { upload: 0.3, process: 0.15, thread: 0.2, comment: 0.15 };
    return Object.fromEntries(
      Object.entries(rates).flatMap(([name, rate]) => (random() < rate ? [[name, true]] : [])),
    );
  }

  #drawChannels(): string[] {
    const { random } = this.#world;
    const first = pick(random, this.channels);
    const second = pick(random, this.channels);
    return first === second ? [first] : [first, second];
  }

  #pick(): Planned | undefined {
    const there = this.posts.filter(({ deletedAt }) => deletedAt === undefined);
    return there.length === 0 ? undefined : pick(this.#world.random, there);
  }

  #saved(post: Planned, { save }: { save: Save }, saved: Post): void {
    // A confirmed version counts from its answer on: until then, the one before may go out.
    post.saves.push({ ...save, at: this.#world.agenda.now });
    const names = new Map([...this.#channels].map(([name, id]) => [id, name]));
    for (const target of saved.targets) this.#targets.set(target.id, names.get(target.channel_id) ?? '');
    this.#log(`saves ${save.text} for ${(save.due / 1000).toFixed(3)} to ${save.channels.join(', ')}`, post);
    this.#world.notify();
  }

  #on(db: Database): Context {
    return { ...this.#world.context, db };
  }

  /** False if the change was refused: it was too late, or something is missing. */
  async #try(change: () => Promise<unknown>): Promise<boolean> {
    try {
      await change();
      return true;
    } catch (error) {
      if (error instanceof Problem) return false;
      throw error;
    }
  }

  #log(what: string, post?: Planned): void {
    const about = post === undefined ? '' : `post ${post.number}: `;
    this.#world.trace.log('a person', about + what);
  }
}

export function lastOf({ saves }: Planned): Save {
  return saves[saves.length - 1] as Save;
}
