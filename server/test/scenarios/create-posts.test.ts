import { afterAll, describe, expect, test } from 'vitest';
import { app } from '../support/app.ts';
import { FIRST_MOMENT } from '../support/clock.ts';
import { makeMedia } from '../support/people.ts';
import { createPost, getPost, refusalOf, scheduledFor, shownOf } from '../support/posts.ts';
import { connectSandbox } from '../support/sandbox.ts';

const service = await app();
afterAll(() => service.close());
const [one, two] = [await connectSandbox(service), await connectSandbox(service)];
const stranger = await service.inWorkspace();
const theirs = await connectSandbox(stranger);
const later = '2027-02-01T10:00:00Z';

const refused = async (body: unknown) => refusalOf(await service.request('POST', '/posts', { body }));

describe('a draft', () => {
  test('needs only its status, and shows every field of a post', async () => {
    const answer = await service.call('createPost', { body: { status: 'draft' } });
    expect(answer.status).toBe(201);
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(answer.body).toEqual({
      data: {
        id: expect.any(Number),
        version: 1,
        content: '',
        status: 'draft',
        scheduled_at: null,
        planned_at: null,
        created_at: FIRST_MOMENT,
        updated_at: FIRST_MOMENT,
        author: { id: service.userId, name: expect.stringMatching(/^Owner/) },
        latest_review: null,
        publishes_on_approval: false,
        media: [],
        files: [],
        labels: [],
        targets: [],
      },
    });
  });

  test('keeps any text, time, channels and settings, even if no network accepts them', async () => {
    const body = {
      status: 'draft' as const,
      content: 'x'.repeat(10_000),
      scheduled_at: '2027-02-01T10:00:00+02:00',
      targets: [{ channel_id: one.id, content: '', settings: { title: 'ünknown', nested: [{ a: 1 }] } }],
    };
    const post = await createPost(service, body);
    expect(post).toMatchObject({ status: 'draft', scheduled_at: '2027-02-01T08:00:00.000000Z' });
    expect(post.targets).toMatchObject([{ content: '', settings: body.targets[0]?.settings }]);
    expect(await getPost(service, post)).toEqual(post);
    await service.clock.advance('0 s');
    expect(await service.publishDue()).toBe(0);
  });

  test('accepts null for every optional field', async () => {
    const body = {
      status: 'draft',
      content: null,
      scheduled_at: null,
      targets: [{ channel_id: one.id, content: null }],
    };
    const answer = await service.request('POST', '/posts', { body });
    expect(answer.data).toMatchObject({
      content: '',
      scheduled_at: null,
      targets: [{ content: null, settings: {} }],
    });
  });

  test('cannot get a slot of the queue', async () => {
    expect(await refused({ status: 'draft', queue: true, targets: [{ channel_id: one.id }] })).toEqual([
      'invalid',
      'queue',
    ]);
  });
});

