import { expect, test } from 'vitest';
import { checkVersion } from '../core/check.ts';
import type { JsonObject } from '../core/json.ts';
import { linkedinPageRules as rules } from './rules.ts';

function check(settings: JsonObject, scopes: string[]) {
  return checkVersion(rules, { scopes }, { text: 'Bells', settings, media: [] });
}

test('a post and a first comment need the permissions of Pages', () => {
  expect(check({}, ['w_member_social'])).toMatchObject([{ field: 'content', rule: 'scopes.post' }]);
  expect(check({ first_comment: 'Hi' }, ['w_organization_social', 'w_member_social_feed'])).toMatchObject([
    { field: 'settings.first_comment', rule: 'scopes.comment' },
  ]);
  expect(check({ first_comment: 'Hi' }, ['w_organization_social', 'w_organization_social_feed'])).toEqual([]);
});
