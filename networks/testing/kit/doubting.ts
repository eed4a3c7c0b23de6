/** Settles doubt beside a twin of the post, and with a list that is late. */
import { describe, expect, test } from 'vitest';
import type { Outgoing } from '../../core/network.ts';
import type { Fake } from '../fake.ts';
import type { FakeFault } from '../fake-server.ts';
import { runOnce } from '../matrix.ts';
import { expectSettled } from './settled.ts';
import { expectShown } from './shown.ts';
import { caseOf, firstPost, type Ground } from './spec.ts';

/** Seconds before the post. */
const agesOfTwin = [0, 10, 3600];
const losses: FakeFault[] = ['accept_then_drop', 'error_500'];

export function describeDoubt({ spec, store }: Ground): void {
  if (spec.doubt !== 'ask') return;
  const { lag } = spec;
  const ages = agesOfTwin.filter((age) => age > 0 || spec.tellsTwins);
  const matrix = caseOf(spec, firstPost(spec));
  const run = (prepare: (fake: Fake) => Promise<undefined>, faults: FakeFault[], of = matrix) =>
    runOnce(of, store(), { prepare, faults });
  const plantBefore = (age: number, post: Outgoing) => async (fake: Fake) => {
    if (fake.plant === undefined) throw new Error('The fake must publish a twin: write `plant()`.');
    await fake.plant(post);
    await store().advance(age);
    return undefined;
  };

  describe('in doubt', () => {
    test.each(losses.flatMap((loss) => ages.map((age) => [loss, age] as const)))(
      'does not adopt a twin: %s, %i seconds after it',
      async (loss, age) => {
        const settled = await run(plantBefore(age, matrix.post), [loss]);
        // A network that shows a twin of the same moment cannot always prove that the post is absent.
        const mayStay = age === 0 && loss !== 'accept_then_drop';
        expectSettled(settled, matrix, mayStay ? 'neither' : spec.doubt, `beside a twin, ${loss}`);
        if (settled.outcome.kind === 'unconfirmed') return;
        await expectShown(settled, matrix, spec, `beside a twin, ${loss}`);
      },
    );

    // Nothing but its time tells a plain text from a twin.
    const texts = Object.entries(spec.posts).filter(([, { post }]) => isPlain(post));
    test.each(texts.flatMap(([name, each]) => losses.map((loss) => [name, loss, each] as const)))(
      'does not adopt a twin of %s of an hour before: %s',
      async (name, loss, each) => {
        const own = caseOf(spec, each);
        const settled = await run(plantBefore(3600, own.post), [loss], own);
        const isRefused = spec.refusesDuplicates && settled.outcome.kind !== 'published';
        if (isRefused) expect(settled.visible, 'refused, yet visible').toBe(0);
        else expectSettled(settled, own, spec.doubt, `${name} beside a twin, ${loss}`);
      },
    );

    if (lag !== undefined)
      test('waits for a list that is late', async () => {
        const settled = await run(async (fake) => delay(fake, lag), ['accept_then_drop']);
        expectSettled(settled, matrix, spec.doubt, 'with a late list');
      });

    if (spec.refusesDuplicates)
      test('does not take the refusal of a duplicate for a refusal', async () => {
        const { outcome, visible } = await run(
          async (fake) => delay(fake, 20 * (lag ?? 60)),
          ['accept_then_drop'],
        );
        expect(visible, 'doubled or lost').toBe(matrix.parts);
        expect(['published', 'unconfirmed']).toContain(outcome.kind);
      });
  });
}

function isPlain({ media, settings }: Outgoing): boolean {
  return media.length === 0 && Object.keys(settings).length === 0;
}

function delay(fake: Fake, seconds: number): undefined {
  if (fake.lag === undefined) throw new Error('The fake must be able to be late: write `lag()`.');
  fake.lag(seconds);
}
