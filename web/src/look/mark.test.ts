import { states } from '@belfry/contract/states.ts';
import { expect, test } from 'vitest';
import { screens as de } from '../../../messages/screens/de.ts';
import { screens as en } from '../../../messages/screens/en.ts';
import { looks } from './mark.tsx';

test('each state has a shape and a word of its own', () => {
  expect(Object.keys(looks).sort()).toEqual([...states].sort());
  const shapes = states.map((state) => `${looks[state].line}|${looks[state].fill}`);
  expect(new Set(shapes).size).toBe(states.length);
  for (const words of [en.states, de.states]) {
    expect(new Set(states.map((state) => words[state]())).size).toBe(states.length);
  }
});
