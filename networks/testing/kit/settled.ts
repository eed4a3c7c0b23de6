import { expect } from 'vitest';
import type { MatrixCase, MatrixRun } from '../matrix.ts';

interface Allowed {
  /** The token has expired, and the network has no refresh. `in doubt`: after a call that made something visible. */
  holds?: boolean | 'in doubt';
}

/** The post is published once, or ends as the way to settle doubt allows, and nothing secret is left anywhere. */
export function expectSettled(
  { outcome, visible, leaks }: MatrixRun,
  { parts }: Pick<MatrixCase, 'parts'>,
  doubt: string,
  when: string,
  { holds = false }: Allowed = {},
): void {
  expect(leaks, `${when}: secrets`).toEqual([]);
  expect(visible, `${when}: doubled`).toBeLessThanOrEqual(parts);
  if (outcome.kind === 'published') expect(visible, `${when}: lost`).toBe(parts);
  else if (outcome.kind === 'held') {
    expect(holds, `${when}: held (${outcome.message}), although a refresh would help`).not.toBe(false);
    if (holds === true) expect(visible, `${when}: held, yet visible`).toBeLessThan(parts);
  } else {
    expect(doubt, `${when}: ended ${JSON.stringify(outcome)}`).toBe('neither');
    expect(outcome.kind, when).toBe('unconfirmed');
  }
}
