import type { Channel } from '@belfry/contract/channels.ts';
import type { Post } from '@belfry/contract/posts.ts';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { startFake } from '../../../networks/mastodon/fake.ts';
import { rewind } from '../../src/backup/rewound/rewind.ts';
import { askAboutAll } from '../../src/publishing/doubts/ask-all.ts';
import { reportWorker } from '../../src/publishing/store.ts';
import { requireSameSecret } from '../../src/setup/setup.ts';
import { app } from '../support/app.ts';
import { createPost, getPost, scheduledFor } from '../support/posts.ts';
import { connectSandbox } from '../support/sandbox.ts';

const fake = await startFake();
const service = await app({ networkEndpoints: { mastodon: fake.server.url } });
await requireSameSecret(service.ctx);
fake.server.now = () => service.clock.now();
const channel = (
  await service.call('createChannel', { body: { platform: 'mastodon', credentials: fake.credentials } })
).data;
afterAll(() => service.close());

const reconcile = ({ id }: Pick<Post, 'id'>) => service.request('POST', `/posts/${id}/reconcile`);
const visible = (text: string) => fake.visible().filter((post) => post.text === text).length;

/** The rows of a database that was restored to a time before the send. */
async function restoreUnsent(posts: readonly Post[]): Promise<void> {
  const ids = posts.map(({ id }) => id);
  await service.db.rows(
    'delete from journal where target_id in (select id from targets where post_id = any($1))',
    [ids],
  );
  await service.db.rows(
    `update targets set status = 'pending', wake_at = due_at, external_id = null, external_url = null, published_at = null
     where post_id = any($1)`,
    [ids],
  );
  await service.db.rows("update posts set status = 'scheduled' where id = any($1)", [ids]);
  const since = service.clock.now().toISOString();
  await service.clock.advance('1 hour');
  await service.db.transaction((tx) => rewind(tx, since));
}

/** A post that was published before the restore of the database, or was not. */
async function makeUnconfirmed(content: string, on: Channel, { isOut }: { isOut: boolean }): Promise<Post> {
  const post = await createPost(service, scheduledFor([on], { content }));
  if (isOut) await service.publishDue();
  await restoreUnsent([post]);
  const doubted = await getPost(service, post);
  expect(doubted.targets).toMatchObject([{ status: 'failed', error: { code: 'outcome_unknown' } }]);
  return doubted;
}

