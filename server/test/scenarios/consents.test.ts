/** Declarations that a network demands of a person for each version of a post. */
import type { Channel } from '@belfry/contract/channels.ts';
import type { Post, PostIn } from '@belfry/contract/posts.ts';
import type { JsonObject } from '@belfry/networks/core/json.ts';
import { afterAll, describe, expect, test } from 'vitest';
import { rewind } from '../../src/backup/rewound/rewind.ts';
import { checkAhead } from '../../src/publishing/checks/checker.ts';
import { requireSameSecret } from '../../src/setup/setup.ts';
import { app } from '../support/app.ts';
import type { Client } from '../support/client.ts';
import { makeKey } from '../support/people.ts';
import { declaration, pledgingNetworks } from '../support/pledging.ts';
import { createPost, getPost, refusalOf } from '../support/posts.ts';
import { addPicture, decide } from '../support/reviews.ts';
import { connectSandbox } from '../support/sandbox.ts';

const service = await app({ networks: pledgingNetworks, workspace: { requires_approval: true } });
afterAll(() => service.close());
const [editor, other, author, admin] = [
  await service.as('editor'),
  await service.as('editor'),
  await service.as('author'),
  await service.as('admin'),
];
const [one, two] = [await connectSandbox(service), await connectSandbox(service)];
const tomorrow = await service.clock.in('23 hours');

type TargetIn = NonNullable<PostIn['targets']>[number];

const pledged = ({ id }: Channel, more: Partial<TargetIn> = {}): TargetIn => {
  const { settings, ...others } = more;
  return { channel_id: id, settings: { pledge: true, ...(settings as object) }, ...others };
};
const scheduled = (targets: TargetIn[], more: Partial<PostIn> = {}): PostIn => ({
  status: 'scheduled',
  scheduled_at: tomorrow,
  content: 'Hello',
  ...more,
  targets,
});

const save = async (client: Client, post: Post, body: PostIn) => {
  const answer = await client.call('updatePost', { params: post, body });
  expect(answer.status).toBe(200);
};
const describeAs = (client: Client, id: number, alt_text: string) =>
  client.call('updateMedia', { params: { id }, body: { alt_text } });
const settingsOf = async (post: Post) =>
  (await getPost(service, post)).targets.map(({ settings }) => settings as JsonObject);

/** The declarations of the post and their ends: who, and on which channel. */
async function consentsOf(post: Post, kind = 'target.consented') {
  const { data } = await service.call('listPostEvents', { params: post });
  const now = await getPost(service, post);
  return data
    .filter((event) => event.kind === kind)
    .map(({ actor, channel_id, target_id, data }) => {
      expect(target_id).toBe(now.targets.find((target) => target.channel.id === channel_id)?.id);
      return { by: actor?.id, on: channel_id, ...data };
    });
}

const made = ({ userId }: Pick<Client, 'userId'>, { id }: Channel) => ({
  by: userId,
  on: id,
  field: 'settings.pledge',
  code: 'pledge',
  declaration,
});

test('the timeline says who made which declaration, once the post is saved', async () => {
  const post = await createPost(editor, scheduled([pledged(one), pledged(two)]));
  expect(await consentsOf(post)).toEqual([made(editor, one), made(editor, two)]);
  const { data } = await service.call('listPostEvents', { params: post });
  expect(data.map(({ kind }) => kind)).toEqual(['post.scheduled', 'target.consented', 'target.consented']);
});

test('without the declaration, the post is neither scheduled nor valid, and a draft declares nothing', async () => {
  const body = scheduled([{ channel_id: one.id }]);
  expect(refusalOf(await editor.call('createPost', { body }))).toEqual([
    'limits_exceeded',
    'targets.0.settings.pledge',
  ]);
  expect((await editor.call('validatePost', { body })).data).toMatchObject({
    valid: false,
    violations: [{ channel_id: one.id, field: 'settings.pledge', rule: 'settings.required' }],
  });
  const draft = await createPost(editor, { ...scheduled([pledged(one)]), status: 'draft' });
  expect(await consentsOf(draft)).toEqual([]);
  await save(other, draft, scheduled([pledged(one)]));
  expect(await consentsOf(draft)).toEqual([made(other, one)]);
});

