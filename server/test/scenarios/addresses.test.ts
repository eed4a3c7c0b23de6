/** Changes of a user's e-mail address, with and without mail. */
import { afterAll, describe, expect, test } from 'vitest';
import { deleteExpiredSessions } from '../../src/accounts/sessions.ts';
import { rewind } from '../../src/backup/rewound/rewind.ts';
import { sendDueMails } from '../../src/mail/sending.ts';
import { app } from '../support/app.ts';
import {
  type Browser,
  emailOf,
  PASSWORD,
  selfOf,
  signIn,
  signInAs,
  verifyAddress,
} from '../support/browser.ts';
import { holdRows } from '../support/held.ts';
import { openMailbox, receiveToken } from '../support/mailbox.ts';
import { refusalOf } from '../support/posts.ts';

const mailbox = await openMailbox();
const service = await app({ smtpUrl: mailbox.url });
const plain = await app();
afterAll(async () => {
  await service.close();
  await plain.close();
  await mailbox.close();
});

let count = 0;
const newAddress = () => `new${++count}@people.example`;
const change = (browser: Browser, email: string, proof: object = { password: PASSWORD }) =>
  browser.call('changeEmail', { body: { email, ...proof } });
const confirm = (browser: Browser, token: string) => browser.call('confirmEmail', { body: { token } });
const tokenTo = (email: string) => receiveToken(service.ctx, mailbox, email);

