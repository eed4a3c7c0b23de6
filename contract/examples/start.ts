import { permissions } from '../route.ts';
import { rules, tower } from './channels.ts';
import type { Examples } from './example.ts';
import { self } from './people.ts';
import { workspace } from './workspaces.ts';

const { user, session, workspaces } = self;

export const startExamples = {
  getStart: {
    answer: {
      data: {
        version: '0.1.0',
        user,
        session,
        workspaces,
        workspace,
        role: 'owner',
        permissions: [...permissions],
        channel_ids: null,
        channels: [tower],
        networks: [
          {
            platform: rules.platform,
            name: rules.name,
            connected_by: { form: true, sign_in: false },
            transcodes_videos: true,
            set_limits: {},
            has_quota: false,
          },
        ],
        counts: { drafts: 12, reviews: 3, attention: 1, unread_notices: 2 },
        stream_position: 4127,
      },
    },
  },
} satisfies Partial<Examples>;
