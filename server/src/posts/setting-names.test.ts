import { blueskyRules } from '@belfry/networks/bluesky/rules.ts';
import { telegramRules } from '@belfry/networks/telegram/rules.ts';
import { threadsRules } from '@belfry/networks/threads/rules.ts';
import { expect, test } from 'vitest';
import { nameSetting } from './setting-names.ts';

const third = { entry: 3, entry_title: 'Button', entry_code: 'button' };

test.each([
  [telegramRules, 'silent', { setting: 'Silent', setting_code: 'silent' }],
  [telegramRules, 'poll', { setting: 'Poll', setting_code: 'poll' }],
  [telegramRules, 'poll.options', { setting: 'Answers', setting_code: 'poll_options' }],
  [telegramRules, 'poll.options.1', { setting: 'Answers', setting_code: 'poll_options', entry: 2 }],
  [telegramRules, 'poll.bells', { setting: 'Poll', setting_code: 'poll' }],
  [telegramRules, 'buttons.2', { setting: 'Buttons', setting_code: 'buttons', entry: 3 }],
  [telegramRules, 'buttons.2.text', { setting: 'Text', setting_code: 'button_text', ...third }],
  [telegramRules, 'buttons.2.bells', { setting: 'Buttons', setting_code: 'buttons', entry: 3 }],
  [threadsRules, 'thread.0.media_ids.4', { setting: 'Thread', setting_code: 'thread', entry: 1 }],
  [
    blueskyRules,
    'reply_gate.mention',
    { setting: 'People the post mentions', setting_code: 'reply_mentioned' },
  ],
  [telegramRules, 'bells', undefined],
  [telegramRules, 'constructor.name', undefined],
  [telegramRules, '', undefined],
])('of %s, the setting %s has the nearest title', ({ settings }, path, name) => {
  expect(nameSetting(settings, path)).toEqual(name);
});
