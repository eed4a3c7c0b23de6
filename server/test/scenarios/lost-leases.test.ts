import { afterAll, expect, test } from 'vitest';
import { LeaseLost } from '../../../engine/entry.ts';
import type { Db } from '../../src/db/database.ts';
import { claimLanes } from '../../src/lanes/store.ts';
import { listEvents } from '../../src/posts/timeline/store.ts';
import { openJournals } from '../../src/publishing/journal.ts';
import { Publisher } from '../../src/publishing/publisher.ts';
import { openSettling } from '../../src/publishing/settle.ts';
import { app } from '../support/app.ts';
import { createPost, getPost, scheduledFor } from '../support/posts.ts';
import { connectSandbox } from '../support/sandbox.ts';

const service = await app();
afterAll(() => service.close());

/**
 * One worker that was paused over its own target and claimed it again: the attempt that lost its lease, and the other
 * one.
 */
async function claimTwice() {
  const channel = await connectSandbox(service);
  const post = await createPost(service, scheduledFor([channel]));
  const [before] = (await claimLanes(service.db, 10)).claims;
  await service.clock.advance('16 seconds');
  const [now] = (await claimLanes(service.db, 10)).claims;
  if (before === undefined || now === undefined) throw new Error('nothing was due');
  return { post, before, now };
}

const published = { kind: 'published', id: '1', url: null, warnings: [] } as const;

test('a journal write of an attempt that lost its lease is refused, also in one statement with writes of the new attempt', async () => {
  const { before, now } = await claimTwice();
  const journalOf = openJournals(service.ctx);
  const [stale, good] = [before, now].map(({ target_id, lease }) => journalOf(target_id, lease));
  for (const write of ['open', 'resend', 'finish'] as const) {
    const writes = [stale, good].map((journal) =>
      journal?.[write]('post', 'commit', { result: { id: '1' } }),
    );
    const answers = await Promise.allSettled(writes);
    expect([write, ...answers.map(({ status }) => status)]).toEqual([write, 'rejected', 'fulfilled']);
    expect(answers[0]).toMatchObject({ reason: expect.any(LeaseLost) });
  }
  await openSettling(service.db)(now, { ...published, warnings: [] });
});

test('the outcome of an attempt that lost its lease is refused', async () => {
  const { post, before, now } = await claimTwice();
  const settle = openSettling(service.db);
  const answers = await Promise.allSettled([
    settle(before, { kind: 'failed', code: 'rejected', message: 'Refused.' }),
    settle(now, { ...published, warnings: [] }),
  ]);
  expect(answers).toMatchObject([{ reason: expect.any(LeaseLost) }, { status: 'fulfilled' }]);
  expect((await getPost(service, post)).status).toBe('published');
});

test('an attempt that began while leases were being prolonged is not counted as lost', async () => {
  const answered = Promise.withResolvers<void>();
  const heard = Promise.withResolvers<void>();
  let isHeld = false;
  const rows: Db['rows'] = async (text, values) => {
    const [isThis, answer] = [isHeld, service.db.rows<never>(text, values)];
    isHeld = false;
    await answer;
    if (isThis) answered.resolve();
    if (isThis) await heard.promise;
    return answer;
  };
  const worker = new Publisher({ ...service.ctx, db: { ...service.ctx.db, rows } });
  await createPost(service, scheduledFor([await connectSandbox(service)]));
  await worker.claim();
  isHeld = true;
  const beat = worker.beat();
  await answered.promise;
  const post = await createPost(service, scheduledFor([await connectSandbox(service)]));
  expect(await worker.claim()).toBe(1);
  heard.resolve();
  await beat;
  await worker.idle();
  const events = await listEvents(service.db, service.workspaceId, post.id);
  expect(events.map(({ kind }) => kind)).not.toContain('target.put_off');
  expect((await getPost(service, post)).status).toBe('published');
});
