/** How X's error answers become faults: https://docs.x.com/x-api/fundamentals/response-codes-and-errors (2026-11-22). */
import type { NetworkFault } from '../core/fault.ts';
import { type FaultTable, readFault } from '../core/faults.ts';
import { type HttpResponse, secondsUntil } from '../core/http.ts';
import { textField } from '../core/json.ts';
import { awaitsOperator } from '../core/operator.ts';

const isWithoutAccess = {
  ...awaitsOperator,
  hint: 'X does not let the app of this installation do that. Its operator must correct its access.',
} as const;

export const faults: FaultTable = {
  name: 'X',
  rows: [
    {
      status: 402,
      ...awaitsOperator,
      hint: 'The app of this installation has no credits left at X. Its operator must buy some.',
    },
    {
      code: 'usage-capped',
      ...awaitsOperator,
      hint: 'The app of this installation has used all that X allows it. Its operator must raise the limit.',
    },
    {
      status: 429,
      header: ['x-app-limit-24hour-remaining', '0'],
      means: 'throttled',
      scope: 'app',
      hint: 'The app of this installation has published as much as X allows in a day.',
    },
    { status: 429, means: 'throttled', hint: 'Too many requests.' },
    { status: 401, means: 'expired', hint: 'X no longer accepts this access token.' },
    { code: 'unsupported-authentication', means: 'expired', hint: 'X does not accept this sign-in.' },
    { code: ['client-forbidden', 'oauth1-permissions'], ...isWithoutAccess },
    { words: /not permitted to access this feature/i, ...isWithoutAccess },
    {
      words: /duplicate content/i,
      means: 'rejected',
      duplicate: true,
      hint: 'The account has published the same text already.',
    },
    {
      status: 403,
      words: /suspended|account is (temporarily )?locked/i,
      means: 'reconnect',
      hint: 'X has suspended or locked this account. Sign in at X and do what it asks.',
    },
    {
      // https://docs.x.com/x-api/media/quickstart/best-practices (2026-11-28)
      status: 403,
      words: /post a video longer than/i,
      means: 'rejected',
      hint: 'The video is longer than X allows this account. Shorten it, or take a subscription of X.',
    },
    {
      status: 403,
      words: /not permitted to perform this action/i,
      means: 'rejected',
      hint: 'X does not let this account do that. The text may be too long, or the account may not reply or quote.',
    },
    // An answer without a message comes from something between us and X.
    { words: /\S/, means: 'rejected', hint: 'X does not accept this.' },
  ],
  // "https://api.x.com/2/problems/client-forbidden"
  code: ({ json }) => /\/problems\/([a-z0-9-]{1,60})$/.exec(textField(json, 'type') ?? '')?.[1],
  words: ({ json }) =>
    textField(json, 'errors', 0, 'message') ??
    textField(json, 'detail') ??
    textField(json, 'errors', 0, 'detail') ??
    textField(json, 'title'),
  wait: ({ headers }, now) => {
    const limits = ['x-app-limit-24hour', 'x-user-limit-24hour', 'x-rate-limit'];
    const spent = limits.find((limit) => headers[`${limit}-remaining`] === '0') ?? 'x-rate-limit';
    return secondsUntil(headers[`${spent}-reset`] ?? '', now);
  },
};

export function faultOf(response: HttpResponse, now: Date): NetworkFault {
  return readFault(faults, response, now);
}
