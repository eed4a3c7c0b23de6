/** Settles doubt beside a twin of the post, and with a list that is late. */
import { describe, expect, test } from 'vitest';
import type { Fake } from '../fake.ts';
import type { FakeFault } from '../fake-server.ts';
import { type RunOptions, runOnce } from '../matrix.ts';
import { expectSettled } from './settled.ts';
import { expectShown } from './shown.ts';
import { caseOf, firstPost, type Ground } from './spec.ts';

/** Seconds before the post. */
const agesOfTwin = [10, 3600];
const losses: FakeFault[] = ['accept_then_drop', 'error_500'];

export function describeDoubt({ spec, store }: Ground): void {
  if (spec.doubt !== 'ask') return;
  const { lag } = spec;
  const matrix = caseOf(spec, firstPost(spec));
  const run = (prepare: (fake: Fake) => Promise<undefined>, faults: RunOptions['faults'] = losses) =>
    runOnce(matrix, store(), { prepare, faults });

  describe('in doubt', () => {
    test.each(losses.flatMap((loss) => agesOfTwin.map((age) => [loss, age] as const)))(
      'does not adopt a twin: %s, %i seconds after it',
      async (loss, age) => {
        const plant = async (fake: Fake) => {
          if (fake.plant === undefined) throw new Error('The fake must publish a twin: write `plant()`.');
          await fake.plant(matrix.post);
          await store().advance(age);
          return undefined;
        };
        const settled = await run(plant, [loss]);
        expectSettled(settled, matrix, spec.doubt, `beside a twin, ${loss}`);
        await expectShown(settled, matrix, spec, `beside a twin, ${loss}`);
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

function delay(fake: Fake, seconds: number): undefined {
  if (fake.lag === undefined) throw new Error('The fake must be able to be late: write `lag()`.');
  fake.lag(seconds);
}
