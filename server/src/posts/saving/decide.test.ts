import { detail } from '@belfry/contract/details.ts';
import { describe, expect, test } from 'vitest';
import type { Caller } from '../../access/roles.ts';
import { invalid, Problem } from '../../base/problem.ts';
import type { ChannelRow } from '../../channels/index.ts';
import type { MediaRow } from '../../media/index.ts';
import type { Fitting } from '../fitting.ts';
import type { PostRow, TargetRow } from '../rows.ts';
import type { SentPost } from '../sent.ts';
import { decideSave, type OldPost, type World } from './decide.ts';

const editor: Caller = {
  workspaceId: 1,
  userId: 2,
  name: 'Ada',
  role: 'editor',
  scopes: null,
  channelIds: null,
  keyId: 3,
  sessionId: null,
  timeZone: 'UTC',
  requiresApproval: false,
};
const author: Caller = { ...editor, role: 'author', requiresApproval: true };

const channels = new Map([1, 2, 3].map((id) => [id, { id, deleted_at: null } as ChannelRow]));
const files = new Map([5, 6].map((id) => [id, { id } as MediaRow]));
const fits: Fitting = { versions: [], misfits: [], advice: [] };
const fresh: World = {
  old: undefined,
  channels,
  files: new Map(),
  labels: new Map(),
  places: [],
  declared: new Map(),
  publishedFiles: [],
  fitting: fits,
  slot: undefined,
  isLogged: false,
};
const shared = { content: null, settings: {}, media_ids: null, image_fit: 'pad' } as const;

const to = (...ids: number[]) => ids.map((channel_id) => ({ ...shared, channel_id }));
const scheduled = (more: Partial<SentPost> = {}): SentPost => ({
  status: 'scheduled',
  scheduled_at: '2030-01-01T10:00:00+01:00',
  content: 'Hello',
  targets: to(1, 2),
  ...more,
});

const target = (id: number, status: TargetRow['status']): TargetRow => ({
  id,
  post_id: 7,
  channel_id: id,
  position: id,
  status,
  ...shared,
  media_ids: null,
  error: null,
  warnings: [],
  external_url: null,
  parts: null,
  removed_at: null,
  condition: null,
  confirmed_by: null,
});
const old = (status: PostRow['status'], more: Partial<OldPost> = {}): OldPost => ({
  post: { id: 7, status, content: 'Former', planned_at: null } as PostRow,
  targets: [target(1, 'failed'), target(2, 'failed')],
  mediaIds: [5],
  labels: [],
  doubts: [],
  ...more,
});

