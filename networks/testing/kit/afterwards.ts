/** What Belfry does with a post that is out: deleting it, and reading its numbers. */
import { describe, expect, test } from 'vitest';
import type { Network, Published, PublishedPart, Session } from '../../core/network.ts';
import type { Fake } from '../fake.ts';
import { runAt, runOnce } from '../matrix.ts';
import { expectNoSecret, faultOf, passing, sessionAt } from './caller.ts';
import { forbidPrinting } from './console.ts';
import { caseOf, firstPost, type Ground } from './spec.ts';

type Call = (parts: readonly PublishedPart[], session: Session) => Promise<unknown>;

export function describeAfterwards(ground: Ground): void {
  const { network, deletes } = ground.spec;
  describeAnother(ground);
  const { remove, measure } = network;
  if (remove !== undefined && deletes === false)
    describe('deleting', () => describeNoDeleting(ground, remove));
  else if (remove !== undefined) describe('deleting', () => describeDeleting(ground, remove));
  if (measure !== undefined) describe('measuring', () => describeMeasuring(ground, measure));
}

/** People publish the same greeting each week. */
function describeAnother({ spec, memory }: Ground): void {
  test('the same content is published again as another post', async () => {
    const matrix = caseOf(spec, firstPost(spec));
    await runOnce(matrix, memory, {
      async afterwards(fake, first) {
        const second = await runAt(fake, matrix, memory);
        if (spec.refusesDuplicates && second.outcome.kind === 'failed') return;
        expect(second.outcome.kind).toBe('published');
        expect(second.visible).toBe(matrix.parts);
        expect(second.published?.id).not.toBe(first.published?.id);
      },
    });
  });
}

function describeDeleting(ground: Ground, remove: NonNullable<Network['remove']>): void {
  forbidPrinting();
  const deleteAll: Call = async (parts, session) => {
    for (const part of parts.toReversed()) await remove(part, session);
  };

  test('takes a post away with all its parts, and one that is gone already is no failure', async () => {
    await withPublished(ground, async (fake, parts) => {
      expect(fake.visible().length).toBeGreaterThan(0);
      await deleteAll(parts, sessionAt(fake));
      expect(fake.visible(), 'still visible').toEqual([]);
      await deleteAll(parts, sessionAt(fake));
    });
  });

  test('takes nothing away that is not its own', async () => {
    await withPublished(ground, async (fake, parts) => {
      const { post } = firstPost(ground.spec);
      await fake.plant?.(post);
      await deleteAll(parts, sessionAt(fake));
      expect(fake.visible()).toHaveLength(fake.plant === undefined ? 0 : 1);
    });
  });

  test('says that it failed', () =>
    expectFailures(ground, deleteAll, (fake) => expect(fake.visible(), 'visible').not.toEqual([])));
}

function describeNoDeleting(ground: Ground, remove: NonNullable<Network['remove']>): void {
  test('says that the network does not allow it, and takes nothing away', async () => {
    await withPublished(ground, async (fake, [part]) => {
      const before = fake.visible();
      const fault = await faultOf(remove(part as PublishedPart, sessionAt(fake)));
      expect(fault?.kind, fault?.message).toBe('rejected');
      expect(fake.visible()).toEqual(before);
    });
  });
}

function describeMeasuring(ground: Ground, measure: NonNullable<Network['measure']>): void {
  const { network, deletes } = ground.spec;
  const remove = deletes === false ? undefined : network.remove;
  forbidPrinting();

  test('reads whole numbers of a post, and none of a post that is gone', async () => {
    await withPublished(ground, async (fake, parts) => {
      const [first] = parts as [PublishedPart];
      fake.notice?.(first.id);
      const read = await measure.read([first], sessionAt(fake));
      expect([...read.keys()]).toEqual([first.id]);
      const numbers = Object.entries(read.get(first.id) ?? {});
      expect(numbers.length).toBeGreaterThan(0);
      for (const [name, value] of numbers) {
        expect(Number.isSafeInteger(value), name).toBe(true);
        expect(value, name).toBeGreaterThanOrEqual(0);
      }
      if (remove === undefined) return;
      for (const part of parts.toReversed()) await remove(part, sessionAt(fake));
      expect([...(await measure.read([first], sessionAt(fake))).keys()]).toEqual([]);
    });
  });

  if (measure.costs === true)
    test('asks for one post in a call, because each costs money', () => expect(measure.batch).toBe(1));

  test('says that it failed', () =>
    expectFailures(ground, (parts, session) => measure.read(parts.slice(0, 1), session)));
}

/** Publishes the first post of the spec, and acts at the fake that has it. */
async function withPublished(
  { spec, memory }: Ground,
  act: (fake: Fake, parts: readonly PublishedPart[]) => Promise<void>,
): Promise<void> {
  const run = await runOnce(caseOf(spec, firstPost(spec)), memory, {
    async afterwards(fake, { published }) {
      await act(fake, partsOf(published ?? expect.fail('the post was not published')));
    },
  });
  expect(run.outcome.kind).toBe('published');
}

const partsOf = ({ parts, ...whole }: Published): readonly PublishedPart[] => parts ?? [whole];

/** Repeats a call with failures that pass, and with an expired token, at each of its requests. */
async function expectFailures(
  ground: Ground,
  call: Call,
  stillHolds: (fake: Fake) => void = () => undefined,
): Promise<void> {
  let count = 0;
  await withPublished(ground, async (fake, parts) => {
    const before = fake.server.requests.length;
    await call(parts, sessionAt(fake));
    count = fake.server.requests.length - before;
  });
  for (const trouble of [...passing, 'expire'] as const) {
    for (let at = 1; at <= count; at += 1) {
      await withPublished(ground, async (fake, parts) => {
        fake.server.disturb(at, trouble);
        const fault = await faultOf(call(parts, sessionAt(fake)));
        const when = `${trouble} at request ${at}: ${fault?.message}`;
        if (trouble === 'expire') expect(['expired', 'reconnect', 'throttled'], when).toContain(fault?.kind);
        else expect(['unavailable', 'throttled'], when).toContain(fault?.kind);
        expectNoSecret(ground, fake, fault, when);
        if (at === 1) stillHolds(fake);
      });
    }
  }
}
