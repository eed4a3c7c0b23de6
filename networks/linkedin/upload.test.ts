import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Media, Outgoing } from '../core/network.ts';
import type { LinkedinFake } from '../families/linkedin/fake-linkedin.ts';
import { refuse } from '../families/linkedin/fake-refusal.ts';
import { makeMedia } from '../testing/media.ts';
import { startTarget, type TestTarget } from '../testing/target.ts';
import { startFake } from './fake.ts';
import { linkedin } from './index.ts';

let fake: LinkedinFake;
beforeEach(async () => {
  fake = await startFake();
});
afterEach(() => fake.server.close());

function start(post: Partial<Outgoing> = {}): TestTarget {
  return startTarget(linkedin, post, fake);
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

describe('images', () => {
  test('are uploaded before the post, each with its own alternative text', async () => {
    const media = [
      makeMedia({ id: 1, altText: 'A bell' }),
      makeMedia({ id: 2, altText: null }),
      makeMedia({ id: 3, altText: '' }),
    ];
    await start({ media }).finish();
    const images = [
      { id: 'urn:li:image:D4E10AQ1', altText: 'A bell' },
      { id: 'urn:li:image:D4E10AQ2' },
      { id: 'urn:li:image:D4E10AQ3' },
    ];
    expect(contents()).toMatchObject([{ content: { multiImage: { images } } }]);
    const open = 'POST /api.linkedin.com/rest/images action=initializeUpload';
    const put = 'PUT /www.linkedin.com/dms-uploads/…';
    expect(listCalls()).toEqual([open, put, open, put, open, put, 'POST /api.linkedin.com/rest/posts']);
    const opened = fake.server.requests.filter(({ path }) => path.endsWith('/rest/images'));
    expect(opened.map(({ json }) => json)).toEqual(
      Array(3).fill({ initializeUploadRequest: { owner: 'urn:li:person:Ylpq-RobP9' } }),
    );
    const sha256 = await hashOf(makeMedia());
    expect(fake.shown?.()[0]?.media).toEqual([
      { sha256, alt: 'A bell' },
      { sha256, alt: null },
      { sha256, alt: null },
    ]);
  });

  test('that stand alone are the post’s only file', async () => {
    await start({ text: '', media: [makeMedia()] }).finish();
    const media = { id: 'urn:li:image:D4E10AQ1', altText: 'A bell' };
    expect(contents()).toEqual([{ commentary: '', content: { media } }]);
  });

  test('that LinkedIn still processes make the post wait 20 seconds', async () => {
    const target = start({ media: [makeMedia()] });
    fake.linkedin.posts.create = ((create) => {
      let isEarly = true;
      return (request) => {
        if (!isEarly) return create.call(fake.linkedin.posts, request);
        isEarly = false;
        return refuse(400, 'MEDIA_ASSET_WAITING_UPLOAD');
      };
    })(fake.linkedin.posts.create);
    expect(await target.try()).toMatchObject({ kind: 'later', because: 'throttled', seconds: 20 });
    target.wait(20);
    expect(await target.try()).toMatchObject({ kind: 'published' });
    expect(fake.linkedin.uploads.assets.size).toBe(1);
  });

  test('whose address has ended are uploaded anew', async () => {
    const target = start({ media: [makeMedia({ id: 1 }), makeMedia({ id: 2 })] });
    const { put } = fake.linkedin.uploads;
    let puts = 0;
    fake.linkedin.uploads.put = (...request) => {
      puts += 1;
      if (puts === 2) fake.linkedin.uploads.expire();
      return put.apply(fake.linkedin.uploads, request);
    };
    expect(await target.try()).toMatchObject({ kind: 'later', because: 'processing' });
    expect(await target.finish()).toMatchObject({ kind: 'published' });
    expect(contents()).toMatchObject([
      {
        content: {
          multiImage: { images: [{ id: 'urn:li:image:D4E10AQ1' }, { id: 'urn:li:image:D4E10AQ3' }] },
        },
      },
    ]);
  });

  test.each([404, 410])('whose address answers %i are uploaded anew', async (status) => {
    const { put } = fake.linkedin.uploads;
    fake.linkedin.uploads.put = () => {
      fake.linkedin.uploads.put = put;
      return { status };
    };
    expect(await start({ media: [makeMedia()] }).finish()).toMatchObject({ kind: 'published' });
    expect(fake.linkedin.uploads.assets.size).toBe(2);
  });

  test.each([
    ['at another host', 'https://evil.example/dms-uploads/1'],
    ['of another scheme', 'ftp://www.linkedin.com/dms-uploads/1'],
    ['whose host only begins like LinkedIn’s', 'https://www.linkedin.com.evil.example/1'],
  ])('are sent to no address %s', async (_, uploadUrl) => {
    const value = { image: 'urn:li:image:1', uploadUrl };
    fake.linkedin.refusals.push({ status: 200, body: { value } });
    expect(await start({ media: [makeMedia()] }).try()).toMatchObject({
      kind: 'later',
      because: 'unavailable',
    });
    expect(listCalls()).toHaveLength(1);
  });

  test('with a URN that cannot be one are not posted', async () => {
    fake.linkedin.refusals.push({ status: 200, body: { value: { image: 'x', uploadUrl: fake.server.url } } });
    expect(await start({ media: [makeMedia()] }).try()).toMatchObject({
      kind: 'later',
      because: 'unavailable',
    });
  });
});

test('the addresses of uploads are stored sealed', async () => {
  const sealed: Record<string, boolean | undefined> = {};
  const publish: (typeof linkedin)['publish'] = (post, session, run) =>
    linkedin.publish(post, session, {
      until: run.until.bind(run),
      commit: run.commit.bind(run),
      after: run.after.bind(run),
      pause: run.pause.bind(run),
      step: (name, effect, options) => {
        sealed[name] = options?.sealed;
        return run.step(name, effect, options);
      },
    });
  for (const media of [[makeMedia()], [makeMedia({ kind: 'video' })]])
    await startTarget({ ...linkedin, publish }, { media }, fake).finish();
  expect(sealed).toEqual({
    'image 0': true,
    'image 0 bytes': undefined,
    video: true,
    'part 0': undefined,
    'finish video': undefined,
  });
});
