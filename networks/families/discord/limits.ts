/** Limits of every message, and checks that the shared check cannot express. Runs in a browser. */
import { comparedSizes } from '../../core/amount.ts';
import { field } from '../../core/json.ts';
import type { AccountLimits, Limit, Limits, Version, Violation } from '../../core/limits.ts';
import { countCodePoints, countGraphemes } from '../../core/text.ts';

const docs = 'https://docs.discord.com/developers';
const MiB = 1024 * 1024;

/** Bytes. A whole request may have 25 MiB: https://docs.discord.com/developers/resources/message (2026-11-21). */
export const maxFileBytes = 25 * MiB - 64 * 1024;

/** Bytes of one file on a server without boosts. */
export const defaultFileBytes = 10 * MiB;

const longestAlt = 1024;

export const messageLimits = {
  'text.max': { ...read(2000, 'resources/message'), unit: 'characters' },
  'media.max': read(10, 'topics/opcodes-and-status-codes'),
  // Discord accepts every type. Its apps show these as images, and play videos as far as the device can.
  'image.types': unconfirmed(
    ['image/jpeg', 'image/png', 'image/gif', 'image/webp'],
    'reference#image-formatting',
  ),
  'image.bytes': unconfirmed(defaultFileBytes, 'reference#uploading-files'),
  'video.bytes': unconfirmed(defaultFileBytes, 'reference#uploading-files'),
  'alt.max': read(longestAlt, 'resources/message'),
} as const satisfies Limits;

function read<T>(value: T, page: string): Limit<T> {
  return { value, source: `${docs}/${page}`, checked: '2026-11-21' };
}

function unconfirmed<T>(value: T, page: string): Limit<T> & { confirmed: false } {
  return { ...read(value, page), confirmed: false };
}

export function checkMessage(version: Version, account: AccountLimits): Violation[] {
  return [...checkEmpty(version), ...checkTotal(version), ...checkAltTexts(version, account)];
}

function checkEmpty({ text, media, settings }: Version): Violation[] {
  if (text.trim() !== '' || media.length > 0 || field(settings.poll, 'question') !== undefined) return [];
  const message = 'needs text, a file or a poll; this post is empty';
  const params = { needs: ['text', 'files', 'poll'] };
  return [{ field: 'content', rule: 'text.min', measured: 0, limit: 1, unit: 'characters', message, params }];
}

function checkTotal({ media }: Version): Violation[] {
  const measured = media.reduce((sum, { size }) => sum + size, 0);
  if (measured <= maxFileBytes) return [];
  const [allowed, actual] = comparedSizes(maxFileBytes, measured);
  const message = `allows at most ${allowed} for all files of a message; these have ${actual}`;
  return [{ field: 'media_ids', rule: 'media.bytes', measured, limit: maxFileBytes, unit: 'bytes', message }];
}

/** The shared check counts graphemes, but Discord counts code points, of which a grapheme may have many. */
function checkAltTexts({ media }: Version, account: AccountLimits): Violation[] {
  const limit = Number(account['alt.max'] ?? longestAlt);
  return media.flatMap(({ altText }, index) => {
    const measured = countCodePoints(altText ?? '');
    if (measured <= limit || countGraphemes(altText ?? '') > limit) return [];
    const message = `allows at most ${limit} code points of alt text; this alt text has ${measured}`;
    return [{ field: `media_ids.${index}`, rule: 'alt.max', measured, limit, unit: 'characters', message }];
  });
}
