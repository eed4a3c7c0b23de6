/** All changes of a post that needs approval, at random and at the same time. */
import type { Channel } from '@belfry/contract/channels.ts';
import type { Post } from '@belfry/contract/posts.ts';
import { afterAll, expect, test } from 'vitest';
import { pick, type Random, seedRandom } from '../../../prove/random.ts';
import { openDatabase } from '../../src/db/database.ts';
import { Publisher } from '../../src/publishing/publisher.ts';
import { app } from '../support/app.ts';
import type { Client } from '../support/client.ts';
import { createPost, getPost, scheduledFor } from '../support/posts.ts';
import { addPicture, decide } from '../support/reviews.ts';
import { connectSandbox, readTimeline } from '../support/sandbox.ts';

const service = await app({ workspace: { requires_approval: true } });
/** A worker as in a process of its own, which shares only the database with the other. */
const elsewhere = openDatabase(service.connection);
const worker = new Publisher({ ...service.ctx, db: elsewhere });
afterAll(async () => {
  await worker.idle();
  await elsewhere.close();
  await service.close();
});

/** Runs both workers at once until neither finds a due target. */
async function publishTwice(): Promise<void> {
  const work = async () => {
    while ((await worker.claim()) > 0) await worker.idle();
  };
  await Promise.all([service.publishDue(), work()]);
}

const SEED = 20_261_121;
const POSTS = 60;

/** Each submits by a key that may not publish. Two of them are admins, and decide by another key. */
const admins = [await service.as('admin'), await service.as('admin')];
const scopes = ['post.read', 'post.write', 'media.write', 'media.read'];
const writers = [await service.as('author'), await service.as('admin', { scopes })];
await service.db.rows(
  'update api_keys set user_id = $1 where user_id = $2',
  [admins[0], writers[1]].map((client) => client?.userId),
);

/** A published copy and its channel. */
type Shown = string;
const show = (channel: number, text: string, media: readonly { alt_text: string | null }[]): Shown =>
  JSON.stringify([channel, text, ...media.map(({ alt_text }) => alt_text)]);
const describe = ({ content, media, targets }: Post): Shown[] =>
  targets.map(({ channel_id, content: own }) => show(channel_id, own ?? content, media));

/** The first writer wrote the posts. Once they are approved, the other may not change them. */
const expectedOf = (client: Client) => (client === writers[0] ? [200, 409] : [200, 403, 409]);

let drawn = 0;
function drawText(): string {
  drawn += 1;
  return `Text ${drawn}`;
}

let moves = 0;

class FailureContext {
  readonly #random: Random;
  readonly #post: Pick<Post, 'id'>;
  readonly #accounts: Channel[];
  readonly #picture: number;
  /** The versions that reviewers approved, with the earliest approved time. */
  readonly approved = new Map<Shown, string>();
  /** The writer who saved the version with this ETag. */
  readonly #savedBy = new Map<string, number>();

  constructor(random: Random, post: Pick<Post, 'id'>, accounts: Channel[], picture: number) {
    this.#random = random;
    this.#post = post;
    this.#accounts = accounts;
    this.#picture = picture;
  }

