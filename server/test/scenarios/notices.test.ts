import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { mailNotices } from '../../src/notices/mailing/mailing.ts';
import { app } from '../support/app.ts';
import { makeEvents } from '../support/events.ts';
import { openMailbox } from '../support/mailbox.ts';
import { addressOf, choose, collect, createNotices, failPosts, noticesOf } from '../support/notices.ts';
import { createPost, scheduledFor, scheduledToBehave } from '../support/posts.ts';
import { decide } from '../support/reviews.ts';
import { connectSandbox } from '../support/sandbox.ts';

const mailbox = await openMailbox();
const service = await app({
  smtpUrl: mailbox.url,
  workspace: { requires_approval: true, time_zone: 'Europe/Berlin' },
});
const { db, clock } = service;
const channel = await connectSandbox(service);
const author = await service.as('author');
const admin = await service.as('admin');
afterAll(async () => {
  await service.close();
  await mailbox.close();
});
beforeEach(async () => {
  await createNotices(service);
  await db.rows('delete from notices');
  await db.rows('delete from notice_mailings');
  await db.rows('delete from notice_settings');
  mailbox.letters.length = 0;
});

const submit = (content = 'A bell rings') =>
  createPost(author, scheduledFor([channel], { content, scheduled_at: '2027-02-01T09:30:00Z' }));
const mailsTo = async (client: { userId: number }) => {
  const address = await addressOf(service, client);
  return (await collect(service, mailbox)).filter(({ to }) => to[0] === address);
};

describe('a review', () => {
  test('notifies those who may decide, in the app and by mail, in their language and time zone', async () => {
    await db.rows("update users set language = 'de' where id = $1", [admin.userId]);
    const post = await submit('Die Glocke läutet');
    await createNotices(service);
    expect(await noticesOf(admin)).toMatchObject([
      {
        kind: 'review.requested',
        title: 'Ein Beitrag in Workspace 1 wartet auf Ihre Freigabe',
        body: 'Author 2 hat „Die Glocke läutet“ eingereicht. Geplant für 1. Februar 2027 um 10:30 (Europe/Berlin).',
        post_id: post.id,
        channel_id: null,
        count: 1,
        read_at: null,
      },
    ]);
    expect(await noticesOf(author)).toEqual([]);
    expect(await collect(service, mailbox)).toEqual([]);
    await clock.advance('1 minute');
    const letters = await collect(service, mailbox);
    expect(letters.map(({ to }) => to[0]).toSorted()).toEqual([
      'admin3@people.example',
      'owner1@people.example',
    ]);
    const german = letters.find(({ to }) => to[0] === 'admin3@people.example');
    const english = letters.find(({ to }) => to[0] === 'owner1@people.example');
    expect(german?.headers).toContain('Subject: Ein Beitrag in Workspace 1 wartet auf Ihre Freigabe');
    for (const type of ['plain', 'html']) {
      const part = german?.body.split('Content-Type: text/').find((one) => one.startsWith(type));
      expect(part).toContain('Geplant für 1. Februar 2027 um 10:30 (Europe/Berlin).');
      expect(part).toContain(`${service.origin}/posts/${post.id}`);
    }
    expect(english?.body).toContain('Planned for 1 February 2027 at 10:30 (Europe/Berlin).');
    expect(await collect(service, mailbox)).toEqual([]);
    await db.rows('update users set language = null');
  });

  test('that was decided meanwhile is not mailed', async () => {
    await decide(service, await submit(), 'approve');
    await createNotices(service);
    await clock.advance('1 minute');
    expect(await mailsTo(admin)).toEqual([]);
    expect(await noticesOf(admin)).toHaveLength(1);
  });

  test('notifies the author when it is decided', async () => {
    const post = await submit();
    await decide(service, post, 'reject', { comment: 'Too loud.' });
    await createNotices(service);
    const body = 'Owner 1 rejected “A bell rings”. Comment: Too loud.';
    expect(await noticesOf(author)).toMatchObject([{ kind: 'review.rejected', body, post_id: post.id }]);
    await clock.advance('1 minute');
    expect((await mailsTo(author))[0]?.body).toContain('Comment: Too loud.');
  });

  test('does not notify the person who decided', async () => {
    const own = await createPost(service, { status: 'draft' });
    await makeEvents(db, service.workspaceId, {
      kind: 'review.approved',
      user_id: service.userId,
      post_id: own.id,
    });
    await createNotices(service);
    expect(await noticesOf(service)).toEqual([]);
  });
});

