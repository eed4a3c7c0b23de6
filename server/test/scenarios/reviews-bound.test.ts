import type { Channel } from '@belfry/contract/channels.ts';
import type { Post } from '@belfry/contract/posts.ts';
import { afterAll, describe, expect, test } from 'vitest';
import { app } from '../support/app.ts';
import { createPost, getPost, scheduledFor, scheduledToBehave } from '../support/posts.ts';
import { addPicture, decide, kindsOf } from '../support/reviews.ts';
import { connectSandbox, readTimeline } from '../support/sandbox.ts';

const service = await app({ workspace: { requires_approval: true } });
afterAll(() => service.close());
const [author, admin, editor] = [
  await service.as('author'),
  await service.as('admin'),
  await service.as('editor'),
];

const describedOn = async (account: Channel) =>
  (await readTimeline(service, account)).map(({ text, media }) => [
    text,
    ...(media as { alt_text: string | null }[]).map(({ alt_text }) => alt_text),
  ]);
const describeAs = (id: number, alt_text: string) =>
  author.call('updateMedia', { params: { id }, body: { alt_text } });

/** An approved post for the time in an hour, with a picture, on a channel of its own. */
async function makeApproved(behaviour = 'ok') {
  const [account, second] = [await connectSandbox(service), await connectSandbox(service)];
  const picture = await addPicture(service);
  const scheduled_at = await service.clock.in('1 hour');
  const body = scheduledToBehave(behaviour, [account], { scheduled_at, media_ids: [picture] });
  const post = await createPost(author, body);
  expect((await decide(admin, post, 'approve')).status).toBe(201);
  return { post, account, second, picture, body };
}

/** Advances the clock to its time, and publishes what may be published. */
async function publishWhenDue(): Promise<void> {
  await service.clock.advance('2 hours');
  await service.publishDue();
}

async function expectWithdrawn(post: Post, account: Channel): Promise<void> {
  await publishWhenDue();
  const after = await getPost(service, post);
  expect([after.status, after.targets.map(({ status, error }) => [status, error])]).toEqual([
    'pending_approval',
    [['pending', null]],
  ]);
  expect(await describedOn(account)).toEqual([]);
}

describe('an approval', () => {
  test.each([
    ['its description', { alt_text: 'Another tower' }],
    ['its name', { name: 'another.png' }],
  ])('ends with a change of a file: %s', async (_, change) => {
    const { post, account, picture } = await makeApproved();
    await author.call('updateMedia', { params: { id: picture }, body: change });
    expect((await getPost(service, post)).status).toBe('pending_approval');
    expect((await kindsOf(service, post)).slice(-2)).toEqual([
      ['review.voided', author.userId],
      ['review.requested', author.userId],
    ]);
    await expectWithdrawn(post, account);
  });

  test('ends with a change of a file by an author whose channels are limited to those of the post', async () => {
    const { post, account, second, picture } = await makeApproved();
    const limitTo = (channel_ids: number[]) =>
      admin.call('updateMember', { params: { id: author.userId }, body: { channel_ids } });
    await limitTo([second.id]);
    expect((await describeAs(picture, 'Another tower')).error.code).toBe('forbidden');
    await limitTo([account.id]);
    expect((await describeAs(picture, 'Another tower')).status).toBe(200);
    await admin.call('updateMember', { params: { id: author.userId }, body: { channel_ids: null } });
    expect((await getPost(service, post)).status).toBe('pending_approval');
  });

  test('that follows a change publishes the changed post', async () => {
    const { post, account, picture } = await makeApproved();
    await describeAs(picture, 'Another tower');
    await expectWithdrawn(post, account);
    await decide(admin, post, 'approve');
    await service.publishDue();
    expect(await describedOn(account)).toEqual([['Hello', 'Another tower']]);
  });

  test('ends with a change of the post by an author, who submits it again', async () => {
    const { post, account, body } = await makeApproved();
    await author.call('updatePost', { params: post, body: { ...body, content: 'Changed' } });
    expect((await kindsOf(service, post)).slice(-2)).toEqual([
      ['review.voided', author.userId],
      ['review.requested', author.userId],
    ]);
    await expectWithdrawn(post, account);
  });

  test('is not needed after a change of the post by a publisher', async () => {
    const { post, account, body } = await makeApproved();
    const changed = { ...body, content: 'Changed by an editor' };
    const answer = await editor.call('updatePost', { params: post, body: changed });
    expect(answer.data.status).toBe('scheduled');
    await publishWhenDue();
    expect(await describedOn(account)).toEqual([['Changed by an editor', 'A tower']]);
  });

  test('stays valid when a file is saved without a change', async () => {
    const { post, picture } = await makeApproved();
    await describeAs(picture, 'A tower');
    expect((await getPost(service, post)).status).toBe('scheduled');
  });

  test('is not required after a file changed, if the post needed none before', async () => {
    const [account, picture] = [await connectSandbox(service), await addPicture(service)];
    const scheduled_at = await service.clock.in('1 hour');
    const post = await createPost(editor, scheduledFor([account], { scheduled_at, media_ids: [picture] }));
    const change = { params: { id: picture }, body: { alt_text: 'Another tower' } };
    expect((await editor.call('updateMedia', change)).status).toBe(200);
    await publishWhenDue();
    expect((await getPost(service, post)).status).toBe('published');
    expect(await describedOn(account)).toEqual([['Hello', 'Another tower']]);
  });
});

test('a reviewer who has read a waiting post cannot approve it after a file changed', async () => {
  const [account, picture] = [await connectSandbox(service), await addPicture(service)];
  const post = await createPost(author, scheduledFor([account], { media_ids: [picture] }));
  const ifMatch = (await admin.call('getPost', { params: post })).headers.get('etag') ?? '';
  await describeAs(picture, 'Another tower');
  expect((await decide(admin, post, 'approve', { ifMatch })).error.code).toBe('version_conflict');
});

