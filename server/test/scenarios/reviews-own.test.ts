import type { Role } from '@belfry/contract/roles.ts';
import { afterAll, describe, expect, test } from 'vitest';
import { app } from '../support/app.ts';
import type { Client } from '../support/client.ts';
import { makeKey } from '../support/people.ts';
import { createPost, getPost, scheduledFor } from '../support/posts.ts';
import { addPicture, decide } from '../support/reviews.ts';
import { connectSandbox } from '../support/sandbox.ts';

const service = await app({ workspace: { requires_approval: true } });
afterAll(() => service.close());
const channel = await connectSandbox(service);
const body = scheduledFor([channel], { scheduled_at: '2028-01-01T00:00:00Z' });

const become = ({ userId }: Client, role: Role) =>
  service.db.rows('update members set role = $2 where user_id = $1', [userId, role]);

describe('a reviewer cannot approve their own post', () => {
  test('as its author who was promoted meanwhile; another admin can', async () => {
    const author = await service.as('author');
    const post = await createPost(author, body);
    await become(author, 'admin');
    const answer = await decide(author, post, 'approve');
    expect([answer.status, answer.error.code]).toEqual([403, 'self_review']);
    expect((await getPost(service, post)).status).toBe('pending_approval');
    expect((await decide(await service.as('admin'), post, 'approve')).status).toBe(201);
  });

  test('as the last one who changed it', async () => {
    const [author, editor] = [await service.as('author'), await service.as('author')];
    const post = await createPost(author, body);
    const changed = { ...body, content: 'Changed by another' };
    await editor.call('updatePost', { params: post, body: changed });
    await become(editor, 'admin');
    expect((await decide(editor, post, 'approve')).error.code).toBe('self_review');
  });

  test('by another of their keys', async () => {
    const limited = await service.as('admin', { scopes: ['post.read', 'post.write'] });
    const post = await createPost(limited, body);
    expect(post.status).toBe('pending_approval');
    const key = await makeKey(service.db, service.workspaceId, limited.userId, { scopes: ['review.decide'] });
    const path = `/posts/${post.id}/reviews`;
    const answer = await service.request('POST', path, { body: { decision: 'approve' }, key });
    expect([answer.status, answer.error.code]).toEqual([403, 'self_review']);
  });

  test('but can reject it, like every reviewer', async () => {
    const author = await service.as('author');
    const post = await createPost(author, body);
    await become(author, 'admin');
    expect((await decide(author, post, 'reject')).status).toBe(201);
  });
});

describe('a person who changed a file of a post', () => {
  const describeFile = (client: Client, id: number, alt_text: string) =>
    client.call('updateMedia', { params: { id }, body: { alt_text } });
  /** A post of an author with a file, and admins. */
  async function submitWithFile() {
    const picture = await addPicture(service);
    const author = await service.as('author');
    const post = await createPost(author, { ...body, media_ids: [picture] });
    const admins = [await service.as('admin'), await service.as('admin'), await service.as('admin')];
    return { picture, author, post, admins: admins as [Client, Client, Client] };
  }
  const codeOf = async (client: Client, post: { id: number }) => {
    const { status, body: error } = await decide(client, post, 'approve');
    return status === 201 ? 201 : (error as unknown as { code: string }).code;
  };

  test('cannot approve it, and others can', async () => {
    const { picture, post, admins } = await submitWithFile();
    const [one, two, three] = admins;
    await describeFile(one, picture, 'Two towers');
    await describeFile(two, picture, 'Three towers');
    expect([await codeOf(one, post), await codeOf(two, post)]).toEqual(['self_review', 'self_review']);
    expect(await codeOf(three, post)).toBe(201);
  });

  test('does not replace the person who submitted it, who cannot approve it either', async () => {
    const { picture, post, admins } = await submitWithFile();
    const [one, two, three] = admins;
    const scopes = ['post.read', 'post.write'];
    const key = await makeKey(service.db, one.workspaceId, one.userId, { scopes });
    const changed = { ...body, content: 'By an admin', media_ids: [picture] };
    const { data } = await one.call('updatePost', { params: post, body: changed, key });
    expect(data.status).toBe('pending_approval');
    await describeFile(two, picture, 'Two towers');
    expect([await codeOf(one, post), await codeOf(two, post)]).toEqual(['self_review', 'self_review']);
    expect(await codeOf(three, post)).toBe(201);
  });

  test('cannot approve it even if the change ended an approval, until another reviewer has approved it', async () => {
    const { picture, post, admins } = await submitWithFile();
    const [one, two] = admins;
    expect(await codeOf(one, post)).toBe(201);
    await describeFile(one, picture, 'Two towers');
    expect((await getPost(service, post)).status).toBe('pending_approval');
    expect(await codeOf(one, post)).toBe('self_review');
    expect(await codeOf(two, post)).toBe(201);
    await describeFile(two, picture, 'Three towers');
    expect(await codeOf(two, post)).toBe('self_review');
    expect(await codeOf(one, post)).toBe(201);
  });

  test('can approve it once another person has saved it, and can reject it at any time', async () => {
    const { picture, author, post, admins } = await submitWithFile();
    const [one, two] = admins;
    await describeFile(one, picture, 'Two towers');
    await author.call('updatePost', { params: post, body: { ...body, media_ids: [picture] } });
    expect(await codeOf(one, post)).toBe(201);
    await describeFile(two, picture, 'Three towers');
    expect((await decide(two, post, 'reject')).status).toBe(201);
  });
});

describe('with allow_self_review', () => {
  /** The owner of another workspace, and a post of theirs that was submitted by a key with few scopes. */
  async function submitAsOwner(allowed: boolean, role: Role = 'owner') {
    const owner = await service.inWorkspace({ requires_approval: true }, role);
    await service.db.rows('update workspaces set allow_self_review = $2 where id = $1', [
      owner.workspaceId,
      allowed,
    ]);
    const scopes = ['post.read', 'post.write', 'channel.manage'];
    const key = await makeKey(service.db, owner.workspaceId, owner.userId, { scopes });
    const account = await connectSandbox(owner);
    const { data } = await owner.call('createPost', { body: scheduledFor([account]), key });
    expect(data.status).toBe('pending_approval');
    return { owner, post: data };
  }

  test('a sole owner can approve', async () => {
    const { owner, post } = await submitAsOwner(true);
    expect((await decide(owner, post, 'approve')).status).toBe(201);
    await service.publishDue();
    expect((await getPost(owner, post)).status).toBe('published');
  });

  test('members who may not review make no difference', async () => {
    const { owner, post } = await submitAsOwner(true);
    for (const role of ['editor', 'author', 'viewer'] as const) await service.beside(owner, role);
    expect((await decide(owner, post, 'approve')).status).toBe(201);
  });

  test('an owner with another reviewer cannot, nor can a sole admin', async () => {
    const { owner, post } = await submitAsOwner(true);
    await service.beside(owner, 'admin');
    expect((await decide(owner, post, 'approve')).error.code).toBe('self_review');
    const admin = await submitAsOwner(true, 'admin');
    expect((await decide(admin.owner, admin.post, 'approve')).error.code).toBe('self_review');
  });

  test('a sole owner cannot if it is off', async () => {
    const { owner, post } = await submitAsOwner(false);
    expect((await decide(owner, post, 'approve')).error.code).toBe('self_review');
  });
});
