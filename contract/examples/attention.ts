import { shownTower } from './channels.ts';
import { at, type Examples } from './example.ts';

export const attentionExamples = {
  getAttention: {
    answer: {
      data: [
        {
          id: 'held:channel:4',
          kind: 'held',
          channel: { ...shownTower, needs_reconnect: true },
          code: null,
          message: null,
          posts: [
            { id: 17, version: 3, at: at('09:00:00'), text: 'The bell rings at nine.', target_ids: [31] },
          ],
          more_posts: false,
          since: at('09:00:01'),
          until: '2026-11-22T09:00:00.000000Z',
          acts: ['reconnect'],
          leaves_when: 'reconnected',
        },
      ],
      truncated: false,
    },
  },
} satisfies Partial<Examples>;
