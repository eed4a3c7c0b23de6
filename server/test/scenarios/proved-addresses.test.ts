/** Who gets an e-mail address: the user who verified it, by a mailed link or by the OpenID provider. */
import { afterAll, describe, expect, test } from 'vitest';
import { sendDueMails } from '../../src/mail/sending.ts';
import {
  emailOf,
  openBrowser,
  PASSWORD,
  selfOf,
  signIn,
  signInAs,
  verifyAddress,
} from '../support/browser.ts';
import { kindsOf } from '../support/events.ts';
import { linkIn, openMailbox, receiveToken, tokenOf } from '../support/mailbox.ts';
import { collect, createNotices, noticesOf } from '../support/notices.ts';
import { invite, openWithProvider } from '../support/openid-people.ts';
import { createPasskeys } from '../support/passkeys.ts';
import { createPost, refusalOf } from '../support/posts.ts';

const mailbox = await openMailbox();
afterAll(() => mailbox.close());
const { service, provider, passThrough, accept, link, newLogin } = await openWithProvider({
  host: 'localhost',
  smtpUrl: mailbox.url,
  openId: { linkByEmail: true, join: { workspaceId: 1, role: 'author' } },
});
const { openAuthenticator, addPasskey, tryPasskey } = createPasskeys(service);

const ended = '/sign-in?error=openid_unknown';

/** A person at the provider with this address. */
function prove(email: string) {
  const login = newLogin();
  provider.people.set(login, { name: 'Prover', email, email_verified: true });
  return login;
}

/** The token that was mailed to the address. */
async function inviteByMail(email: string): Promise<string> {
  await invite(service, email);
  return receiveToken(service.ctx, mailbox, email);
}

const newcomer = { name: 'Grace', password: 'another horse battery' };
const acceptAsNew = async (token: string) => {
  const browser = openBrowser(service);
  const { status } = await browser.call('acceptInvitation', { body: { token, ...newcomer } });
  return { browser, status };
};

describe('an e-mail address', () => {
  test('is verified by a mailed invitation, whether the user is new or not', async () => {
    const { browser } = await acceptAsNew(await inviteByMail('new@people.example'));
    expect((await selfOf(browser)).email_verified).toBe(true);
    const person = await signInAs(service, 'viewer');
    const email = await emailOf(person);
    expect((await selfOf(person)).email_verified).toBe(false);
    await service.db.rows('delete from members where user_id = $1', [person.userId]);
    const body = { token: await inviteByMail(email) };
    expect((await person.call('acceptInvitation', { body })).status).toBe(201);
    expect((await selfOf(person)).email_verified).toBe(true);
  });

  test('is verified by the provider, for a person who signs in by it or links it', async () => {
    const person = await signInAs(service, 'editor');
    const login = newLogin();
    const profile = { email: await emailOf(person), email_verified: false };
    provider.people.set(login, profile);
    expect(await link(person, login)).toBe('/account');
    expect((await selfOf(person)).email_verified).toBe(false);
    provider.people.set(login, { email: 'another@id.example', email_verified: true });
    await passThrough(openBrowser(service), login);
    expect((await selfOf(person)).email_verified).toBe(false);
    provider.people.set(login, { ...profile, email_verified: true });
    await passThrough(openBrowser(service), login);
    expect((await selfOf(person)).email_verified).toBe(true);
    const other = await signInAs(service, 'editor');
    await link(other, prove(await emailOf(other)));
    expect((await selfOf(other)).email_verified).toBe(true);
  });

  test('is verified by a mailed password reset, and not by one that an operator passes on', async () => {
    const person = await signInAs(service, 'viewer');
    const email = await emailOf(person);
    const use = async (token: string) => {
      const body = { token, password: PASSWORD };
      expect((await openBrowser(service).call('usePasswordReset', { body })).status).toBe(204);
      return (await selfOf(await signIn(service, email))).email_verified;
    };
    const { resetByOperator } = await import('../../src/accounts/password-resets/password-resets.ts');
    const byHand = await resetByOperator(service.ctx, email, { endsSecondFactor: false });
    expect(await use(tokenOf(byHand?.link ?? ''))).toBe(false);
    await openBrowser(service).call('requestPasswordReset', { body: { email } });
    await sendDueMails(service.ctx);
    expect(await use(tokenOf(linkIn(mailbox.letters.at(-1))))).toBe(true);
  });
});

