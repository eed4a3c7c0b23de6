import { afterAll, describe, expect, test } from 'vitest';
import { claimLanes } from '../../src/lanes/store.ts';
import { app } from '../support/app.ts';
import { makeMedia } from '../support/people.ts';
import { createPost, getPost, refusalOf, scheduledFor, scheduledToBehave } from '../support/posts.ts';
import { connectSandbox, readTimeline } from '../support/sandbox.ts';

const service = await app();
afterAll(() => service.close());
const [one, two] = [await connectSandbox(service), await connectSandbox(service)];
const later = '2027-02-01T10:00:00Z';

const update = (id: number, body: unknown, headers = {}) =>
  service.request('PUT', `/posts/${id}`, { body, headers });
const remove = (id: number, headers = {}) => service.request('DELETE', `/posts/${id}`, { headers });

describe('an update', () => {
  test('answers 200 and replaces everything: omitted fields are reset', async () => {
    const media_ids = [await makeMedia(service.db, service.workspaceId)];
    const post = await createPost(service, scheduledFor([one, two], { scheduled_at: later, media_ids }));
    await service.clock.advance('1 minute');
    const answer = await update(post.id, { status: 'draft', content: null });
    expect(answer.status).toBe(200);
    const reset = {
      version: 2,
      content: '',
      status: 'draft',
      scheduled_at: null,
      planned_at: null,
      media: [],
      targets: [],
    };
    expect(answer.data).toEqual({ ...post, ...reset, updated_at: await service.clock.in('0') });
    expect(await getPost(service, post)).toEqual(answer.data);
  });

  test('keeps the targets of remaining channels, in the order of the new body', async () => {
    const post = await createPost(service, scheduledFor([one, two], { scheduled_at: later }));
    const body = { ...scheduledFor([two, one], { scheduled_at: later }), content: 'Changed' };
    const changed = await service.call('updatePost', { params: { id: post.id }, body });
    expect(changed.data.targets.map(({ id }) => id)).toEqual(post.targets.map(({ id }) => id).reverse());
    expect(await getPost(service, post)).toEqual(changed.data);
  });

  test('moves the post’s time forward and back', async () => {
    const channel = await connectSandbox(service);
    const post = await createPost(
      service,
      scheduledFor([channel], { scheduled_at: await service.clock.in('1 hour') }),
    );
    await update(post.id, scheduledFor([channel], { scheduled_at: await service.clock.in('2 hours') }));
    await service.clock.advance('90 minutes');
    expect(await service.publishDue()).toBe(0);
    await update(post.id, scheduledFor([channel], { scheduled_at: await service.clock.in('5 minutes') }));
    await service.clock.advance('5 minutes');
    expect(await service.publishDue()).toBe(1);
    expect((await getPost(service, post)).status).toBe('published');
  });

  test('to a draft, or without a channel, keeps the post from being published', async () => {
    const [stays, leaves] = [await connectSandbox(service), await connectSandbox(service)];
    const soon = await service.clock.in('10 minutes');
    const drafted = await createPost(service, scheduledFor([stays], { scheduled_at: soon }));
    const narrowed = await createPost(service, scheduledFor([stays, leaves], { scheduled_at: soon }));
    await update(drafted.id, { ...scheduledFor([stays], { scheduled_at: soon }), status: 'draft' });
    await update(narrowed.id, scheduledFor([stays], { scheduled_at: soon }));
    await service.clock.advance('11 minutes');
    await service.publishDue();
    expect((await getPost(service, drafted)).status).toBe('draft');
    expect((await getPost(service, narrowed)).status).toBe('published');
    expect(await readTimeline(service, stays)).toHaveLength(1);
    expect(await readTimeline(service, leaves)).toHaveLength(0);
  });

  test('by another member keeps the author', async () => {
    const post = await createPost(service, { status: 'draft' });
    const editor = await service.as('editor');
    const answer = await editor.call('updatePost', {
      params: { id: post.id },
      body: { status: 'draft', content: 'Ours' },
    });
    expect(answer.data.author).toEqual(post.author);
  });

  test('is checked like a new post, and a refused one changes nothing', async () => {
    const post = await createPost(service, scheduledFor([one], { scheduled_at: later }));
    expect(refusalOf(await update(post.id, {}))).toEqual(['invalid', 'status']);
    expect(refusalOf(await update(post.id, { status: 'scheduled' }))).toEqual([
      'invalid',
      'scheduled_at',
      'targets',
    ]);
    const unknown = { status: 'draft', targets: [{ channel_id: 999_999 }], media_ids: [999_999] };
    expect(refusalOf(await update(post.id, unknown))).toEqual([
      'invalid',
      'media_ids.0',
      'targets.0.channel_id',
    ]);
    expect(await getPost(service, post)).toEqual(post);
  });
});

describe('while a post is publishing', () => {
  test('its status says so from the claim on', async () => {
    const post = await createPost(service, scheduledFor([await connectSandbox(service)]));
    expect((await claimLanes(service.db, 10)).claims).toHaveLength(1);
    const during = await getPost(service, post);
    expect([during.status, during.targets[0]?.status]).toEqual(['publishing', 'publishing']);
    expect(refusalOf(await update(post.id, { status: 'draft' }))).toEqual(['post_publishing']);
    expect(refusalOf(await remove(post.id))).toEqual(['post_publishing']);
    await service.clock.advance('16 seconds');
    expect(await service.publishDue()).toBe(1);
  });

  test('update and delete are refused, and delete succeeds afterwards', async () => {
    const channel = await connectSandbox(service);
    const post = await createPost(service, scheduledToBehave('throttle', [channel]));
    expect(post.status).toBe('scheduled');
    await service.publishDue();
    const during = await getPost(service, post);
    expect([during.status, during.targets[0]?.status]).toEqual(['publishing', 'publishing']);
    for (const body of [{ status: 'draft' }, scheduledToBehave('ok', [channel])]) {
      const answer = await update(post.id, body);
      expect([answer.status, answer.error.code]).toEqual([409, 'post_publishing']);
    }
    expect(refusalOf(await remove(post.id))).toEqual(['post_publishing']);
    expect(await getPost(service, post)).toEqual(during);
    await service.clock.advance('3 seconds');
    await service.publishDue();
    expect((await remove(post.id)).status).toBe(204);
  });
});

