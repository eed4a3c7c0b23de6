/** Everything that may happen to a post that must be approved, at random and at once. */
import type { Channel, Post } from '@belfry/contract/schemas.ts';
import { afterAll, expect, test } from 'vitest';
import type { Random } from '../../../prove/random.ts';
import { pick, seedRandom } from '../../../prove/random.ts';
import { app } from '../support/app.ts';
import type { Client } from '../support/client.ts';
import { createPost, getPost, scheduledFor } from '../support/posts.ts';
import { addPicture, decide } from '../support/reviews.ts';
import { joinSandbox, readTimeline } from '../support/sandbox.ts';

const service = await app({ workspace: { requires_approval: true } });
afterAll(() => service.close());

const SEED = 20_261_121;
const POSTS = 200;

/** Each submits by a key that may not publish; two of them are admins, and decide by another key. */
const admins = [await service.as('admin'), await service.as('admin')];
const scopes = ['post.read', 'post.write', 'media.write', 'media.read'];
const writers = [await service.as('author'), await service.as('admin', { scopes })];
await service.db.rows(
  'update api_keys set user_id = $1 where user_id = $2',
  [admins[0], writers[1]].map((client) => client?.userId),
);

/** What a network would show of it. */
type Shown = string;
const show = (text: string, altTexts: readonly (string | null)[]): Shown =>
  JSON.stringify([text, ...altTexts]);
const describe = ({ content, media }: Post): Shown =>
  show(
    content,
    media.map(({ alt_text }) => alt_text),
  );

let drawn = 0;
function drawText(): string {
  drawn += 1;
  return `Text ${drawn}`;
}

class Story {
  readonly #random: Random;
  readonly #post: Pick<Post, 'id'>;
  readonly #accounts: Channel[];
  readonly #picture: number;
  /** As the reviewer saw it who approved it. */
  readonly approved = new Set<Shown>();
  /** Who saved the version with this ETag. */
  readonly #savedBy = new Map<string, number>();

  constructor(random: Random, post: Pick<Post, 'id'>, accounts: Channel[], picture: number) {
    this.#random = random;
    this.#post = post;
    this.#accounts = accounts;
    this.#picture = picture;
  }

  /** One to three things at once; what nobody would notice happens alone. */
  async goOn(): Promise<void> {
    if (this.#random() < 0.1) return this.#smuggle();
    const deeds = [this.#edit, this.#edit, this.#approve, this.#approve, this.#approve, this.#reject];
    const all = [...deeds, this.#describe, this.#publish, this.#publish, this.#draft];
    const chosen = Array.from({ length: 1 + Math.floor(this.#random() * 3) }, () => pick(this.#random, all));
    await Promise.all(chosen.map((deed) => deed.call(this)));
  }

  #write(body: object): Promise<number> {
    const client = pick(this.#random, writers) as Client;
    return client.request('PUT', `/posts/${this.#post.id}`, { body }).then((answer) => {
      const userId = client === writers[1] ? admins[0]?.userId : client.userId;
      if (answer.status === 200) this.#savedBy.set(answer.headers.get('etag') ?? '', userId ?? 0);
      expect([200, 409]).toContain(answer.status);
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
    this.approved.add(describe(data));
    expect(this.#savedBy.get(ifMatch)).not.toBe(admin.userId);
  }

  async #reject() {
    const { status } = await decide(pick(this.#random, admins), this.#post, 'reject');
    expect([201, 409]).toContain(status);
  }

  async #describe() {
    const body = { alt_text: drawText() };
    const { status } = await pick(this.#random, writers).call('updateMedia', {
      params: { id: this.#picture },
      body,
    });
    expect([200, 409]).toContain(status);
  }

  async #publish() {
    await service.clock.advance('40 minutes');
    await service.publishDue();
  }

  /** Past all that the service does about changes: only the worker can notice. */
  async #smuggle() {
    const [sql, id] = pick(this.#random, [
      ['update posts set content = $2 where id = $1', this.#post.id],
      ['update media set alt_text = $2 where id = $1', this.#picture],
    ] as const);
    await service.db.rows(sql, [id, drawText()]);
  }
}

test(`of ${POSTS} posts, none shows what was not approved exactly so`, { timeout: 300_000 }, async () => {
  const random = seedRandom(SEED);
  let live = 0;
  for (let number = 0; number < POSTS; number += 1) {
    const accounts = [await joinSandbox(service), await joinSandbox(service)];
    const picture = await addPicture(service);
    const body = scheduledFor(accounts, { content: drawText(), media_ids: [picture] });
    const post = await createPost(writers[0] as Client, body);
    const story = new Story(random, post, accounts, picture);
    for (let step = 0; step < 8; step += 1) await story.goOn();
    for (let round = 0; round < 3; round += 1) {
      await service.clock.advance('1 hour');
      await service.publishDue();
    }
    const after = await getPost(service, post);
    for (const account of accounts) {
      const timeline = await readTimeline(service, account);
      expect(timeline.length).toBeLessThanOrEqual(1);
      for (const { text, media } of timeline) {
        const shown = show(
          text,
          (media as { alt_text: string | null }[]).map(({ alt_text }) => alt_text),
        );
        expect([...story.approved], `post ${number} of seed ${SEED}`).toContain(shown);
        expect(after.status).not.toBe('draft');
        live += 1;
      }
    }
  }
  expect(live).toBeGreaterThan(POSTS / 4);
});