describe('a user with an unverified address', () => {
  test('loses it to the person for whom the provider verifies it, and keeps their work and other ways to sign in', async () => {
    const person = await signInAs(service, 'editor');
    const email = await emailOf(person);
    const authenticator = openAuthenticator();
    await addPasskey(person, authenticator);
    const post = await createPost(person, { status: 'draft' });
    const browser = openBrowser(service);
    expect(await passThrough(browser, prove(email.toUpperCase()))).toBe('/');
    const prover = await selfOf(browser);
    expect(prover).toMatchObject({ email: email.toUpperCase(), email_verified: true });
    expect(prover.id).not.toBe(person.userId);
    expect((await browser.call('getPost', { params: { id: post.id } })).data.author.id).toBe(person.userId);
    expect(await selfOf(person)).toMatchObject({ id: person.userId, email: null, email_verified: false });
    expect((await tryPasskey(authenticator)).data.user.id).toBe(person.userId);
    expect((await signIn(service, email)).userId).toBe(person.userId);
    const members = (await service.call('listMembers', {})).data;
    expect(members.find(({ id }) => id === person.userId)?.email).toBeNull();
  });

  test('gets an event and a notice about the loss, and no mail', async () => {
    const person = await signInAs(service, 'editor');
    const email = await emailOf(person);
    await passThrough(openBrowser(service), prove(email));
    await createNotices(service);
    expect(await kindsOf(service.db, person.userId)).toEqual(['session.begun', 'email.lost']);
    const [notice] = await noticesOf(person);
    expect(notice).toMatchObject({ title: 'Your account needs a new e-mail address' });
    await service.clock.advance('10 minutes');
    const letters = await collect(service, mailbox);
    expect(letters.filter(({ body }) => body.includes(notice?.title ?? ''))).toEqual([]);
    expect(await service.db.rows("select 1 from mails where recipient = ''")).toEqual([]);
    const waiting = 'select 1 from notices where user_id = $1 and mail_due_at is not null';
    expect(await service.db.rows(waiting, [person.userId])).toEqual([]);
    await service.clock.set(new Date().toISOString());
  });

  test('loses it to a person who was invited by mail, by password or by the provider', async () => {
    const [one, two] = [await signInAs(service, 'editor'), await signInAs(service, 'editor')];
    const [first, second] = [await emailOf(one), await emailOf(two)];
    await service.db.rows('delete from members where user_id = any($1)', [[one.userId, two.userId]]);
    const { browser, status } = await acceptAsNew(await inviteByMail(first));
    expect([status, (await selfOf(browser)).email]).toEqual([201, first]);
    const other = openBrowser(service);
    expect(await accept(other, newLogin(), await inviteByMail(second))).toBe('/posts');
    expect((await selfOf(other)).email).toBe(second);
    expect([(await selfOf(one)).email, (await selfOf(two)).email]).toEqual([null, null]);
    expect((await signIn(service, first)).userId).toBe(one.userId);
    expect((await signIn(service, first, newcomer.password)).userId).not.toBe(one.userId);
  });

  test('cannot accept an invitation to the lost address', async () => {
    const person = await signInAs(service, 'editor');
    const email = await emailOf(person);
    await passThrough(openBrowser(service), prove(email));
    await service.db.rows('delete from members where user_id <> $1', [service.userId]);
    const token = await inviteByMail(email);
    const answers = [
      await person.call('acceptInvitation', { body: { token } }),
      await openBrowser(service).call('acceptInvitation', { body: { token, password: PASSWORD } }),
    ];
    expect(answers.map(refusalOf)).toEqual([['forbidden'], ['forbidden']]);
  });

  test('cannot use a password reset that was mailed to the address before', async () => {
    const person = await signInAs(service, 'editor');
    const email = await emailOf(person);
    await openBrowser(service).call('requestPasswordReset', { body: { email } });
    await sendDueMails(service.ctx);
    const token = tokenOf(linkIn(mailbox.letters.at(-1)));
    await passThrough(openBrowser(service), prove(email));
    const body = { token, password: 'battery horse correct' };
    const answer = await openBrowser(service).call('usePasswordReset', { body });
    expect(refusalOf(answer)).toEqual(['link_over']);
    expect((await signIn(service, email)).userId).toBe(person.userId);
  });

  test('can reset the password by a link from an admin, even if mail is set up', async () => {
    const person = await signInAs(service, 'viewer');
    const email = await emailOf(person);
    await passThrough(openBrowser(service), prove(email));
    const made = await service.call('resetMemberPassword', { params: { id: person.userId } });
    const body = { token: tokenOf(made.data.link), password: 'battery horse correct' };
    expect((await openBrowser(service).call('usePasswordReset', { body })).status).toBe(204);
    const again = await signIn(service, email, body.password);
    expect([again.userId, (await selfOf(again)).email]).toEqual([person.userId, null]);
  });
});

