/** Files of one channel: its own in place of the post's, and those that its settings name. */
import type { Channel } from '@belfry/contract/channels.ts';
import type { PostIn } from '@belfry/contract/posts.ts';
import sharp from 'sharp';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { prepareDueSoon } from '../../src/media/convert/prepare.ts';
import { checkAhead } from '../../src/publishing/checks/checker.ts';
import { app } from '../support/app.ts';
import { openGallery } from '../support/gallery.ts';
import { keyOf, makePicture, upload } from '../support/media.ts';
import { makeMedia } from '../support/people.ts';
import { createPost, getPost, refusalOf, scheduledFor } from '../support/posts.ts';
import { addPicture, decide } from '../support/reviews.ts';
import { connectSandbox } from '../support/sandbox.ts';

const gallery = openGallery();
const service = await app({ networks: gallery.networks, workspace: { requires_approval: true } });
const [author, admin, stranger] = [
  await service.as('author'),
  await service.as('admin'),
  await service.inWorkspace(),
];
afterAll(() => service.close());

const [one, two] = [await connectSandbox(service), await connectSandbox(service)];
const foreign = await makeMedia(service.db, stranger.workspaceId);
beforeEach(() => void gallery.received.splice(0));

interface Shown {
  media_ids?: number[] | null;
  image_fit?: 'pad' | 'crop' | null;
  settings?: Record<string, unknown>;
}

/** A post with `media_ids` of its own, whose first target shows `shown`. */
const showing = (shown: Shown, more: Partial<PostIn> = {}, channels: Channel[] = [one, two]) => ({
  ...scheduledFor([], more),
  targets: channels.map(({ id }, at) => ({ channel_id: id, ...(at === 0 ? shown : {}) })),
});

const thread = (...media_ids: number[]) => [{ text: 'Second', media_ids }];

test('a channel with its own files publishes these, and the others those of the post', async () => {
  const [post, first, second] = [
    await addPicture(service),
    await addPicture(service),
    await addPicture(service),
  ];
  const saved = await createPost(service, showing({ media_ids: [second, first] }, { media_ids: [post] }));
  expect(saved.targets.map(({ media_ids }) => media_ids)).toEqual([[second, first], null]);
  expect([saved.media.map(({ id }) => id), saved.files.map(({ id }) => id)]).toEqual([
    [post],
    [first, second],
  ]);
  expect(await getPost(service, saved)).toEqual(saved);
  await service.publishDue();
  const shown = gallery.received.map(({ media }) => media.map(({ id }) => id));
  expect(shown.toSorted((a, b) => b.length - a.length)).toEqual([[second, first], [post]]);
});

test('a channel without files of its own shows no files, and needs a text then', async () => {
  const post = await addPicture(service);
  const saved = await createPost(service, showing({ media_ids: [] }, { media_ids: [post] }, [one]));
  expect(saved.targets[0]?.media_ids).toEqual([]);
  await service.publishDue();
  expect(gallery.received.map(({ media }) => media)).toEqual([[]]);
  const empty = showing({ media_ids: [] }, { media_ids: [post], content: '' }, [one]);
  expect(refusalOf(await service.call('createPost', { body: empty }))).toEqual([
    'limits_exceeded',
    'targets.0.content',
  ]);
});

test('the limits of each channel hold for its own files, and the answer names their place', async () => {
  const heavy = await makeMedia(service.db, service.workspaceId, {
    kind: 'video',
    mime_type: 'video/mp4',
    size: 2e6,
  });
  const body = showing({ media_ids: [heavy] });
  const { data } = await service.call('validatePost', { body });
  expect(data.violations).toMatchObject([{ target: 0, field: 'media_ids.0', rule: 'video.bytes' }]);
  expect(refusalOf(await service.call('createPost', { body }))).toEqual([
    'limits_exceeded',
    'targets.0.media_ids.0',
  ]);
  const own = await addPicture(service);
  expect(
    (await service.call('createPost', { body: showing({ media_ids: [own] }, { media_ids: [heavy] }, [one]) }))
      .status,
  ).toBe(201);
});

