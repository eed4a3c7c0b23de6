/** A network that states how much an account may publish is asked before anything is made for a post. */
import { describe, expect, test } from 'vitest';
import type { Fake } from '../fake.ts';
import { runOnce } from '../matrix.ts';
import { sessionAt } from './caller.ts';
import { caseOf, type Ground } from './spec.ts';

export function describeQuota({ spec, store }: Ground): void {
  const { network, posts } = spec;
  const { quota } = network;
  if (quota === undefined) return;
  // The parts of a thread may count elsewhere.
  const counted = Object.keys(posts).filter((name) => posts[name]?.post.settings.thread === undefined);
  const run = async (name: string, left: (parts: number) => number) => {
    const matrix = caseOf(spec, posts[name] as (typeof posts)[string]);
    let stated: number | undefined;
    const prepare = async (fake: Fake) => {
      if (fake.spend === undefined) throw new Error('The fake must have a limit: write `spend()`.');
      fake.spend(left(matrix.parts));
      const [first] = await quota(sessionAt(fake));
      stated = first && first.most - first.used;
      return undefined;
    };
    const settled = await runOnce(matrix, store(), { prepare });
    return { ...settled, parts: matrix.parts, stated };
  };

  describe('a quota', () => {
    test.each(counted)('that allows %s does not stop it', async (name) => {
      const { outcome, visible, stated, parts } = await run(name, (count) => count);
      expect(stated, 'left, as the adapter states it').toBe(parts);
      expect({ kind: outcome.kind, visible }).toEqual({ kind: 'published', visible: parts });
    });

    test.each(counted)('that is too small for %s stops it before anything is sent', async (name) => {
      const { requests, visible, stated, parts } = await run(name, (count) => count - 1);
      expect(stated, 'left, as the adapter states it').toBe(parts - 1);
      expect(visible).toBe(0);
      expect(requests.filter(({ name }) => !name.startsWith('GET '))).toEqual([]);
    });
  });
}
