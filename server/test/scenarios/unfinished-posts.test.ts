/** A network that accepts a post, and then does not say what became of it. */
import type { Post } from '@belfry/contract/posts.ts';
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { app } from '../support/app.ts';
import { bendNetwork } from '../support/bent-network.ts';
import { createPost, getPost, scheduledFor } from '../support/posts.ts';
import { again, resolve } from '../support/resolving.ts';
import { connectSandbox } from '../support/sandbox.ts';

const service = await app();
const channel = await connectSandbox(service);
afterAll(() => service.close());

/** Ids that the network gave to posts, and whether it says that they are shown. */
let sent: string[];
let isShown: boolean;
let bend: Disposable;

beforeEach(() => {
  [sent, isShown] = [[], false];
  bend = bendNetwork(service, 'sandbox', async (_publish, _post, _session, run) => {
    const post = await run.commit('post', async () => {
      const id = `bell-${sent.length + 1}`;
      sent.push(id);
      return { id, url: `https://bells.example/${id}` };
    });
    await run.until('shown', async () => isShown || null, { of: 'post', within: 20 });
    return post;
  });
});
afterEach(() => bend[Symbol.dispose]());

async function makeUnfinished(): Promise<Post> {
  const post = await createPost(service, scheduledFor([channel]));
  await service.publishDue();
  for (let seconds = 0; seconds < 30; seconds += 5) {
    await service.clock.advance('5 seconds');
    await service.publishDue();
  }
  const doubted = await getPost(service, post);
  const error = { code: 'outcome_unknown', details: { cause: 'not_finished' } };
  expect(doubted).toMatchObject({ status: 'failed', targets: [{ status: 'failed', error }] });
  return doubted;
}

test('may still publish it, and shows it when it is asked again', async () => {
  const doubted = await makeUnfinished();
  await service.request('POST', `/posts/${doubted.id}/reconcile`);
  await service.publishDue();
  expect(await getPost(service, doubted)).toMatchObject({
    status: 'failed',
    targets: [{ error: { code: 'outcome_unknown' } }],
  });
  isShown = true;
  await service.request('POST', `/posts/${doubted.id}/reconcile`);
  await service.publishDue();
  expect(await getPost(service, doubted)).toMatchObject({
    status: 'published',
    targets: [{ external_url: 'https://bells.example/bell-1', error: null }],
  });
  expect(sent).toEqual(['bell-1']);
});

test('gets it again only when a person confirms that it is not there', async () => {
  const doubted = await makeUnfinished();
  const body = scheduledFor([channel]);
  const refused = await service.request('PUT', `/posts/${doubted.id}`, { body });
  expect([refused.status, refused.error.code]).toEqual([409, 'confirm_resend_required']);
  isShown = true;
  const confirmed = { ...body, confirm_resend: doubted.targets.map(({ id }) => id) };
  await service.call('updatePost', { params: { id: doubted.id }, body: confirmed });
  await service.publishDue();
  expect(await getPost(service, doubted)).toMatchObject({
    status: 'published',
    targets: [{ external_url: 'https://bells.example/bell-2' }],
  });
});

test('gets it again when a person who looked there asks for that', async () => {
  const doubted = await makeUnfinished();
  isShown = true;
  await resolve(service, doubted, again);
  await service.publishDue();
  expect(await getPost(service, doubted)).toMatchObject({
    targets: [{ external_url: 'https://bells.example/bell-2' }],
  });
});
