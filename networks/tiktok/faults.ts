/**
 * How TikTok's error answers become faults (2026-11-22): https://developers.tiktok.com/doc/tiktok-api-v2-error-handling and
 * https://developers.tiktok.com/doc/content-posting-api-reference-direct-post
 */
import { NetworkFault } from '../core/fault.ts';
import { rowsByCode } from '../core/fault-rows.ts';
import { type FaultRow, type FaultTable, readFault } from '../core/faults.ts';
import type { HttpResponse } from '../core/http.ts';
import { textField } from '../core/json.ts';
import { awaitsOperator } from '../core/operator.ts';
import { spellCode } from '../core/stated.ts';

/** The caps count 24 hours that end at any moment. */
const capped = { means: 'throttled', wait: 3600 } as const;
/** TikTok counts requests in a minute. */
const tooMany = { means: 'throttled', wait: 60, hint: 'Too many requests.' } as const;

const waits: readonly FaultRow[] = [
  ...rowsByCode(awaitsOperator, {
    url_ownership_unverified:
      'TikTok does not know that this installation owns its address. Its operator must verify the domain at TikTok.',
  }),
  ...rowsByCode(capped, {
    // It counts accounts. Those that have published within these hours may go on, so the app does not wait.
    reached_active_user_cap:
      'As many accounts have published by the app of this installation as TikTok allows in 24 hours.',
    spam_risk_too_many_posts: 'This account has published as much as TikTok allows in 24 hours.',
    spam_risk_too_many_pending_share:
      'This account has as many drafts as TikTok allows in 24 hours. Finish some of them in the app of TikTok.',
  }),
  { code: 'rate_limit_exceeded', ...tooMany },
];

const refusals: readonly FaultRow[] = [
  { code: 'access_token_invalid', means: 'expired', hint: 'TikTok no longer accepts this access token.' },
  {
    code: [
      'scope_not_authorized',
      'scope_permission_missed',
      'token_not_authorized_for_specified_publish_id',
    ],
    means: 'reconnect',
    hint: 'The sign-in does not allow this. Connect the channel again and allow everything that is asked.',
  },
  ...rowsByCode(
    { means: 'rejected' },
    {
      unaudited_client_can_only_post_to_private_accounts:
        'TikTok has not audited the app of this installation. Make the account private, or send a draft.',
      privacy_level_option_mismatch: [
        'TikTok does not offer this visibility to this account.',
        'settings.privacy_level',
      ],
      spam_risk_user_banned_from_posting: 'TikTok has banned this account from publishing.',
      spam_risk: 'TikTok takes this post for spam.',
      app_version_check_failed:
        'The app of TikTok on the phone of this account is too old for drafts. Update it.',
    },
  ),
  {
    code: ['invalid_param', 'invalid_params', 'invalid_file_upload', 'invalid_publish_id'],
    means: 'rejected',
    hint: 'TikTok does not accept this.',
  },
];

/** Integrators report refusals with status 200. */
const alsoAt200 = (rows: readonly FaultRow[]) => rows.map((row): FaultRow => ({ ...row, status: 200 }));

export const faults: FaultTable = {
  name: 'TikTok',
  rows: [
    ...waits,
    { status: 429, ...tooMany },
    ...refusals,
    ...alsoAt200([...waits, ...refusals]),
    { status: 401, means: 'expired', hint: 'TikTok no longer accepts this access token.' },
    // An answer without a code comes from something between us and TikTok.
    { code: /^[a-z_]{2,100}$/, means: 'rejected', hint: 'TikTok does not accept this.' },
  ],
  code: ({ json }) => textField(json, 'error', 'code'),
  words: ({ json }) => textField(json, 'error', 'message'),
};

export function faultOf(response: HttpResponse, now: Date): NetworkFault {
  return readFault(faults, response, now);
}

/** What is wrong with a post that TikTok accepted, and then did not publish. */
const reasons: Record<string, string> = {
  file_format_check_failed: 'TikTok does not accept the format of this file.',
  duration_check_failed: 'TikTok does not accept the duration of this video.',
  frame_rate_check_failed: 'TikTok does not accept the frame rate of this video.',
  picture_size_check_failed: 'TikTok does not accept the width or height of this file.',
  internal: 'TikTok failed while it processed this post. Retry it.',
  video_pull_failed: 'TikTok could not fetch the video from this installation.',
  photo_pull_failed: 'TikTok could not fetch the photos from this installation. Its address must be public.',
  publish_cancelled: 'The post was cancelled at TikTok.',
  auth_removed: 'The account has removed Belfry at TikTok. Connect the channel again, then retry.',
  spam_risk_too_many_posts: 'This account has published as much as TikTok allows in 24 hours. Retry later.',
  spam_risk_user_banned_from_posting: 'TikTok has banned this account from publishing.',
  spam_risk_text: 'TikTok takes the text of this post for spam.',
  spam_risk: 'TikTok takes this post for spam.',
};

/** The same post may succeed later. */
export const isPassing = (reason: string) => reason === 'internal' || reason === 'photo_pull_failed';

/** TikTok published nothing: https://developers.tiktok.com/doc/content-posting-api-reference-get-video-status (2026-11-22). */
export function failureOf(reason: string): NetworkFault {
  const unknown = `TikTok did not publish this: ${spellCode(reason)}.`;
  const message = Object.hasOwn(reasons, reason) ? (reasons[reason] ?? unknown) : unknown;
  return new NetworkFault({ kind: 'rejected', message, networkCode: reason });
}
