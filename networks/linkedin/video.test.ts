import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Media, Outgoing } from '../core/network.ts';
import type { LinkedinFake } from '../families/linkedin/fake-linkedin.ts';
import { makeMedia } from '../testing/media.ts';
import { startTarget, type TestTarget } from '../testing/target.ts';
import { startFake } from './fake.ts';
import { linkedin } from './index.ts';

const KiB = 1024;

let fake: LinkedinFake;
beforeEach(async () => {
  fake = await startFake();
});
afterEach(() => fake.server.close());

function start(post: Partial<Outgoing> = {}): TestTarget {
  return startTarget(linkedin, post, fake);
}

function makeVideo(size: number): Media {
  async function* open({ start, end = size } = { start: 0, end: size }) {
    for (let at = start; at < end; at += 1) yield Buffer.from([at % 251]);
  }
  return makeMedia({ kind: 'video', size, open });
}

async function hashOf(file: Media): Promise<string> {
  const hash = createHash('sha256');
  for await (const bytes of file.open()) hash.update(bytes);
  return hash.digest('hex');
}

const contents = () =>
  fake.linkedin.posts.all.map(({ body: { commentary, content } }) => ({ commentary, content }));
const listCalls = () =>
  fake.server.requests.map(({ method, path, query }) =>
    `${method} ${path.replace(/[\w-]{36}$/, '…')} ${query}`.trim(),
  );

