import type { NetworkSpec } from '../../../testing/kit.ts';

/** What both networks' specs have in common. */
export const common = {
  waits: {
    'the body, more precisely': (seconds) => ({
      status: 429,
      body: { message: 'You are being rate limited.', retry_after: seconds, global: false },
    }),
  },
  // Discord takes every type of file.
  unjudged: ['image.types'],
} as const satisfies Partial<NetworkSpec>;

export const poll = {
  values: [{ question: 'Hear them?', options: ['Yes', 'No'], duration_minutes: 2880, is_multiple: true }],
};
