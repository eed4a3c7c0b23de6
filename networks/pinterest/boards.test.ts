import { afterEach, beforeEach, expect, test } from 'vitest';
import { openSession } from '../testing/target.ts';
import type { App, PinterestSession } from './api.ts';
import { checkPost, options } from './boards.ts';
import { type PinterestFake, startFake } from './fake.ts';
import { measure, remove } from './metrics.ts';

let fake: PinterestFake;
beforeEach(async () => {
  fake = await startFake();
});
afterEach(() => fake.server.close());

function makeSession(app: App = fake.app): PinterestSession {
  return { ...openSession(fake), grant: fake.grant as PinterestSession['grant'], app };
}

const ask = (field: string, query?: string, settings = {}) =>
  options(makeSession(), { field, query, settings });

test('boards are offered by name, without secret ones', async () => {
  const [bells, towers] = [
    { value: '100', title: 'Bells', group: 'Public' },
    { value: '200', title: 'Towers', group: 'Protected' },
  ];
  expect(await ask('board_id')).toEqual([bells, towers]);
  expect(await ask('board_id', 'TOW')).toEqual([towers]);
});

test('boards are read from every page, and at most 100 are offered', async () => {
  fake.pinterest.pins.boards = Array.from({ length: 120 }, (_, at) => ({
    id: String(at + 1),
    name: `Board ${at + 1}`,
    privacy: 'PUBLIC',
    sections: [],
  }));
  fake.pinterest.pins.pageSize = 50;
  expect(await ask('board_id')).toHaveLength(100);
  expect(await ask('board_id', 'Board 120')).toMatchObject([{ value: '120' }]);
});

test('sections are those of the chosen board', async () => {
  expect(await ask('board_section_id', undefined, { board_id: '100' })).toEqual([
    { value: '101', title: 'Big bells' },
  ]);
  expect(await ask('board_section_id', undefined, { board_id: '200' })).toEqual([]);
  fake.server.requests.length = 0;
  for (const board_id of [undefined, '../1', 7])
    expect(await ask('board_section_id', undefined, { board_id })).toEqual([]);
  expect(fake.server.requests).toEqual([]);
});

test('entries that make no sense are left out', async () => {
  const items = [
    null,
    { id: '../1', name: 'x' },
    { id: '1' },
    { id: '2', name: 'x', privacy: 'constructor' },
  ];
  fake.pinterest.refusals.set('GET /boards', [{ status: 200, body: { items } }]);
  expect(await ask('board_id')).toEqual([{ value: '2', title: 'x' }]);
});

test('a list that does not answer is a fault', async () => {
  fake.server.disturb(1, 'expire');
  await expect(ask('board_id')).rejects.toMatchObject({ fault: { kind: 'expired' } });
});

test('a person is told before publishing that a board or a section is gone', async () => {
  const check = (settings: Record<string, string>) =>
    checkPost({ text: '', settings, media: [] }, makeSession());
  expect(await check({ board_id: '100' })).toEqual([]);
  expect(await check({ board_id: '100', board_section_id: '101' })).toEqual([]);
  expect(await check({ board_id: '100', board_section_id: '102' })).toEqual([
    expect.stringContaining('section'),
  ]);
  expect(await check({ board_id: '999' })).toEqual([
    expect.stringContaining('board of this pin no longer exists'),
  ]);
});

/** A pin, as the fake would have it after publishing. */
function addPin(id: string) {
  fake.pinterest.pins.all.push({ id, at: new Date(), body: { board_id: '100' }, files: [] });
  return { id, url: null };
}

test('the numbers of pins are read, and a pin that is gone is left out', async () => {
  const read = await measure.read([addPin('5'), { id: '6', url: null }], makeSession());
  expect(read).toEqual(new Map([['5', { impressions: 90, saves: 5, clicks: 7, likes: 3, comments: 2 }]]));
  expect(Object.fromEntries(fake.server.requests[0]?.query ?? [])).toEqual({
    start_date: '2026-08-24',
    end_date: '2026-11-21',
    metric_types: 'IMPRESSION,SAVE,OUTBOUND_CLICK,TOTAL_REACTIONS,TOTAL_COMMENTS',
  });
});

test('numbers that Pinterest does not state are absent', async () => {
  const body = { all: { summary_metrics: { IMPRESSION: 0, SAVE: '5', OUTBOUND_CLICK: -1 } } };
  fake.pinterest.refusals.set('GET /pins/5/analytics', [{ status: 200, body }]);
  expect(await measure.read([addPin('5')], makeSession())).toEqual(new Map([['5', { impressions: 0 }]]));
});

test('the sandbox has no numbers', async () => {
  expect(await measure.read([addPin('5')], makeSession({ ...fake.app, tier: 'trial' }))).toEqual(new Map());
  expect(fake.server.requests).toEqual([]);
});

test('a pin is deleted, and one that is gone counts as deleted', async () => {
  const pin = addPin('5');
  await remove(pin, makeSession());
  expect(fake.pinterest.pins.all).toEqual([]);
  await remove(pin, makeSession());
});

test.each([
  [429, 'throttled'],
  [500, 'unavailable'],
  [200, 'unavailable'],
])('a deletion that is answered with %i is not taken for done', async (status, kind) => {
  fake.pinterest.refusals.set('DELETE /pins/5', [{ status, body: { message: 'x' } }]);
  await expect(remove(addPin('5'), makeSession())).rejects.toMatchObject({ fault: { kind } });
});
