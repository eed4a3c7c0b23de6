/** How YouTube's error answers become faults: https://developers.google.com/youtube/v3/docs/errors (2026-11-21). */
import { NetworkFault } from '../core/fault.ts';
import { type FaultTable, readFault } from '../core/faults.ts';
import type { HttpResponse } from '../core/http.ts';
import { textField } from '../core/json.ts';

const quotaCodes = ['quotaExceeded', 'dailyLimitExceeded'];

/** Seconds. */
const operatorsWait = 900;
const day = 86_400;

export const faults: FaultTable = {
  name: 'YouTube',
  rows: [
    {
      code: quotaCodes,
      means: 'throttled',
      scope: 'app',
      hint: 'The app of this installation has used its quota of today. It ends at midnight in California.',
    },
    { status: 429, means: 'throttled', hint: 'Too many requests.' },
    {
      code: ['rateLimitExceeded', 'userRateLimitExceeded', 'uploadRateLimitExceeded'],
      means: 'throttled',
      hint: 'Too many requests.',
    },
    {
      code: 'uploadLimitExceeded',
      means: 'throttled',
      wait: day,
      hint: 'This channel has uploaded as many videos as YouTube allows in a day.',
    },
    // The operator has not enabled the API in the project.
    {
      code: 'accessNotConfigured',
      means: 'throttled',
      scope: 'app',
      wait: operatorsWait,
      hint: 'The app of this installation may not use the YouTube Data API. Its operator must enable it.',
    },
    {
      code: 'youtubeSignupRequired',
      means: 'reconnect',
      hint: 'This Google account has no YouTube channel.',
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
    { status: 401, means: 'expired', hint: 'YouTube no longer accepts this access token.' },
    { code: 'invalidTitle', means: 'rejected', hint: 'YouTube does not accept the title.' },
    { code: 'invalidDescription', means: 'rejected', hint: 'YouTube does not accept the description.' },
    { code: 'invalidTags', means: 'rejected', hint: 'YouTube does not accept the tags.' },
    { code: 'invalidCategoryId', means: 'rejected', hint: 'YouTube does not know this category.' },
    { code: 'defaultLanguageNotSet', means: 'rejected', hint: 'YouTube needs a language.' },
    {
      code: ['forbidden', 'forbiddenPrivacySetting', 'forbiddenLicenseSetting'],
      means: 'rejected',
      hint: 'YouTube does not allow this channel to publish with these settings.',
    },
    // An answer without a message comes from something between us and YouTube.
    { words: /\S/, means: 'rejected', hint: 'YouTube does not accept this video.' },
  ],
  code: ({ json }) => textField(json, 'error', 'errors', 0, 'reason') ?? textField(json, 'error', 'status'),
  words: ({ json }) => textField(json, 'error', 'message'),
};

/** The setting that a refusal is about. */
const fields: Record<string, string> = {
  invalidTitle: 'settings.title',
  invalidDescription: 'content',
  invalidTags: 'settings.tags',
  invalidCategoryId: 'settings.category_id',
  defaultLanguageNotSet: 'settings.default_language',
  forbiddenPrivacySetting: 'settings.visibility',
  forbiddenLicenseSetting: 'settings.license',
};

export function faultOf(response: HttpResponse, now: Date): NetworkFault {
  const { fault } = readFault(faults, response, now);
  const { networkCode = '' } = fault;
  const field = fields[networkCode];
  if (fault.kind === 'rejected' && field !== undefined) return new NetworkFault({ ...fault, field });
  if (fault.kind !== 'throttled' || !quotaCodes.includes(networkCode)) return new NetworkFault(fault);
  return new NetworkFault({ ...fault, retryAfter: secondsUntilMidnight(now) });
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