  /** Makes one to three changes at once. A change that bypasses the service happens alone. */
  async goOn(): Promise<void> {
    if (this.#random() < 0.1) return this.#smuggle();
    const deeds = [this.#edit, this.#edit, this.#approve, this.#approve, this.#approve, this.#reject];
    const others = [this.#describe, this.#publish, this.#publish, this.#draft, this.#move, this.#move];
    const all = [...deeds, ...others];
    const chosen = Array.from({ length: 1 + Math.floor(this.#random() * 3) }, () => pick(this.#random, all));
    await Promise.all(chosen.map((deed) => deed.call(this)));
  }

  #write(body: object): Promise<number> {
    const client = pick(this.#random, writers) as Client;
    return client.request('PUT', `/posts/${this.#post.id}`, { body }).then((answer) => {
      const userId = client === writers[1] ? admins[0]?.userId : client.userId;
      if (answer.status === 200) this.#savedBy.set(answer.headers.get('etag') ?? '', userId ?? 0);
      expect(expectedOf(client)).toContain(answer.status);
      return answer.status;
    });
  }

  async #edit() {
    const scheduled_at = pick(this.#random, ['2020-01-01T00:00:00Z', await service.clock.in('1 hour')]);
    const behaviour = pick(this.#random, ['ok', 'ok', 'throttle']);
    const targets = this.#accounts.map(({ id }) => ({ channel_id: id, settings: { behaviour } }));
    const media_ids = this.#random() < 0.7 ? [this.#picture] : [];
    await this.#write({
      ...scheduledFor([], { scheduled_at, content: drawText(), media_ids }),
      targets: targets.slice(0, 1 + Math.floor(this.#random() * targets.length)),
    });
  }

  /** Changes only the time or the channels. */
  async #move() {
    const { data } = await (writers[0] as Client).call('getPost', { params: this.#post });
    const day = pick(this.#random, ['', '1 hour ']);
    // A time of its own: a save that changes nothing makes no version.
    const scheduled_at = await service.clock.in(`${day}-${++moves} microseconds`);
    const media_ids = data.media.map(({ id }) => id);
    const accounts = this.#random() < 0.5 ? this.#accounts : [pick(this.#random, this.#accounts)];
    await this.#write(scheduledFor(accounts, { scheduled_at, content: data.content, media_ids }));
  }

  async #draft() {
    if (this.#random() < 0.2) await this.#write({ status: 'draft', content: drawText() });
  }

  async #approve() {
    const admin = pick(this.#random, admins);
    const { data, headers } = await admin.call('getPost', { params: this.#post });
    const ifMatch = headers.get('etag') ?? '';
    const { status } = await decide(admin, this.#post, 'approve', { ifMatch });
    expect([201, 403, 409]).toContain(status);
    if (status !== 201) return;
    for (const shown of describe(data)) {
      const times = [this.approved.get(shown), data.scheduled_at ?? ''].filter((time) => time !== undefined);
      this.approved.set(shown, times.sort()[0] ?? '');
    }
    expect(this.#savedBy.get(ifMatch)).not.toBe(admin.userId);
  }

  async #reject() {
    const { status } = await decide(pick(this.#random, admins), this.#post, 'reject');
    expect([201, 409]).toContain(status);
  }

  async #describe() {
    const body = { alt_text: drawText() };
    const client = pick(this.#random, writers);
    const { status } = await client.call('updateMedia', { params: { id: this.#picture }, body });
    expect(expectedOf(client)).toContain(status);
  }

  async #publish() {
    await service.clock.advance('40 minutes');
    await publishTwice();
  }

  /** Changes the rows directly, so that only the worker can notice. */
  async #smuggle() {
    const [sql, id] = pick(this.#random, [
      ['update posts set content = $2 where id = $1', this.#post.id],
      ['update media set alt_text = $2 where id = $1', this.#picture],
    ] as const);
    await service.db.rows(sql, [id, drawText()]);
  }
}

test(`of ${POSTS} posts, none is published other than as approved`, async () => {
  const random = seedRandom(SEED);
  let live = 0;
  for (let number = 0; number < POSTS; number += 1) {
    const accounts = [await connectSandbox(service), await connectSandbox(service)];
    const picture = await addPicture(service);
    const body = scheduledFor(accounts, { content: drawText(), media_ids: [picture] });
    const post = await createPost(writers[0] as Client, body);
    const story = new FailureContext(random, post, accounts, picture);
    for (let step = 0; step < 8; step += 1) await story.goOn();
    for (let round = 0; round < 3; round += 1) {
      await service.clock.advance('1 hour');
      await publishTwice();
    }
    const after = await getPost(service, post);
    for (const account of accounts) {
      const timeline = await readTimeline(service, account);
      expect(timeline.length).toBeLessThanOrEqual(1);
      for (const { text, media, created_at } of timeline) {
        const shown = show(account.id, text, media as { alt_text: string | null }[]);
        const approvedFor = story.approved.get(shown);
        expect([...story.approved.keys()], `post ${number} of seed ${SEED}`).toContain(shown);
        expect(Date.parse(created_at)).toBeGreaterThanOrEqual(Date.parse(approvedFor ?? ''));
        expect(after.status).not.toBe('draft');
        live += 1;
      }
    }
  }
  expect(live).toBeGreaterThan(POSTS / 4);
});
