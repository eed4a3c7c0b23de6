/** Every limit of every network, written down a second time from its sources, so that a changed number is noticed. */
import { expect, test } from 'vitest';
import type { LimitName } from './core/limits.ts';
import { allRules } from './rules.ts';

const MB = 1024 * 1024;

const stated: Record<string, Partial<Record<LimitName, unknown>>> = {
  bluesky: {
    'text.max': 300,
    'text.max_bytes': 3000,
    'media.max': 10,
    'images.max': 10,
    'videos.max': 1,
    'media.mixed': false,
    'image.types': ['image/jpeg', 'image/png', 'image/webp'],
    'image.bytes': 2_000_000,
    'video.types': ['video/mp4', 'video/mpeg', 'video/webm', 'video/quicktime'],
    'video.bytes': 300_000_000,
    'video.seconds': 600,
    'alt.max': 2000,
  },
  discord_webhook: {
    'text.max': 2000,
    'media.max': 10,
    'image.types': ['image/jpeg', 'image/png', 'image/gif', 'image/webp'],
    'image.bytes': 10 * MB,
    'video.bytes': 10 * MB,
    'alt.max': 1024,
  },
  mastodon: {
    'text.max': 500,
    'text.url_length': 23,
    'media.max': 4,
    'videos.max': 1,
    'media.mixed': false,
    'image.types': [
      ...['image/jpeg', 'image/png', 'image/gif', 'image/webp'],
      ...['image/heic', 'image/heif', 'image/avif'],
    ],
    'video.types': ['video/mp4', 'video/webm', 'video/quicktime', 'video/ogg'],
    'image.bytes': 16 * MB,
    'video.bytes': 99 * MB,
    'image.pixels': 33_177_600,
    'video.pixels': 8_294_400,
    'alt.max': 1500,
  },
  sandbox: {
    'text.max': 500,
    'media.max': 4,
    'images.max': 4,
    'videos.max': 1,
    'media.mixed': false,
    'image.types': ['image/jpeg', 'image/png', 'image/gif', 'image/webp'],
    'video.types': ['video/mp4', 'video/webm', 'video/quicktime'],
    'image.bytes': MB,
    'image.side': 4096,
    'video.bytes': MB,
    'alt.max': 1000,
  },
  youtube: {
    'text.max': 5000,
    'media.min': 1,
    'media.max': 1,
    'images.max': 0,
    'videos.max': 1,
    'video.bytes': 256e9,
    'video.seconds': 43_200,
  },
};
const units: Record<string, string> = {
  bluesky: 'graphemes',
  discord_webhook: 'characters',
  mastodon: 'characters',
  sandbox: 'graphemes',
  youtube: 'bytes',
};

test.each(allRules.map((rules) => [rules.platform, rules] as const))(
  'the limits of %s',
  (platform, rules) => {
    const limits = Object.entries(rules.limits).map(([name, { value }]) => [name, value]);
    expect(Object.fromEntries(limits)).toEqual(stated[platform]);
    expect(rules.limits['text.max']?.unit).toBe(units[platform]);
  },
);