describe('a post that is unconfirmed after a restore', () => {
  test('is published when its network shows it, and is not sent again', async () => {
    const doubted = await makeUnconfirmed('It is out', channel, { isOut: true });
    const { status, data } = await reconcile(doubted);
    expect([status, (data as Post).status]).toEqual([200, 'scheduled']);
    await service.publishDue();
    const post = await getPost(service, doubted);
    expect(post).toMatchObject({ status: 'published', targets: [{ status: 'published', error: null }] });
    expect(post.targets[0]?.external_url).toContain('http');
    expect(visible('It is out')).toBe(1);
  });

  test('is shown to the key that asked, which may not read posts otherwise', async () => {
    const doubted = await makeUnconfirmed('Write only', channel, { isOut: false });
    const writer = await service.as('owner', { scopes: ['post.write'] });
    const { status, data } = await writer.request('POST', `/posts/${doubted.id}/reconcile`);
    expect([status, (data as Post).status]).toEqual([200, 'scheduled']);
    expect((await writer.request('GET', `/posts/${doubted.id}`)).status).toBe(403);
    await service.publishDue();
  });

  test('stays unconfirmed when its network does not show it, and is sent when a person confirms it', async () => {
    const doubted = await makeUnconfirmed('It is not out', channel, { isOut: false });
    await reconcile(doubted);
    await service.publishDue();
    const asked = await getPost(service, doubted);
    expect(asked.targets).toMatchObject([{ status: 'failed', error: { code: 'outcome_unknown' } }]);
    expect(asked.targets[0]?.error?.message).toContain('does not show whether');
    expect(visible('It is not out')).toBe(0);
    const body = scheduledFor([channel], { content: 'It is not out' });
    expect((await service.request('PUT', `/posts/${doubted.id}`, { body })).error.code).toBe(
      'confirm_resend_required',
    );
    const confirmed = { ...body, confirm_resend: doubted.targets.map(({ id }) => id) };
    await service.call('updatePost', { params: { id: doubted.id }, body: confirmed });
    await service.publishDue();
    expect((await getPost(service, doubted)).status).toBe('published');
    expect(visible('It is not out')).toBe(1);
  });

  test('is not mistaken for another with the same text', async () => {
    const [first, second] = [
      await createPost(service, scheduledFor([channel], { content: 'Twins' })),
      await createPost(service, scheduledFor([channel], { content: 'Twins' })),
    ];
    await service.db.rows(
      "update targets set due_at = due_at + interval '1 minute', wake_at = 'infinity' where post_id = $1",
      [second.id],
    );
    await service.publishDue();
    await restoreUnsent([first, second]);
    for (const post of [first, second]) await reconcile(post);
    await service.publishDue();
    const statuses = [await getPost(service, first), await getPost(service, second)].map(
      ({ status }) => status,
    );
    expect(statuses.sort()).toEqual(['failed', 'published']);
    expect(visible('Twins')).toBe(1);
  });

  test('is not repeated on a network that cannot be asked, even one that recognises our keys', async () => {
    const doubted = await makeUnconfirmed('Sandbox', await connectSandbox(service), { isOut: true });
    await reconcile(doubted);
    await service.publishDue();
    expect((await getPost(service, doubted)).targets).toMatchObject([{ error: { code: 'outcome_unknown' } }]);
  });

  test('no longer waits for approval, so that no reviewer approves a copy that may be live', async () => {
    const strict = await service.inWorkspace({ requires_approval: true });
    const author = await service.beside(strict, 'author');
    const own = await connectSandbox(strict);
    const post = await createPost(author, scheduledFor([own]));
    const later = await createPost(
      author,
      scheduledFor([own], { scheduled_at: await service.clock.in('2 days') }),
    );
    expect([post.status, later.status]).toEqual(['pending_approval', 'pending_approval']);
    await service.db.transaction((tx) => rewind(tx, service.clock.now().toISOString()));
    expect((await getPost(author, post)).status).toBe('failed');
    expect((await getPost(author, later)).status).toBe('pending_approval');
    const approval = await strict.request('POST', `/posts/${post.id}/reviews`, {
      body: { decision: 'approve' },
    });
    expect(approval.status).toBe(409);
    expect((await author.request('PUT', `/posts/${post.id}`, { body: scheduledFor([own]) })).error.code).toBe(
      'confirm_resend_required',
    );
  });
});

test('a post without a doubt has nothing to ask about', async () => {
  const draft = await createPost(service, { status: 'draft' });
  const out = await createPost(service, scheduledFor([await connectSandbox(service)]));
  await service.publishDue();
  for (const post of [draft, out]) {
    const { status, error } = await reconcile(post);
    expect([status, error.code]).toEqual([409, 'nothing_in_doubt']);
  }
});

