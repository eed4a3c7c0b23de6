import { telegramRules } from '@belfry/networks/telegram/rules.ts';
import { expect, test } from 'vitest';
import { findWrongSetting } from './wrong-settings.ts';

const untitled = { type: 'object', properties: { bells: { type: 'string' } } };

test.each([
  [telegramRules, { silent: true }, undefined],
  [
    telegramRules,
    { silent: 'very' },
    { field: 'settings.silent', message: 'Telegram needs Yes or No (true or false) in “Silent”.' },
  ],
  [
    telegramRules,
    { poll: { question: 'When?', options: ['At nine', ''] } },
    { field: 'settings.poll.options.1', message: 'Telegram needs text in “Answers”, entry 2.' },
  ],
  [telegramRules, { bells: 9 }, { field: 'settings.bells', message: 'Telegram has no setting “bells”.' }],
  [
    { ...telegramRules, settings: untitled },
    { bells: 9 },
    { field: 'settings.bells', message: 'settings.bells must be a string.' },
  ],
])('of %s, the settings %j are wrong as people would say it', (rules, settings, wrong) => {
  expect(findWrongSetting(rules, settings)).toEqual(wrong);
});