test('a patch carries no settings, so it declares nothing', async () => {
  const draft = await createPost(editor, { ...scheduled([pledged(one)]), status: 'draft' });
  const patch = { params: { id: draft.id }, body: { status: 'scheduled' } } as const;
  const refused = await other.call('patchPost', patch);
  expect(refused.error.details).toMatchObject([{ field: 'targets.0.settings.pledge', code: 'undeclared' }]);
  expect(await consentsOf(draft)).toEqual([]);
  await save(editor, draft, scheduled([pledged(one)]));
  const later = await service.clock.in('24 hours');
  const moved = await other.call('patchPost', { ...patch, body: { scheduled_at: later } });
  expect(moved.data.planned_at).toBe(later);
  expect(await consentsOf(draft)).toEqual([made(editor, one)]);
});

test('a key declares as the person to whom it belongs', async () => {
  const scopes = ['post.read', 'post.write', 'post.publish'] as const;
  const key = await makeKey(service.db, service.workspaceId, editor.userId, { scopes: [...scopes] });
  const answer = await service.request('POST', '/posts', { body: scheduled([pledged(one)]), key });
  expect(answer.status).toBe(201);
  expect(await consentsOf(answer.data as Post)).toEqual([made(editor, one)]);
});

describe('a save of a planned post', () => {
  const changes: [string, Partial<PostIn>, Partial<TargetIn>][] = [
    ['its text', { content: 'Louder' }, {}],
    ['the text of the channel', {}, { content: 'Louder' }],
    ['its settings', {}, { settings: { behaviour: 'ok' } }],
    ['how its images fit', {}, { image_fit: 'crop' }],
  ];
  test.each(changes)('is a new declaration if it changes %s', async (_, more, target) => {
    const post = await createPost(editor, scheduled([pledged(one)]));
    await save(other, post, scheduled([pledged(one, target)], more));
    expect(await consentsOf(post)).toEqual([made(editor, one), made(other, one)]);
  });

  test('is a new declaration if it changes the files', async () => {
    const [first, second] = [await addPicture(service), await addPicture(service)];
    const post = await createPost(editor, scheduled([pledged(one)], { media_ids: [first, second] }));
    await save(other, post, scheduled([pledged(one)], { media_ids: [second, first] }));
    await save(
      editor,
      post,
      scheduled([pledged(one, { media_ids: [first] })], { media_ids: [second, first] }),
    );
    expect(await consentsOf(post)).toEqual([made(editor, one), made(other, one), made(editor, one)]);
  });

  test('leaves the declaration as it was if it changes only the time or another channel', async () => {
    const post = await createPost(editor, scheduled([pledged(one)]));
    const later = { scheduled_at: await service.clock.in('30 hours') };
    await save(other, post, scheduled([pledged(one)], later));
    await save(other, post, scheduled([pledged(one), pledged(two, { content: 'Softer' })], later));
    expect(await consentsOf(post)).toEqual([made(editor, one), made(other, two)]);
  });

  test('must state the declaration again', async () => {
    const post = await createPost(editor, scheduled([pledged(one)]));
    const body = scheduled([{ channel_id: one.id }], { content: 'Louder' });
    expect((await other.call('updatePost', { params: post, body })).status).toBe(422);
  });

  test('is a new declaration for a target that may be live already', async () => {
    const post = await createPost(editor, scheduled([pledged(one)]));
    const [target] = post.targets;
    await service.db.rows(
      `insert into journal (target_id, workspace_id, name, kind, state) values ($1, $2, 'post', 'commit', 'open')`,
      [target?.id, service.workspaceId],
    );
    const confirm_resend = [Number(target?.id)];
    await save(other, post, scheduled([pledged(one)], { confirm_resend }));
    expect(await consentsOf(post)).toEqual([made(editor, one), made(other, one)]);
  });
});

