import { expect, test } from 'vitest';
import { checkVersion } from '../core/check.ts';
import type { JsonObject } from '../core/json.ts';
import { linkedinRules as rules } from './rules.ts';

function check(settings: JsonObject, scopes?: string[], text = 'Bells') {
  return checkVersion(rules, { scopes }, { text, settings, media: [] });
}

test('a first comment needs a permission that not every app has', () => {
  expect(check({ first_comment: 'Hi' }, ['openid', 'profile', 'w_member_social'])).toMatchObject([
    {
      field: 'settings.first_comment',
      rule: 'scopes.comment',
      message: expect.stringContaining('write comments'),
      params: { scope: 'w_member_social_feed' },
    },
  ]);
  expect(check({ first_comment: 'Hi' }, ['w_member_social', 'w_member_social_feed'])).toEqual([]);
});

test('a post needs the permission of members', () => {
  expect(check({}, ['w_organization_social'])).toMatchObject([{ field: 'content', rule: 'scopes.post' }]);
});

test('the text is counted in UTF-16 units', () => {
  expect(check({}, undefined, '🔔'.repeat(1500))).toEqual([]);
  expect(check({}, undefined, `${'🔔'.repeat(1500)}x`)).toMatchObject([{ rule: 'text.max', measured: 3001 }]);
});

test('LinkedIn allows 150 calls of a member in a day', () => {
  expect(rules.rates).toMatchObject([{ scope: 'channel', most: 150, seconds: 86_400 }]);
});

test('a draft with settings of wrong types is read without an exception', () => {
  for (const value of [null, 7, [], {}, 'x']) {
    const names = Object.keys(rules.settings.properties as object);
    const settings = Object.fromEntries(names.map((name) => [name, value]));
    expect(check(settings)).toBeInstanceOf(Array);
    expect(rules.advise?.({ text: 'x', settings, media: [] }, {})).toBeInstanceOf(Array);
  }
});
