/** How Belfry treats each server software, by what is known of it. */
import { afterEach, describe, expect, test } from 'vitest';
import { openSession } from '../testing/target.ts';
import type { Grant } from './api.ts';
import { type MastodonFake, startFake } from './fake.ts';
import { limitsOf } from './instance.ts';
import { findStatus } from './reconcile.ts';
import { type Software, toSoftware, traits } from './software.ts';
import type { Draft } from './status.ts';

interface Known {
  countsShort: boolean;
  mixesMedia: boolean;
  keepsMediaIds: boolean;
  /** Kinds of posts whose absence from the list proves that they were not posted. */
  proves: (keyof typeof drafts)[];
  scopes: 'quoting' | 'narrow' | 'broad';
}

const plain: Draft = { text: 'Ding', settings: {}, mediaIds: [], isMixed: false, inReplyTo: null };
const drafts = {
  plain,
  reply: { ...plain, inReplyTo: '5' },
  direct: { ...plain, settings: { visibility: 'direct' } },
  album: { ...plain, mediaIds: ['1', '2'], isMixed: true },
} satisfies Record<string, Draft>;

const known: Record<Software, Known> = {
  mastodon: {
    countsShort: true,
    mixesMedia: false,
    keepsMediaIds: true,
    proves: ['plain', 'reply', 'direct', 'album'],
    scopes: 'quoting',
  },
  gotosocial: {
    countsShort: false,
    mixesMedia: true,
    keepsMediaIds: true,
    proves: ['plain', 'reply', 'album'],
    scopes: 'narrow',
  },
  pleroma: {
    countsShort: false,
    mixesMedia: true,
    keepsMediaIds: false,
    proves: ['plain', 'reply', 'album'],
    scopes: 'narrow',
  },
  pixelfed: {
    countsShort: false,
    mixesMedia: true,
    keepsMediaIds: true,
    proves: ['plain'],
    scopes: 'broad',
  },
  hollo: {
    countsShort: false,
    mixesMedia: true,
    keepsMediaIds: true,
    proves: ['plain', 'reply', 'direct', 'album'],
    scopes: 'narrow',
  },
  other: {
    countsShort: false,
    mixesMedia: true,
    keepsMediaIds: false,
    proves: ['plain'],
    scopes: 'broad',
  },
};
const scopes = {
  quoting: 'read:accounts read:search read:statuses write:media write:statuses',
  narrow: 'read:accounts read:statuses write:media write:statuses',
  broad: 'read write',
};

let fake: MastodonFake | undefined;
afterEach(() => fake?.server.close());

describe.each(Object.entries(known) as [Software, Known][])('%s', (software, expected) => {
  /** Asks the list of an account on this software, which has these statuses. */
  async function ask(draft: Draft, listed: { text: string; mediaIds: string[] }[] = []) {
    fake = await startFake();
    const session = openSession(fake, { grant: { ...(fake.grant as Grant), software } });
    fake.server.now = session.now;
    for (const [at, status] of listed.entries()) {
      const more = { spoilerText: '', visibility: 'public', inReplyTo: null, createdAt: session.now() };
      fake.instance.statuses.all.push({ id: String(7 + at), ...more, ...status });
    }
    return findStatus(draft, session.now(), session);
  }

  test('counts links and mixes media as it does', () => {
    const statuses = { characters_reserved_per_url: 25, max_media_attachments: 4 };
    const media_attachments = { supported_mime_types: ['image/png', 'video/mp4'] };
    const limits = limitsOf({ configuration: { statuses, media_attachments } }, software);
    expect(limits['text.url_length']).toBe(expected.countsShort ? 25 : 0);
    expect(limits['media.mixed']).toBe(expected.mixesMedia);
    expect(limits['videos.max']).toBe(expected.mixesMedia ? 4 : undefined);
    expect(limits['media.min']).toBe(software === 'pixelfed' ? 1 : undefined);
  });

  test.each(Object.keys(drafts) as (keyof typeof drafts)[])('an empty list and a post: %s', async (kind) => {
    expect(await ask(drafts[kind])).toBe(expected.proves.includes(kind) ? 'absent' : 'unknown');
  });

  test('matches a picture by its id, or else by its text', async () => {
    const other = { text: 'Dong', mediaIds: ['8'] };
    const same = { text: 'Ding', mediaIds: ['9'] };
    const draft = { ...plain, mediaIds: ['8'] };
    const { keepsMediaIds } = expected;
    const found = (id: string) => ({ found: { id, url: `https://fake.example/@ada/${id}` } });
    expect(await ask(draft, [other, same])).toEqual(found(keepsMediaIds ? '7' : '8'));
  });

  test('is asked for the scopes that it knows', () => {
    expect(traits[software].scopes).toBe(scopes[expected.scopes]);
  });

  test('is recognised by its name', () => {
    expect(toSoftware(software)).toBe(software);
  });
});

test.each([
  ['akkoma', 'pleroma'],
  ['iceshrimp', 'other'],
  ['toString', 'other'],
])('%s is treated as %s', (name, software) => {
  expect(toSoftware(name)).toBe(software);
});

test.each([
  [1, 1],
  [0.5, 0.5],
  [0, undefined],
  [-1, undefined],
  ['4', undefined],
])('a server that states a limit of %j has %j', (stated, limit) => {
  const configuration = { statuses: { max_characters: stated } };
  expect(limitsOf({ configuration }, 'mastodon')['text.max']).toBe(limit);
});
