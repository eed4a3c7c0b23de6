import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Session } from '../core/network.ts';
import type { Fake } from '../testing/fake.ts';
import { openSession, startTarget } from '../testing/target.ts';
import type { Grant } from './connect.ts';
import { startFake } from './fake.ts';
import { sandbox } from './index.ts';
import { measure, remove } from './metrics.ts';

let fake: Fake;
beforeEach(async () => {
  fake = await startFake();
});
afterEach(() => fake.server.close());

/** A session at the fake, or at a sandbox that always gives this answer. */
function open(answer?: { status: number; json?: unknown }): Session<Grant> {
  const session = openSession<Grant>(fake);
  const http = async () => ({
    headers: {},
    text: '',
    json: undefined,
    ...answer,
    status: answer?.status ?? 0,
  });
  return answer === undefined ? session : { ...session, http };
}

async function publish(...texts: string[]) {
  for (const text of texts) await startTarget(sandbox, { text }, fake).finish();
  return fake.visible().map(({ id }) => ({ id, url: null }));
}

const part = { id: '0123456789abcdef0123456789abcdef', url: null };

test('the numbers of posts are read together, and are the same each time', async () => {
  const parts = await publish('a', 'b');
  fake.server.requests.length = 0;
  const read = await measure.read(parts, open());
  expect([...read.keys()].toSorted()).toEqual(parts.map(({ id }) => id).toSorted());
  for (const [id, numbers] of read) {
    const views = Number.parseInt(id.slice(0, 4), 16) % 1000;
    const parts = { likes: views / 10, comments: views / 50, shares: views / 100 };
    const expected = Object.entries(parts).map(([name, value]) => [name, Math.floor(value)]);
    expect(numbers).toEqual({ views, ...Object.fromEntries(expected) });
  }
  expect(fake.server.requests).toHaveLength(1);
  expect(await measure.read(parts, open())).toEqual(read);
});

test('a post is deleted, and one that is gone counts as deleted, and has no numbers', async () => {
  const [first = part, second] = await publish('a', 'b');
  await remove(first, open());
  expect(fake.visible().map(({ id }) => id)).toEqual([second?.id]);
  await remove(first, open());
  expect([...(await measure.read([first, second ?? part], open())).keys()]).toEqual([second?.id]);
});

test.each([
  [{ status: 200 }, 'unavailable'],
  [{ status: 500 }, 'unavailable'],
  [{ status: 401, json: { error: { code: 'unauthorized', message: 'No.' } } }, 'reconnect'],
  [{ status: 429 }, 'throttled'],
])('without a clear answer nothing is taken for granted: %j', async (answer, kind) => {
  await expect(remove(part, open(answer))).rejects.toMatchObject({ fault: { kind } });
  await expect(measure.read([part], open(answer))).rejects.toMatchObject({ fault: { kind } });
});
