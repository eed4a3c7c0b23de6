import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listCauses } from '../../src/attention/store.ts';
import { saveGrant } from '../../src/channels/grants/logins/store.ts';
import { loseGrant, reserveDueGrants } from '../../src/channels/grants/store.ts';
import { deleteGrantsOf, listGrantsOf } from '../../src/channels/grants/withdrawing/store.ts';
import { findFreeSlot } from '../../src/channels/store.ts';
import { claimErasure } from '../../src/data/erasure/store.ts';
import { claimExport } from '../../src/data/exports/store.ts';
import type { Tx } from '../../src/db/database.ts';
import { type DueCheck, noteChecks, reserveDueChecks } from '../../src/lanes/checks/store.ts';
import { drainLanes, settleTargets } from '../../src/lanes/settling/store.ts';
import { claimLanes, prolongLeases, secondsUntilDue } from '../../src/lanes/store.ts';
import { readLaneHealth } from '../../src/lanes/waiting/store.ts';
import { targetsDueWithin } from '../../src/media/convert/store.ts';
import { labelsOfMedia, writeLabels } from '../../src/media/library/labels/store.ts';
import { countMatching, filterOf } from '../../src/media/library/matching/store.ts';
import {
  countMedia,
  deleteMedia,
  filesOfPosts,
  findRendition,
  insertRendition,
  isNeeded,
  pageMedia,
} from '../../src/media/library/store.ts';
import { findStamp, findWindow } from '../../src/posts/calendar/store.ts';
import { findPage, type PostFilter } from '../../src/posts/reading/store.ts';
import {
  latestReviews,
  listReviews,
  lockShowing,
  voidApprovals,
  voidLeased,
} from '../../src/posts/reviews/store.ts';
import { findPost, listTargets } from '../../src/posts/store.ts';
import { listEvents } from '../../src/posts/timeline/store.ts';
import { app } from '../support/app.ts';
import { fillForPlans, listIndexes } from '../support/plans.ts';
import { published } from '../support/settlements.ts';

const service = await app();
afterAll(() => service.close());

beforeAll(() => fillForPlans(service.db, service.workspaceId));

const planOf = (work: (db: Tx) => Promise<unknown>, few: readonly string[] = []) =>
  listIndexes(service.db, work, few);

const nothingMade = { storage_key: null, mime_type: null, size: null, width: null, height: null };

const settlement = published({
  target_id: 1,
  lease: '00000000-0000-0000-0000-000000000000',
  post_id: 1,
  channel: { id: 1 },
});

test('the list of what wants a person reads failed and endangered targets by their indexes', async () => {
  const viewer = { workspaceId: service.workspaceId, userId: 1, channelIds: null };
  const all = { seesAll: true, managesChannels: true };
  const indexes = await planOf((db) => listCauses(db, { ...viewer, ...all }), ['reviews']);
  expect(indexes).toEqual(expect.arrayContaining(['targets_wanting', 'targets_at_risk']));
});