function refusalOf(who: Caller, body: SentPost, world: World): Problem {
  try {
    decideSave(who, body, world);
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
  throw new Error('it was not refused');
}

describe('a save', () => {
  test('of a new post writes it at its time, for each channel in order', () => {
    const { write, published } = decideSave(editor, scheduled({ media_ids: [5, 6] }), { ...fresh, files });
    expect(write).toMatchObject({
      id: null,
      workspaceId: 1,
      userId: 2,
      status: 'scheduled',
      event: 'post.scheduled',
      scheduledAt: '2030-01-01T09:00:00.000000Z',
      mediaIds: [5, 6],
      changes: {},
    });
    expect(write.targets.map(({ channel_id, position }) => [channel_id, position])).toEqual([
      [1, 0],
      [2, 1],
    ]);
    expect(published).toEqual([]);
  });

  test.each([
    [editor, 'draft', 'draft', 'post.saved'],
    [editor, 'scheduled', 'scheduled', 'post.scheduled'],
    [author, 'draft', 'draft', 'post.saved'],
    [author, 'scheduled', 'pending_approval', 'review.requested'],
    [{ ...author, requiresApproval: false }, 'scheduled', 'scheduled', 'post.scheduled'],
  ] as const)('by %o as %s makes it %s', (who, status, becomes, event) => {
    expect(decideSave(who, scheduled({ status }), fresh).write).toMatchObject({ status: becomes, event });
  });

  test('of an old post records what changed, and clears the channels that are left out', () => {
    const { write, clear } = decideSave(editor, scheduled({ targets: to(2, 3) }), {
      ...fresh,
      old: old('failed'),
    });
    expect(write.id).toBe(7);
    expect(write.changes).toMatchObject({
      before: { status: 'failed', content: 'Former', media_ids: [5] },
      after: { content: 'Hello', media_ids: [] },
    });
    expect(clear).toEqual({ keepChannelIds: [2, 3], resend: [] });
  });

  test('keeps published targets, and places the others behind them', () => {
    const targets = [target(1, 'published'), target(2, 'failed')];
    const world = { ...fresh, old: old('failed', { targets }) };
    const { write, clear, published } = decideSave(editor, scheduled({ targets: to(1, 3, 2) }), world);
    expect(published.map(({ id }) => id)).toEqual([1]);
    expect(write.targets.map(({ channel_id, position }) => [channel_id, position])).toEqual([
      [3, 2],
      [2, 3],
    ]);
    expect(clear.keepChannelIds).toEqual([3, 2]);
  });

  test('writes the files that its targets name, and those of published targets that still exist', () => {
    const targets = [target(1, 'published'), target(2, 'failed')];
    const places = [
      { channelId: 1, field: 'targets.0.media_ids.0', id: 9 },
      { channelId: 2, field: 'targets.1.media_ids.0', id: 5 },
      { channelId: 2, field: 'targets.1.settings.cover', id: 5 },
    ];
    const world = { ...fresh, old: old('failed', { targets }), files, places, publishedFiles: [6, 8] };
    expect(decideSave(editor, scheduled(), world).write.fileIds).toEqual([5, 6]);
  });

  test('into the queue takes the slot that was found', () => {
    const body = scheduled({ queue: true, scheduled_at: null });
    const slot = '2030-02-01T09:00:00.000000Z';
    expect(decideSave(editor, body, { ...fresh, slot }).write.scheduledAt).toBe(slot);
  });

  test.each<[string, Partial<SentPost>, string | null, number[] | null]>([
    ['nothing', { content: 'Former', media_ids: [5] }, null, null],
    ['another text', { media_ids: [5] }, 'Former', null],
    ['other files', { content: 'Former', media_ids: [6] }, null, [5]],
    ['the files in another order', { content: 'Former', media_ids: [6, 5] }, null, [5, 6]],
    ['neither text nor files', { content: '', media_ids: [] }, 'Former', [5]],
  ])('with %s keeps on a published target what went out', (what, more, content, media_ids) => {
    const own = { ...target(3, 'published'), content: '', media_ids: [] };
    const targets = [target(1, 'published'), target(2, 'failed'), own];
    const mediaIds = what.includes('order') ? [5, 6] : [5];
    const world = { ...fresh, files, old: old('failed', { targets, mediaIds }) };
    const { published, write } = decideSave(editor, scheduled({ ...more, targets: to(1, 2, 3) }), world);
    expect(published).toEqual([{ ...target(1, 'published'), content, media_ids }, own]);
    expect(write.fileIds).toEqual(media_ids ?? []);
    expect(write.targets.map((each) => each.channel_id)).toEqual([2]);
  });

  test('sends again only what was confirmed', () => {
    const world = { ...fresh, old: old('failed', { doubts: [target(1, 'failed')] }) };
    const body = scheduled({ confirm_resend: [1] });
    expect(decideSave(editor, body, world).clear.resend).toEqual([1]);
    expect(refusalOf(editor, scheduled(), world)).toMatchObject({ code: 'confirm_resend_required' });
    // A draft keeps the doubt of a channel that it keeps.
    expect(() => decideSave(editor, scheduled({ status: 'draft' }), world)).not.toThrow();
  });
});

describe('a save is refused', () => {
  const misfit: Fitting = {
    versions: [],
    advice: [],
    misfits: [
      {
        channelId: 1,
        settings: [detail('targets.0.settings.tone', 'unknown_field')],
        violations: [
          {
            ...{ channel_id: 1, platform: 'sandbox', target: 0, field: 'settings.tone' },
            ...{ rule: 'settings.unknown_field', measured: 1, limit: 0, unit: 'violations', message: '' },
          },
        ],
      },
    ],
  };
  const noSlot = invalid([detail('queue', 'no_free_slot')]);
  const partly = old('failed', { targets: [target(1, 'published'), target(2, 'failed')] });
  const queued = scheduled({ queue: true, scheduled_at: null });
  const rows: [string, Caller, SentPost, Partial<World>, string, string[]?][] = [
    [
      'for a channel that does not exist',
      editor,
      scheduled({ targets: to(1, 9) }),
      {},
      'invalid',
      ['targets.1.channel_id'],
    ],
    [
      'for a channel beyond the caller’s limits',
      { ...editor, channelIds: [1] },
      scheduled(),
      {},
      'invalid',
      ['targets.1.channel_id'],
    ],
    [
      'for a file that does not exist',
      editor,
      scheduled({ media_ids: [5, 8] }),
      { files },
      'invalid',
      ['media_ids.1'],
    ],
    [
      'for a file of a target that does not exist',
      editor,
      scheduled(),
      { files, places: [5, 8].map((id) => ({ channelId: 1, field: `targets.0.settings.${id}`, id })) },
      'invalid',
      ['targets.0.settings.8'],
    ],
    [
      'for more files of its targets than a post may have',
      editor,
      scheduled(),
      { places: Array.from({ length: 201 }, (_, id) => ({ channelId: 1, field: 'x', id })) },
      'invalid',
      ['targets'],
    ],
    [
      'that a network does not accept',
      editor,
      scheduled(),
      { fitting: misfit },
      'limits_exceeded',
      ['targets.0.settings.tone'],
    ],
    ['of a published post', editor, scheduled(), { old: old('published') }, 'post_published'],
    ['of a post that is being published', editor, scheduled(), { old: old('publishing') }, 'post_published'],
    [
      'as a draft, once a channel shows it',
      editor,
      scheduled({ status: 'draft' }),
      { old: partly },
      'post_partly_published',
    ],
    [
      'for channels that all show it',
      editor,
      scheduled({ targets: to(1) }),
      { old: partly },
      'invalid',
      ['targets'],
    ],
    ['as an empty draft', editor, { status: 'draft' }, { old: old('draft') }, 'invalid', ['body']],
    ['without a free slot', editor, queued, { slot: noSlot }, 'invalid', ['queue']],
    ['as a queued draft', editor, { ...queued, status: 'draft' }, {}, 'invalid', ['queue']],
    [
      'first for its channel, then for its slot',
      editor,
      { ...queued, targets: to(9) },
      { slot: noSlot },
      'invalid',
      ['targets.0.channel_id'],
    ],
  ];
  test.each(rows)('%s', (_, who, body, world, code, fields = []) => {
    const problem = refusalOf(who, body, { ...fresh, ...world });
    expect([problem.code, Object.keys(problem.more.errors ?? {})]).toEqual([code, fields]);
  });

  test('unless the channel already shows the post', () => {
    const world = { ...fresh, old: partly, fitting: misfit };
    expect(() => decideSave({ ...editor, channelIds: [2] }, scheduled(), world)).not.toThrow();
  });
});
