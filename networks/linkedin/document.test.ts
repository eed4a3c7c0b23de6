import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Media } from '../core/network.ts';
import { makePage } from '../families/linkedin/fake-conformance.ts';
import type { LinkedinFake } from '../families/linkedin/fake-linkedin.ts';
import { refuse } from '../families/linkedin/fake-refusal.ts';
import { makeMedia } from '../testing/media.ts';
import { startTarget, type TestTarget } from '../testing/target.ts';
import { startCommunityFake, startFake } from './fake.ts';
import { linkedin } from './index.ts';

let fake: LinkedinFake;
beforeEach(async () => {
  fake = await startCommunityFake();
});
afterEach(() => fake.server.close());

const pages = [makePage(1), makePage(2)];

function start(media: readonly Media[] = pages, title?: string): TestTarget {
  const settings = { format: 'document', title: title ?? 'Bells of the town' };
  return startTarget(linkedin, { media, settings }, fake);
}

const listCalls = () =>
  fake.server.requests.map(({ method, path, query }) =>
    `${method} ${path.replace(/[\w-]{36}$/, '…')} ${query}`.trim(),
  );
const urn = 'urn:li:document:D4E10AQ1';
const calls = {
  open: 'POST /api.linkedin.com/rest/documents action=initializeUpload',
  put: 'PUT /www.linkedin.com/dms-uploads/…',
  ask: `GET /api.linkedin.com/rest/documents/${encodeURIComponent(urn)}`,
  post: 'POST /api.linkedin.com/rest/posts',
};

test('a document is one upload, awaited, and shown with its title', async () => {
  fake.linkedin.uploads.processing = 2;
  const target = start();
  expect(await target.try()).toMatchObject({ kind: 'later', because: 'processing', seconds: 10 });
  expect(await target.finish()).toMatchObject({ kind: 'published' });
  expect(listCalls()).toEqual([calls.open, calls.put, calls.ask, calls.ask, calls.ask, calls.post]);
  const [open, put] = fake.server.requests;
  expect(open?.json).toEqual({ initializeUploadRequest: { owner: 'urn:li:person:Ylpq-RobP9' } });
  expect(put?.headers).toMatchObject({
    authorization: `Bearer ${fake.grant.access}`,
    'content-type': 'application/octet-stream',
  });
  const [post] = fake.linkedin.posts.all;
  expect(post?.body.content).toEqual({ media: { id: urn, title: 'Bells of the town' } });
  expect(fake.shown?.()[0]?.media).toHaveLength(2);
});

test('a document that the app may not ask about is posted, and waits if LinkedIn is not ready', async () => {
  await fake.server.close();
  fake = await startFake();
  fake.linkedin.uploads.processing = 1;
  const target = start();
  expect(await target.try()).toMatchObject({ kind: 'later', because: 'throttled', seconds: 20 });
  expect(await target.finish()).toMatchObject({ kind: 'published' });
  expect(listCalls()).toEqual([calls.open, calls.put, calls.ask, calls.post, calls.post]);
});

test('a document that LinkedIn cannot process is refused with its reason', async () => {
  fake.linkedin.uploads.failure = 'TOO_MANY_PAGES';
  expect(await start().finish()).toMatchObject({
    kind: 'failed',
    message: 'LinkedIn could not process this document: too many pages.',
  });
  expect(fake.visible()).toEqual([]);
});

test('a document that LinkedIn could not process is refused, also if the app may not ask', async () => {
  await fake.server.close();
  fake = await startFake();
  fake.linkedin.uploads.failure = 'TOO_MANY_PAGES';
  expect(await start().finish()).toMatchObject({
    kind: 'failed',
    message: expect.stringContaining('could not process a file'),
  });
});

test('a document whose address has ended is uploaded anew', async () => {
  const target = start();
  const { put } = fake.linkedin.uploads;
  fake.linkedin.uploads.put = (...request) => {
    fake.linkedin.uploads.put = put;
    fake.linkedin.uploads.expire();
    return put.apply(fake.linkedin.uploads, request);
  };
  expect(await target.finish()).toMatchObject({ kind: 'published' });
  expect(fake.linkedin.uploads.assets.size).toBe(2);
});

test('an upload that LinkedIn refuses ends the post', async () => {
  fake.linkedin.uploads.put = () => refuse(400, 'INVALID_CONTENT');
  expect(await start().finish()).toMatchObject({ kind: 'failed' });
});

test('an image that is no JPEG, and too many bytes, are refused before they are sent', async () => {
  expect(await start([makePage(1), makeMedia()]).finish()).toMatchObject({
    kind: 'failed',
    field: 'media_ids.1',
  });
  const large = (id: number) => ({ ...makePage(id), size: 50_000_000 });
  expect(await start([large(1), large(2)]).finish()).toMatchObject({
    kind: 'failed',
    field: 'media_ids',
    message: expect.stringContaining('at most 100 MB'),
  });
  expect(listCalls()).toEqual([calls.open, calls.open]);
});

test('a document without a title is refused before anything is sent', async () => {
  const settings = { format: 'document' };
  expect(await startTarget(linkedin, { media: pages, settings }, fake).finish()).toMatchObject({
    kind: 'failed',
    field: 'settings.title',
  });
  expect(listCalls()).toEqual([]);
});

test('an address at another host gets no document', async () => {
  const value = { document: urn, uploadUrl: 'https://evil.example/dms-uploads/1' };
  fake.linkedin.refusals.push({ status: 200, body: { value } });
  expect(await start().try()).toMatchObject({ kind: 'later', because: 'unavailable' });
  expect(listCalls()).toEqual([calls.open]);
});

test('the address of the upload is stored sealed', async () => {
  const sealed: Record<string, boolean | undefined> = {};
  const publish: (typeof linkedin)['publish'] = (post, session, run) => {
    const step = run.step.bind(run);
    run.step = (name, effect, options) => {
      sealed[name] = options?.sealed;
      return step(name, effect, options);
    };
    return linkedin.publish(post, session, run);
  };
  const settings = { format: 'document', title: 'Bells' };
  await startTarget({ ...linkedin, publish }, { media: pages, settings }, fake).finish();
  expect(sealed).toEqual({ document: true, 'document bytes': undefined });
});
