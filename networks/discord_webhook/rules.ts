import {
  type AccountLimits,
  type Limit,
  limitOf,
  type Rules,
  type Version,
  type Violation,
} from '../core/limits.ts';
import { countCodePoints, countGraphemes } from '../core/text.ts';
import { readSettings, settingsSchema } from './settings.ts';

const docs = 'https://docs.discord.com/developers';
const MiB = 1024 * 1024;

/** Bytes. A whole request may have 25 MiB: https://docs.discord.com/developers/resources/message (2026-11-21). */
const maxFileBytes = 25 * MiB - 64 * 1024;

/** Bytes of one file on a server without boosts. A person may state more for a boosted server. */
export const defaultFileBytes = 10 * MiB;

export const discordWebhookRules: Rules<'discord_webhook'> = {
  platform: 'discord_webhook',
  name: 'Discord (webhook)',
  limits: {
    'text.max': { ...read(2000, 'resources/webhook'), unit: 'characters' },
    'media.max': read(10, 'topics/opcodes-and-status-codes'),
    // Discord accepts every type. Its apps show these as images, and play videos as far as the device can.
    'image.types': unconfirmed(
      ['image/jpeg', 'image/png', 'image/gif', 'image/webp'],
      'reference#image-formatting',
    ),
    'image.bytes': unconfirmed(defaultFileBytes, 'reference#uploading-files'),
    'video.bytes': unconfirmed(defaultFileBytes, 'reference#uploading-files'),
    'alt.max': read(1024, 'resources/message'),
  },
  settings: settingsSchema,
  check: (version, account) => [
    ...checkEmpty(version),
    ...checkTotal(version),
    ...checkAltTexts(version, account),
    ...checkUsername(version),
    ...checkThread(version),
  ],
};

function read<T>(value: T, page: string): Limit<T> {
  return { value, source: `${docs}/${page}`, checked: '2026-11-21' };
}

function unconfirmed<T>(value: T, page: string): Limit<T> {
  return { ...read(value, page), confirmed: false };
}

function checkEmpty({ text, media, settings }: Version): Violation[] {
  if (text.trim() !== '' || media.length > 0 || readSettings(settings).poll !== undefined) return [];
  const message = 'needs text, a file or a poll; this post is empty';
  return [{ field: 'content', rule: 'text.min', measured: 0, limit: 1, unit: 'characters', message }];
}

function checkTotal({ media }: Version): Violation[] {
  const measured = media.reduce((sum, { size }) => sum + size, 0);
  if (measured <= maxFileBytes) return [];
  const message = `allows at most ${maxFileBytes} bytes for all files of a message; these have ${measured}`;
  return [{ field: 'media_ids', rule: 'media.bytes', measured, limit: maxFileBytes, unit: 'bytes', message }];
}

/** The shared check counts graphemes, but Discord counts code points, of which a grapheme may have many. */
function checkAltTexts({ media }: Version, account: AccountLimits): Violation[] {
  const limit = limitOf(discordWebhookRules, account, 'alt.max') ?? 0;
  return media.flatMap(({ altText }, index) => {
    const measured = countCodePoints(altText ?? '');
    if (measured <= limit || countGraphemes(altText ?? '') > limit) return [];
    const message = `allows at most ${limit} code points of alt text; this alt text has ${measured}`;
    return [{ field: `media_ids.${index}`, rule: 'alt.max', measured, limit, unit: 'characters', message }];
  });
}

/** https://docs.discord.com/developers/resources/webhook#create-webhook (2026-11-21) */
function checkUsername({ settings }: Version): Violation[] {
  const [word] = readSettings(settings).username?.match(/clyde|discord/i) ?? [];
  if (word === undefined) return [];
  const message = `does not allow “${word}” in the name of a sender`;
  return [
    { field: 'settings.username', rule: 'username.words', measured: word, limit: 0, unit: 'words', message },
  ];
}

/** https://docs.discord.com/developers/resources/webhook#execute-webhook (2026-11-21) */
function checkThread({ settings }: Version): Violation[] {
  const { title, thread_id, applied_tags } = readSettings(settings);
  const violation = (field: string, message: string): Violation[] => [
    { field, rule: 'thread.target', measured: 2, limit: 1, unit: 'targets', message },
  ];
  if (title !== undefined && thread_id !== undefined)
    return violation(
      'settings.thread_id',
      'allows either a title for a new post or an existing thread, not both',
    );
  if (title === undefined && applied_tags !== undefined)
    return violation('settings.applied_tags', 'allows tags only for a new forum post, which needs a title');
  return [];
}
