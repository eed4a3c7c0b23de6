import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openSession, startTarget } from '../testing/target.ts';
import type { MastodonSession } from './api.ts';
import { type MastodonFake, startFake } from './fake.ts';
import { mastodon } from './index.ts';
import { measure, remove } from './metrics.ts';
import type { KnownSoftware } from './software.ts';

let fake: MastodonFake;
beforeEach(async () => {
  fake = await startFake();
});
afterEach(() => fake.server.close());

function open(answer?: { status: number; json?: unknown }): MastodonSession {
  const session = openSession<MastodonSession['grant']>(fake);
  const http = async () => ({
    headers: {},
    text: '',
    json: undefined,
    ...answer,
    status: answer?.status ?? 0,
  });
  return answer === undefined ? session : { ...session, http };
}

/** Publishes a status of each text. */
async function publish(...texts: string[]) {
  for (const text of texts) await startTarget(mastodon, { text }, fake).finish();
  fake.server.requests.length = 0;
  return fake.instance.statuses.all.map(({ id }) => ({ id, url: null }));
}

async function restart(software: KnownSoftware): Promise<void> {
  await fake.server.close();
  fake = await startFake({ software });
}

const calls = () => fake.server.requests.map(({ method, path }) => `${method} ${path}`);
const numbers = { likes: 3, shares: 2, comments: 1 };
const part = { id: '1000', url: null };

describe('the numbers of statuses', () => {
  test('are read together on Mastodon', async () => {
    const parts = await publish('a', 'b', 'c');
    const wanted = parts.slice(1);
    expect(await measure.read(wanted, open())).toEqual(new Map(wanted.map(({ id }) => [id, numbers])));
    expect(calls()).toEqual(['GET /api/v1/statuses']);
    expect(fake.server.requests[0]?.query.getAll('id[]')).toEqual(['1001', '1002']);
  });

  test('are read at most 20 at once, which Mastodon allows', async () => {
    await publish('a');
    const read = (count: number) =>
      measure.read(
        Array.from({ length: count }, (_, at) => ({ id: String(1000 + at), url: null })),
        open(),
      );
    expect((await read(measure.batch)).size).toBe(1);
    await expect(read(measure.batch + 1)).rejects.toMatchObject({ fault: { kind: 'rejected' } });
  });

  test('are read one by one on Mastodon before 4.3', async () => {
    fake.instance.statuses.readsMany = false;
    const parts = await publish('a', 'b');
    expect([...(await measure.read(parts, open())).values()]).toEqual([numbers, numbers]);
    expect(calls()).toEqual([
      'GET /api/v1/statuses',
      'GET /api/v1/statuses/1000',
      'GET /api/v1/statuses/1001',
    ]);
  });

  test.each(['gotosocial', 'pleroma', 'hollo'] as const)('are read one by one on %s', async (software) => {
    await restart(software);
    const parts = await publish('a', 'b');
    expect([...(await measure.read(parts, open())).keys()]).toEqual(['1000', '1001']);
    expect(calls()).toEqual(['GET /api/v1/statuses/1000', 'GET /api/v1/statuses/1001']);
  });

  test.each(['mastodon', 'gotosocial'] as const)('leave out what %s no longer has', async (software) => {
    await restart(software);
    const parts = await publish('a', 'b');
    await remove(part, open());
    expect([...(await measure.read(parts, open())).keys()]).toEqual(['1001']);
  });

  test.each([
    [{ favourites_count: 0 }, { likes: 0 }],
    [{ favourites_count: '3', reblogs_count: -1, replies_count: 1.5 }, { comments: 1 }],
  ])('are absent where the server states none: %j', async (counts, expected) => {
    const status = { id: '1000', ...counts };
    expect(await measure.read([part], open({ status: 200, json: [status, null, { id: '7' }] }))).toEqual(
      new Map([['1000', expected]]),
    );
    await restart('hollo');
    expect(await measure.read([part], open({ status: 200, json: status }))).toEqual(
      new Map([['1000', expected]]),
    );
  });

  test.each([
    [{ status: 401, json: { error: 'revoked' } }, 'reconnect'],
    [{ status: 429 }, 'throttled'],
    [{ status: 502 }, 'unavailable'],
    [{ status: 200 }, 'unavailable'],
    [{ status: 200, json: { id: '7' } }, 'unavailable'],
  ])('end with the fault of the answer: %j', async (answer, kind) => {
    for (const software of ['mastodon', 'pixelfed'] as const) {
      await restart(software);
      await expect(measure.read([part], open(answer))).rejects.toMatchObject({ fault: { kind } });
    }
  });
});

describe('a status', () => {
  test.each(['mastodon', 'gotosocial', 'pleroma', 'hollo'] as const)(
    'is deleted on %s, and one that is gone counts as deleted',
    async (software) => {
      await restart(software);
      await publish('a', 'b');
      await remove(part, open());
      expect(fake.instance.statuses.all.map(({ id }) => id)).toEqual(['1001']);
      await remove(part, open());
      expect(calls()).toEqual(['DELETE /api/v1/statuses/1000', 'DELETE /api/v1/statuses/1000']);
    },
  );

  test.each([
    [{ status: 200 }, 'unavailable'],
    [{ status: 200, json: null }, 'unavailable'],
    [{ status: 500, json: { error: 'Oops' } }, 'unavailable'],
    [{ status: 401, json: { error: 'revoked' } }, 'reconnect'],
    [{ status: 422, json: { error: 'No' } }, 'rejected'],
    [{ status: 429 }, 'throttled'],
  ])('is not deleted without a clear answer: %j', async (answer, kind) => {
    await expect(remove(part, open(answer))).rejects.toMatchObject({ fault: { kind } });
  });

  test('with an odd id stays within its path', async () => {
    await remove({ id: '../accounts/1?x', url: null }, open());
    expect(calls()).toEqual(['DELETE /api/v1/statuses/..%2Faccounts%2F1%3Fx']);
  });
});