describe('a published post', () => {
  test('cannot be updated but can be deleted; its copy at the network stays', async () => {
    const channel = await connectSandbox(service);
    const post = await createPost(service, scheduledFor([channel]));
    await service.publishDue();
    for (const body of [{ status: 'draft' }, scheduledFor([channel])]) {
      const answer = await update(post.id, body);
      expect([answer.status, answer.error.code]).toEqual([409, 'post_published']);
    }
    const answer = await remove(post.id);
    expect([answer.status, answer.body]).toEqual([204, undefined]);
    expect((await service.request('GET', `/posts/${post.id}`)).status).toBe(404);
    expect(await readTimeline(service, channel)).toHaveLength(1);
  });
});

describe('deleting', () => {
  test('is possible for drafts, waiting and failed posts, and a deleted post is not published', async () => {
    const channel = await connectSandbox(service);
    const failed = await createPost(service, scheduledToBehave('reject', [channel]));
    await service.publishDue();
    const draft = await createPost(service, { status: 'draft' });
    const waiting = await createPost(
      service,
      scheduledFor([channel], { scheduled_at: await service.clock.in('1 hour') }),
    );
    for (const { id } of [failed, draft, waiting]) {
      expect((await remove(id)).status).toBe(204);
      expect((await remove(id)).status).toBe(404);
    }
    await service.clock.advance('2 hours');
    expect(await service.publishDue()).toBe(0);
    expect(await readTimeline(service, channel)).toHaveLength(0);
  });
});

describe('ETag and If-Match', () => {
  const etagOf = ({ headers }: { headers: Headers }) => headers.get('etag') ?? '';

  test('guard an update and a delete against newer changes', async () => {
    const created = await service.call('createPost', { body: { status: 'draft' } });
    const { id } = created.data;
    const read = await service.call('getPost', { params: { id } });
    expect(etagOf(created)).toMatch(/^".+"$/);
    expect(etagOf(read)).toBe(etagOf(created));
    const first = await update(id, { status: 'draft', content: '1' }, { 'if-match': etagOf(read) });
    expect(first.status).toBe(200);
    expect(etagOf(first)).not.toBe(etagOf(read));
    const second = await update(id, { status: 'draft', content: '2' }, { 'if-match': etagOf(read) });
    expect([second.status, second.error.code]).toEqual([409, 'version_conflict']);
    expect(refusalOf(await remove(id, { 'if-match': etagOf(read) }))).toEqual(['version_conflict']);
    expect((await getPost(service, { id })).content).toBe('1');
    expect((await remove(id, { 'if-match': etagOf(first) })).status).toBe(204);
  });

  test('with several tags need one match, a star matches any post, and both are optional', async () => {
    const created = await service.call('createPost', { body: { status: 'draft' } });
    const { id } = created.data;
    for (const headers of [{ 'if-match': `"nothing", ${etagOf(created)}` }, { 'if-match': '*' }, {}]) {
      expect((await update(id, { status: 'draft' }, headers)).status).toBe(200);
    }
    expect((await update(id, { status: 'draft' }, { 'if-match': '"nothing"' })).status).toBe(409);
  });

  test('do not match once the post has been published or failed', async () => {
    const channel = await connectSandbox(service);
    const created = await service.call('createPost', { body: scheduledToBehave('reject', [channel]) });
    await service.publishDue();
    const late = await update(created.data.id, { status: 'draft' }, { 'if-match': etagOf(created) });
    expect(refusalOf(late)).toEqual(['version_conflict']);
  });

  test('let one of two simultaneous updates with the same tag succeed', async () => {
    const created = await service.call('createPost', { body: { status: 'draft' } });
    const headers = { 'if-match': etagOf(created) };
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        update(created.data.id, { status: 'draft', content: `${n}` }, headers),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)]);
  });
});

describe('an update without the contents', () => {
  test('is refused when the post has some', async () => {
    const media_ids = [await makeMedia(service.db, service.workspaceId)];
    for (const part of [{ content: 'x' }, { targets: [{ channel_id: one.id }] }, { media_ids }]) {
      const post = await createPost(service, { status: 'draft', ...part });
      for (const body of [
        { status: 'draft' },
        { status: 'draft', scheduled_at: later, confirm_resend: [] },
      ]) {
        const answer = await update(post.id, body);
        expect([answer.status, ...refusalOf(answer)]).toEqual([422, 'invalid', 'body']);
      }
      expect(await getPost(service, post)).toEqual(post);
    }
  });

  test.each([
    { content: null },
    { content: '' },
    { targets: [] },
    { targets: null },
    { media_ids: [] },
    { media_ids: null },
  ])('is accepted when it names one of them: %j', async (given) => {
    const post = await createPost(service, {
      status: 'draft',
      content: 'x',
      targets: [{ channel_id: one.id }],
    });
    const answer = await update(post.id, { status: 'draft', ...given });
    expect(answer.data).toMatchObject({ content: '', targets: [], media: [] });
  });

  test('is accepted when the post is empty', async () => {
    const post = await createPost(service, { status: 'draft', scheduled_at: later });
    expect((await update(post.id, { status: 'draft' })).data).toMatchObject({ scheduled_at: null });
  });
});
