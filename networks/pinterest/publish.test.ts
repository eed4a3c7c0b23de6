import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Media, Outgoing, Published, Session } from '../core/network.ts';
import { makeMedia } from '../testing/media.ts';
import { startTarget } from '../testing/target.ts';
import { type PinterestFake, startFake } from './fake.ts';
import type { refuse } from './fake-refusals.ts';
import { storage } from './fake-videos.ts';
import { pinterest } from './index.ts';

let fake: PinterestFake;
beforeEach(async () => {
  fake = await startFake();
});
afterEach(() => fake.server.close());

const board = { board_id: '100' };
const video = makeMedia({ kind: 'video', altText: null });

function start(post: Partial<Outgoing> = {}, own: Partial<Session> = {}) {
  return startTarget(pinterest, { text: 'Ding', settings: board, media: [makeMedia()], ...post }, fake, own);
}

async function hashOf(file: Media): Promise<string> {
  const hash = createHash('sha256');
  for await (const bytes of file.open()) hash.update(bytes);
  return hash.digest('hex');
}

const calls = () =>
  fake.server.requests.map(({ method, path }) => `${method} ${path.replace('/api.pinterest.com/v5', '')}`);
const bodies = () => fake.pinterest.pins.all.map(({ body }) => body);
const refuseNext = (name: string, ...answers: ReturnType<typeof refuse>[]) =>
  fake.pinterest.refusals.set(name, answers);

describe('a picture', () => {
  test('is one request, with all settings', async () => {
    const settings = {
      ...board,
      board_section_id: '101',
      title: 'The bell',
      link: 'https://example.com/bells',
      dominant_color: '#6E7874',
    };
    expect(await start({ settings }).finish()).toEqual({
      kind: 'published',
      id: '900000000000000000',
      url: 'https://www.pinterest.com/pin/900000000000000000/',
      warnings: [],
    });
    expect(calls()).toEqual(['POST /pins']);
    const data = `sha256:${await hashOf(makeMedia())}`;
    expect(bodies()).toEqual([
      {
        ...settings,
        description: 'Ding',
        alt_text: 'A bell',
        media_source: { source_type: 'image_base64', content_type: 'image/png', data },
      },
    ]);
  });

  test('leaves out what is not set', async () => {
    await start({ text: '', media: [makeMedia({ altText: null })] }).finish();
    expect(Object.keys(bodies()[0] ?? {})).toEqual(['board_id', 'media_source']);
  });

  test.each([['../1'], [7], ['']])('whose id is %j is in doubt', async (id) => {
    refuseNext('POST /pins', { status: 201, body: { id } });
    expect(await start().try()).toMatchObject({ kind: 'later', because: 'in_doubt' });
  });

  // Its OpenAPI document has 200 as well as 201.
  test('is published whether Pinterest answers with 200 or 201', async () => {
    refuseNext('POST /pins', { status: 200, body: { id: '900000000000000007' } });
    expect(await start().try()).toMatchObject({ kind: 'published', id: '900000000000000007' });
  });

  test('without a file is refused before anything is sent', async () => {
    expect(await start({ media: [] }).try()).toMatchObject({ kind: 'failed', code: 'rejected' });
    expect(calls()).toEqual([]);
  });
});

test('a carousel has its pictures in order, and the first alt text', async () => {
  const files = [1, 2, 3].map((id) =>
    makeMedia({
      id,
      mimeType: id === 2 ? 'image/jpeg' : 'image/png',
      altText: id === 1 ? null : `Bell ${id}`,
      size: id,
      async *open() {
        yield Buffer.alloc(id, id);
      },
    }),
  );
  expect(await start({ media: files }).finish()).toMatchObject({ kind: 'published' });
  expect(bodies()).toMatchObject([
    {
      alt_text: 'Bell 2',
      media_source: { source_type: 'multiple_image_base64', items: [{}, { content_type: 'image/jpeg' }, {}] },
    },
  ]);
  expect(fake.pinterest.pins.all[0]?.files).toEqual(await Promise.all(files.map(hashOf)));
});