describe('a failed post', () => {
  test('500 times within a minute is one notice and one mail, which names the first few', async () => {
    const ids = await failPosts(service, author, 500);
    await createNotices(service);
    expect(await noticesOf(author)).toMatchObject([
      { kind: 'post.failed', title: '500 posts failed in Workspace 1', count: 500, post_id: ids.at(-1) },
    ]);
    await clock.advance('30 seconds');
    const [last] = await failPosts(service, author, 1, 'Late');
    await createNotices(service);
    await clock.advance('59 seconds');
    expect(await collect(service, mailbox)).toEqual([]);
    await clock.advance('1 second');
    const letters = await collect(service, mailbox);
    expect(letters).toHaveLength(1);
    expect(letters[0]?.headers).toContain('Subject: 501 posts failed in Workspace 1');
    expect(letters[0]?.body).toContain(`${service.origin}/posts/${ids[0]}`);
    expect(letters[0]?.body).toContain('and 496 more');
    expect(letters[0]?.body).not.toContain(`posts/${ids[5]}`);
    expect(await noticesOf(author)).toMatchObject([{ count: 501, post_id: last }]);
  });

  test('again and again is mailed five minutes after the first, and then ten minutes later', async () => {
    const mailed: number[] = [];
    for (let minute = 0; minute < 20; minute += 1) {
      for (const half of [0, 30]) {
        await failPosts(service, author, 1);
        await createNotices(service);
        if ((await collect(service, mailbox)).length > 0) mailed.push(minute + half / 60);
        await clock.advance('30 seconds');
      }
    }
    expect(mailed).toEqual([5, 15]);
    const counts = (await noticesOf(author)).map(({ count }) => count);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(40);
  });

  test('is reported with the network’s message, until it is sent again', async () => {
    const wrong = await createPost(service, scheduledToBehave('reject', [channel]));
    await service.publishDue();
    await db.rows('update posts set author_id = $2 where id = $1', [wrong.id, author.userId]);
    await createNotices(service);
    const [notice] = await noticesOf(author);
    expect(notice?.body).toMatch(/^“Hello” was not published everywhere\. \S/);
    await db.rows("update posts set status = 'published' where id = $1", [wrong.id]);
    await clock.advance('1 minute');
    expect(await mailsTo(author)).toEqual([]);
  });

  test('that may be live is reported to the author and the managers, once', async () => {
    const post = await createPost(author, {
      status: 'draft',
      content: 'Maybe',
      targets: [{ channel_id: channel.id }],
    });
    await db.rows(
      `update targets set status = 'failed', error = '{"code": "outcome_unknown"}' where post_id = $1`,
      [post.id],
    );
    const of = { post_id: post.id, channel_id: channel.id };
    await makeEvents(db, service.workspaceId, {
      ...of,
      kind: 'target.failed',
      data: { code: 'outcome_unknown' },
    });
    await makeEvents(db, service.workspaceId, { post_id: post.id, kind: 'post.failed', data: {} });
    await createNotices(service);
    for (const client of [author, admin, service])
      expect(await noticesOf(client)).toMatchObject([
        { kind: 'post.unconfirmed', channel_id: channel.id, count: 1 },
      ]);
  });

  test('before the installation had notices gets none', async () => {
    const row = await db.row<{ behind: number }>(
      `select count(*)::int as behind from event_heads h left join notice_positions p using (workspace_id)
       where p.seq is distinct from h.seq`,
    );
    expect(row).toEqual({ behind: 0 });
  });
});

describe('mail about a notice', () => {
  test('is not sent if the notice was read in the app before', async () => {
    await failPosts(service, author, 2);
    await createNotices(service);
    const answer = await author.call('readNotices', { body: {} });
    expect(answer.data).toEqual({ unread: 0 });
    await clock.advance('10 minutes');
    expect(await collect(service, mailbox)).toEqual([]);
    await failPosts(service, author, 1);
    await createNotices(service);
    expect(await noticesOf(author, { unread: true })).toMatchObject([{ count: 1 }]);
    expect(await noticesOf(author)).toHaveLength(2);
  });

  test('is not sent if it is turned off, even if the mail is waiting already', async () => {
    await failPosts(service, author);
    await createNotices(service);
    await choose(author, 'post.failed', 'off');
    await clock.advance('10 minutes');
    expect(await collect(service, mailbox)).toEqual([]);
    expect(await noticesOf(author)).toHaveLength(1);
    await choose(author, 'post.failed', 'off', false);
    await author.call('readNotices', { body: {} });
    await failPosts(service, author);
    await createNotices(service);
    expect(await noticesOf(author)).toHaveLength(1);
  });

  test('can be on while notices in the app are off', async () => {
    await choose(author, 'post.failed', 'at_once', false);
    await failPosts(service, author);
    await createNotices(service);
    expect(await noticesOf(author)).toEqual([]);
    await clock.advance('1 minute');
    expect(await mailsTo(author)).toHaveLength(1);
  });

  test('is not sent to a person who has left or lost the right to decide', async () => {
    const left = await service.as('admin');
    const lowered = await service.as('admin');
    await submit();
    await createNotices(service);
    await db.rows('delete from members where user_id = $1', [left.userId]);
    await db.rows("update members set role = 'viewer' where user_id = $1", [lowered.userId]);
    await clock.advance('10 minutes');
    const addresses = (await collect(service, mailbox)).map(({ to }) => to[0]);
    expect(addresses.toSorted()).toEqual([
      await addressOf(service, admin),
      await addressOf(service, service),
    ]);
    expect(await noticesOf(lowered)).toEqual([]);
  });

  test('waits for a mail server, but not for longer than three days', async () => {
    await failPosts(service, author);
    await createNotices(service);
    await clock.advance('10 minutes');
    await mailNotices({ ...service.ctx, config: { ...service.ctx.config, smtpUrl: undefined } });
    expect(await db.rows('select from mails where sent_at is null')).toEqual([]);
    expect(await mailsTo(author)).toHaveLength(1);
  });
});