describe('a video', () => {
  const size = 150 * KiB;

  test('is uploaded in parts, and no access token goes to their addresses', async () => {
    const video = makeVideo(size);
    const files = new Map([[7, makeMedia({ id: 7 })]]);
    const target = start({ media: [video], settings: { title: 'Bells', cover: 7 }, files });
    expect(await target.finish()).toMatchObject({
      kind: 'published',
      id: expect.stringMatching(/^urn:li:ugcPost:/),
    });
    const [opening, ...rest] = fake.server.requests;
    expect(opening?.json).toEqual({
      initializeUploadRequest: {
        owner: 'urn:li:person:Ylpq-RobP9',
        fileSizeBytes: size,
        uploadCaptions: false,
        uploadThumbnail: true,
      },
    });
    const puts = rest.filter(({ method }) => method === 'PUT').map(({ headers }) => headers);
    expect(puts.map((headers) => Number(headers['content-length']))).toEqual([
      64 * KiB,
      64 * KiB,
      22 * KiB,
      70,
    ]);
    expect(puts.filter(({ authorization }) => authorization !== undefined)).toEqual([]);
    expect(rest.find(({ query }) => query.get('action') === 'finalizeUpload')?.json).toEqual({
      finalizeUploadRequest: {
        video: 'urn:li:video:D4E10AQ1',
        uploadToken: 'token-1',
        uploadedPartIds: ['/ambry-video/token-1-0', '/ambry-video/token-1-1', '/ambry-video/token-1-2'],
      },
    });
    expect(contents()).toMatchObject([
      { content: { media: { id: 'urn:li:video:D4E10AQ1', title: 'Bells' } } },
    ]);
    expect(fake.shown?.()[0]?.media).toEqual([{ sha256: await hashOf(video), alt: null }]);
    expect(fake.shown?.()[0]?.settings.cover).toBe(await hashOf(makeMedia()));
  });

  test('without a cover asks for no address of a cover', async () => {
    await start({ media: [makeVideo(1)] }).finish();
    expect(fake.server.requests[0]?.json).toMatchObject({
      initializeUploadRequest: { uploadThumbnail: false },
    });
    expect(contents()).toEqual([
      { commentary: 'Hello', content: { media: { id: 'urn:li:video:D4E10AQ1' } } },
    ]);
  });

  test('continues after an interruption with the part that is missing', async () => {
    const target = start({ media: [makeVideo(size)] });
    const { put } = fake.linkedin.uploads;
    const answers = [undefined, { status: 503 }];
    fake.linkedin.uploads.put = (...request) => answers.shift() ?? put.apply(fake.linkedin.uploads, request);
    expect(await target.try()).toMatchObject({ kind: 'later', because: 'unavailable' });
    expect(await target.finish()).toMatchObject({ kind: 'published' });
    const lengths = fake.server.requests.flatMap(({ method, headers }) =>
      method === 'PUT' ? [Number(headers['content-length']) / KiB] : [],
    );
    expect(lengths).toEqual([64, 64, 64, 22]);
    expect(fake.linkedin.uploads.assets.size).toBe(1);
  });

  test('whose addresses have ended is uploaded anew, with all of its parts', async () => {
    const video = makeVideo(size);
    const target = start({ media: [video] });
    const { put } = fake.linkedin.uploads;
    let puts = 0;
    fake.linkedin.uploads.put = (...request) => {
      puts += 1;
      if (puts === 2) fake.linkedin.uploads.expire();
      return put.apply(fake.linkedin.uploads, request);
    };
    expect(await target.finish()).toMatchObject({ kind: 'published' });
    expect(puts).toBe(5);
    expect(fake.shown?.()[0]?.media).toEqual([{ sha256: await hashOf(video), alt: null }]);
  });

  test.each([401, 403])(
    'whose addresses answer %i is uploaded anew, and the sign-in stays',
    async (status) => {
      const target = start({ media: [makeVideo(size)] });
      const { put } = fake.linkedin.uploads;
      const answers = [undefined, { status, body: { message: 'URL signature expired', status } }];
      fake.linkedin.uploads.put = (...request) =>
        answers.shift() ?? put.apply(fake.linkedin.uploads, request);
      expect(await target.finish()).toMatchObject({ kind: 'published' });
      expect(fake.linkedin.uploads.assets.size).toBe(2);
    },
  );

  test.each([undefined, ''])(
    'of which LinkedIn names a part %j is not finished without its name',
    async (etag) => {
      const target = start({ media: [makeVideo(1)] });
      const { put } = fake.linkedin.uploads;
      const headers = etag === undefined ? {} : { etag };
      const answers = [{ status: 200, headers }];
      fake.linkedin.uploads.put = (...request) =>
        answers.shift() ?? put.apply(fake.linkedin.uploads, request);
      expect(await target.try()).toMatchObject({ kind: 'later', because: 'unavailable' });
      expect(await target.finish()).toMatchObject({ kind: 'published' });
    },
  );

  test('is published with a warning if LinkedIn names no address for its cover', async () => {
    const files = new Map([[7, makeMedia({ id: 7 })]]);
    const { uploads } = fake.linkedin;
    const { open } = uploads;
    uploads.open = (...request) => {
      const answer = open.apply(uploads, request);
      delete (answer.body as { value: { thumbnailUploadUrl?: string } }).value.thumbnailUploadUrl;
      return answer;
    };
    expect(await start({ media: [makeVideo(1)], settings: { cover: 7 }, files }).finish()).toMatchObject({
      kind: 'published',
      warnings: ['LinkedIn did not take the cover of the video. It named no address for it.'],
    });
  });

  test.each([
    ['is published', true, { kind: 'published' }],
    ['fails if LinkedIn still waits for it', false, { kind: 'failed' }],
  ])('of which LinkedIn refuses a second end after a lost answer %s', async (_, isStored, outcome) => {
    const target = start({ media: [makeVideo(1)] });
    const { uploads } = fake.linkedin;
    const { finish } = uploads;
    let ends = 0;
    uploads.finish = (request) => {
      ends += 1;
      if (ends > 1) return { status: 400, body: { message: 'The upload is finalized.', status: 400 } };
      if (isStored) finish.call(uploads, request);
      return { status: 502 };
    };
    expect(await target.finish()).toMatchObject(outcome);
    expect(ends).toBe(2);
  });

  test('in processing is asked for every 20 seconds, and blocks no worker', async () => {
    fake.linkedin.uploads.processing = 2;
    const target = start({ media: [makeVideo(1)] });
    for (let asked = 0; asked < 2; asked += 1) {
      expect(await target.try()).toMatchObject({ kind: 'later', because: 'processing', seconds: 20 });
      target.wait(20);
    }
    expect(await target.try()).toMatchObject({ kind: 'published' });
    expect(fake.linkedin.uploads.assets.size).toBe(1);
  });

  test('that LinkedIn cannot process fails the post, and the error names the file', async () => {
    fake.linkedin.uploads.failure = 'UNSUPPORTED_CODEC';
    expect(await start({ media: [makeVideo(1)] }).try()).toMatchObject({
      kind: 'failed',
      code: 'rejected',
      field: 'media_ids.0',
      message: 'LinkedIn could not process this video: unsupported codec.',
    });
  });

  test.each([
    ['no parts', []],
    [
      'a gap between the parts',
      [
        [0, 3],
        [5, 9],
      ],
    ],
    [
      'a part that is missing at the end',
      [
        [0, 3],
        [4, 8],
      ],
    ],
    ['a part that begins too late', [[1, 9]]],
    [
      'parts that overlap',
      [
        [0, 5],
        [5, 9],
      ],
    ],
    [
      'a part that ends before it begins',
      [
        [0, 9],
        [10, 8],
      ],
    ],
    [
      'a part without bytes',
      [
        [0, 9],
        [10, 9],
      ],
    ],
    ['numbers that are none', [['x', 'y']]],
  ])('is not uploaded with %s', async (_, parts) => {
    const uploadUrl = `${fake.server.url}/www.linkedin.com/dms-uploads/1`;
    const uploadInstructions = parts.map(([firstByte, lastByte]) => ({ uploadUrl, firstByte, lastByte }));
    const value = { video: 'urn:li:video:1', uploadToken: '', uploadInstructions };
    fake.linkedin.refusals.push({ status: 200, body: { value } });
    expect(await start({ media: [makeVideo(10)] }).try()).toMatchObject({
      kind: 'later',
      because: 'unavailable',
    });
    expect(listCalls()).toHaveLength(1);
  });

  test('is sent to no address of another host', async () => {
    const uploadInstructions = [{ uploadUrl: 'https://evil.example/', firstByte: 0, lastByte: 9 }];
    const value = { video: 'urn:li:video:1', uploadToken: '', uploadInstructions };
    fake.linkedin.refusals.push({ status: 200, body: { value } });
    expect(await start({ media: [makeVideo(10)] }).try()).toMatchObject({
      kind: 'later',
      because: 'unavailable',
    });
    expect(listCalls()).toHaveLength(1);
  });
});
