import { expect, test } from 'vitest';
import { readAccountUsage, readAppUsage, readRegain } from './usage.ts';

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

test('without headers, nothing is known', () => {
  expect([readAppUsage({ headers: {} }), readRegain({ headers: {} })]).toEqual([undefined, null]);
});

test('the use of an account is the largest share of all its uses', () => {
  const uses = { '1': [{ call_count: 28 }, { total_time: 91 }], '2': [{ total_cputime: 7 }] };
  const read = (headers: Record<string, string>) => readAccountUsage({ headers });
  expect(read({ 'x-business-use-case-usage': JSON.stringify(uses) })).toBe(91);
  expect(read({ 'x-page-usage': '{"call_count":95}' })).toBe(95);
  for (const header of ['null', '7', '{', '{"1":null}', '{"1":[7]}'])
    expect(read({ 'x-business-use-case-usage': header, 'x-page-usage': header })).toBeUndefined();
  expect(read({})).toBeUndefined();
});
