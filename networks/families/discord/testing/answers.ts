/** Answers of Discord to every kind of message, with the faults that they must become. */
import type { FaultSpec } from '../../../testing/fault-tables.ts';

export function body(code: string | undefined, message: string) {
  return { message, ...(code !== undefined && { code: Number(code) }) };
}

export function answer(status: number, code: number, message = 'Some words') {
  return { status, json: { code, message } };
}

const rejected = { kind: 'rejected' } as const;
const unknown = { kind: 'unavailable', sent: true } as const;

/** Codes of refusals, with the status at which Discord sends each. */
const refusals: Record<string, [status: number, code: number]> = {
  'an empty message': [400, 50006],
  'files that are too large': [413, 40005],
  'eleven files': [400, 30015],
  'a file that Discord cannot read': [400, 50046],
  'an invalid file': [400, 50110],
  'a voice channel': [400, 50008],
  'a channel without polls': [400, 520002],
  'an archived thread': [400, 50083],
  'a locked thread': [403, 160005],
  'too many threads': [400, 160006],
  'a text blocked by moderation': [400, 200000],
  'a title blocked by moderation': [400, 200001],
  'a harmful link': [400, 240000],
  'a forum that needs a tag': [400, 40067],
  'a code that the table does not have': [400, 50099],
};

/** The answers of a table, by name: the status and the code of each refusal. */
export function listRefusals(
  codes: Record<string, readonly [status: number, code: number]>,
): FaultSpec['answers'] {
  return Object.fromEntries(
    Object.entries(codes).map(([name, [status, code]]) => [name, [answer(status, code), rejected]]),
  );
}

export const sharedAnswers: FaultSpec['answers'] = {
  ...listRefusals(refusals),
  'a rate limit': [
    {
      status: 429,
      headers: { 'retry-after': '1' },
      json: { message: 'You are being rate limited.', retry_after: 0.64, global: false },
    },
    { kind: 'throttled', retryAfter: 1, scope: 'channel' },
  ],
  'a rate limit that only the body explains': [
    { status: 429, json: { message: 'You are being rate limited.', retry_after: 64.57, global: false } },
    { kind: 'throttled', retryAfter: 64.57, scope: 'channel' },
  ],
  'the limit of all calls': [
    { status: 429, headers: { 'x-ratelimit-global': 'true', 'retry-after': '65' } },
    { kind: 'throttled', retryAfter: 65, scope: 'app' },
  ],
  'slow mode': [answer(400, 20016), { kind: 'throttled', retryAfter: 60, scope: 'channel' }],
  'a busy channel': [answer(403, 20028), { kind: 'throttled' }],
  'a busy service': [answer(400, 40062), { kind: 'throttled' }],
  'a blocked client': [answer(403, 40333), { kind: 'throttled', retryAfter: 900, scope: 'app' }],
  'a large request that a proxy refuses': [{ status: 413 }, rejected],
  'an invalid field': [
    {
      status: 400,
      json: {
        code: 50035,
        message: 'Invalid Form Body',
        errors: {
          content: { _errors: [{ code: 'BASE_TYPE_MAX_LENGTH', message: 'Must be 2000 or fewer.' }] },
        },
      },
    },
    {
      ...rejected,
      networkCode: '50035',
      message: 'Discord does not accept this post. content: Must be 2000 or fewer.',
    },
  ],
  'a proxy’s page': [{ status: 403 }, unknown],
  'a gateway without a server': [{ status: 502 }, unknown],
  'a stored message without a body': [{ status: 204 }, unknown],
  'a truncated answer': [{ status: 200 }, unknown],
};
