import { expect, test } from 'vitest';
import { joinUsed } from './choices.ts';

const used = (text: string, uses: number, day = '01') => ({
  text,
  uses,
  used_at: `2026-12-${day}T00:00:00Z`,
});

test('what several networks know is offered once, the most used first', () => {
  const found = joinUsed(
    [
      { platform: 'one', found: [used('#FairDay', 3), used('#Fall', 4)] },
      { platform: 'two', found: [used('#fairday', 2), used('#Fame', 4, '02')] },
    ],
    'fa',
  );
  expect(found).toEqual([
    { text: '#FairDay', name: undefined, platforms: ['one', 'two'] },
    { text: '#Fame', name: undefined, platforms: ['two'] },
    { text: '#Fall', name: undefined, platforms: ['one'] },
  ]);
});

test('a whole word comes first, and what no longer fits is left out', () => {
  const found = joinUsed(
    [{ platform: 'one', found: [used('#Fairness', 9), used('#Fair', 1), used('#Fall', 8)] }],
    'fair',
  );
  expect(found.map(({ text }) => text)).toEqual(['#Fair', '#Fairness']);
});
