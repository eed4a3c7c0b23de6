import { describe, expect, test } from 'vitest';
import { describeStatuses } from '../testing/fault-tables.ts';
import { faultOf } from './faults.ts';

const json = { error: { code: 'some_code', message: 'A sentence.' } };
const told = { message: 'A sentence.', networkCode: 'some_code' };

test.each([
  [401, { kind: 'reconnect', ...told }],
  [413, { kind: 'rejected', ...told }],
  [422, { kind: 'rejected', ...told }],
  [429, { kind: 'throttled', ...told, retryAfter: 2, scope: 'channel' }],
  [500, { kind: 'unavailable', message: 'The sandbox answered 500.', networkCode: '500', sent: true }],
  [200, { kind: 'unavailable', message: 'The sandbox answered 200.', networkCode: '200', sent: true }],
])('%i is told as what it means', (status, fault) => {
  const response = { status, headers: { 'retry-after': '2' }, text: JSON.stringify(json), json };
  expect(faultOf(response, new Date()).fault).toStrictEqual(fault);
});

test('an answer that is no JSON is told by its status', () => {
  const { fault } = faultOf({ status: 403, headers: {}, text: '<html>', json: undefined }, new Date());
  expect(fault).toStrictEqual({
    kind: 'rejected',
    message: 'The sandbox answered 403.',
    networkCode: '403',
  });
});

describe('whatever it answers', () => describeStatuses(faultOf));