test('the network gets the files that the settings name, converted like those of the post', async () => {
  const [cover, part] = [await addPicture(service, 'A cover'), await addPicture(service, 'A part')];
  await service.db.rows('update channels set limits = $2 where id = $1', [
    one.id,
    { 'image.types': ['image/jpeg'] },
  ]);
  const saved = await createPost(
    service,
    showing({ settings: { cover, thread: thread(part, cover) } }, {}, [one]),
  );
  expect(saved.files.map(({ id }) => id)).toEqual([cover, part]);
  await service.publishDue();
  const received = gallery.received.find(({ files }) => files.length > 0);
  expect(received?.files.map(({ id, mimeType, altText }) => [id, mimeType, altText]).sort()).toEqual([
    [cover, 'image/jpeg', 'A cover'],
    [part, 'image/jpeg', 'A part'],
  ]);
  for (const { bytes } of received?.files ?? []) expect((await sharp(bytes).metadata()).format).toBe('jpeg');
  expect(received?.media).toEqual([]);
  await service.db.rows("update channels set limits = '{}' where id = $1", [one.id]);
});

describe('a file that does not exist in the workspace is refused', () => {
  const rows: [string, (id: number) => Shown, string][] = [
    ['in media_ids', (id) => ({ media_ids: [id] }), 'targets.0.media_ids.0'],
    ['as a cover', (id) => ({ settings: { cover: id } }), 'targets.0.settings.cover'],
    [
      'in a thread',
      (id) => ({ settings: { thread: ['a', ...thread(id)] } }),
      'targets.0.settings.thread.1.media_ids.0',
    ],
  ];
  test.each(rows)('%s', async (_, name, field) => {
    for (const id of [foreign, 999_999_999]) {
      for (const status of ['draft', 'scheduled'] as const) {
        const answer = await service.call('createPost', { body: showing(name(id), { status }) });
        expect([answer.status, ...refusalOf(answer)]).toEqual([422, 'invalid', field]);
      }
      expect(refusalOf(await service.call('validatePost', { body: showing(name(id)) }))).toEqual([
        'invalid',
        field,
      ]);
    }
    expect(await service.db.rows('select * from post_files where media_id = $1', [foreign])).toEqual([]);
  });

  test('and settings of a draft with other values than ids are kept as they are', async () => {
    const settings = { cover: 'none', thread: [{ media_ids: ['7', null, -1] }] };
    const saved = await createPost(service, showing({ settings }, { status: 'draft' }, [one]));
    expect([saved.targets[0]?.settings, saved.files]).toEqual([settings, []]);
  });
});

test('thousands of ids are refused with a short answer, and at most 200 files are looked up', async () => {
  const idsFrom = (from: number, count: number) => Array.from({ length: count }, (_, n) => from + n);
  const naming = (ids: number[]) => ({ thread: [{ text: 'x', media_ids: ids }] });
  const channels = [one, two, await connectSandbox(service)];
  const send = (...settings: object[]) =>
    service.call('createPost', {
      body: {
        ...scheduledFor([], { status: 'draft' }),
        targets: settings.map((each, at) => ({ channel_id: channels[at]?.id ?? 0, settings: { ...each } })),
      },
    });
  const many = await send(...[1000, 2000, 3000].map((from) => naming(idsFrom(from, 190))));
  expect(many.error.errors).toEqual({ targets: ['targets may name at most 200 different files.'] });
  const unknown = await send(...[1000, 1000, 1000].map((from) => naming(idsFrom(from, 190))));
  expect([unknown.status, Object.keys(unknown.error.errors ?? {}).length]).toEqual([422, 100]);
});

