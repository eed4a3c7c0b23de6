import { afterEach, beforeEach, expect, vi } from 'vitest';

/** Nothing may be printed while a test of this block runs: a log might contain a secret. */
export function forbidPrinting(): void {
  const methods = ['debug', 'error', 'info', 'log', 'warn'] as const;
  let spies: { mock: { calls: unknown[][] }; mockRestore(): void }[] = [];

  beforeEach(() => {
    spies = [
      vi.spyOn(process.stdout, 'write'),
      vi.spyOn(process.stderr, 'write'),
      ...methods.map((name) => vi.spyOn(console, name)),
    ];
  });

  afterEach(() => {
    const lines = spies.flatMap(({ mock }) => mock.calls.map((line) => line.map(String).join(' ')));
    for (const spy of spies) spy.mockRestore();
    expect(lines, 'printed').toEqual([]);
  });
}
