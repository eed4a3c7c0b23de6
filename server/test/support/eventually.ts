import { vi } from 'vitest';

/**
 * Asks until nothing is thrown, and returns the answer. It waits long, because on a busy machine everything may take many
 * times as long. `interval` in milliseconds.
 */
export function eventually<Value>(ask: () => Value | Promise<Value>, interval = 20): Promise<Value> {
  return vi.waitFor(ask, { timeout: 60_000, interval });
}
