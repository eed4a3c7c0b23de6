import { ada, at, CREATED, type Examples } from './example.ts';

const entry = {
  seq: 42,
  kind: 'post.scheduled',
  at: CREATED,
  user: ada,
  post_id: 17,
  target_id: null,
  channel_id: null,
  data: { scheduled_at: at('09:00:00') },
  hash: '5ff0e0f2'.repeat(8),
};
const webhook = {
  id: 1,
  url: 'https://example.org/hooks',
  description: 'Posts for the website',
  kinds: ['post.*', 'target.failed'],
  channel_ids: [4],
  created_at: CREATED,
  enabled: true,
  disabled_at: null,
  disabled_because: null,
  position: 42,
  lag: 0,
  tries: 0,
  failing_since: null,
  last_error: null,
  next_try_at: null,
};
const newWebhook = { ...webhook, secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=' };
const delivery = {
  id: 7,
  webhook_id: 1,
  seq: 42,
  kind: 'post.scheduled',
  cause: 'event' as const,
  try: 1,
  at: at('08:00:01'),
  duration_ms: 120,
  delivered: true,
  status: 204,
  error: null,
  request: {
    url: webhook.url,
    headers: { 'webhook-id': 'evt_1_42_5ff0e0f2' },
    body: '{"type":"post.scheduled"}',
  },
  answer: '',
};
const notice = {
  id: 11,
  kind: 'post.failed' as const,
  title: 'A post could not be published',
  body: '“The bell rings at nine.” could not be published to @tower.',
  post_id: 17,
  channel_id: 4,
  count: 1,
  created_at: at('09:00:02'),
  updated_at: at('09:00:02'),
  read_at: null,
};
const setting = { kind: 'post.failed' as const, in_app: true, mail: 'at_once' as const };
const params = { id: 1 };

export const logExamples = {
  listAudit: {
    query: { kind: 'post.scheduled', limit: 50 },
    answer: { data: [entry], next_cursor: null },
  },
  exportAudit: { query: { format: 'json' }, answer: { data: [entry] } },
  streamEvents: { query: { after: 41, follow: false } },
  listWebhooks: { answer: { data: [webhook] } },
  createWebhook: {
    body: { url: webhook.url, kinds: ['post.*', 'target.failed'], channel_ids: [4] },
    answer: { data: newWebhook },
  },
  getWebhook: { params, answer: { data: webhook } },
  updateWebhook: { params, body: { enabled: true }, answer: { data: webhook } },
  deleteWebhook: { params },
  rotateWebhook: { params, body: { overlap_hours: 24 }, answer: { data: newWebhook } },
  testWebhook: {
    params,
    answer: { data: { ...delivery, seq: null, kind: 'webhook.test', cause: 'test' } },
  },
  replayWebhook: { params, body: { after: 0 }, answer: { data: webhook } },
  listDeliveries: { params, answer: { data: [delivery], next_cursor: null } },
  redeliver: {
    params: { id: 7 },
    answer: { data: { ...delivery, id: 8, cause: 'redelivery', try: 2 } },
  },
  listNotices: {
    query: { unread: true },
    answer: { data: [notice], next_cursor: null, unread: 1 },
  },
  readNotices: { body: { ids: [11] }, answer: { data: { unread: 0 } } },
  getNoticeSettings: { answer: { data: [{ ...setting, fixed: false }] } },
  updateNoticeSettings: {
    body: { settings: [setting] },
    answer: { data: [{ ...setting, fixed: false }] },
  },
  unsubscribe: { body: { token: 'x7f2k9' } },
} satisfies Partial<Examples>;
