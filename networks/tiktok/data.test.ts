import { Ajv } from 'ajv';
import { describe, expect, test } from 'vitest';
import { describeData, flag, number, oneOf, text } from '../testing/data.ts';
import { makeMedia } from '../testing/media.ts';
import { secretsOf } from '../testing/secrets.ts';
import { tiktok } from './index.ts';

const required = { consent: true, privacy_level: 'SELF_ONLY', paid_partnership: false, own_brand: false };

describeData(tiktok, {
  unit: 'utf16',
  limits: {
    'text.max': 4000,
    'media.min': 1,
    'media.max': 35,
    'images.max': 35,
    'videos.max': 1,
    'media.mixed': false,
    'image.types': ['image/jpeg', 'image/webp'],
    'image.bytes': 20_000_000,
    'image.side': 1080,
    'video.types': ['video/mp4', 'video/quicktime', 'video/webm'],
    'video.bytes': 4_000_000_000,
    'video.codecs': ['avc', 'hevc', 'vp8', 'vp9'],
    'video.fps': [23, 60],
    'video.min_side': 360,
    'video.side': 4096,
    'video.min_seconds': 3,
    'video.seconds': 600,
  },
  formats: { photos: {}, video: { 'text.max': 2200 } },
  settings: {
    required,
    fields: {
      consent: { fits: [true], exceeds: [false, 'true', 1, null] },
      post_mode: oneOf('DIRECT_POST', 'MEDIA_UPLOAD'),
      privacy_level: oneOf('PUBLIC_TO_EVERYONE', 'MUTUAL_FOLLOW_FRIENDS', 'FOLLOWER_OF_CREATOR', 'SELF_ONLY'),
      paid_partnership: flag,
      own_brand: flag,
      disable_comment: flag,
      disable_duet: flag,
      disable_stitch: flag,
      made_with_ai: flag,
      cover_at_ms: number(0, 86_400_000),
      title: { ...text(1, 90), exceeds: [...text(1, 90).exceeds, ' '] },
      photo_cover_index: number(0, 34),
      auto_add_music: flag,
    },
  },
  signIn: { fields: {} },
  app: {
    fields: { client_key: text(1, 300), client_secret: text(1, 300), audited: flag },
    required: { client_key: 'key', client_secret: 'secret' },
  },
});

describe('the settings of a draft', () => {
  const accepts = new Ajv({ strict: false }).compile(tiktok.rules.settings);

  test('need consent only', () => {
    expect(accepts({ consent: true, post_mode: 'MEDIA_UPLOAD' })).toBe(true);
    expect(accepts({ post_mode: 'MEDIA_UPLOAD' })).toBe(false);
    expect(accepts({ consent: true, post_mode: 'DIRECT_POST' })).toBe(false);
    expect(accepts({ consent: true })).toBe(false);
  });
});

test('nothing is chosen for the person: visibility, consent and disclosure have no default', () => {
  const { properties } = tiktok.rules.settings as { properties: Record<string, object> };
  for (const name of Object.keys(required)) expect(properties[name]).not.toHaveProperty('default');
  for (const name of ['disable_comment', 'disable_duet', 'disable_stitch'])
    expect(properties[name]).toHaveProperty('default', true);
});

test('tokens and the secret of the app are secrets', () => {
  const grant = { access: 'act.1', refresh: 'rft.1', scopes: ['video.publish'] };
  const app = { client_key: 'aw1', client_secret: 'hidden', audited: true };
  expect(secretsOf(tiktok, grant, app)).toEqual(['act.1', 'rft.1', 'hidden']);
});

test('the engine counts the requests that begin a post', () => {
  expect(tiktok.rules.rates).toMatchObject([{ scope: 'channel', most: 6, seconds: 60 }]);
});

test('only photos are fetched by TikTok, so only they need a public address', () => {
  expect(tiktok.needs).toEqual(['https']);
  expect(tiktok.needsFor?.({ media: [makeMedia()] })).toEqual(['public_url', 'https']);
  expect(tiktok.needsFor?.({ media: [makeMedia({ kind: 'video' })] })).toEqual([]);
});

test('the sign-in stays at TikTok, where its end would disconnect the account in other workspaces too', () => {
  expect(tiktok.revoke).toBeUndefined();
});
