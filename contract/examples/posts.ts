import type { Advice } from '../error-body.ts';
import type { Post } from '../posts.ts';
import type { WorkingCopies } from '../working-copies.ts';
import { rules, shownTower } from './channels.ts';
import { ada, at, CREATED, type Examples, fair, grace } from './example.ts';
import { bell } from './media.ts';

const draft: Post = {
  id: 17,
  version: 3,
  content: 'The bell rings at nine.',
  status: 'draft',
  scheduled_at: null,
  planned_at: null,
  created_at: CREATED,
  updated_at: CREATED,
  author: ada,
  latest_review: null,
  publishes_on_approval: false,
  media: [],
  files: [],
  labels: [],
  targets: [],
};

const scheduled: Post = {
  ...draft,
  status: 'scheduled',
  scheduled_at: at('09:00:00'),
  planned_at: at('09:00:00'),
  media: [bell],
  labels: [fair],
  targets: [
    {
      id: 31,
      channel_id: shownTower.id,
      status: 'pending',
      content: null,
      settings: {},
      media_ids: null,
      image_fit: 'pad',
      error: null,
      warnings: [],
      external_url: null,
      parts: null,
      removed_at: null,
      condition: null,
      confirmed_by: null,
      channel: shownTower,
    },
  ],
};

const advice: Advice = {
  channel_id: shownTower.id,
  target: 0,
  field: 'media_ids.0',
  rule: 'media.unknown',
  message: `Belfry has not read everything about this file yet, so it cannot check all limits of ${rules.name}.`,
};
const approval = {
  decision: 'approved' as const,
  comment: 'Fine.',
  reviewer: grace,
  version: 3,
  created_at: at('08:30:00'),
};
const sent = {
  status: 'scheduled' as const,
  scheduled_at: '2026-11-21T10:00:00+01:00',
  content: 'The bell rings at nine.',
  targets: [{ channel_id: shownTower.id }],
  media_ids: [bell.id],
  label_ids: [fair.id],
};
const numbers = {
  impressions: null,
  views: null,
  reach: null,
  likes: null,
  comments: null,
  shares: null,
  saves: null,
  clicks: null,
};
const params = { id: 17 };

const copy: NonNullable<WorkingCopies['own']> = {
  base_version: 3,
  updated_at: at('08:45:00'),
  post: { content: 'The bell rings at ten.', scheduled_at: null, queue: false, media_ids: [], targets: [] },
};

export const postExamples = {
  createPost: { body: sent, answer: { data: scheduled } },
  validatePost: { body: sent, answer: { data: { valid: true, violations: [], advice: [advice] } } },
  listPosts: {
    query: { from: '2026-11-21', status: 'scheduled' },
    answer: { data: [scheduled] },
  },
  getCalendar: {
    query: { from: '2026-11-01', to: '2026-11-30', 'label_ids[]': [fair.id] },
    answer: {
      data: [
        {
          id: 17,
          picture: { id: bell.id, version: '5f0c1d2e' },
          at: at('09:00:00'),
          version: 3,
          state: 'scheduled',
          channels: [{ id: shownTower.id, state: 'scheduled' }],
          labels: [fair.id],
          text: scheduled.content,
        },
      ],
      truncated: false,
    },
  },
  getPost: { params, answer: { data: scheduled } },
  updatePost: {
    params,
    body: { status: 'draft', content: 'The bell rings at nine.', targets: [], media_ids: [] },
    answer: { data: draft },
  },
  patchPost: {
    params,
    body: { status: 'scheduled', scheduled_at: '2026-11-21T10:00:00+01:00' },
    answer: { data: scheduled },
  },
  deletePost: { params },
  changePosts: {
    body: { action: 'move', posts: [{ id: 17, version: 3 }], days: 1, mode: 'each' },
    answer: { data: [{ id: 17, status: 'done', version: 4 }] },
  },
  restorePost: { params, answer: { data: scheduled, missing_media_ids: [] } },
  listBin: {
    query: { limit: 20 },
    answer: {
      data: [
        {
          id: 17,
          text: 'The bell rings at nine.',
          status: 'scheduled',
          scheduled_at: at('09:00:00'),
          channel_ids: [shownTower.id],
          missing_media_ids: [31],
          author: ada,
          deleted_by: ada,
          deleted_at: at('08:45:00'),
          expires_at: '2026-12-21T08:45:00.000000Z',
        },
      ],
      next_cursor: null,
    },
  },
  getWorkingCopy: {
    params,
    answer: { data: { own: copy, others: [{ person: grace, updated_at: at('08:40:00') }] } },
  },
  putWorkingCopy: {
    params,
    body: { base_version: 3, post: { content: 'The bell rings at ten.' } },
    answer: {
      data: { base_version: 3, updated_at: at('08:45:00'), details: [], violations: [], advice: [] },
    },
  },
  deleteWorkingCopy: { params },
  resolveTarget: {
    params: { id: 17, target_id: 31 },
    body: { outcome: 'not_published', send_again: true },
    answer: { data: scheduled },
  },
  dismissTarget: { params: { id: 17, target_id: 31 } },
  reconcilePost: { params, answer: { data: scheduled } },
  listPostEvents: {
    params,
    answer: {
      data: [
        {
          id: 42,
          kind: 'post.scheduled',
          at: CREATED,
          target_id: null,
          channel_id: null,
          actor: ada,
          data: { scheduled_at: at('09:00:00') },
        },
      ],
    },
  },
  getPostMetrics: {
    params,
    answer: {
      data: [
        {
          target_id: 31,
          channel_id: shownTower.id,
          platform: shownTower.platform,
          measurements: [{ measured_at: at('10:00:00'), ...numbers, views: 210, likes: 12 }],
        },
      ],
    },
  },
  removeTarget: {
    params: { id: 17, target_id: 31 },
    answer: { data: { target_id: 31, requested_at: at('10:00:00'), removed_at: null } },
  },
  reviewPost: { params, body: { decision: 'approve', comment: 'Fine.' }, answer: { data: approval } },
  listLabels: { answer: { data: [fair] } },
  createLabel: { body: { name: fair.name, color: fair.color }, answer: { data: fair } },
  updateLabel: {
    params: { id: fair.id },
    body: { color: 'orange' },
    answer: { data: { ...fair, color: 'orange' } },
  },
  deleteLabel: { params: { id: fair.id } },
  getApproved: {
    params,
    answer: {
      data: {
        review: approval,
        post: {
          content: scheduled.content,
          scheduled_at: scheduled.scheduled_at,
          media_ids: [bell.id],
          targets: [
            { channel_id: shownTower.id, content: null, settings: {}, media_ids: null, image_fit: 'pad' },
          ],
        },
      },
    },
  },
  listReviews: { params, answer: { data: [approval] } },
  listSuggestions: {
    query: { kind: 'tag', platform: rules.platform, q: 'fa' },
    answer: { data: [{ text: '#FairDay', uses: 12, used_at: '2026-11-21T09:00:00.000000Z' }] },
  },
} satisfies Partial<Examples>;
