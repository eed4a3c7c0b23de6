/**
 * How LinkedIn's error answers become faults:
 * https://learn.microsoft.com/en-us/linkedin/shared/api-guide/concepts/error-handling (2026-09-19)
 */
import { NetworkFault } from '../../core/fault.ts';
import { type FaultTable, readFault } from '../../core/faults.ts';
import type { HttpResponse } from '../../core/http.ts';
import { textField } from '../../core/json.ts';
import { awaitsOperator } from '../../core/operator.ts';
import { findPostUrn, pageOfPost } from './urn.ts';

/** Seconds. */
const uploadsWait = 20;
const leastWait = 60;
const day = 86_400;

export const faults: FaultTable = {
  name: 'LinkedIn',
  rows: [
    {
      status: 429,
      // Not confirmed: the words of the three daily limits stand on no page.
      words: /throttle APPLICATION DAY/,
      means: 'throttled',
      scope: 'app',
      hint: 'The app of this installation has made as many calls as LinkedIn allows in a day.',
    },
    { status: 429, means: 'throttled', hint: 'LinkedIn allows no more calls of this account today.' },
    {
      status: 426,
      ...awaitsOperator,
      hint: 'LinkedIn no longer has this version of its API. The operator must set a newer one.',
    },
    {
      code: 'VERSION_MISSING',
      ...awaitsOperator,
      hint: 'LinkedIn does not accept this version of its API. The operator must set another one.',
    },
    {
      code: 'MEDIA_ASSET_WAITING_UPLOAD',
      means: 'throttled',
      wait: uploadsWait,
      hint: 'LinkedIn is still processing the files.',
    },
    {
      code: 'MEDIA_ASSET_PROCESSING_FAILED',
      means: 'rejected',
      hint: 'LinkedIn could not process a file of this post. Export it again, and replace it in the post.',
    },
    { code: 'REVOKED_ACCESS_TOKEN', means: 'reconnect', hint: 'The person has removed Belfry’s access.' },
    { status: 401, means: 'expired', hint: 'LinkedIn no longer accepts this access token.' },
    {
      // https://github.com/jikig-ai/soleur/pull/4863 (2026-06-02)
      words: /permissions must be used when using organization/i,
      means: 'reconnect',
      hint: 'The sign-in does not allow posts of this Page. Connect it again.',
    },
    {
      status: 403,
      // An answer without a message comes from something between us and LinkedIn.
      words: /\S/,
      means: 'reconnect',
      hint: 'LinkedIn does not allow this sign-in to do that. Connect the account again with an app that has the permission; for a Page, with a role that may publish.',
    },
    { status: 409, means: 'unknown', hint: 'LinkedIn reports a conflict with another change.' },
    { code: 'DUPLICATE_POST', means: 'rejected', hint: 'LinkedIn has a post with this content already.' },
    { words: /\S/, means: 'rejected', hint: 'LinkedIn does not accept this post.' },
  ],
  code: ({ json }) => textField(json, 'errorDetails', 'inputErrors', 0, 'code') ?? textField(json, 'code'),
  words: ({ json }) => textField(json, 'message'),
};

export function faultOf(response: HttpResponse, now: Date): NetworkFault {
  const { fault } = readFault(faults, response, now);
  if (fault.kind === 'throttled' && fault.retryAfter === null)
    return new NetworkFault({ ...fault, retryAfter: secondsUntilMidnight(now) });
  if (fault.kind !== 'rejected' || !isDuplicate(response)) return new NetworkFault(fault);
  const id = findPostUrn(wordsOf(response));
  return new NetworkFault({ ...fault, duplicate: id === undefined || { id, url: pageOfPost(id) } });
}

function isDuplicate(response: HttpResponse): boolean {
  if (faults.code?.(response) === 'DUPLICATE_POST') return true;
  return response.status === 422 && /content is a duplicate/i.test(wordsOf(response));
}

/** Enough of LinkedIn's message. */
function wordsOf(response: HttpResponse): string {
  return (faults.words(response) ?? '').slice(0, 1000);
}

/** Daily limits end at midnight UTC. LinkedIn’s clock may be behind ours. */
function secondsUntilMidnight(now: Date): number {
  return Math.max(leastWait, day - Math.floor((now.getTime() / 1000) % day));
}
