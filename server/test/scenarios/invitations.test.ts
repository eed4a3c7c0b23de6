import { afterAll, describe, expect, test } from 'vitest';
import { sendDueMails } from '../../src/mail/sending.ts';
import { app } from '../support/app.ts';
import { emailOf, openBrowser, PASSWORD, signIn, signInAs } from '../support/browser.ts';
import type { Client } from '../support/client.ts';
import { holdReads, holdRows } from '../support/held.ts';
import { linkIn, openMailbox, tokenOf } from '../support/mailbox.ts';
import { refusalOf } from '../support/posts.ts';

const service = await app();
afterAll(() => service.close());

let count = 0;
const guest = () => `guest${++count}@people.example`;
const newcomer = { name: 'Grace', password: 'correct horse battery' };
type Invited = Parameters<typeof service.call<'createInvitation'>>[1]['body'];
const invite = async (by: Client, more: Partial<Invited> = {}) => {
  const body: Invited = { email: guest(), role: 'editor', ...more };
  const { data } = await by.call('createInvitation', { body });
  return { ...data, token: tokenOf(data.link) };
};
const accept = (body: { token: string; name?: string; password?: string }, from = openBrowser(service)) =>
  from.call('acceptInvitation', { body });

describe('an invitation', () => {
  test('lets a new person join, once of twenty simultaneous tries, and signs them in', async () => {
    const { token, email } = await invite(service);
    const browsers = Array.from({ length: 20 }, () => openBrowser(service));
    const answers = await Promise.all(browsers.map((one) => accept({ token, ...newcomer }, one)));
    const winner = answers.findIndex(({ status }) => status === 201);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, ...Array(19).fill(410)]);
    expect(answers[winner]?.data.user).toMatchObject({ name: 'Grace', email });
    const session = await browsers[winner]?.call('getWorkspace', {});
    expect(session?.data).toMatchObject({ id: service.workspaceId, role: 'editor' });
    expect(refusalOf(await accept({ token, ...newcomer }))).toEqual(['link_over']);
  });

  test('names its workspace and its inviter to whoever has its link, and only while the link works', async () => {
    const { token, id, invited_by } = await invite(service);
    const read = (sent: string) => openBrowser(service).call('readInvitation', { body: { token: sent } });
    const { data: workspace } = await service.call('getWorkspace', {});
    expect((await read(token)).data).toEqual({
      workspace: { name: workspace.name },
      invited_by: { name: invited_by.name },
    });
    expect(refusalOf(await read(`${token}x`))).toEqual(['link_over']);
    await service.call('deleteInvitation', { params: { id } });
    expect(refusalOf(await read(token))).toEqual(['link_over']);
  });

  test('stores no token, neither in its row nor in an event', async () => {
    const { token } = await invite(service);
    const row = await service.db.row<{ stored: string }>(
      `select concat((select string_agg(i::text, ' ') from invitations i),
         (select string_agg(e::text, ' ') from events e)) as stored`,
    );
    expect(row?.stored).toContain('invitation.created');
    expect(row?.stored).not.toContain(token);
  });

  test('ends after a week, when it is withdrawn, replaced or when its inviter leaves', async () => {
    const admin = await service.as('admin');
    const [old, withdrawn, replaced, orphaned] = [
      await invite(service),
      await invite(service),
      await invite(service),
      await invite(admin),
    ];
    await service.call('deleteInvitation', { params: { id: withdrawn.id } });
    await invite(service, { email: replaced.email.toUpperCase() });
    await service.call('deleteMember', { params: { id: admin.userId } });
    for (const { token } of [withdrawn, replaced, orphaned])
      expect(refusalOf(await accept({ token, ...newcomer }))).toEqual(['link_over']);
    await service.clock.advance('7 days');
    expect(refusalOf(await accept({ token: old.token, ...newcomer }))).toEqual(['link_over']);
  });

  test('is void when its sender has lost the right to invite', async () => {
    const admin = await service.as('admin');
    const { token } = await invite(admin);
    await service.call('updateMember', { params: { id: admin.userId }, body: { role: 'editor' } });
    expect(refusalOf(await accept({ token, ...newcomer }))).toEqual(['link_over']);
  });

  test('lets an existing user join by session or password, and no other person', async () => {
    const other = await service.inWorkspace();
    const browser = await signInAs(service, 'viewer');
    const email = await emailOf(browser);
    const { token } = await invite(other, { email });
    const stranger = await signInAs(service, 'viewer');
    expect(refusalOf(await accept({ token }, stranger))).toEqual(['forbidden']);
    expect(refusalOf(await accept({ token }))).toEqual(['invalid', 'password']);
    const guessed = { token, password: 'not the password' };
    expect(refusalOf(await accept(guessed))).toEqual(['sign_in_refused']);
    expect((await accept({ token }, browser)).data.workspace.id).toBe(other.workspaceId);
    const again = await signIn(service, email);
    expect((await again.call('listWorkspaces', {})).data).toHaveLength(2);
  });

  test('signs no new person in to an existing user, even with the user’s password', async () => {
    const other = await service.inWorkspace();
    const browser = await signInAs(service, 'viewer');
    const { token } = await invite(other, { email: await emailOf(browser) });
    for (const password of [PASSWORD, 'not the password']) {
      const stranger = openBrowser(service);
      const answer = await accept({ token, name: 'Mallory', password }, stranger);
      expect(refusalOf(answer)).toEqual(['sign_in_refused']);
      expect((await stranger.call('getSession', {})).status).toBe(401);
    }
    expect((await accept({ token, password: PASSWORD })).status).toBe(201);
  });

  test('is refused to the second of two, even if the first accepts it between two reads of the second', async () => {
    const { token } = await invite(service);
    const sql = 'select 1 from workspaces where id = $1 for update';
    const rows = await holdRows(service.db, sql, [service.workspaceId]);
    const first = accept({ token, ...newcomer });
    await rows.untilWaiting(1);
    const reads = await holdReads(service.db, '%from invitations i join users%token_hash%');
    const second = accept({ token, name: 'Mallory', password: 'another password' });
    await reads.untilWaiting(2);
    await rows.release();
    expect((await first).status).toBe(201);
    await reads.release();
    expect(refusalOf(await second)).toEqual(['link_over']);
  });

  test('is refused to new people at most fifty times from one network address', async () => {
    const other = await service.inWorkspace();
    const { token } = await invite(other, { email: await emailOf(await signInAs(service, 'viewer')) });
    await service.clock.advance('2 hours');
    const codes = new Set<string>();
    for (let n = 0; n < 51; n += 1) codes.add((await accept({ token, ...newcomer })).error.code);
    expect([...codes]).toEqual(['sign_in_refused', 'rate_limited']);
    await service.clock.advance('2 hours');
  });

  test('to a member is refused, in upper or lower case', async () => {
    const browser = await signInAs(service, 'viewer');
    const email = await emailOf(browser);
    const body = { email: email.toUpperCase(), role: 'owner' } as const;
    expect(refusalOf(await service.call('createInvitation', { body }))).toEqual(['already_member']);
  });

  test('to become an owner is sent, replaced and withdrawn by owners only', async () => {
    const admin = await service.as('admin');
    const { id, email } = await invite(service, { role: 'owner' });
    const made = await admin.call('createInvitation', { body: { email: guest(), role: 'owner' } });
    const replaced = await admin.call('createInvitation', { body: { email, role: 'viewer' } });
    const withdrawn = await admin.call('deleteInvitation', { params: { id } });
    for (const answer of [made, replaced, withdrawn]) expect(refusalOf(answer)).toEqual(['forbidden']);
  });

  test.each([
    { email: 'a@people.example\r\nBcc: b@people.example' },
    { email: 'a@people.example,b@people.example' },
    { email: '<a@people.example>' },
    { email: '"a" b@people.example' },
    { role: 'root' },
    { token: 'mine' },
    { invited_by: 1 },
    { expires_at: '2030-01-01T00:00:00Z' },
  ])('is not created from %j', async (more) => {
    const body = { email: guest(), role: 'viewer', ...more };
    const answer = await service.request('POST', '/api/v1/invitations', { body });
    expect(refusalOf(answer)).toEqual(['invalid', Object.keys(more)[0]]);
  });
});