describe('the worker compares the post with the approved one', () => {
  type Approved = Awaited<ReturnType<typeof makeApproved>>;
  const ways: [string, string, (approved: Approved) => unknown[]][] = [
    ['text', "update posts set content = 'Smuggled' where id = $1", ({ post }) => [post.id]],
    [
      'time',
      "update posts set planned_at = planned_at - interval '1 second' where id = $1",
      ({ post }) => [post.id],
    ],
    [
      'text of a channel',
      "update targets set content = 'Smuggled' where post_id = $1",
      ({ post }) => [post.id],
    ],
    [
      'settings',
      `update targets set settings = '{"behaviour": "slow"}' where post_id = $1`,
      ({ post }) => [post.id],
    ],
    [
      'channel',
      'update targets set channel_id = $2 where post_id = $1',
      ({ post, second }) => [post.id, second.id],
    ],
    ['description', "update media set alt_text = 'Smuggled' where id = $1", ({ picture }) => [picture]],
    ['bytes', "update media set storage_key = storage_key || 'x' where id = $1", ({ picture }) => [picture]],
    ['media', 'delete from post_media where post_id = $1', ({ post }) => [post.id]],
  ];

  test.each(ways)('another %s is not published, and waits for approval again', async (_, sql, values) => {
    const approved = await makeApproved();
    const { post, account, second } = approved;
    await service.db.rows(sql, values(approved));
    await service.db.rows('update channels set next_due_at = clock_now() where id = $1', [second.id]);
    await expectWithdrawn(post, account);
    expect(await describedOn(second)).toEqual([]);
    expect((await kindsOf(service, post)).slice(-3)).toEqual([
      ['target.started', null],
      ['review.voided', null],
      ['review.requested', null],
    ]);
    expect(await service.publishDue()).toBe(0);
  });

  test('the journal of the changed post is deleted, so that none of it is published later', async () => {
    const { post, account, picture } = await makeApproved('throttle');
    await publishWhenDue();
    expect((await getPost(service, post)).status).toBe('publishing');
    await service.db.rows("update media set alt_text = 'Another' where id = $1", [picture]);
    await expectWithdrawn(post, account);
    const entries = 'select from journal j join targets t on t.id = j.target_id where t.post_id = $1';
    expect(await service.db.rows(entries, [post.id])).toEqual([]);
    await decide(admin, post, 'approve');
    for (let round = 0; round < 2; round += 1) await publishWhenDue();
    expect(await describedOn(account)).toEqual([['Hello', 'Another']]);
  });

  test('a commit in flight is settled, and its file cannot be changed until then', async () => {
    const { post, account, picture } = await makeApproved('lose_reply');
    await publishWhenDue();
    expect((await getPost(service, post)).status).toBe('publishing');
    const answer = await describeAs(picture, 'Another');
    expect([answer.status, answer.error.code]).toEqual([409, 'post_publishing']);
    await service.db.rows("update posts set content = 'Smuggled' where id = $1", [post.id]);
    await publishWhenDue();
    expect((await getPost(service, post)).status).toBe('published');
    expect(await describedOn(account)).toEqual([['Hello', 'A tower']]);
  });

  test('a file cannot be changed while a held target may be live', async () => {
    const { post, picture } = await makeApproved();
    await service.db.rows(
      `insert into journal (target_id, name, workspace_id, kind, state)
       select id, 'post', workspace_id, 'commit', 'open' from targets where post_id = $1`,
      [post.id],
    );
    expect((await describeAs(picture, 'Another')).error.code).toBe('post_publishing');
    expect((await getPost(service, post)).status).toBe('scheduled');
  });

  test('a copy in flight is settled before the other copies wait for approval again', async () => {
    const [sent, waiting] = [await connectSandbox(service), await connectSandbox(service)];
    const targets = [
      { channel_id: sent.id, settings: { behaviour: 'lose_reply' } },
      { channel_id: waiting.id, settings: { behaviour: 'throttle' } },
    ];
    const post = await createPost(author, { ...scheduledFor([]), targets });
    await decide(admin, post, 'approve');
    await service.publishDue();
    await service.db.rows("update posts set content = 'Smuggled' where id = $1", [post.id]);
    for (let round = 0; round < 3; round += 1) await publishWhenDue();
    const after = await getPost(service, post);
    expect([after.status, ...after.targets.map(({ status }) => status)]).toEqual([
      'pending_approval',
      'published',
      'pending',
    ]);
    expect(await describedOn(waiting)).toEqual([]);
    await decide(admin, post, 'approve');
    for (let round = 0; round < 3; round += 1) await publishWhenDue();
    expect((await getPost(service, post)).status).toBe('published');
    expect([await describedOn(sent), await describedOn(waiting)]).toEqual([[['Hello']], [['Smuggled']]]);
  });
});

test('a member who may not publish cannot change the file of a post that was scheduled without approval', async () => {
  const [account, picture] = [await connectSandbox(service), await addPicture(service)];
  const scheduled_at = await service.clock.in('1 hour');
  await createPost(editor, scheduledFor([account], { scheduled_at, media_ids: [picture] }));
  const refused = await describeAs(picture, 'By an author');
  expect([refused.status, refused.error.code]).toEqual([403, 'forbidden']);
  await publishWhenDue();
  expect(await describedOn(account)).toEqual([[expect.any(String), 'A tower']]);
  expect((await describeAs(picture, 'Once it is out')).status).toBe(200);
});
