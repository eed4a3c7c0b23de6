import type { Role } from '@belfry/contract/roles.ts';
import { afterAll, describe, expect, test } from 'vitest';
import { sendDueMails } from '../../src/mail/sending.ts';
import { app } from '../support/app.ts';
import { emailOf, givePassword, openBrowser, PASSWORD, signIn, signInAs } from '../support/browser.ts';
import type { Client } from '../support/client.ts';
import { linkIn, openMailbox, tokenOf } from '../support/mailbox.ts';
import { collect, createNotices } from '../support/notices.ts';
import { refusalOf } from '../support/posts.ts';

const mailbox = await openMailbox();
const service = await app({ smtpUrl: mailbox.url });
const plain = await app();
afterAll(async () => {
  await service.close();
  await plain.close();
  await mailbox.close();
});

const NEW = 'battery horse correct';
const ask = (email: string) => openBrowser(service).call('requestPasswordReset', { body: { email } });
const set = (token: string, at: Client = openBrowser(service)) =>
  at.call('usePasswordReset', { body: { token, password: NEW } });
/** The token of the mail that was sent last. */
const receive = async () => {
  await sendDueMails(service.ctx);
  return tokenOf(linkIn(mailbox.letters.at(-1)));
};

describe('a password reset by mail', () => {
  test('signs in, ends every session, and its link works once of ten simultaneous tries', async () => {
    const browser = await signInAs(service, 'editor');
    const email = await emailOf(browser);
    expect((await ask(email.toUpperCase())).status).toBe(204);
    const [first, token] = [await receive(), await ask(email).then(receive)];
    expect(mailbox.letters.at(-1)?.to).toEqual([email]);
    const answers = await Promise.all(Array.from({ length: 10 }, () => set(token)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([204, ...Array(9).fill(410)]);
    expect(refusalOf(await set(first))).toEqual(['link_over']);
    expect((await browser.call('getSession', {})).status).toBe(401);
    await expect(signIn(service, email, PASSWORD)).rejects.toThrow();
    expect((await signIn(service, email, NEW)).userId).toBe(browser.userId);
  });

  test('is mailed three times an hour, however many requests arrive at once', async () => {
    const email = await emailOf(await signInAs(service, 'editor'));
    const answers = await Promise.all(Array.from({ length: 20 }, () => ask(email)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([204]));
    expect(await service.db.rows('select 1 from mails where recipient = $1', [email])).toHaveLength(3);
  });

  test('expires after an hour', async () => {
    const browser = await signInAs(service, 'editor');
    await ask(await emailOf(browser));
    const token = await receive();
    await service.clock.advance('1 hour');
    expect(refusalOf(await set(token))).toEqual(['link_over']);
    expect((await browser.call('getSession', {})).status).toBe(200);
  });

  test('gets the same statements and the same answer for an unknown address', async () => {
    const email = await emailOf(await signInAs(service, 'viewer'));
    const rowsOf = (address: string) =>
      service.db.rows('select 1 from password_resets where lower(email) = lower($1)', [address]);
    const sent = mailbox.letters.length;
    for (const address of [email, 'nobody@people.example']) {
      const answers = [];
      for (let n = 0; n < 5; n += 1) answers.push(await ask(address));
      expect(answers.map(({ status, body }) => [status, body])).toEqual(Array(5).fill([204, undefined]));
      expect(await rowsOf(address)).toHaveLength(3);
    }
    await receive();
    expect(mailbox.letters.length - sent).toBe(3);
  });

  test('stores no token in plain text', async () => {
    await ask(await emailOf(await signInAs(service, 'viewer')));
    const row = await service.db.row<{ stored: string }>(
      `select concat((select string_agg(m::text, ' ') from mails m),
         (select string_agg(r::text, ' ') from password_resets r)) as stored`,
    );
    const token = await receive();
    expect(token).toHaveLength(43);
    expect(row?.stored).not.toContain(token);
    expect(row?.stored).not.toContain(Buffer.from(token).toString('hex'));
  });

  test('is limited for each network address', async () => {
    await using strict = await app({ rateLimitReads: 1000, rateLimitWrites: 1000 });
    const statuses = [];
    for (let n = 0; n < 61; n += 1) {
      const body = { email: `n${n}@people.example` };
      statuses.push((await openBrowser(strict).call('requestPasswordReset', { body })).status);
    }
    expect(statuses.slice(-2)).toEqual([204, 429]);
  });
});

test('a new password ends sessions, other links and a change of address, and keeps all other ways to sign in', async () => {
  const person = await signInAs(service, 'editor');
  const email = await emailOf(person);
  const key = (await person.call('createKey', { body: { name: 'Laptop' } })).data.key;
  const values = [person.userId];
  for (const sql of [
    `insert into passkeys (user_id, name, credential_id, public_key, counter, transports)
     values ($1, 'Phone', uuid_send(gen_random_uuid()), '', 0, '{}')`,
    "insert into identities (user_id, issuer, subject) values ($1, 'https://id.example', 'somebody')",
    "insert into second_factors (user_id, sealed, confirmed_at) values ($1, '', clock_now())",
    "insert into recovery_codes (user_id, hash) values ($1, 'a')",
    `insert into email_changes (user_id, email, token_hash, expires_at)
     values ($1, 'thief@people.example', '', clock_now() + interval '1 hour')`,
  ])
    await service.db.rows(sql, values);
  await ask(email);
  expect((await set(await receive())).status).toBe(204);
  const left = await service.db.row(
    `select (select count(*) from sessions where user_id = $1) as sessions,
       (select count(*) from email_changes where user_id = $1) as changes,
       (select count(*) from passkeys where user_id = $1) as passkeys,
       (select count(*) from identities where user_id = $1) as identities,
       (select count(*) from second_factors where user_id = $1) as factors,
       (select count(*) from recovery_codes where user_id = $1) as codes`,
    values,
  );
  expect(left).toEqual({ sessions: 0, changes: 0, passkeys: 1, identities: 1, factors: 1, codes: 1 });
  expect((await service.request('GET', '/posts', { key })).status).toBe(200);
  const answer = await openBrowser(service).call('signIn', { body: { email, password: NEW } });
  expect(refusalOf(answer)).toEqual(['code_required']);
  await createNotices(service);
  const letters = (await collect(service, mailbox)).filter(({ to }) => to[0] === email);
  expect(letters.at(-1)?.body).toContain('Also check your passkeys, API keys and identities');
});

test('a link works only for its own purpose', async () => {
  const browser = await signInAs(service, 'editor');
  const invited = await service.call('createInvitation', {
    body: { email: 'guest@people.example', role: 'owner' },
  });
  expect(invited.status).toBe(201);
  const invitation = await receive();
  await ask(await emailOf(browser));
  const reset = await receive();
  expect(invitation).not.toBe(reset);
  expect(refusalOf(await set(invitation))).toEqual(['link_over']);
  const body = { token: reset, name: 'Eve', password: NEW };
  expect(refusalOf(await openBrowser(service).call('acceptInvitation', { body }))).toEqual(['link_over']);
  expect((await set(reset)).status).toBe(204);
});

describe('a reset link from an admin', () => {
  const make = (by: Client, { userId }: { userId: number }) =>
    by.call('resetMemberPassword', { params: { id: userId } });

  test('signs in a member', async () => {
    const member = await plain.as('editor');
    const email = await givePassword(plain.db, member.userId);
    const { link } = (await make(await plain.as('admin'), member)).data;
    expect(link).toMatch(new RegExp(`^${plain.origin}/new-password#`));
    expect((await set(tokenOf(link), openBrowser(plain))).status).toBe(204);
    expect((await signIn(plain, email, NEW)).userId).toBe(member.userId);
  });

  test.each<[Role, Role]>([
    ['admin', 'owner'],
    ['admin', 'admin'],
    ['owner', 'owner'],
    ['editor', 'viewer'],
  ])('cannot be created by %s for %s', async (by, of) => {
    expect(refusalOf(await make(await plain.as(by), await plain.as(of)))).toEqual(['forbidden']);
  });

  test('is refused for a member of two workspaces, and void once they join a second, are promoted, or the admin is demoted', async () => {
    const elsewhere = await plain.inWorkspace();
    const admin = await plain.as('admin');
    const [joined, raised, spared] = [
      await plain.as('viewer'),
      await plain.as('viewer'),
      await plain.as('viewer'),
    ];
    const tokens = [];
    for (const member of [joined, raised, spared])
      tokens.push(tokenOf((await make(admin, member)).data.link));
    const join = "insert into members (workspace_id, user_id, role) values ($1, $2, 'viewer')";
    await plain.db.rows(join, [elsewhere.workspaceId, joined.userId]);
    await plain.call('updateMember', { params: { id: raised.userId }, body: { role: 'owner' } });
    expect(refusalOf(await make(plain, joined))).toEqual(['forbidden']);
    const [one, two, three] = tokens;
    for (const token of [one, two])
      expect(refusalOf(await set(token ?? '', openBrowser(plain)))).toEqual(['link_over']);
    await plain.call('updateMember', { params: { id: admin.userId }, body: { role: 'viewer' } });
    expect(refusalOf(await set(three ?? '', openBrowser(plain)))).toEqual(['link_over']);
  });

  test('is mailed if mail is set up', async () => {
    const member = await service.as('editor');
    expect((await make(service, member)).data.link).toBeNull();
    expect((await set(await receive())).status).toBe(204);
  });
});
