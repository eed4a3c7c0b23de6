import type { FailureCode, Outcome } from '@belfry/engine/outcome.ts';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { app } from '../../test/support/app.ts';
import { createPost, getPost, scheduledFor } from '../../test/support/posts.ts';
import { connectSandbox } from '../../test/support/sandbox.ts';
import type { Claim } from '../lanes/index.ts';
import { claimLanes } from '../lanes/index.ts';
import { openSettling } from './settle.ts';

const service = await app();
const { db } = service;
const settle = openSettling(db);
afterEach(async () => {
  await db.rows('delete from posts');
  await db.rows(
    "update channels set next_due_at = null, busy_until = '-infinity', paused_until = '-infinity'",
  );
});
afterAll(() => service.close());

/** Settles a claimed target, and reads what has become of it. */
async function settled(outcome: Outcome, more: Partial<Claim> = {}) {
  const post = await createPost(service, scheduledFor([await connectSandbox(service)]));
  const [claim] = (await claimLanes(db, 1)).claims;
  if (claim === undefined) throw new Error('nothing was due');
  await settle({ ...claim, ...more }, outcome);
  const [target] = (await getPost(service, post)).targets;
  const row = await db.row<{ tries: number; wake: number | null; pause: number }>(
    `select t.tries, extract(epoch from t.wake_at - clock_now())::float8 as wake,
       extract(epoch from c.paused_until - clock_now())::float8 as pause
     from targets t join channels c on c.id = t.channel_id where t.id = $1`,
    [claim.target_id],
  );
  const { data } = await service.call('listPostEvents', { params: { id: post.id } });
  const event = data.findLast(({ kind }) => kind.startsWith('target.'));
  return { target, row, event };
}

const retryable: Record<FailureCode, boolean> = {
  rejected: false,
  media_unusable: true,
  network_unavailable: true,
  processing_timeout: true,
  missed: true,
  channel_disconnected: true,
  attempt_crashed: true,
  adapter_error: true,
  outcome_unknown: false,
};

describe('a failure', () => {
  test.each(Object.entries(retryable) as [FailureCode, boolean][])(
    '%s says whether sending the same post again can help: %s',
    async (code, expected) => {
      const { target, row } = await settled({ kind: 'failed', code, message: 'No bells.' }, { tries: 3 });
      expect(target).toMatchObject({
        status: 'failed',
        error: { code, message: 'No bells.', retryable: expected },
      });
      expect(row).toEqual({ tries: 0, wake: null, pause: 0 });
    },
  );

  test('that may be live is unconfirmed', async () => {
    const { target } = await settled({ kind: 'unconfirmed', cause: 'no_answer', message: 'No answer.' });
    expect(target?.error).toEqual({
      code: 'outcome_unknown',
      message: 'No answer.',
      retryable: false,
      details: { cause: 'no_answer' },
    });
  });

  test('names the field and the network’s code', async () => {
    const named = { networkCode: 'NoBells', field: 'content' } as const;
    const { target } = await settled({ kind: 'failed', code: 'rejected', message: 'No bells.', ...named });
    expect(target?.error).toMatchObject({ network_code: 'NoBells', details: { field: 'content' } });
  });
});

describe('a target that is put off', () => {
  const later = { kind: 'later', message: 'Soon.', seconds: 12.34, pauses: 'target' } as const;

  test.each([
    ['unavailable', 4],
    ['in_doubt', 4],
    ['throttled', 3],
    ['interrupted', 3],
  ] as const)('because it is %s has %i tries after three', async (because, tries) => {
    const { row, event } = await settled({ ...later, because }, { tries: 3 });
    expect(row).toEqual({ tries, wake: 12.34, pause: 0 });
    expect(event).toMatchObject({
      kind: 'target.put_off',
      data: { because, message: 'Soon.', seconds: 12.3 },
    });
  });

  test('pauses its lane if the network limits the channel', async () => {
    const { row } = await settled({ ...later, because: 'throttled', pauses: 'lane' });
    expect(row).toEqual({ tries: 0, wake: 12.34, pause: 12.34 });
  });
});

describe('a published target', () => {
  const published = { kind: 'published', id: '1', url: null, warnings: ['No preview.'] } as const;

  test.each([
    [899.9, []],
    [900, ['The post was published 15 minutes late.']],
    [7169, ['The post was published 119 minutes late.']],
    [7171, ['The post was published 2 hours late.']],
  ] as const)('%d seconds late says so after a quarter of an hour', async (late, warnings) => {
    const { target, row, event } = await settled({ ...published, warnings: ['No preview.'] }, { late });
    expect(target).toMatchObject({ status: 'published', warnings: ['No preview.', ...warnings] });
    expect(row).toEqual({ tries: 0, wake: null, pause: 0 });
    expect(event?.data).toMatchObject({ late_ms: late * 1000 });
  });

  test('has no address that is not one', async () => {
    const url = 'javascript:alert(1)';
    expect((await settled({ ...published, url, warnings: [] })).target?.external_url).toBeNull();
  });
});

test('a post that changed after its approval waits until its other copies have been sent', async () => {
  const channels = [await connectSandbox(service), await connectSandbox(service)];
  const post = await createPost(service, scheduledFor(channels));
  const [claim] = (await claimLanes(db, 10)).claims;
  if (claim === undefined) throw new Error('nothing was due');
  await settle({ ...claim, tries: 2 }, { kind: 'voided' });
  const row = await db.row(
    'select status, tries, wake_at > clock_now() as waits from targets where id = $1',
    [claim.target_id],
  );
  expect(row).toEqual({ status: 'pending', tries: 3, waits: true });
  expect((await getPost(service, post)).status).toBe('publishing');
});

test('a post that changed after its approval goes back for approval, and its lease does not count as lost', async () => {
  const post = await createPost(service, scheduledFor([await connectSandbox(service)]));
  const [claim] = (await claimLanes(db, 1)).claims;
  if (claim === undefined) throw new Error('nothing was due');
  await db.rows("update posts set approved_digest = '\\x00' where id = $1", [post.id]);
  await settle(claim, { kind: 'voided' });
  expect((await getPost(service, post)).status).toBe('pending_approval');
});
