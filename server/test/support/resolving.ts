/** Targets with an unknown outcome, and what people say about them. */
import type { Post } from '@belfry/contract/posts.ts';
import type { BodyOf } from '@belfry/contract/routes.ts';
import { rewind } from '../../src/backup/rewound/rewind.ts';
import type { TestApp } from './app.ts';
import type { Client } from './client.ts';
import { createPost, getPost, scheduledFor } from './posts.ts';
import { connectSandbox, readTimeline } from './sandbox.ts';

export type Resolution = BodyOf<'resolveTarget'>;

/** It is not live, and is to be sent again. */
export const again = { outcome: 'not_published', send_again: true } as const;

export function firstTarget({ targets }: Pick<Post, 'targets'>): number {
  const [target] = targets;
  if (target === undefined) throw new Error('the post has no target');
  return target.id;
}

export const pathOf = (post: Post) => `/api/v1/posts/${post.id}/targets/${firstTarget(post)}`;

/** Resolves the first target of the post. */
export const resolve = (client: Client, post: Post, body: Resolution) =>
  client.request('POST', `${pathOf(post)}/resolution`, { body });

/** Doubts everything that is due, as after a restore of the database. */
export const restore = ({ db, clock }: Pick<TestApp, 'db' | 'clock'>) =>
  db.transaction((tx) => rewind(tx, clock.now().toISOString()));

/** The rows of a database that was restored to a time before the send. */
export async function forgetSend({ db }: Pick<TestApp, 'db'>, { id }: Pick<Post, 'id'>): Promise<void> {
  await db.rows('delete from journal where target_id in (select id from targets where post_id = $1)', [id]);
  await db.rows(
    `update targets set status = 'pending', wake_at = due_at, external_id = null, external_url = null, published_at = null
     where post_id = $1`,
    [id],
  );
  await db.rows("update posts set status = 'scheduled', published_at = null where id = $1", [id]);
}

/** A post on a channel of its own, unconfirmed after a restore. `isOut`: it was published before. */
export async function makeUnconfirmed(service: TestApp, { isOut = false } = {}) {
  const channel = await connectSandbox(service);
  const post = await createPost(service, scheduledFor([channel]));
  if (isOut) {
    await service.publishDue();
    await forgetSend(service, post);
  }
  await restore(service);
  const countLive = async () => (await readTimeline(service, channel)).length;
  return { channel, post: await getPost(service, post), countLive };
}
