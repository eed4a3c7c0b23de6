import { textField } from '../core/json.ts';
import { unless } from '../core/judging.ts';
import type { Rules, Version, Violation } from '../core/limits.ts';
import { checkMessage, messageLimits } from '../families/discord/limits.ts';
import { settings } from './settings.ts';

/** The limits of files are those of a server without boosts. A person may state more for a boosted server. */
export const discordWebhookRules: Rules<'discord_webhook'> = {
  platform: 'discord_webhook',
  name: 'Discord (webhook)',
  limits: messageLimits,
  settings,
  check: (version, account) => [
    ...checkMessage(version, account),
    ...checkUsername(version),
    ...checkThread(version),
  ],
};

/** https://docs.discord.com/developers/resources/webhook#create-webhook (2026-11-21) */
function checkUsername({ settings }: Version): Violation[] {
  const [word] = textField(settings, 'username')?.match(/clyde|discord/i) ?? [];
  const message = `does not allow “${word}” in the name of a sender`;
  const more = { measured: word ?? '', unit: 'words' };
  return unless(word === undefined, 'settings.username', 'username.words', message, more);
}

/** https://docs.discord.com/developers/resources/webhook#execute-webhook (2026-11-21) */
function checkThread({ settings }: Version): Violation[] {
  const has = (name: string) => textField(settings, name) !== undefined;
  const either = 'allows either a title for a new post or an existing thread, not both';
  const needsPost = 'allows tags only for a new forum post, which needs a title';
  const more = { measured: 2, limit: 1, unit: 'targets' };
  return [
    ...unless(!has('title') || !has('thread_id'), 'settings.thread_id', 'thread.target', either, more),
    ...unless(
      has('title') || settings.applied_tags === undefined,
      'settings.applied_tags',
      'thread.target',
      needsPost,
      more,
    ),
  ];
}
