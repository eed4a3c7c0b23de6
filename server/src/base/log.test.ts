import { expect, test } from 'vitest';
import { openLog } from './log.ts';

function lineOf(err: unknown): string {
  const lines: string[] = [];
  openLog('info', { write: (line) => void lines.push(line) }).error({ err }, 'it failed');
  return lines.join('');
}

test('an error is logged with its name, message, code, stack and causes', () => {
  const cause = Object.assign(new TypeError('the inner one'), { code: 'ECONNRESET' });
  const { err } = JSON.parse(lineOf(new Error('the outer one', { cause })));
  expect(err).toMatchObject({
    type: 'Error',
    message: 'the outer one',
    cause: { type: 'TypeError', message: 'the inner one', code: 'ECONNRESET' },
  });
  expect(err.stack).toMatch(/^Error: the outer one\n +at .*log\.test\.ts/);
});

test.each([
  ['fields that a library adds', Object.assign(new Error('no'), { command: 'AUTH PLAIN hunter2222' })],
  [
    'the row of a database error',
    Object.assign(new Error('duplicate key value violates unique constraint "users_email"'), {
      severity: 'ERROR',
      code: '23505',
      detail: 'Key (email)=(hunter2222) already exists.',
    }),
  ],
  [
    'the value of a database error',
    Object.assign(new Error('invalid input syntax for type uuid: "hunter2222"'), { severity: 'ERROR' }),
  ],
  ['the text that was not JSON', caught(() => JSON.parse('{"accessJwt": hunter2222}'))],
  ['the query of an address', new Error('no answer from https://example.com/me?access_token=hunter2222#top')],
  [
    'the user and the password in an address',
    new TypeError('Invalid URL: redis://ada:hunter2222@example.com/'),
  ],
  ['a thrown value that is not an error', 'hunter2222'],
  ['the same as a cause', new Error('no', { cause: { token: 'hunter2222' } })],
])('%s is not logged', (_, error) => {
  const line = lineOf(error);
  expect(line).toContain('it failed');
  expect(line).not.toContain('hunter2');
});

test('each message about an unavailable database is written once a minute, with the number of lines left out', () => {
  const lines: string[] = [];
  let now = 0;
  const log = openLog('info', { write: (line) => void lines.push(line) }, () => now);
  const away = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED', syscall: 'connect' });
  for (; now < 90_000; now += 1000) {
    log.error({ err: away }, 'looking failed');
    log.warn({ err: away }, 'heartbeat failed');
  }
  log.error({ err: away, target: 7 }, 'attempt broken off');
  log.error({ err: away, target: 8 }, 'attempt broken off');
  for (let n = 0; n < 2; n += 1) log.error({ err: new Error('a defect') }, 'looking failed');
  const written = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(written.map(({ msg, left_out, target }) => [msg, left_out ?? target])).toEqual([
    ['looking failed', undefined],
    ['heartbeat failed', undefined],
    ['looking failed', 59],
    ['heartbeat failed', 59],
    ['attempt broken off', 7],
    ['attempt broken off', 8],
    ['looking failed', undefined],
    ['looking failed', undefined],
  ]);
});

function caught(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    return error;
  }
}