describe('a user with a verified address', () => {
  test('is signed in by a provider that verifies it, keeps other ways to sign in, and is notified', async () => {
    const person = await signInAs(service, 'editor');
    const email = await emailOf(person);
    await verifyAddress(service.db, email);
    const authenticator = openAuthenticator();
    await addPasskey(person, authenticator);
    await service.db.rows(
      `insert into second_factors (user_id, sealed, confirmed_at) values ($1, '', clock_now())`,
      [person.userId],
    );
    const browser = openBrowser(service);
    expect(await passThrough(browser, prove(email))).toBe('/');
    const self = await selfOf(browser);
    expect(self).toMatchObject({ id: person.userId, email, two_factor: true, has_password: true });
    expect((await tryPasskey(authenticator)).data.user.id).toBe(person.userId);
    const answer = await openBrowser(service).call('signIn', { body: { email, password: PASSWORD } });
    expect(refusalOf(answer)).toEqual(['code_required']);
    const event = await service.db.row<{ data: object }>(
      "select data from events where user_id = $1 and kind = 'identity.added'",
      [person.userId],
    );
    expect(event?.data).toMatchObject({ issuer: provider.settings.issuer, by: 'email' });
    await createNotices(service);
    const letters = await collect(service, mailbox);
    const toThem = letters.filter(({ to }) => to[0] === email).map(({ body }) => body);
    expect(toThem.join()).toContain('A new way to sign in was added to your account');
  });

  test('keeps it when another person accepts an invitation to it', async () => {
    const person = await signInAs(service, 'editor');
    const email = await emailOf(person);
    await verifyAddress(service.db, email);
    await service.db.rows('delete from members where user_id = $1', [person.userId]);
    expect((await acceptAsNew(await inviteByMail(email))).status).toBe(401);
    expect(await accept(openBrowser(service), newLogin(), await inviteByMail(email))).toBe(ended);
    expect((await selfOf(person)).email).toBe(email);
  });

  // “K” of Unicode, in lower case, is “k”.
  test('is not signed in by a similar address', async () => {
    const person = await signInAs(service, 'editor');
    const email = `kim${person.userId}@people.example`;
    await service.db.rows('update users set email = $2, email_verified_at = clock_now() where id = $1', [
      person.userId,
      email,
    ]);
    await passThrough(openBrowser(service), prove(email.replace('k', '\u212a')));
    expect((await person.call('listIdentities', {})).data).toEqual([]);
    expect(await emailOf(person)).toBe(email);
  });
});
