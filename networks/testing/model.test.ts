import { describeFaults } from './fault-tables.ts';
import { modelFaults } from './model.ts';

const unknown = { kind: 'unavailable', sent: true } as const;

describeFaults({
  table: modelFaults,
  body: (error) => ({ error }),
  answers: {
    'an expired token': [{ status: 400, json: { error: 'ExpiredToken' } }, { kind: 'expired' }],
    'an invalid token': [{ status: 400, json: { error: 'InvalidToken' } }, { kind: 'expired' }],
    'a call without a token': [{ status: 401 }, { kind: 'expired' }],
    'a used refresh token': [{ status: 400, json: { error: 'invalid_grant' } }, { kind: 'reconnect' }],
    'a refusal': [
      { status: 422, json: { error: 'No bells here.' } },
      { kind: 'rejected', message: 'No bells here.' },
    ],
    'a limit': [
      { status: 429, headers: { 'retry-after': '90' } },
      { kind: 'throttled', retryAfter: 90 },
    ],
    'a bad request': [{ status: 400 }, unknown],
    'a failure': [{ status: 500 }, { ...unknown, message: 'The network answered 500.' }],
    'an odd success': [{ status: 302 }, unknown],
  },
});
