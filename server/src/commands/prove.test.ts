import { expect, test, vi } from 'vitest';
import { runProve } from './prove.ts';

test('says where the proof is to be had when it is not there', async () => {
  const said = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  expect(await runProve([], '/nowhere/prove/main.ts')).toBe(1);
  expect(said.mock.calls.flat().join()).toMatch(/run it in a clone of Belfry/);
  said.mockRestore();
});
