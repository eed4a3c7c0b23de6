/**
 * A network with every feature of fault tables: subcodes, successes that are errors, and its own ways to say “wait”.
 */
import { describe } from 'vitest';
import type { FaultTable } from '../core/faults.ts';
import { field, textField } from '../core/json.ts';
import { describeFaults } from './fault-tables.ts';

const table: FaultTable = {
  name: 'Carillon',
  rows: [
    { status: 429, header: ['x-app-limit-remaining', '0'], means: 'throttled', scope: 'app', wait: 900 },
    { status: 429, means: 'throttled' },
    { code: '4/2207051', means: 'rejected', hint: 'Wait before you post again.' },
    { code: ['4', '17'], means: 'throttled', wait: 3600 },
    { code: /^2\d\d$/, means: 'reconnect' },
    { status: 503, code: 'draining', means: 'unavailable' },
    { status: [409, 410], means: 'unknown', hint: 'Carillon answered {status}, which proves nothing.' },
    { words: /duplicate/i, means: 'rejected' },
  ],
  code: ({ json }) =>
    [field(json, 'code'), field(json, 'subcode')].filter((part) => part !== undefined).join('/') || undefined,
  words: ({ json }) => textField(json, 'message'),
  wait: ({ json }) => Number(field(json, 'wait') ?? 0) || null,
};

describeFaults({
  table,
  body: (code, message) => ({ code: code?.split('/')[0], subcode: code?.split('/')[1], message }),
  answers: {
    'a rate limit of the app': [
      { status: 429, headers: { 'x-app-limit-remaining': '0' } },
      { kind: 'throttled', scope: 'app', retryAfter: 900 },
    ],
    'a rate limit with its end in the body': [
      { status: 429, json: { wait: 5 } },
      { kind: 'throttled', scope: 'channel', retryAfter: 5 },
    ],
    'a rate limit with its end in a header': [
      { status: 429, json: { wait: 5 }, headers: { 'retry-after': '7' } },
      { retryAfter: 7 },
    ],
    'a rate limit by its code': [
      { status: 400, json: { code: 4, message: 'Slow down.' } },
      { kind: 'throttled', retryAfter: 3600, networkCode: '4', message: 'Slow down.' },
    ],
    'a code that has subcodes': [
      { status: 400, json: { code: 4, subcode: 1 } },
      { kind: 'throttled', networkCode: '4/1' },
    ],
    'a second code of one row': [{ status: 400, json: { code: 17 } }, { kind: 'throttled' }],
    'a subcode': [
      { status: 400, json: { code: 4, subcode: 2207051, message: 'Spam.' } },
      { kind: 'rejected', networkCode: '4/2207051', message: 'Wait before you post again. Spam.' },
    ],
    'a code with another code as its prefix': [{ status: 400, json: { code: 42 } }, { kind: 'unavailable' }],
    'a family of codes': [{ status: 400, json: { code: 283 } }, { kind: 'reconnect' }],
    'a failure without effect': [
      { status: 503, json: { code: 'draining', message: 'Come back.' } },
      { kind: 'unavailable', sent: false, message: 'Come back.' },
    ],
    'the end of a range': [
      { status: 410 },
      { kind: 'unavailable', sent: true, message: 'Carillon answered 410, which proves nothing.' },
    ],
    'the beginning of a range': [{ status: 409 }, { kind: 'unavailable', sent: true }],
    'a refusal by its message': [
      { status: 403, json: { message: 'Duplicate content' } },
      { kind: 'rejected', networkCode: '403' },
    ],
    'a message that matches too late': [
      { status: 403, json: { message: `${'x'.repeat(1000)} duplicate` } },
      { kind: 'unavailable', sent: true, message: 'Carillon answered 403.' },
    ],
    'a code in a failure': [
      { status: 500, json: { code: 283 } },
      { kind: 'unavailable', sent: true },
    ],
    'a code in a success': [
      { status: 200, json: { code: 283 } },
      { kind: 'unavailable', sent: true },
    ],
  },
  proofs: [[503, 'draining']],
});

describe('a network that refuses with a success', () => {
  describeFaults({
    table: {
      name: 'Carillon',
      rows: [
        { status: 200, code: ['invalid_auth', 'is_archived'], means: 'reconnect' },
        { status: 429, means: 'throttled' },
      ],
      code: ({ json }) => textField(json, 'error'),
      words: () => undefined,
    },
    body: (error) => ({ ok: false, error }),
    answers: {
      'an unknown token': [{ status: 200, json: { error: 'invalid_auth' } }, { kind: 'reconnect' }],
      'a closed channel': [
        { status: 200, json: { error: 'is_archived' } },
        { kind: 'reconnect', message: 'Carillon answered 200.', networkCode: 'is_archived' },
      ],
      'a code without a row': [
        { status: 200, json: { error: 'fatal' } },
        { kind: 'unavailable', sent: true },
      ],
      'a limit': [{ status: 429 }, { kind: 'throttled', retryAfter: null }],
    },
    proofs: [
      [200, 'invalid_auth'],
      [200, 'is_archived'],
    ],
  });
});
