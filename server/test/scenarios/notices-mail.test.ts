import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { app } from '../support/app.ts';
import { givePassword, openBrowser, PASSWORD, signIn } from '../support/browser.ts';
import type { Client } from '../support/client.ts';
import { makeEvents } from '../support/events.ts';
import { fieldOf, type Letter, openMailbox } from '../support/mailbox.ts';
import { addressOf, collect, createNotices, failPosts, noticesOf } from '../support/notices.ts';
import { connectSandbox } from '../support/sandbox.ts';

const mailbox = await openMailbox();
const service = await app({ smtpUrl: mailbox.url, workspace: { time_zone: 'Europe/Berlin' } });
const { db, clock } = service;
afterAll(async () => {
  await service.close();
  await mailbox.close();
});
beforeEach(async () => {
  await createNotices(service);
  await db.rows('delete from notices');
  await db.rows('delete from notice_mailings');
  mailbox.letters.length = 0;
});

const partOf = (letter: Letter | undefined, type: 'plain' | 'html') =>
  letter?.body.split('Content-Type: text/').find((one) => one.startsWith(type)) ?? '';

describe('a mail', () => {
  test('has all waiting notices of a person, by workspace', async () => {
    const person = await service.as('author');
    const other = await service.inWorkspace();
    await db.rows("insert into members (workspace_id, user_id, role) values ($1, $2, 'author')", [
      other.workspaceId,
      person.userId,
    ]);
    await failPosts(service, person, 2);
    await failPosts(service, { userId: person.userId, workspaceId: other.workspaceId });
    const change = { member_id: person.userId, after: { role: 'editor' } };
    await makeEvents(db, service.workspaceId, {
      kind: 'member.changed',
      user_id: service.userId,
      data: change,
    });
    await createNotices(service);
    await clock.advance('1 minute');
    const letters = await collect(service, mailbox);
    expect(letters).toHaveLength(1);
    expect(fieldOf(letters[0], 'Subject')).toBe('2 posts failed in Workspace 1, and 2 more notices');
    expect(letters[0]?.body).toContain('Your role or your channels in Workspace 1 were changed');
    expect(letters[0]?.body).toContain('Owner 1 changed your role or your channels. Your role is editor.');
    expect(letters[0]?.body).toContain('A post failed in Workspace 2');
  });

  const canary = '"><img src=x onerror=alert(1)>';
  const nasty = `${canary}\r\nBcc: eve@people.example\r\n\r\n{workspace}\u2028<script>`;

  test('shows texts of people and networks as text, and none of them as a header', async () => {
    const owner = await service.inWorkspace();
    const other = await service.beside(owner, 'admin');
    const channel = await connectSandbox(owner);
    await db.rows('update workspaces set name = $2 where id = $1', [owner.workspaceId, nasty]);
    await db.rows('update users set name = $2 where id = any($1)', [[owner.userId, other.userId], nasty]);
    await db.rows('update channels set name = $2 where id = $1', [channel.id, nasty]);
    const [post] = await failPosts(service, owner, 1, nasty);
    await failPosts(service, owner, 1, nasty);
    await db.rows(
      `insert into targets (workspace_id, post_id, channel_id, position, status, error)
       values ($1, $2, $3, 0, 'failed', jsonb_build_object('code', 'rejected', 'message', $4::text))`,
      [owner.workspaceId, post, channel.id, nasty],
    );
    const of = { channel_id: channel.id, user_id: other.userId, ...(post && { post_id: post }) };
    for (const [kind, data] of [
      ['review.rejected', { comment: nasty }],
      ['target.failed', { code: 'outcome_unknown', message: nasty }],
      ['target.held', { message: nasty }],
      ['channel.needs_reconnect', {}],
      ['webhook.disabled', { host: nasty, error: nasty }],
      ['member.joined', {}],
      ['member.changed', { member_id: owner.userId, after: { role: nasty } }],
      ['review.requested', { scheduled_at: nasty }],
      ['media.changed', { reason: nasty }],
    ] as const)
      await makeEvents(db, owner.workspaceId, { kind, ...of, data });
    await makeEvents(db, owner.workspaceId, {
      kind: 'key.created',
      user_id: owner.userId,
      data: { name: nasty },
    });
    await createNotices(service);
    await clock.advance('1 day');
    const letters = (await collect(service, mailbox)).filter(({ to }) => to[0]?.startsWith('owner'));
    expect(letters).toHaveLength(2);
    for (const letter of letters) {
      const names = letter.headers.map((line) => line.split(':')[0]);
      expect(names).not.toContain('Bcc');
      expect(new Set(names).size).toBe(names.length);
      expect(partOf(letter, 'html')).not.toMatch(/<img|<script/);
      expect(partOf(letter, 'html')).toContain('&#34;&#62;&#60;img src=x');
      expect(partOf(letter, 'plain')).toContain(canary);
      expect(partOf(letter, 'plain')).not.toMatch(/^Bcc/m);
      expect(letter.to).toEqual([await addressOf(service, owner)]);
    }
    expect(JSON.stringify(await noticesOf(owner))).toContain('{workspace}');
  });
});

