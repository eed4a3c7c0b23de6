import { expect, test, vi } from 'vitest';
import { runProve } from './prove.ts';

test('says where to find the proof when it is not installed', async () => {
  const error = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  expect(await runProve([], '/nowhere/prove/main.ts')).toBe(1);
  expect(error.mock.calls.flat().join()).toMatch(/Clone the repository of Belfry/);
  error.mockRestore();
});
