import { expect, test } from 'vitest';
import { readAppUsage, readPause, readRegain } from './usage.ts';

const app = (header: string) => readAppUsage({ headers: { 'x-app-usage': header } });
const account = (header: string) => readRegain({ headers: { 'x-business-use-case-usage': header } });

test('the use of an app is its largest share', () => {
  expect(app('{"call_count":28,"total_time":25,"total_cputime":31}')).toBe(31);
  expect(app('{"call_count":150}')).toBe(150);
});

test.each(['', 'null', '[]', '"x"', '{', '{"call_count":"28"}', '{"call_count":-1}'])(
  'the header %s says nothing',
  (header) => {
    expect(app(header)).toBeUndefined();
    expect(account(header)).toBeNull();
  },
);

test('an account waits for the longest of its limits, at most a day', () => {
  const limits = [7, 3].map((minutes) => ({ type: 'instagram', estimated_time_to_regain_access: minutes }));
  expect(account(JSON.stringify({ '1': limits, '2': limits.slice(1) }))).toBe(420);
  expect(account('{"1":[{"estimated_time_to_regain_access":99999}]}')).toBe(86_400);
  expect(account('{"1":[{"estimated_time_to_regain_access":0}]}')).toBeNull();
});

test.each([
  ['{"call_count":89}', undefined, 0],
  ['{"call_count":90}', undefined, 300],
  [undefined, '{"1":[{"call_count":12,"total_time":90}]}', 300],
  [undefined, '{"1":[{"call_count":89}],"2":[{"call_count":95,"estimated_time_to_regain_access":7}]}', 420],
  ['{"call_count":1}', '{"1":[{"call_count":1}]}', 0],
  ['{', 'null', 0],
  [undefined, '{"1":null}', 0],
])('the shares %s and %s need a rest of %s seconds', (app, account, seconds) => {
  const headers = {
    ...(app !== undefined && { 'x-app-usage': app }),
    ...(account !== undefined && { 'x-business-use-case-usage': account }),
  };
  expect(readPause({ headers })).toBe(seconds);
});

test('a Page has a usage of its own', () => {
  expect(readPause({ headers: { 'x-page-usage': '{"call_count":90}' } })).toBe(300);
  expect(readPause({ headers: { 'x-page-usage': '{"call_count":89}' } })).toBe(0);
});

test('without headers, nothing is known', () => {
  expect([readAppUsage({ headers: {} }), readRegain({ headers: {} })]).toEqual([undefined, null]);
});
