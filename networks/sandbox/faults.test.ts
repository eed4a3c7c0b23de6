import { describeFaults } from '../testing/fault-tables.ts';
import { faults } from './faults.ts';

const json = { error: { code: 'some_code', message: 'A sentence.' } };
const stated = { message: 'A sentence.', networkCode: 'some_code' };

describeFaults({
  table: faults,
  body: (code, message) => ({ error: { code, message } }),
  answers: {
    'an unknown token': [
      { status: 401, json },
      { kind: 'reconnect', ...stated },
    ],
    'a large file': [
      { status: 413, json },
      { kind: 'rejected', ...stated },
    ],
    'a refusal': [
      { status: 422, json },
      { kind: 'rejected', ...stated },
    ],
    'a refusal that is not JSON': [
      { status: 403 },
      { kind: 'rejected', message: 'The sandbox answered 403.', networkCode: '403' },
    ],
    'a limit': [
      { status: 429, json, headers: { 'retry-after': '2' } },
      { kind: 'throttled', ...stated, retryAfter: 2, scope: 'channel' },
    ],
    'a request that arrived in part': [
      { status: 408, json },
      { kind: 'unavailable', message: 'The sandbox answered 408.', networkCode: '408', sent: true },
    ],
    'a server error': [
      { status: 500, json },
      { kind: 'unavailable', message: 'The sandbox answered 500.', networkCode: '500', sent: true },
    ],
    'an odd success': [
      { status: 200, json },
      { kind: 'unavailable', message: 'The sandbox answered 200.', networkCode: '200', sent: true },
    ],
  },
});
