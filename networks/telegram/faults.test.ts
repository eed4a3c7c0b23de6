import { describe } from 'vitest';
import type { Fault } from '../core/fault.ts';
import { describeFaults, type FaultSpec } from '../testing/fault-tables.ts';
import { faults, sharedFaults } from './faults.ts';

function body(_: string | undefined, description: string) {
  return { ok: false, description };
}

/** An answer with this sentence, and the kind of its fault. */
function becomes(
  status: number,
  description: string,
  kind: Fault['kind'],
  more: object = {},
): FaultSpec['answers'][string] {
  return [{ status, json: { ok: false, error_code: status, description, ...more } }, { kind }];
}

const unknown = { kind: 'unavailable', sent: true } as const;

const common: FaultSpec['answers'] = {
  'a rate limit': [
    {
      status: 429,
      json: { ok: false, description: 'Too Many Requests: retry after 8', parameters: { retry_after: 8 } },
    },
    { kind: 'throttled', retryAfter: 8, scope: 'channel' },
  ],
  'another reader of updates': becomes(409, 'Conflict: terminated by other getUpdates request', 'throttled'),
  'a group that became a supergroup': becomes(
    400,
    'Bad Request: group chat was upgraded to a supergroup chat',
    'expired',
    { parameters: { migrate_to_chat_id: -1001 } },
  ),
  'a bot that was removed': becomes(403, 'Forbidden: bot was kicked from the channel chat', 'reconnect'),
  'a bot that left': becomes(403, 'Forbidden: bot is not a member of the channel chat', 'reconnect'),
  'a chat that is gone': becomes(400, 'Bad Request: chat not found', 'reconnect'),
  'a bot without rights': becomes(
    400,
    'Bad Request: need administrator rights in the channel chat',
    'reconnect',
  ),
  'a group that is read-only': becomes(400, 'Bad Request: CHAT_WRITE_FORBIDDEN', 'reconnect'),
  'a long text': becomes(400, 'Bad Request: message is too long', 'rejected'),
  'a long caption': becomes(400, 'Bad Request: MEDIA_CAPTION_TOO_LONG', 'rejected'),
  'large files': [{ status: 413 }, { kind: 'rejected' }],
  'an odd picture': becomes(400, 'Bad Request: PHOTO_INVALID_DIMENSIONS', 'rejected'),
  'an odd format': becomes(400, "Bad Request: can't parse entities: Unexpected end tag", 'rejected'),
  'a closed topic': becomes(400, 'Bad Request: TOPIC_CLOSED', 'rejected'),
  'another refusal': becomes(400, 'Bad Request: BUTTON_URL_INVALID', 'rejected'),
  'a proxy’s page': [{ status: 403 }, unknown],
  'a gateway without a server': [{ status: 502, json: { ok: false, description: 'Bad Gateway' } }, unknown],
  'an answer that is none': [{ status: 200 }, unknown],
};

describe('a bot of the person’s own', () => {
  describeFaults({
    table: faults,
    body,
    answers: {
      ...common,
      'a revoked token': becomes(401, 'Unauthorized', 'reconnect'),
      'a token that never was': becomes(404, 'Not Found', 'reconnect'),
    },
  });
});

describe('the shared bot', () => {
  const operators = { kind: 'throttled', retryAfter: 900, scope: 'app', cause: 'operator' } as const;
  describeFaults({
    table: sharedFaults,
    body,
    answers: {
      ...common,
      'a revoked token': [becomes(401, 'Unauthorized', 'throttled')[0], operators],
      'a token that never was': [becomes(404, 'Not Found', 'throttled')[0], operators],
    },
  });
});
