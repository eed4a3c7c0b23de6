/** Limits of every message, and checks that the shared check cannot express. Runs in a browser. */
import { checkAltPoints } from '../../core/alt-points.ts';
import { comparedSizes } from '../../core/amount.ts';
import { field } from '../../core/json.ts';
import { unless } from '../../core/judging.ts';
import {
  type AccountLimits,
  type Limits,
  limitsRead,
  type Version,
  type Violation,
} from '../../core/limits.ts';

const docs = 'https://docs.discord.com/developers';
const messages = `${docs}/resources/message`;
const MiB = 1024 * 1024;

/** Bytes. A whole request may have 25 MiB: https://docs.discord.com/developers/resources/message (2026-11-21). */
export const maxFileBytes = 25 * MiB - 64 * 1024;

const longestAlt = 1024;

const read = limitsRead('2026-11-21');
const imageTypes = ['image/jpeg', 'image/png', 'image/gif', 'image/webp'];
/** On a server without boosts. */
const fileBytes = { ...read(10 * MiB, `${docs}/reference#uploading-files`), confirmed: false } as const;

export const messageLimits: Limits = {
  'text.max': { ...read(2000, messages), unit: 'characters' },
  'media.max': read(10, `${docs}/topics/opcodes-and-status-codes`),
  // Discord accepts every type. Its apps show these as images, and play videos as far as the device can.
  'image.types': { ...read(imageTypes, `${docs}/reference#image-formatting`), confirmed: false },
  'image.bytes': fileBytes,
  'video.bytes': fileBytes,
  'alt.max': read(longestAlt, messages),
};

export function checkMessage({ text, media, settings }: Version, account: AccountLimits): Violation[] {
  const isEmpty = text.trim() === '' && media.length === 0 && field(settings.poll, 'question') === undefined;
  const empty = 'needs text, a file or a poll; this post is empty';
  const needs = { measured: 0, limit: 1, unit: 'characters', params: { needs: ['text', 'files', 'poll'] } };
  const measured = media.reduce((sum, { size }) => sum + size, 0);
  const [allowed, actual] = comparedSizes(maxFileBytes, measured);
  const heavy = `allows at most ${allowed} for all files of a message; these have ${actual}`;
  const bytes = { measured, limit: maxFileBytes, unit: 'bytes' };
  return [
    ...unless(!isEmpty, 'content', 'text.min', empty, needs),
    ...unless(measured <= maxFileBytes, 'media_ids', 'media.bytes', heavy, bytes),
    ...checkAltPoints(media, Number(account['alt.max'] ?? longestAlt)),
  ];
}