describe('a scheduled post', () => {
  test('has pending targets in the given order, each with its channel', async () => {
    const media = [
      await makeMedia(service.db, service.workspaceId),
      await makeMedia(service.db, service.workspaceId),
    ];
    const answer = await service.call('createPost', {
      body: {
        status: 'scheduled',
        scheduled_at: later,
        content: 'Shared',
        targets: [
          { channel_id: two.id, content: 'Own', settings: { behaviour: 'ok' } },
          { channel_id: one.id },
        ],
        media_ids: media.toReversed(),
      },
    });
    expect(answer.status).toBe(201);
    const nulls = ['media_ids', 'error', 'external_url', 'parts', 'removed_at', 'condition', 'confirmed_by'];
    const none = Object.fromEntries(nulls.map((name) => [name, null]));
    const shown = { ...none, image_fit: 'pad', warnings: [] };
    const pending = { id: expect.any(Number), status: 'pending', ...shown };
    expect(answer.data).toMatchObject({
      content: 'Shared',
      status: 'scheduled',
      scheduled_at: '2027-02-01T10:00:00.000000Z',
      planned_at: '2027-02-01T10:00:00.000000Z',
      media: media.toReversed().map((id) => ({
        id,
        name: 'file',
        mime_type: 'image/png',
        kind: 'image',
        size: 1000,
        width: 100,
        height: 80,
        duration: null,
        animated: false,
        alt_text: null,
        url: `/api/v1/media/${id}/file`,
      })),
    });
    expect(answer.data.targets).toEqual([
      {
        ...pending,
        channel_id: two.id,
        content: 'Own',
        settings: { behaviour: 'ok' },
        channel: shownOf(two),
      },
      { ...pending, channel_id: one.id, content: null, settings: {}, channel: shownOf(one) },
    ]);
    expect(await getPost(service, answer.data)).toEqual(answer.data);
  });

  test.each([
    ['2027-02-01T10:00:00', '2027-02-01T10:00:00.000000Z'],
    ['2027-02-01T10:00', '2027-02-01T10:00:00.000000Z'],
    ['2027-02-01T10:00:00.1234567Z', '2027-02-01T10:00:00.123456Z'],
    ['2027-02-01T00:30:00+05:45', '2027-01-31T18:45:00.000000Z'],
    ['2027-02-01T10:00:00-0330', '2027-02-01T13:30:00.000000Z'],
    ['2028-02-29t10:00:00z', '2028-02-29T10:00:00.000000Z'],
    ['2027-W05-1T10+01', '2027-02-01T09:00:00.000000Z'],
    ['2027-032T24:00Z', '2027-02-02T00:00:00.000000Z'],
    [`20270201T100000,${'7'.repeat(200)}Z`, '2027-02-01T10:00:00.777777Z'],
    ['9999-12-31T23:59:59.999999Z', '9999-12-31T23:59:59.999999Z'],
  ])('reads %s as %s', async (given, shown) => {
    const post = await createPost(service, scheduledFor([one], { scheduled_at: given }));
    expect(post.scheduled_at).toBe(shown);
  });

  test('can have media in place of text', async () => {
    const media_ids = [await makeMedia(service.db, service.workspaceId)];
    const { content } = await createPost(service, {
      status: 'scheduled',
      scheduled_at: later,
      media_ids,
      targets: [{ channel_id: one.id }],
    });
    expect(content).toBe('');
  });

  test('can have texts on its channels only', async () => {
    const targets = [{ channel_id: one.id, content: 'For one' }];
    expect((await createPost(service, { status: 'scheduled', scheduled_at: later, targets })).content).toBe(
      '',
    );
  });

  test.each([
    [{}, ['scheduled_at', 'targets']],
    [{ targets: [], scheduled_at: later }, ['targets']],
    [{ targets: [{ channel_id: one.id }], content: 'x' }, ['scheduled_at']],
    [{ targets: [{ channel_id: one.id }], content: 'x', scheduled_at: null }, ['scheduled_at']],
    [{ targets: [{ channel_id: one.id }], content: 'x', scheduled_at: later, queue: true }, ['queue']],
    [{ targets: null, scheduled_at: later, content: 'x' }, ['targets']],
  ])('is refused without a required field: %j', async (part, fields) => {
    expect(await refused({ status: 'scheduled', ...part })).toEqual(['invalid', ...fields]);
  });
});

describe('a channel with nothing to publish', () => {
  test.each([
    [{ targets: [{ channel_id: one.id }] }, 0, one],
    [{ targets: [{ channel_id: one.id }], content: ' \n\t', media_ids: null }, 0, one],
    [{ targets: [{ channel_id: one.id }, { channel_id: two.id, content: '' }], content: 'x' }, 1, two],
  ])('is named in the error: %j', async (part, at, { username }) => {
    const body = { status: 'scheduled', scheduled_at: later, ...part };
    const { status, error } = await service.request('POST', '/posts', { body });
    const message = `The Sandbox channel @${username} needs text or media; this post has neither.`;
    expect([status, error.code, error.message]).toEqual([422, 'limits_exceeded', message]);
    expect(error.errors).toEqual({ [`targets.${at}.content`]: [message] });
    const validated = await service.request('POST', '/posts/validate', { body });
    expect(validated.data).toMatchObject({
      valid: false,
      violations: [{ target: at, rule: 'content.required' }],
    });
  });
});

test('empty values count as absent', async () => {
  const targets = [
    { channel_id: one.id, settings: [] },
    { channel_id: two.id, settings: null },
  ];
  const post = await service.request('POST', '/posts', {
    body: { status: 'draft', targets, media_ids: null },
  });
  expect(post.data).toMatchObject({ media: [], targets: [{ settings: {} }, { settings: {} }] });
  const bare = { status: 'draft', targets: null, confirm_resend: null };
  expect((await service.request('POST', '/posts', { body: bare })).data).toMatchObject({ targets: [] });
});

