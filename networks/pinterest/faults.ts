/** How Pinterest's error answers become faults: https://developers.pinterest.com/docs/api/v5/ (2026-11-22). */
import { NetworkFault } from '../core/fault.ts';
import { type FaultTable, readFault } from '../core/faults.ts';
import { type HttpResponse, secondsUntil } from '../core/http.ts';
import { field, textField } from '../core/json.ts';
import { awaitsOperator } from '../core/operator.ts';

export const faults: FaultTable = {
  name: 'Pinterest',
  rows: [
    { status: 429, means: 'throttled', hint: 'Too many requests.' },
    {
      code: '29',
      ...awaitsOperator,
      hint: 'The app of this installation has only Trial access. Its operator must say so, or ask Pinterest for Standard access.',
    },
    {
      code: '3',
      means: 'reconnect',
      hint: 'The sign-in does not allow this. Connect the account again and allow everything that is asked.',
    },
    { status: 401, means: 'expired', hint: 'Pinterest no longer accepts this access token.' },
    {
      status: 404,
      means: 'rejected',
      hint: 'Pinterest no longer has something that this pin needs, such as the board or the section.',
    },
    {
      words: /allow you to save/i,
      means: 'rejected',
      hint: 'Pinterest does not accept pins that lead to this site.',
    },
    // An answer without a message comes from something between us and Pinterest.
    { words: /\S/, means: 'rejected', hint: 'Pinterest does not accept this pin.' },
  ],
  code: ({ json }) => {
    const code = field(json, 'code');
    return typeof code === 'number' ? String(code) : undefined;
  },
  words: ({ json }) => textField(json, 'message'),
  wait: ({ headers }, now) => readReset(headers['x-ratelimit-reset'] ?? '', now),
};

/** Seconds, or Unix seconds. Not confirmed: no page describes the header. */
function readReset(reset: string, now: Date): number | null {
  return /^\d{1,6}(?:\.\d{1,9})?$/.test(reset) ? Number(reset) : secondsUntil(reset, now);
}

/** The setting that a refusal is about. */
const fields: readonly (readonly [status: number, words: RegExp, field: string])[] = [
  [400, /allow you to save|\blink\b/i, 'settings.link'],
  [400, /section/i, 'settings.board_section_id'],
  [400, /board/i, 'settings.board_id'],
  [404, /section/i, 'settings.board_section_id'],
  [404, /board/i, 'settings.board_id'],
];

export function faultOf(response: HttpResponse, now: Date): NetworkFault {
  const { fault } = readFault(faults, response, now);
  const words = (faults.words(response) ?? '').slice(0, 1000);
  const found = fields.find(([status, pattern]) => response.status === status && pattern.test(words));
  if (fault.kind !== 'rejected' || found === undefined) return new NetworkFault(fault);
  return new NetworkFault({ ...fault, field: found[2] });
}
