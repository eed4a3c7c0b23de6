import { expect, test } from 'vitest';
import { adviseTier, withTier } from './tiers.ts';

const sentences = { trial: 'Only you see it.' };

test('an account of an app in this tier is told what the tier means', () => {
  const scopes = withTier(['post'], { tier: 'trial' });
  expect(adviseTier(sentences, { scopes })).toEqual([
    { field: 'content', rule: 'app.trial', message: 'Only you see it.' },
  ]);
  expect(scopes).toContain('post');
});

test.each([{ tier: 'standard' }, {}, undefined])('an account of the app %o is told nothing', (app) => {
  expect(adviseTier(sentences, { scopes: withTier(['trial'], app) })).toEqual([]);
  expect(adviseTier(sentences, {})).toEqual([]);
});
