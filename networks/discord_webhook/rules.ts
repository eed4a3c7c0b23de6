import { textField } from '../core/json.ts';
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
  if (word === undefined) return [];
  const message = `does not allow “${word}” in the name of a sender`;
  return [
    { field: 'settings.username', rule: 'username.words', measured: word, limit: 0, unit: 'words', message },
  ];
}

/** https://docs.discord.com/developers/resources/webhook#execute-webhook (2026-11-21) */
function checkThread({ settings }: Version): Violation[] {
  const title = textField(settings, 'title');
  const violation = (field: string, message: string): Violation[] => [
    { field, rule: 'thread.target', measured: 2, limit: 1, unit: 'targets', message },
  ];
  if (title !== undefined && textField(settings, 'thread_id') !== undefined)
    return violation(
      'settings.thread_id',
      'allows either a title for a new post or an existing thread, not both',
    );
  if (title === undefined && settings.applied_tags !== undefined)
    return violation('settings.applied_tags', 'allows tags only for a new forum post, which needs a title');
  return [];
}
