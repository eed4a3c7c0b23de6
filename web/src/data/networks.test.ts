import { mastodonRules } from '@belfry/networks/mastodon/rules.ts';
import { telegramRules } from '@belfry/networks/telegram/rules.ts';
import { expect, test } from 'vitest';
import { installAll } from './networks.ts';

const loaded = new Map([
  ['telegram', { rules: telegramRules, preview: {} }],
  ['mastodon', { rules: mastodonRules, preview: {} }],
]);

test('rules are those of the installation: what it converts, and the limits that it has set', () => {
  const all = installAll(loaded, [
    { platform: 'telegram', transcodes_videos: true, set_limits: { 'text.max': 9000 } },
  ]);
  const telegram = all.get('telegram')?.rules;
  expect([telegram?.transcodes, telegram?.limits['text.max']?.value]).toEqual([true, 9000]);
  const mastodon = all.get('mastodon')?.rules;
  expect(mastodon).toEqual({ ...mastodonRules, transcodes: false });
});
