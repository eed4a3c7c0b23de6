import { expect, test } from 'vitest';
import { type App, scopesFor, versionOf, warnOfVersion } from './app.ts';

const keys = { client_id: '1', client_secret: '2' };

test.each<[string, Pick<App, 'products'>, string]>([
  ['no statement', {}, 'openid profile w_member_social'],
  ['the two that every app gets', { products: ['sign_in', 'share'] }, 'openid profile w_member_social'],
  [
    'Community Management',
    { products: ['community_management'] },
    'r_basicprofile w_member_social w_organization_social r_organization_social rw_organization_admin',
  ],
  [
    'a scope that two products have',
    { products: ['share', 'comments'] },
    'w_member_social w_member_social_feed w_organization_social_feed',
  ],
  [
    'one that repeats another',
    { products: ['share', 'community_management'] },
    'w_member_social r_basicprofile w_organization_social r_organization_social rw_organization_admin',
  ],
])('the scopes for %s', (_, app, scopes) => {
  expect(scopesFor(app).join(' ')).toBe(scopes);
});

test('the version is the operator’s, or the default', () => {
  expect(versionOf({ app: { ...keys, version: '202701' } })).toBe('202701');
  expect(versionOf({ app: keys })).toBe('202609');
  expect(versionOf({ app: undefined })).toBe('202609');
});

test('operators are warned thirty days before LinkedIn ends the version', () => {
  const at = (now: string) =>
    warnOfVersion({ app: { ...keys, version: '202601' }, now: () => new Date(now) });
  expect(at('2026-12-15T23:59:59Z')).toEqual([]);
  expect(at('2026-12-16T00:00:00Z')).toEqual([
    'LinkedIn ends version 202601 of its API on 2027-01-15. The operator must set a newer one.',
  ]);
});