describe('a notice about one’s own account', () => {
  async function person(): Promise<{ client: Client; email: string }> {
    const client = await service.as('author');
    const other = await service.inWorkspace();
    await db.rows("insert into members (workspace_id, user_id, role) values ($1, $2, 'author')", [
      other.workspaceId,
      client.userId,
    ]);
    return { client, email: await givePassword(db, client.userId) };
  }

  test('is mailed at once and once, whatever else waits and however many workspaces one has', async () => {
    const { client, email } = await person();
    const browser = await signIn(service, email);
    await failPosts(service, client);
    await browser.call('changePassword', { body: { current: PASSWORD, password: 'another long one' } });
    await createNotices(service);
    const letters = await collect(service, mailbox);
    expect(letters.map(({ to }) => to)).toEqual([[email]]);
    expect(fieldOf(letters[0], 'Subject')).toBe('Your password was changed');
    expect(fieldOf(letters[0], 'List-Unsubscribe')).toBeUndefined();
    expect(letters[0]?.body).toMatch(
      /This happened on \d+ \w+ \d{4} at \d\d:\d\d \(\S+\)\. .*If this was not you/,
    );
    const kinds = (await noticesOf(client)).map(({ kind }) => kind);
    expect(kinds.toSorted()).toEqual(['account.password_changed', 'post.failed']);
    await db.rows("update users set time_zone = 'Asia/Tokyo' where id = $1", [client.userId]);
    expect((await noticesOf(client))[0]?.body).toContain('(Asia/Tokyo)');
  });

  test('is about a sign-in on a new device, but not about the first sign-in of all', async () => {
    const { client, email } = await person();
    const signInBy = (agent: string) =>
      openBrowser(service).call('signIn', {
        body: { email, password: PASSWORD },
        headers: { 'user-agent': agent },
      });
    for (const agent of ['Firefox/1.0', 'Firefox/2.0', 'Firefox/1.0']) await signInBy(agent);
    await createNotices(service);
    expect(await noticesOf(client)).toEqual([]);
    await signInBy('curl/8');
    await createNotices(service);
    expect(await noticesOf(client)).toMatchObject([{ kind: 'account.new_device' }]);
    expect(await collect(service, mailbox)).toHaveLength(1);
  });

  test('is mailed even if it is marked as read at once, and if mail is off', async () => {
    const { client, email } = await person();
    const settings = [{ kind: 'key.created', in_app: true, mail: 'off' }];
    const refused = await client.request('PUT', '/api/v1/notices/settings', { body: { settings } });
    expect(refused.error.code).toBe('invalid');
    await client.call('createKey', { body: { name: 'Robot' } });
    await makeEvents(db, service.workspaceId, { kind: 'two_factor.ended', user_id: client.userId });
    await createNotices(service);
    await client.call('readNotices', { body: {} });
    const letters = await collect(service, mailbox);
    expect(letters.map((letter) => [letter.to[0], fieldOf(letter, 'Subject')])).toEqual([
      [email, 'Two-factor authentication was turned off for your account, and 1 more notice'],
    ]);
    expect(letters[0]?.body).toContain('An API key was created in your name in Workspace 1');
    expect(fieldOf(letters[0], 'List-Unsubscribe')).toBeUndefined();
  });

  test('is about a key that was created in one’s name', async () => {
    const { client } = await person();
    await client.call('createKey', { body: { name: 'Robot' } });
    await createNotices(service);
    expect(await noticesOf(client)).toMatchObject([
      { kind: 'key.created', body: expect.stringContaining('“Robot”') },
    ]);
    expect(await collect(service, mailbox)).toHaveLength(1);
  });
});