describe('statements of workers scan no whole table', () => {
  test('claiming reads due lanes, and the earliest target of each, by their indexes', async () => {
    const indexes = await planOf((db) => claimLanes(db, 100));
    expect(indexes).toEqual(
      expect.arrayContaining(['channels_next_due', 'targets_lane', 'targets_in_flight']),
    );
  });

  test('how long to sleep', async () => {
    expect(await planOf((db) => secondsUntilDue(db, 20))).toContain('channels_next_due');
  });

  test('whether a target is stuck', async () => {
    expect(await planOf((db) => readLaneHealth(db))).toContain('channels_next_due');
  });

  test('draining lanes', async () => {
    // Its second statement runs only for rows that the first one locked.
    const answering = (db: Tx): Tx => ({
      ...db,
      rows: async (text, values) => [...(await db.rows(text, values)), { id: 1 }] as never,
    });
    const indexes = await planOf((db) => drainLanes(answering(db), [1, 2, 3]));
    expect(indexes).toContain('channels_pkey');
    expect(indexes.some((name) => ['targets_wake', 'targets_lane'].includes(name))).toBe(true);
  });

  test('looking for exports and erasures to work on', async () => {
    await service.db.rows(`insert into exports (workspace_id, user_id, media, state, wake_at)
      select w.id, 1, false, 'failed', null from workspaces w, generate_series(1, 100)`);
    await service.db.rows(`insert into erasures (workspace_id, user_id, state)
      select n, 1, 'done' from generate_series(1000, 2000) n`);
    await service.db.rows('analyze exports, erasures');
    expect(await planOf((db) => claimExport(db, 60))).toContain('exports_wake');
    expect(await planOf((db) => claimErasure(db, 60))).toContain('erasures_wake');
  });

  test('refreshing tokens that end soon', async () => {
    expect(await planOf((db) => reserveDueGrants(db, 120, 20))).toContain('grants_refresh');
    const times = { expiresAt: null, refreshAt: undefined, reconnectBy: null };
    const grant = { sealed: Buffer.alloc(1), ...times, spread: 1, appId: null, login: null, people: null };
    const indexes = await planOf(async (db) => {
      await saveGrant(db, { id: 7, workspace_id: 1 }, grant);
      await loseGrant(db, { id: 7, workspace_id: 1 }, 1);
    });
    expect(indexes).toEqual(expect.arrayContaining(['grants_pkey']));
    expect(indexes.some((name) => ['targets_wake', 'targets_lane'].includes(name))).toBe(true);
  });

  test('the grants of a person', async () => {
    await service.db.rows('update grants set people = array[channel_id::text]');
    await service.db.rows('analyze grants');
    expect(await planOf((db) => listGrantsOf(db, '7', ['sandbox']))).toContain('grants_people');
    await planOf((db) => deleteGrantsOf(db, '7', [{ id: 7, workspace_id: 1 }]));
  });

  test('checking ahead reads only what is due for a check', async () => {
    expect(await planOf((db) => reserveDueChecks(db, 10))).toContain('targets_check');
    const check = { workspace_id: 1, target_id: 1, reserved: '2027-01-15T12:00:00Z' } as DueCheck;
    expect(await planOf((db) => noteChecks(db, [{ check, warnings: [], event: null }]))).toContain(
      'targets_pkey',
    );
  });

  test('prolonging leases', async () => {
    const lease = settlement.claim.lease;
    expect(await planOf((db) => prolongLeases(db, [lease]))).toContain('targets_in_flight');
  });

  test('settling a target', async () => {
    const indexes = await planOf((db) => settleTargets(db, [settlement], 'none'));
    expect(indexes).toEqual(
      expect.arrayContaining(['targets_in_flight', 'targets_post_id_channel_id_key', 'posts_pkey']),
    );
  });
});

describe('statements of media scan no whole table', () => {
  test('preparing what is due soon', async () => {
    const indexes = await planOf((db) => targetsDueWithin(db, 600, 500));
    expect(indexes).toEqual(expect.arrayContaining(['channels_next_due', 'targets_lane', 'post_media_pkey']));
  });

  test('the files of posts', async () => {
    const indexes = await planOf((db) => filesOfPosts(db, 1, [1, 2, 3]));
    expect(indexes).toEqual(expect.arrayContaining(['post_media_pkey', 'post_files_pkey', 'media_pkey']));
  });

  test('finding and storing a rendition', async () => {
    const name = { workspaceId: 1, mediaId: 1, purpose: 'thumbnail 320' };
    expect(await planOf((db) => findRendition(db, name))).toContain('renditions_media_id_purpose_key');
    await planOf((db) => insertRendition(db, name, nothingMade));
  });

  test('a page of the library, and deleting from it', async () => {
    await planOf((db) => pageMedia(db, 1, { newest: 100, offset: 30, limit: 30 }));
    await planOf((db) => countMedia(db, 1, 100));
    const needed = await planOf((db) => isNeeded(db, 7, 400));
    expect(needed).toEqual(expect.arrayContaining(['post_media_media', 'post_files_media']));
    await planOf((db) => deleteMedia(db, 7, 400));
  });

  test('the labels of files, and the files with a label', async () => {
    expect(await planOf((db) => labelsOfMedia(db, 7, [400, 401]))).toContain('media_labels_pkey');
    await planOf((db) => writeLabels(db, 7, 400, [1201]));
    const filter = filterOf({ 'label_ids[]': [1201] });
    if (filter === undefined) throw new Error('labels are a filter');
    expect(await planOf((db) => countMatching(db, 7, undefined, filter))).toContain('media_labels_label');
  });
});

