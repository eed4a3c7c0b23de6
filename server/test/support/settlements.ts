import type { Settlement } from '../../src/lanes/index.ts';

/** The target of this claim is published. */
export const published = (claim: Settlement['claim']): Settlement => ({
  claim,
  status: 'published',
  error: null,
  warnings: [],
  externalId: '1',
  externalUrl: null,
  parts: null,
  wakeIn: null,
  tries: 0,
  pauseLane: 0,
  grantVersion: null,
  event: { kind: 'target.published', data: { url: null, late_ms: 0 } },
});