describe('with mail, a new e-mail address', () => {
  test('belongs to the person once they open the mailed link, and the old address gets a mail', async () => {
    const person = await signInAs(service, 'editor');
    const [former, email] = [await emailOf(person), newAddress()];
    expect((await change(person, email)).data).toEqual({ link_sent: true });
    expect(await selfOf(person)).toMatchObject({ email: former, email_verified: false });
    const cookie = person.cookie();
    const token = await tokenTo(email);
    expect((await confirm(person, token)).status).toBe(204);
    expect(await selfOf(person)).toMatchObject({ email, email_verified: true });
    expect((await person.call('getSession', { headers: { cookie } })).status).toBe(401);
    expect(refusalOf(await confirm(person, token))).toEqual(['link_over']);
    expect((await signIn(service, email)).userId).toBe(person.userId);
    await expect(signIn(service, former)).rejects.toThrow();
    await sendDueMails(service.ctx);
    const [letter] = mailbox.letters.filter(({ to }) => to[0] === former);
    expect(letter?.body).toContain(`is now ${email}`);
    const events = "select 1 from events where user_id = $1 and kind = 'email.changed'";
    expect(await service.db.rows(events, [person.userId])).toHaveLength(1);
  });

  test('gets the same answer when another user has it', async () => {
    const [person, other] = [await signInAs(service, 'editor'), await signInAs(service, 'editor')];
    const email = await emailOf(other);
    await verifyAddress(service.db, email);
    const answers = [await change(person, email), await change(person, newAddress())];
    expect(answers.map(({ status, body }) => [status, body])).toEqual(
      Array(2).fill([200, { data: { link_sent: true } }]),
    );
    await change(person, email);
    expect(refusalOf(await confirm(person, await tokenTo(email)))).toEqual(['email_taken']);
    expect((await selfOf(other)).email).toBe(email);
  });

  test('is taken from a user who has not verified it', async () => {
    const [person, other] = [await signInAs(service, 'editor'), await signInAs(service, 'editor')];
    const email = await emailOf(other);
    await change(person, email);
    expect((await confirm(person, await tokenTo(email))).status).toBe(204);
    expect((await selfOf(other)).email).toBeNull();
    // A user who lost their address sets another one.
    const another = newAddress();
    await change(other, another);
    await confirm(other, await tokenTo(another));
    expect(await selfOf(other)).toMatchObject({ email: another, email_verified: true });
    await expect(signIn(service, email).then(({ userId }) => userId)).resolves.toBe(person.userId);
  });

  test('is verified by its own link when it is the present one', async () => {
    const person = await signInAs(service, 'editor');
    const email = await emailOf(person);
    await change(person, email.toUpperCase());
    await confirm(person, await tokenTo(email.toUpperCase()));
    expect((await selfOf(person)).email_verified).toBe(true);
    const events = "select 1 from events where user_id = $1 and kind = 'email.changed'";
    expect(await service.db.rows(events, [person.userId])).toEqual([]);
  });

  test('can be confirmed only by the person who asked, within an hour', async () => {
    const [person, other] = [await signInAs(service, 'editor'), await signInAs(service, 'editor')];
    const email = newAddress();
    await change(person, email);
    const token = await tokenTo(email);
    expect(refusalOf(await confirm(other, token))).toEqual(['link_over']);
    const replaced = newAddress();
    await change(person, replaced);
    expect(refusalOf(await confirm(person, token))).toEqual(['link_over']);
    const last = await tokenTo(replaced);
    await service.clock.advance('1 hour');
    expect(refusalOf(await confirm(person, last))).toEqual(['link_over']);
    await service.clock.advance('1 minute');
    await deleteExpiredSessions(service.db);
    expect(await service.db.rows('select 1 from email_changes')).toEqual([]);
  });

  test('cannot be confirmed after a password change: a thief may have asked for it', async () => {
    const person = await signInAs(service, 'editor');
    const email = newAddress();
    await change(person, email);
    const token = await tokenTo(email);
    const body = { current: PASSWORD, password: 'battery horse correct' };
    expect((await person.call('changePassword', { body })).status).toBe(204);
    expect(refusalOf(await confirm(person, token))).toEqual(['link_over']);
  });

  test('belongs to one of two people who confirm it at the same moment', async () => {
    const people = [await signInAs(service, 'editor'), await signInAs(service, 'editor')];
    const email = newAddress();
    const tokens: string[] = [];
    for (const person of people) {
      await change(person, email);
      tokens.push(await tokenTo(email));
    }
    const ids = [people.map(({ userId }) => userId)];
    const rows = await holdRows(service.db, 'select 1 from users where id = any($1) for update', ids);
    const answers = people.map((person, at) => confirm(person, tokens[at] ?? ''));
    await rows.untilWaiting(2);
    await rows.release();
    const statuses = (await Promise.all(answers)).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([204, 409]);
  });

  test('gets at most five mails an hour', async () => {
    const person = await signInAs(service, 'editor');
    const email = newAddress();
    const statuses: number[] = [];
    for (let n = 0; n < 6; n += 1) statuses.push((await change(person, email)).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  });
});

describe('a new e-mail address', () => {
  test.each([[{}], [{ password: 'guessed' }]])('needs the password, not %j', async (proof) => {
    const person = await signInAs(plain, 'editor');
    expect(refusalOf(await change(person, newAddress(), proof))).toEqual(['invalid', 'password']);
  });

  test('also needs a code when two-factor authentication is on', async () => {
    const person = await signInAs(plain, 'editor');
    const sql = `insert into second_factors (user_id, sealed, confirmed_at) values ($1, '', clock_now())`;
    await plain.db.rows(sql, [person.userId]);
    expect(refusalOf(await change(person, newAddress()))).toEqual(['invalid', 'code']);
  });
});

describe('without mail, a new e-mail address', () => {
  test('belongs to the person at once, unverified', async () => {
    const person = await signInAs(plain, 'editor');
    await verifyAddress(plain.db, await emailOf(person));
    const email = newAddress();
    expect((await change(person, email)).data).toEqual({ link_sent: false });
    expect(await selfOf(person)).toMatchObject({ email, email_verified: false });
    expect((await signIn(plain, email)).userId).toBe(person.userId);
  });

  test('must not be another user’s, verified or not, and tries are counted', async () => {
    const [person, other] = [await signInAs(plain, 'editor'), await signInAs(plain, 'editor')];
    const email = await emailOf(other);
    expect(refusalOf(await change(person, email.toUpperCase()))).toEqual(['email_taken']);
    const statuses = new Set<number>();
    for (let n = 0; n < 50; n += 1) statuses.add((await change(person, email)).status);
    expect([...statuses]).toEqual([409, 429]);
    await plain.clock.advance('2 hours');
    expect((await selfOf(other)).email).toBe(email);
  });

  test('that is the present one changes nothing, also if it is verified', async () => {
    const person = await signInAs(plain, 'editor');
    const email = await emailOf(person);
    await verifyAddress(plain.db, email);
    expect((await change(person, email)).status).toBe(200);
    expect((await selfOf(person)).email_verified).toBe(true);
  });
});

test('a link that confirms an address stops working after a restore of the database', async () => {
  const person = await signInAs(service, 'editor');
  const [email, former] = [newAddress(), await emailOf(person)];
  await change(person, email);
  const token = await tokenTo(email);
  await service.db.rows("insert into installation (sealed) values ('')");
  await service.db.transaction((tx) => rewind(tx, service.clock.now().toISOString()));
  const again = await signIn(service, former);
  expect(refusalOf(await confirm(again, token))).toEqual(['link_over']);
});