describe('a change of a file in the library', () => {
  const voided = ({ userId }: Client, { id }: Channel, media_id: number) => ({
    by: userId,
    on: id,
    field: 'settings.pledge',
    code: 'pledge',
    media_id,
  });

  test('ends the declarations of the channels that show it', async () => {
    const picture = await addPicture(service);
    const post = await createPost(
      editor,
      scheduled([pledged(one), pledged(two, { media_ids: [] })], { media_ids: [picture] }),
    );
    const before = await service.call('getPost', { params: post });
    expect((await describeAs(admin, picture, 'Another tower')).status).toBe(200);
    expect(await settingsOf(post)).toEqual([{}, { pledge: true }]);
    expect(await consentsOf(post, 'target.consent_voided')).toEqual([voided(admin, one, picture)]);
    const after = await service.call('getPost', { params: post });
    expect(after.headers.get('etag')).not.toBe(before.headers.get('etag'));
    expect(after.data.status).toBe('scheduled');
  });

  test.each([
    ['as its own file', (id: number) => ({ media_ids: [id] })],
    ['in its settings', (id: number) => ({ settings: { cover: id } })],
  ])('ends that of a channel that names it %s', async (_, naming) => {
    const picture = await addPicture(service);
    const post = await createPost(editor, scheduled([pledged(one, naming(picture)), pledged(two)]));
    await describeAs(editor, picture, 'Another tower');
    expect((await settingsOf(post)).map(({ pledge }) => pledge)).toEqual([undefined, true]);
  });

  test('warns people, and the post fails without a new declaration', async () => {
    const picture = await addPicture(service);
    const post = await createPost(editor, scheduled([pledged(one)], { media_ids: [picture] }));
    await checkAhead(service.ctx);
    await describeAs(editor, picture, 'Another tower');
    await checkAhead(service.ctx);
    const [warned] = (await getPost(service, post)).targets;
    expect(warned?.warnings).toEqual([
      `Sandbox does not accept the settings for @${one.username}. Sandbox needs “Consent”. Change the post.`,
    ]);
    const sent = scheduled([pledged(one)], { media_ids: [picture], scheduled_at: '2020-01-01T00:00:00Z' });
    const late = await createPost(editor, { ...sent, scheduled_at: await service.clock.in('1 hour') });
    await describeAs(editor, picture, 'A third tower');
    await service.clock.advance('2 hours');
    await service.publishDue();
    const [failed] = (await getPost(service, late)).targets;
    expect(failed).toMatchObject({
      status: 'failed',
      error: {
        code: 'rejected',
        message: 'Sandbox needs “Consent”.',
        details: { field: 'settings.pledge' },
      },
    });
    await save(editor, late, sent);
    await service.publishDue();
    expect((await getPost(service, late)).status).toBe('published');
    expect(await consentsOf(late)).toEqual([made(editor, one), made(editor, one)]);
  });

  test('keeps reviewers from approving the post until somebody declares again', async () => {
    const picture = await addPicture(service);
    const body = scheduled([pledged(one)], {
      media_ids: [picture],
      scheduled_at: await service.clock.in('23 hours'),
    });
    const post = await createPost(author, body);
    expect((await decide(admin, post, 'approve')).status).toBe(201);
    await describeAs(editor, picture, 'Another tower');
    expect((await getPost(service, post)).status).toBe('pending_approval');
    expect(refusalOf(await decide(admin, post, 'approve'))).toEqual([
      'limits_exceeded',
      'targets.0.settings.pledge',
    ]);
    await save(author, post, body);
    expect((await decide(admin, post, 'approve')).status).toBe(201);
    expect(await consentsOf(post)).toEqual([made(author, one), made(author, one)]);
  });

  test('is refused while a post with a declaration is being published', async () => {
    const picture = await addPicture(service);
    const post = await createPost(editor, scheduled([pledged(one)], { media_ids: [picture] }));
    await service.db.rows("update posts set status = 'publishing' where id = $1", [post.id]);
    const answer = await describeAs(editor, picture, 'Another tower');
    expect([answer.status, answer.error.code]).toEqual([409, 'post_publishing']);
    expect(await settingsOf(post)).toEqual([{ pledge: true }]);
    await service.db.rows("update posts set status = 'scheduled' where id = $1", [post.id]);
  });
});

test('a target that may be live is not sent again without a new declaration', async () => {
  const post = await createPost(editor, scheduled([pledged(one)], { scheduled_at: '2020-01-01T00:00:00Z' }));
  await requireSameSecret(service.ctx);
  await service.db.transaction((tx) => rewind(tx, service.clock.now().toISOString()));
  const params = { id: post.id, target_id: post.targets[0]?.id ?? 0 };
  const body = { outcome: 'not_published', send_again: true } as const;
  const answer = await editor.call('resolveTarget', { params, body });
  expect([answer.status, answer.error.code]).toEqual([409, 'declaration_required']);
  expect(await service.publishDue()).toBe(0);
});