test('one address gets at most five invitations an hour, even from many workspaces at once', async () => {
  await using mailing = await app({ smtpUrl: 'smtp://127.0.0.1:9' });
  const inviters: Client[] = [];
  for (let n = 0; n < 12; n += 1) inviters.push(await mailing.inWorkspace());
  const body = { email: guest(), role: 'editor' } as const;
  const answers = await Promise.all(inviters.map((by) => by.call('createInvitation', { body })));
  const refused = answers.filter(({ status }) => status === 429);
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(5);
  expect(refused).toHaveLength(7);
});

test('a workspace has at most two thousand members and open invitations', async () => {
  const owner = await service.inWorkspace();
  await service.db.rows(
    `insert into invitations (workspace_id, email, role, token_hash, mailed, invited_by, expires_at)
     select $1, 'crowd' || n || '@people.example', 'viewer', sha256(convert_to($1::bigint || ' ' || n, 'UTF8')), false, $2,
       clock_now() + interval '1 day'
     from generate_series(1, 1998) n`,
    [owner.workspaceId, owner.userId],
  );
  const last = guest();
  const answers = await Promise.all(
    [last, guest(), guest()].map((email) =>
      owner.call('createInvitation', { body: { email, role: 'viewer' } }),
    ),
  );
  const statuses = answers.map(({ status }) => status);
  expect(statuses.toSorted()).toEqual([201, 409, 409]);
  expect(answers.flatMap((answer) => (answer.status === 201 ? [] : [answer.error.code]))).toEqual([
    'too_many_members',
    'too_many_members',
  ]);
  // An invitation that replaces another one does not count twice.
  const again = { email: 'crowd1@people.example', role: 'viewer' } as const;
  expect((await owner.call('createInvitation', { body: again })).status).toBe(201);
});

test('with mail, only the invited person gets the link, and names cannot break the mail', async () => {
  const mailbox = await openMailbox();
  await using mailing = await app({ smtpUrl: mailbox.url });
  const name = 'Tower\r\nBcc: eve@people.example <img src=x onerror=alert(1)>';
  await mailing.call('updateWorkspace', { body: { name } });
  await mailing.db.rows('update users set name = $1', [`Ada\r\nCc: eve@people.example\u2028${name}`]);
  const { link, email } = await invite(mailing);
  expect(link).toBeNull();
  await sendDueMails(mailing.ctx);
  const [letter] = mailbox.letters;
  await mailbox.close();
  expect(mailbox.letters).toHaveLength(1);
  expect(letter?.to).toEqual([email]);
  expect(letter?.headers.filter((line) => /^(bcc|cc|to):/i.test(line))).toEqual([`To: ${email}`]);
  expect(letter?.body.split('<!doctype html>')[1]).not.toContain('<img');
  expect(letter?.body).not.toMatch(/^(Bcc|Cc)/m);
  expect(linkIn(letter)).toMatch(new RegExp(`^${mailing.origin}/invite#[\\w-]{43}$`));
  const body = { token: tokenOf(linkIn(letter)), ...newcomer };
  expect((await openBrowser(mailing).call('acceptInvitation', { body })).status).toBe(201);
});