describe('a file that a target names', () => {
  const ways: [string, (id: number) => Shown][] = [
    ['among its own files', (id) => ({ media_ids: [id] })],
    ['in its settings', (id) => ({ settings: { cover: id } })],
  ];
  test.each(ways)('%s cannot be deleted until the post is published, and leaves it then', async (_, name) => {
    const id = await addPicture(service);
    const saved = await createPost(
      service,
      showing(name(id), { scheduled_at: await service.clock.in('1 hour') }, [one]),
    );
    const remove = () => service.call('deleteMedia', { params: { id } });
    expect((await remove()).error.code).toBe('media_in_use');
    await service.clock.advance('1 hour');
    await service.publishDue();
    expect((await getPost(service, saved)).status).toBe('published');
    expect((await remove()).status).toBe(204);
    const after = await getPost(service, saved);
    expect([after.files, after.targets[0]?.media_ids ?? []]).toEqual([[], []]);
  });

  test.each(ways)('%s may be deleted when the post no longer names it', async (_, name) => {
    const id = await addPicture(service);
    const saved = await createPost(service, showing(name(id), { status: 'draft' }, [one]));
    await service.call('updatePost', { params: saved, body: showing({}, { status: 'draft' }, [one]) });
    expect((await service.call('deleteMedia', { params: { id } })).status).toBe(204);
  });

  test.each(ways)('%s cannot be deleted while a save attaches it', async (_, name) => {
    const id = await addPicture(service);
    const [saved, removed] = await Promise.all([
      service.call('createPost', { body: showing(name(id), { status: 'draft' }, [one]) }),
      service.call('deleteMedia', { params: { id } }),
    ]);
    expect([
      [201, 409],
      [422, 204],
    ]).toContainEqual([saved.status, removed.status]);
  });

  test.each(ways)('%s is part of what is approved', async (_, name) => {
    const id = await addPicture(service);
    const body = showing(name(id), { scheduled_at: await service.clock.in('1 hour') }, [one]);
    const post = await createPost(author, body);
    await decide(admin, post, 'approve');
    await author.call('updateMedia', { params: { id }, body: { alt_text: 'Another tower' } });
    expect((await getPost(service, post)).status).toBe('pending_approval');
    await decide(admin, post, 'approve');
    await service.clock.advance('1 hour');
    // Somebody changes the file without Belfry noticing.
    await service.db.rows("update media set alt_text = 'Forged' where id = $1", [id]);
    await service.publishDue();
    expect((await getPost(service, post)).status).toBe('pending_approval');
    expect(gallery.received).toEqual([]);
  });

  test.each(ways)('%s is checked and converted before the post is due', async (_, name) => {
    const { id } = (await upload(service, { bytes: await makePicture('png') })).data;
    await service.db.rows('update channels set limits = $2 where id = $1', [
      two.id,
      { 'image.types': ['image/jpeg'] },
    ]);
    const post = await createPost(
      service,
      showing(name(id), { scheduled_at: await service.clock.in('30 minutes') }, [two]),
    );
    await service.clock.advance('21 minutes');
    await prepareDueSoon(service.ctx);
    const made = await service.db.rows('select mime_type from renditions where media_id = $1', [id]);
    expect(made).toEqual([{ mime_type: 'image/jpeg' }]);
    await service.ctx.files.remove(await keyOf(service, id));
    await service.db.rows('update targets set check_at = clock_now() where post_id = $1', [post.id]);
    await checkAhead(service.ctx);
    expect((await getPost(service, post)).targets[0]?.warnings).toEqual([
      expect.stringContaining('is gone from the storage'),
    ]);
    await service.clock.advance('9 minutes');
    await service.publishDue();
  });
});

test('a retry keeps the files of channels that show the post already', async () => {
  const [own, other] = [await addPicture(service), await addPicture(service)];
  const targets = [
    { channel_id: one.id, media_ids: [own], settings: { behaviour: 'ok', cover: other } },
    { channel_id: two.id, settings: { behaviour: 'reject' } },
  ];
  const post = await createPost(service, { ...scheduledFor([]), targets });
  await service.publishDue();
  const failed = await getPost(service, post);
  expect(failed.targets.map(({ status }) => status)).toEqual(['published', 'failed']);
  const body = { ...scheduledFor([]), targets: [{ channel_id: two.id, settings: { behaviour: 'ok' } }] };
  const { data } = await service.call('updatePost', { params: post, body });
  expect(data.targets[0]).toMatchObject({ channel_id: one.id, media_ids: [own] });
  expect(data.files.map(({ id }) => id)).toEqual([own, other]);
});

test('an answer can be sent back as it is', async () => {
  const [own, cover] = [await addPicture(service), await addPicture(service)];
  const post = await createPost(
    service,
    showing({ media_ids: [own], image_fit: 'crop', settings: { cover } }, { status: 'draft' }, [one]),
  );
  const { media: _, ...rest } = post;
  const body = { ...rest, status: 'draft', media_ids: [] } as unknown as PostIn;
  const { data } = await service.call('updatePost', { params: post, body });
  expect(data.targets).toEqual(post.targets);
  expect(data.files).toEqual(post.files);
});
