import { afterEach, beforeEach, expect, test } from 'vitest';
import { openSession } from '../testing/target.ts';
import type { App, Grant } from './api.ts';
import { startFake, type YoutubeFake } from './fake.ts';
import { youtube } from './index.ts';

let fake: YoutubeFake;
beforeEach(async () => {
  fake = await startFake();
});
afterEach(() => fake.server.close());

function ask(field: string, query?: string, own: Partial<Grant> = {}) {
  const session = openSession<Grant, App>(fake);
  const grant = { ...session.grant, ...own };
  return youtube.options?.({ ...session, grant }, { field, query, settings: {} });
}

function makePlaylist(id: string, title: string, channelId = fake.account.id) {
  return { id, snippet: { title, channelId } };
}

function moveTo(country: unknown) {
  const [channel] = fake.channel.channels as { snippet: object }[];
  Object.assign(channel?.snippet ?? {}, { country });
}

const people = { value: '22', title: 'People & Blogs' };

test('categories are those of the channel’s country that may be chosen', async () => {
  expect(await ask('category_id')).toEqual([people, { value: '10', title: 'Music' }]);
  expect(await ask('category_id', 'mus')).toEqual([{ value: '10', title: 'Music' }]);
  moveTo('DE');
  expect(await ask('category_id')).toEqual([people, { value: '27', title: 'Education' }]);
});

test.each(['AQ', 'us&mine=true', 7])(
  'a country without categories has those of the USA: %s',
  async (country) => {
    moveTo(country);
    expect(await ask('category_id')).toEqual([people, { value: '10', title: 'Music' }]);
  },
);

test('playlists are read from every page, and at most 100 are offered', async () => {
  fake.channel.playlists = Array.from({ length: 120 }, (_, at) => makePlaylist(`PL${at}`, `Bells ${at}`));
  expect(await ask('playlist_id')).toHaveLength(100);
  expect(await ask('playlist_id', 'BELLS 119')).toEqual([{ value: 'PL119', title: 'Bells 119' }]);
});

test('no more than ten pages are read', async () => {
  fake.channel.playlists = Array.from({ length: 700 }, (_, at) => makePlaylist(`PL${at}`, 'Bells'));
  await ask('playlist_id');
  expect(fake.server.requests).toHaveLength(10);
});

test('playlists that make no sense, and those of another channel, are left out', async () => {
  const odd = [makePlaylist('a b', 'x'), makePlaylist('PL2', ''), makePlaylist('PL3', 'x', 'UC2')];
  fake.channel.playlists = [...odd, makePlaylist('PL1', 'Bells')];
  expect(await ask('playlist_id')).toEqual([{ value: 'PL1', title: 'Bells' }]);
});

test('no playlists are offered to a sign-in that may not add to them', async () => {
  fake.channel.playlists = [makePlaylist('PL1', 'Bells')];
  const scopes = (fake.grant.scopes as string[]).filter((scope) => !scope.endsWith('force-ssl'));
  expect(await ask('playlist_id', undefined, { scopes })).toEqual([]);
});

test('a list that does not answer is a fault', async () => {
  for (const field of ['category_id', 'playlist_id']) {
    fake.server.disturb(1, 'error_500');
    await expect(ask(field)).rejects.toMatchObject({ fault: { kind: 'unavailable' } });
  }
});
