import { type Limits, limitsRead, type Rules } from '../core/limits.ts';
import { countEachTime } from '../core/text.ts';
import { listTexts } from '../core/thread.ts';
import { adviseTier } from '../core/tiers.ts';
import { tiers } from '../families/meta/tiers.ts';
import { checkFilesOfThread, checkPost } from './checks.ts';
import { countCharacters } from './counting.ts';
import { settingsSchema } from './settings.ts';

const docs = 'https://developers.facebook.com/docs/threads';
const publishing = `${docs}/reference/publishing`;
const overview = `${docs}/overview`;
const posts = `${docs}/posts`;

const MB = 1_000_000;

const read = limitsRead('2026-11-22');

const limits = {
  'text.max': { ...read(500, publishing), unit: 'weighted' },
  'media.max': read(20, posts),
  'image.types': read(['image/jpeg', 'image/png'], overview),
  'image.bytes': read(8 * MB, overview),
  'image.ratio': read([0.1, 10], overview),
  'video.types': read(['video/mp4', 'video/quicktime'], overview),
  'video.bytes': read(1000 * MB, overview),
  'video.seconds': read(300, overview),
  'video.fps': read([23, 60], overview),
  'video.ratio': read([0.01, 10], overview),
  'video.codecs': read(['avc', 'hevc'], overview),
  'audio.codecs': read(['aac'], overview),
  'alt.max': read(1000, publishing),
} as const satisfies Limits;

export const threadsRules: Rules<'threads'> = {
  platform: 'threads',
  name: 'Threads',
  limits,
  settings: settingsSchema,
  parts: listTexts,
  count: (text, _version, _account, counting = countEachTime) => counting(countCharacters, text),
  check: (version, account) => [
    ...checkPost(version, account),
    ...checkFilesOfThread(version, account, limits),
  ],
  advise: (_version, account) => adviseTier(tiers, account),
};
