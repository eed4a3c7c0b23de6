/** How YouTube's error answers become faults: https://developers.google.com/youtube/v3/docs/errors (2026-11-21). */
import { type Fault, NetworkFault, refuse, type Throttled } from '../core/fault.ts';
import { rowsByCode } from '../core/fault-rows.ts';
import { type FaultTable, readFault } from '../core/faults.ts';
import type { HttpResponse } from '../core/http.ts';
import { textField } from '../core/json.ts';
import { awaitsOperator } from '../core/operator.ts';

const quotaCodes = ['quotaExceeded', 'dailyLimitExceeded'];

/** Seconds. */
const day = 86_400;

const tooMany = { means: 'throttled', hint: 'Too many requests.' } as const;

const captions = 'YouTube does not accept these captions.';

const settings = 'YouTube does not allow this channel to publish with these settings.';

export const faults: FaultTable = {
  name: 'YouTube',
  rows: [
    {
      code: quotaCodes,
      means: 'throttled',
      hint: 'The app of this installation has used its quota of today. It ends at midnight in California.',
    },
    { status: 429, ...tooMany },
    { code: ['rateLimitExceeded', 'userRateLimitExceeded', 'uploadRateLimitExceeded'], ...tooMany },
    {
      code: 'uploadLimitExceeded',
      means: 'throttled',
      wait: day,
      hint: 'This channel has uploaded as many videos as YouTube allows in a day.',
    },
    // The operator has not enabled the API in the project.
    {
      code: 'accessNotConfigured',
      ...awaitsOperator,
      hint: 'The app of this installation may not use the YouTube Data API. Its operator must enable it.',
    },
    {
      code: ['authenticatedUserAccountClosed', 'authenticatedUserAccountSuspended'],
      means: 'reconnect',
      hint: 'YouTube has closed or suspended this account.',
    },
    {
      code: ['insufficientPermissions', 'accountDelegationForbidden'],
      means: 'reconnect',
      hint: 'The sign-in does not allow this. Connect the channel again and allow everything that is asked.',
    },
    {
      code: 'youtubeSignupRequired',
      means: 'reconnect',
      hint: 'This Google account has no YouTube channel.',
    },
    { status: 401, means: 'expired', hint: 'YouTube no longer accepts this access token.' },
    ...rowsByCode(
      { means: 'rejected' },
      {
        invalidTitle: ['YouTube does not accept the title.', 'settings.title'],
        invalidDescription: ['YouTube does not accept the description.', 'content'],
        invalidTags: ['YouTube does not accept the tags.', 'settings.tags'],
        invalidCategoryId: ['YouTube does not know this category.', 'settings.category_id'],
        defaultLanguageNotSet: ['YouTube needs a language.', 'settings.default_language'],
        videoNotFound: 'YouTube does not have this video.',
        contentRequired: captions,
        invalidMetadata: captions,
        forbidden: 'YouTube does not allow this channel to do this.',
        forbiddenPrivacySetting: [settings, 'settings.visibility'],
        forbiddenLicenseSetting: [settings, 'settings.license'],
      },
    ),
    // An answer without a message comes from something between us and YouTube.
    { words: /\S/, means: 'rejected', hint: 'YouTube does not accept this.' },
  ],
  code: ({ json }) => textField(json, 'error', 'errors', 0, 'reason') ?? textField(json, 'error', 'status'),
  words: ({ json }) => textField(json, 'error', 'message'),
};

export function faultOf(response: HttpResponse, now: Date): NetworkFault {
  const error = readFault(faults, response, now);
  const { fault } = error;
  return isOfQuota(fault) ? new NetworkFault({ ...fault, retryAfter: secondsUntilMidnight(now) }) : error;
}

/**
 * Uploads have a quota of their own, for all channels of the app together:
 * https://developers.google.com/youtube/v3/determine_quota_cost (2026-11-22).
 */
export function faultOfUpload(response: HttpResponse, now: Date): NetworkFault {
  const error = faultOf(response, now);
  const { fault } = error;
  return isOfQuota(fault) ? new NetworkFault({ ...fault, scope: 'app' }) : error;
}

/** What is added to a video does not wait for the quota of the other calls: the channel can still upload. */
export function faultOfAddition(response: HttpResponse, now: Date): NetworkFault {
  const error = faultOf(response, now);
  if (!isOfQuota(error.fault)) return error;
  return refuse('The app of this installation has used its quota of today. Add this in YouTube Studio.');
}

function isOfQuota(fault: Fault): fault is Throttled {
  return fault.kind === 'throttled' && quotaCodes.includes(fault.networkCode ?? '');
}

const clock = new Intl.DateTimeFormat('en-GB', { timeZone: 'America/Los_Angeles', timeStyle: 'medium' });

/**
 * Quotas end at midnight Pacific time: https://developers.google.com/youtube/v3/getting-started#quota (2026-11-21). On
 * the two days on which the clocks change, this is an hour off.
 */
export function secondsUntilMidnight(now: Date): number {
  const [hours = 0, minutes = 0, seconds = 0] = clock.format(now).split(':').map(Number);
  return day - hours * 3600 - minutes * 60 - seconds;
}