describe('asking about every copy in doubt', () => {
  const none = { network: 0, removed_channel: 0, signed_out_channel: 0, draft: 0 };
  const begin = { asked: 0, found: 0, unconfirmed: 0, put_off: 0, left: 0 };
  let mostAtOnce: number;
  beforeEach(async () => {
    mostAtOnce = 0;
    await service.db.rows("delete from journal where state = 'open'");
    await reportWorker(service.db, service.publisher.id);
  });

  const countAsking = async () => {
    const row = await service.db.row<{ count: number }>(
      'select count(*)::int as count from targets where asking',
    );
    return row?.count ?? 0;
  };
  const askAll = () =>
    askAboutAll(service.ctx, {
      async wait() {
        mostAtOnce = Math.max(mostAtOnce, await countAsking());
        await service.publishDue();
      },
      report: () => undefined,
    });

  test('adopts copies that the networks show, one post of a channel at a time, and sends nothing', async () => {
    const out = [await makeUnconfirmed('All out 1', channel, { isOut: true })];
    out.push(await makeUnconfirmed('All out 2', channel, { isOut: true }));
    const unseen = await makeUnconfirmed('All unseen', channel, { isOut: false });
    await reportWorker(service.db, service.publisher.id);
    const before = fake.visible().length;
    expect(await askAll()).toEqual({
      ...begin,
      in_doubt: 3,
      asked: 3,
      found: 2,
      unconfirmed: 1,
      cannot_be_asked: none,
    });
    expect(mostAtOnce).toBe(1);
    expect(fake.visible().length).toBe(before);
    for (const post of out) expect((await getPost(service, post)).status).toBe('published');
    expect((await getPost(service, unseen)).targets).toMatchObject([
      { status: 'failed', error: { code: 'outcome_unknown' } },
    ]);
    expect(await askAll()).toMatchObject({ in_doubt: 1, asked: 1, unconfirmed: 1 });
  });

  test('skips copies that no network can be asked about, with the reason', async () => {
    const sandbox = await connectSandbox(service);
    const both = await createPost(service, scheduledFor([sandbox, channel], { content: 'On both' }));
    await service.publishDue();
    await restoreUnsent([both]);
    const draft = await makeUnconfirmed('A draft again', sandbox, { isOut: false });
    const body = { ...scheduledFor([sandbox], { content: 'A draft again' }), status: 'draft' as const };
    await service.call('updatePost', { params: { id: draft.id }, body });
    const removed = await connectSandbox(service);
    await makeUnconfirmed('Removed', removed, { isOut: false });
    await service.call('deleteChannel', { params: { id: removed.id } });
    await reportWorker(service.db, service.publisher.id);
    const before = await service.db.rows("select id from events where kind = 'post.reconciling'");
    expect(await askAll()).toEqual({
      ...begin,
      in_doubt: 4,
      asked: 1,
      found: 1,
      cannot_be_asked: { ...none, network: 1, removed_channel: 1, draft: 1 },
    });
    const { targets } = await getPost(service, both);
    expect(targets).toMatchObject([
      { channel_id: sandbox.id, status: 'failed', error: { code: 'outcome_unknown' } },
      { channel_id: channel.id, status: 'published' },
    ]);
    const after = await service.db.rows("select user_id from events where kind = 'post.reconciling'");
    expect(after.length).toBe(before.length + 1);
  });

  test('no longer counts a copy that was found, although its post failed on another channel', async () => {
    const both = [await connectSandbox(service), channel];
    const post = await createPost(service, scheduledFor(both, { content: 'Found on one' }));
    await service.publishDue();
    await restoreUnsent([post]);
    await reportWorker(service.db, service.publisher.id);
    expect(await askAll()).toMatchObject({ in_doubt: 2, found: 1 });
    expect((await getPost(service, post)).status).toBe('failed');
    expect(await askAll()).toMatchObject({ in_doubt: 1, asked: 0 });
  });

  test('asks nothing while no worker runs', async () => {
    const doubted = await makeUnconfirmed('Nobody asks', channel, { isOut: false });
    expect(await askAll()).toEqual({ ...begin, in_doubt: 1, left: 1, cannot_be_asked: none });
    expect((await getPost(service, doubted)).status).toBe('failed');
  });

  test('waits neither for a channel that needs a new sign-in, nor for an unreachable network', async () => {
    const away = await makeUnconfirmed('Away', channel, { isOut: true });
    await service.db.rows('update channels set needs_reconnect = true where id = $1', [channel.id]);
    await reportWorker(service.db, service.publisher.id);
    expect(await askAll()).toEqual({
      ...begin,
      in_doubt: 1,
      cannot_be_asked: { ...none, signed_out_channel: 1 },
    });
    await service.db.rows('update channels set needs_reconnect = false where id = $1', [channel.id]);
    await fake.server.close();
    expect(await askAll()).toEqual({ ...begin, in_doubt: 1, asked: 1, put_off: 1, cannot_be_asked: none });
    expect((await getPost(service, away)).targets).toMatchObject([{ status: 'publishing' }]);
    expect(await askAll()).toMatchObject({ in_doubt: 0 });
  });
});
