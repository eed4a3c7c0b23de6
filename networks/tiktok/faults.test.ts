import { expect, test } from 'vitest';
import type { Fault } from '../core/fault.ts';
import { describeFaults, type FaultSpec } from '../testing/fault-tables.ts';
import { failureOf, faultOf, faults } from './faults.ts';

const now = new Date('2026-11-22T12:00:00Z');
const body = (code: string | undefined, message: string) => ({
  data: {},
  error: { ...(code !== undefined && { code }), message, log_id: '1' },
});
const says = (message: string) => expect.stringContaining(message);

const operators = { kind: 'throttled', scope: 'app', cause: 'operator', retryAfter: 900 } as const;
const capped = { kind: 'throttled', scope: 'channel', retryAfter: 3600 } as const;
const tooFast = { kind: 'throttled', scope: 'channel', retryAfter: 60 } as const;
const rejected = { kind: 'rejected' } as const;
const reconnect = { kind: 'reconnect' } as const;
const unknown = { kind: 'unavailable', sent: true } as const;

/** By code: the status that TikTok documents, and the fault, also with status 200. */
const codes: Record<string, [status: number, fault: Partial<Fault>]> = {
  url_ownership_unverified: [403, { ...operators, message: says('verify the domain') }],
  reached_active_user_cap: [403, { ...capped, message: says('many accounts') }],
  spam_risk_too_many_posts: [403, capped],
  spam_risk_too_many_pending_share: [403, { ...capped, message: says('drafts') }],
  rate_limit_exceeded: [429, tooFast],
  access_token_invalid: [401, { kind: 'expired' }],
  scope_not_authorized: [401, reconnect],
  scope_permission_missed: [400, reconnect],
  token_not_authorized_for_specified_publish_id: [400, reconnect],
  unaudited_client_can_only_post_to_private_accounts: [403, { ...rejected, message: says('not audited') }],
  privacy_level_option_mismatch: [403, { ...rejected, message: says('visibility') }],
  spam_risk_user_banned_from_posting: [403, { ...rejected, message: says('banned') }],
  spam_risk: [403, { ...rejected, message: says('spam') }],
  app_version_check_failed: [400, { ...rejected, message: says('too old') }],
  invalid_param: [400, rejected],
  invalid_params: [400, rejected],
  invalid_file_upload: [400, rejected],
  invalid_publish_id: [400, rejected],
};

const answers = Object.entries(codes).flatMap(([code, [status, fault]]) =>
  [status, 200].map((each): [string, FaultSpec['answers'][string]] => [
    `${code} with ${each}`,
    [{ status: each, json: body(code, 'Please check.') }, fault],
  ]),
);

describeFaults({
  table: faults,
  body,
  proofs: Object.keys(codes).map((code) => [200, code]),
  answers: {
    ...Object.fromEntries(answers),
    'a rate limit of a proxy': [
      { status: 429, headers: { 'retry-after': '7' } },
      { kind: 'throttled', retryAfter: 7 },
    ],
    'a rate limit without a code': [{ status: 429 }, tooFast],
    'a token that a proxy refuses': [{ status: 401 }, { kind: 'expired' }],
    'a new refusal': [
      { status: 403, json: body('spam_risk_new', 'No.') },
      { ...rejected, message: 'TikTok does not accept this. No.' },
    ],
    'a failure of the service': [{ status: 500, json: body('internal_error', 'x') }, unknown],
    'a success without an id': [{ status: 200, json: body('ok', '') }, unknown],
    'a proxy’s page': [{ status: 403 }, unknown],
  },
});

test('a visibility that TikTok does not offer is named as the cause', () => {
  const read = (code: string) =>
    faultOf({ status: 403, headers: {}, text: '', json: body(code, '') }, now).fault;
  expect(read('privacy_level_option_mismatch')).toMatchObject({ field: 'settings.privacy_level' });
  expect(read('invalid_params')).not.toHaveProperty('field');
});

test.each([
  ['file_format_check_failed', 'format'],
  ['duration_check_failed', 'duration'],
  ['frame_rate_check_failed', 'frame rate'],
  ['picture_size_check_failed', 'width or height'],
  ['internal', 'Retry it'],
  ['video_pull_failed', 'could not fetch the video'],
  ['photo_pull_failed', 'could not fetch the photos'],
  ['publish_cancelled', 'cancelled'],
  ['auth_removed', 'Connect the channel again'],
  ['spam_risk_too_many_posts', '24 hours'],
  ['spam_risk_user_banned_from_posting', 'banned'],
  ['spam_risk_text', 'text'],
  ['spam_risk', 'spam'],
  ['a_new_reason', 'a new reason'],
  ['toString', 'to string'],
])('a post that ended with %s is refused with a sentence', (reason, words) => {
  expect(failureOf(reason).fault).toMatchObject({
    kind: 'rejected',
    networkCode: reason,
    message: says(words),
  });
});