describe('channels and media of a post', () => {
  test.each(['draft', 'scheduled'])('must exist in the workspace, for a %s', async (status) => {
    const foreign = await makeMedia(service.db, stranger.workspaceId);
    const body = {
      status,
      scheduled_at: later,
      content: 'x',
      targets: [{ channel_id: one.id }, { channel_id: theirs.id }, { channel_id: 999_999_999 }],
      media_ids: [foreign],
    };
    expect(await refused(body)).toEqual([
      'invalid',
      'media_ids.0',
      'targets.1.channel_id',
      'targets.2.channel_id',
    ]);
  });

  test('must not be named twice', async () => {
    const twice = [{ channel_id: one.id }, { channel_id: two.id }, { channel_id: one.id }];
    expect(await refused({ status: 'draft', targets: twice })).toEqual(['invalid', 'targets.2.channel_id']);
    const media = await makeMedia(service.db, service.workspaceId);
    expect(await refused({ status: 'draft', media_ids: [media, media] })).toEqual(['invalid', 'media_ids']);
  });

  test('include at most 20 files', async () => {
    const files = Array.from({ length: 21 }, () => makeMedia(service.db, service.workspaceId));
    const media = await Promise.all(files);
    expect(await refused({ status: 'draft', media_ids: media })).toEqual(['invalid', 'media_ids']);
    const post = await createPost(service, { status: 'draft', media_ids: media.slice(1) });
    expect(post.media.map(({ id }) => id)).toEqual(media.slice(1));
  });

  test('must not include a removed channel', async () => {
    const gone = await connectSandbox(service);
    expect((await service.call('deleteChannel', { params: { id: gone.id } })).status).toBe(204);
    expect(await refused({ status: 'draft', targets: [{ channel_id: gone.id }] })).toEqual([
      'invalid',
      'targets.0.channel_id',
    ]);
  });
});

describe('wrong fields', () => {
  test.each([
    [{ status: 'published' }, ['status']],
    [{}, ['status']],
    [{ status: 'draft', colour: 'red' }, ['colour']],
    [{ status: 'draft', targets: [{ channel_id: one.id, chanel: 1 }] }, ['targets.0.chanel']],
    [{ status: 'draft', targets: [{ channel_id: String(one.id) }] }, ['targets.0.channel_id']],
    [{ status: 'draft', targets: [{}] }, ['targets.0.channel_id']],
    [{ status: 'draft', targets: [{ channel_id: one.id, settings: [1] }] }, ['targets.0.settings']],
    [{ status: 'draft', targets: [{ channel_id: one.id, settings: 3 }] }, ['targets.0.settings']],
    [{ status: 'draft', media_ids: ['1'] }, ['media_ids.0']],
    [{ status: 'draft', media_ids: [1.5] }, ['media_ids.0']],
    [{ status: 'draft', media_ids: [0, -1] }, ['media_ids.0', 'media_ids.1']],
    [{ status: 'draft', queue: 'yes' }, ['queue']],
    [{ status: 'draft', content: 5 }, ['content']],
    [{ status: 'draft', author_id: 1 }, ['author_id']],
    [{ status: 'draft', media: [{ id: 1 }] }, ['media']],
    [
      { status: 'draft', valueOf: 1, toString: 2, hasOwnProperty: 3 },
      ['hasOwnProperty', 'toString', 'valueOf'],
    ],
  ])('are named: %j', async (body, fields) => {
    expect(await refused(body)).toEqual(['invalid', ...fields]);
  });

  test('include a text of more than 10,000 characters, counted as people count them', async () => {
    for (const letter of ['x', '👍', 'ß']) {
      const fits = await createPost(service, { status: 'draft', content: letter.repeat(10_000) });
      expect(fits.content).toBe(letter.repeat(10_000));
      expect(await refused({ status: 'draft', content: letter.repeat(10_001) })).toEqual([
        'invalid',
        'content',
      ]);
    }
    const own = [{ channel_id: one.id, content: 'x'.repeat(10_001) }];
    expect(await refused({ status: 'draft', targets: own })).toEqual(['invalid', 'targets.0.content']);
  });

  test('include an unknown query parameter', async () => {
    const answer = await service.request('POST', '/posts?dry_run=true', { body: { status: 'draft' } });
    expect([answer.status, ...refusalOf(answer)]).toEqual([422, 'invalid', 'dry_run']);
  });
});