describe('a video', () => {
  test('is registered, sent to the storage without credentials, awaited and pinned', async () => {
    const settings = { ...board, cover_at_ms: 2999 };
    expect(await start({ settings, media: [video] }).finish()).toMatchObject({ kind: 'published' });
    const [id = ''] = fake.pinterest.videos.all.keys();
    expect(calls()).toEqual([
      'POST /media',
      `POST /${storage}/`,
      `GET /media/${id}`,
      `GET /media/${id}`,
      'POST /pins',
    ]);
    const form = fake.server.requests[1];
    expect(form?.headers.authorization).toBeUndefined();
    expect(Object.keys(form?.headers ?? {})).not.toContain('transfer-encoding');
    expect(bodies()).toMatchObject([
      { media_source: { source_type: 'video_id', media_id: id, cover_image_key_frame_time: 2 } },
    ]);
    expect(fake.shown?.()).toMatchObject([{ media: [{ sha256: await hashOf(video) }] }]);
  });

  test('shows its first moment by default', async () => {
    await start({ media: [video] }).finish();
    expect(bodies()).toMatchObject([{ media_source: { cover_image_key_frame_time: 0 } }]);
  });

  test('has a picture of the library as its cover', async () => {
    const files = new Map([[7, makeMedia({ id: 7, mimeType: 'image/jpeg' })]]);
    await start({ settings: { ...board, cover: 7 }, media: [video], files }).finish();
    const cover_image_data = `sha256:${await hashOf(makeMedia())}`;
    expect(bodies()).toMatchObject([
      { media_source: { cover_image_content_type: 'image/jpeg', cover_image_data } },
    ]);
    expect(bodies()[0]?.media_source).not.toHaveProperty('cover_image_key_frame_time');
  });

  test('whose cover is missing is refused', async () => {
    const target = start({ settings: { ...board, cover: 7 }, media: [video] });
    expect(await target.finish()).toMatchObject({
      kind: 'failed',
      message: 'The cover of the video is missing.',
    });
  });

  test('that is still processed holds no worker', async () => {
    fake.pinterest.videos.questions = 3;
    expect(await start({ media: [video] }).try()).toMatchObject({ because: 'processing', seconds: 10 });
    expect(bodies()).toEqual([]);
  });

  test('that cannot be processed fails the pin with the reason', async () => {
    fake.pinterest.videos.failure = 'BAD_CODEC';
    expect(await start({ media: [video] }).finish()).toMatchObject({
      kind: 'failed',
      message: 'Pinterest cannot process this video. Its reason is bad codec.',
    });
  });

  test('that the storage refuses is registered and sent again', async () => {
    fake.pinterest.videos.refusals.push({
      status: 403,
      body: '<Error><Code>RequestTimeTooSkewed</Code></Error>',
    });
    const target = start({ media: [video] });
    expect(await target.try()).toMatchObject({ kind: 'later', because: 'unavailable' });
    expect(await target.finish()).toMatchObject({ kind: 'published' });
    expect(fake.pinterest.videos.all.size).toBe(2);
  });

  test('that is too large for the storage fails the pin', async () => {
    fake.pinterest.videos.refusals.push({ status: 400, body: '<Error><Code>EntityTooLarge</Code></Error>' });
    expect(await start({ media: [video] }).finish()).toMatchObject({ kind: 'failed', code: 'rejected' });
  });

  test('that Pinterest has forgotten is sent again', async () => {
    const target = start({ media: [video] });
    fake.pinterest.videos.questions = 2;
    expect(await target.try()).toMatchObject({ because: 'processing' });
    fake.pinterest.videos.all.clear();
    expect(await target.finish()).toMatchObject({ kind: 'published' });
  });

  test.each([
    [{ upload_url: 'javascript:alert(1)' }],
    [{ upload_url: '' }],
    [{ upload_parameters: {} }],
    [{ upload_parameters: null }],
    [{ upload_parameters: { 'a"\r\nx': '1' } }],
    [{ upload_parameters: { key: 'a\r\nb' } }],
    [{ upload_parameters: { key: 7 } }],
    [{ media_id: '../1' }],
  ])('is sent nowhere if the registration makes no sense: %j', async (registration) => {
    fake.pinterest.videos.registration = registration;
    expect(await start({ media: [video] }).try()).toMatchObject({ kind: 'later', because: 'unavailable' });
    expect(calls()).toEqual(['POST /media']);
  });

  test('is sent nowhere if the connection is not private', async () => {
    const { port } = new URL(fake.server.url);
    fake.pinterest.videos.registration = { upload_url: `http://localhost:${port}/${storage}/` };
    expect(await start({ media: [video] }).try()).toMatchObject({ kind: 'later', because: 'unavailable' });
    expect(calls()).toEqual(['POST /media']);
  });

  test('leaves no secret of the storage in the journal', async () => {
    const results: unknown[] = [];
    const publish: (typeof pinterest)['publish'] = (post, session, run) =>
      pinterest.publish(post, session, {
        until: run.until.bind(run),
        commit: run.commit.bind(run),
        after: run.after.bind(run),
        pause: run.pause.bind(run),
        step: async (name, effect, options) => {
          const result = await run.step(name, effect, options);
          results.push(result);
          return result;
        },
      });
    const post = { text: 'Ding', settings: board, media: [video] };
    await startTarget({ ...pinterest, publish }, post, fake).finish();
    const [id] = fake.pinterest.videos.all.keys();
    expect(new Set(results)).toEqual(new Set([id]));
  });
});

describe('an app with Trial access', () => {
  test('pins in the sandbox, and says that nobody else sees it', async () => {
    fake.pinterest.isTrial = true;
    const seen: Published[] = [];
    const publish: (typeof pinterest)['publish'] = async (...all) => {
      const published = await pinterest.publish(...all);
      seen.push(published);
      return published;
    };
    const post = { text: 'Ding', settings: board, media: [makeMedia()] };
    const app = { ...fake.app, tier: 'trial' };
    expect(await startTarget({ ...pinterest, publish }, post, fake, { app }).finish()).toMatchObject({
      kind: 'published',
    });
    expect(calls()).toEqual(['POST /api-sandbox.pinterest.com/v5/pins']);
    expect(seen).toMatchObject([{ warnings: [expect.stringContaining('Only this account sees its pins')] }]);
  });

  test('that the operator calls standard waits for the operator', async () => {
    fake.pinterest.isTrial = true;
    expect(await start().try()).toMatchObject({ kind: 'later', because: 'throttled', seconds: 900 });
  });
});

describe('a refusal', () => {
  test('of the board names its setting', async () => {
    const target = start({ settings: { board_id: '999' } });
    expect(await target.try()).toMatchObject({
      kind: 'failed',
      code: 'rejected',
      field: 'settings.board_id',
    });
  });

  test('of the link names its setting', async () => {
    const target = start({ settings: { ...board, link: 'https://spam.example/' } });
    expect(await target.try()).toMatchObject({ kind: 'failed', field: 'settings.link' });
  });

  test('for an expired token leads to a refresh, and the video is not sent again', async () => {
    fake.server.faults.push('expire');
    expect(await start({ media: [video] }).finish()).toMatchObject({ kind: 'published' });
    expect(fake.pinterest.videos.all.size).toBe(1);
  });
});