describe('statements of callers scan no whole table', () => {
  const at = '2027-01-15T06:00:00.000000Z';
  const viewer = { workspaceId: 7, userId: 1, channelIds: null };
  const planOfList = (filter: PostFilter) => planOf((db) => findPage(db, viewer, { filter, limit: 500 }));
  const filters: [string, PostFilter, string][] = [
    ['nothing', {}, 'posts_shown'],
    ['from', { from: at }, 'posts_shown'],
    ['to', { to: at }, 'posts_shown'],
    ['a window', { from: at, to: '2027-01-15T07:00:00.000000Z' }, 'posts_shown'],
    ['a status', { statuses: ['scheduled'] }, 'posts_shown_by_status'],
    ['a status and a window', { statuses: ['draft'], from: at }, 'posts_shown_by_status'],
  ];

  test.each(filters)('listing posts by %s', async (_, filter, index) => {
    expect(await planOfList(filter)).toContain(index);
  });

  test.each(['at', '-at'] as const)('a later page of posts, ordered by %s', async (order) => {
    const after = { at, id: 6500 };
    const which = { filter: {}, limit: 500, paging: { order, after } };
    expect(await planOf((db) => findPage(db, viewer, which))).toContain('posts_shown');
  });

  test.each(['created', '-created'] as const)('a later page of posts, ordered by %s', async (order) => {
    const which = { filter: {}, limit: 500, paging: { order, after: { at: null, id: 6500 } } };
    expect(await planOf((db) => findPage(db, viewer, which))).toContain('posts_newest');
  });

  test('a page of posts without a time', async () => {
    const which = {
      filter: {},
      limit: 500,
      paging: { order: '-at', after: { at: null, id: 6500 } },
    } as const;
    expect(await planOf((db) => findPage(db, viewer, which))).toContain('posts_shown');
  });

  test('listing posts by channel', async () => {
    await planOfList({ channelIds: [301, 302] });
    await planOfList({ channelIds: [301], statuses: ['published'], from: at });
  });

  test('the window of the calendar', async () => {
    const window = { from: at, to: '2027-01-15T07:00:00.000000Z' };
    expect(await planOf((db) => findWindow(db, viewer, window, 5000))).toContain('posts_shown');
    expect(await planOf((db) => findStamp(db, viewer, window))).toContain('posts_shown');
  });

  test('reading one post, its targets and its timeline', async () => {
    expect(await planOf((db) => findPost(db, viewer, 6500))).toContain('posts_newest');
    expect(await planOf((db) => findPage(db, viewer, { id: 6500 }))).toContain('posts_newest');
    expect(await planOf((db) => listTargets(db, 7, [6500, 6501]))).toContain(
      'targets_post_id_channel_id_key',
    );
    expect(await planOf((db) => listEvents(db, 7, 6500))).toContain('events_post');
  });

  test('the reviews of posts, and the effect of a changed file on them', async () => {
    expect(await planOf((db) => latestReviews(db, 7, [6500, 6501]))).toContain('reviews_post');
    expect(await planOf((db) => listReviews(db, 7, 6500))).toContain('reviews_post');
    expect(await planOf((db) => lockShowing(db, 7, 400))).toContain('post_media_media');
    expect(await planOf((db) => voidApprovals(db, 7, [6500], 1, { because: 'edited' }))).toContain(
      'posts_newest',
    );
    await planOf((db) => voidLeased(db, { ...settlement.claim, workspace_id: 1 }));
  });

  test('finding a free slot', async () => {
    const ask = {
      workspaceId: 7,
      timeZone: 'UTC',
      times: [{ day: 0, time: '09:00' }],
      channelIds: [301],
      days: 31,
      except: null,
    };
    const indexes = await planOf((db) => findFreeSlot(db, ask));
    expect(indexes.some((name) => name.startsWith('targets_'))).toBe(true);
  });
});
