import { afterAll, beforeEach, expect, test } from 'vitest';
import { queueMail } from '../../src/mail/queue.ts';
import { sendDueMails } from '../../src/mail/sending.ts';
import { deleteOldMails } from '../../src/mail/store.ts';
import { app } from '../support/app.ts';
import { findFreePort } from '../support/free-port.ts';
import { openMailbox } from '../support/mailbox.ts';

const mailbox = await openMailbox();
const service = await app({
  smtpUrl: mailbox.url,
  mailFrom: { name: 'Tower', address: 'tower@belfry.example' },
});
const { ctx, db, clock } = service;
afterAll(async () => {
  await service.close();
  await mailbox.close();
});
beforeEach(async () => {
  await db.rows('delete from mails');
  mailbox.letters.length = 0;
});

const mail = { to: 'ada@people.example', subject: 'Hello', text: 'Plain ü', html: '<p>Rich</p>' };
const queue = (more: Partial<typeof mail> = {}, hours?: number) =>
  db.transaction((tx) => queueMail(ctx, tx, { ...mail, ...more }, hours));
const rows = () =>
  db.rows<{ tries: number; sent: boolean; due: boolean; kept: boolean; last_error: string | null }>(
    `select tries, sent_at is not null as sent, next_try_at is not null as due, sealed is not null as kept, last_error
     from mails order by id`,
  );

test('a mail is sent once by any number of processes, and its content is deleted', async () => {
  for (let n = 0; n < 10; n += 1) await queue({ to: `a${n}@people.example` });
  await Promise.all([sendDueMails(ctx), sendDueMails(ctx), sendDueMails(ctx)]);
  await sendDueMails(ctx);
  expect(mailbox.letters.map(({ to }) => to[0]).toSorted()).toEqual(
    Array.from({ length: 10 }, (_, n) => `a${n}@people.example`),
  );
  const [letter] = mailbox.letters;
  expect(letter?.from).toBe('tower@belfry.example');
  expect(letter?.headers).toContain('From: Tower <tower@belfry.example>');
  expect(letter?.body).toContain('Plain ü');
  expect(letter?.body).toContain('<p>Rich</p>');
  expect(await rows()).toEqual(
    Array(10).fill({ tries: 1, sent: true, due: false, kept: false, last_error: null }),
  );
});

test('a mail of a transaction that was rolled back is not sent', async () => {
  const undone = db.transaction(async (tx) => {
    await queueMail(ctx, tx, mail);
    throw new Error('undone');
  });
  await expect(undone).rejects.toThrow('undone');
  await sendDueMails(ctx);
  expect(mailbox.letters).toEqual([]);
});

test('mail to an unreachable server is retried after longer and longer waits', async () => {
  await queue();
  const away = { ...ctx, config: { ...ctx.config, smtpUrl: `smtp://127.0.0.1:${await findFreePort()}` } };
  for (const [interval, tries] of [
    ['0 minutes', 1],
    ['59 seconds', 1],
    ['1 second', 2],
    ['1 minute', 2],
    ['1 minute', 3],
  ] as const) {
    await clock.advance(interval);
    await sendDueMails(away);
    expect(await rows()).toMatchObject([{ tries, sent: false, due: true, kept: true }]);
  }
  await clock.advance('1 hour');
  await sendDueMails(ctx);
  expect(mailbox.letters).toHaveLength(1);
});

test('a temporary refusal is retried, a permanent one is not, and other mails are sent', async () => {
  for (const to of ['later@people.example', 'never@people.example', 'now@people.example'])
    await queue({ to });
  mailbox.refusals.push('550 No such user');
  await sendDueMails(ctx);
  expect(mailbox.letters.map(({ to }) => to)).toEqual([['never@people.example'], ['now@people.example']]);
  expect((await rows())[0]).toMatchObject({
    due: false,
    kept: false,
    last_error: expect.stringContaining('No such user'),
  });
  await queue({ to: 'busy@people.example' });
  mailbox.refusals.push('451 Busy');
  await sendDueMails(ctx);
  await clock.advance('1 minute');
  await sendDueMails(ctx);
  expect(mailbox.letters.at(-1)?.to).toEqual(['busy@people.example']);
});

test('a mail that is too old is given up', async () => {
  await queue({}, 1);
  await clock.advance('1 hour');
  await sendDueMails(ctx);
  await deleteOldMails(db);
  expect(mailbox.letters).toEqual([]);
  expect(await rows()).toEqual([
    { tries: 0, sent: false, due: false, kept: false, last_error: 'not tried in time' },
  ]);
});

test('a mail of a process that died while it sent it is sent by another', async () => {
  await queue();
  await db.rows("update mails set tries = 1, next_try_at = clock_now() + interval '5 minutes'");
  await sendDueMails(ctx);
  expect(mailbox.letters).toHaveLength(0);
  await clock.advance('5 minutes');
  await sendDueMails(ctx);
  expect(mailbox.letters).toHaveLength(1);
});

test.each([
  'Hello\r\nBcc: eve@people.example',
  'Hello\nX: y\n\nbody',
  'Hello\u2028Bcc: eve@people.example',
  'Hello\u0000\u0085Bcc: eve@people.example',
])('the subject %j cannot add a header', async (subject) => {
  await queue({ subject });
  await sendDueMails(ctx);
  const names = mailbox.letters[0]?.headers.map((line) => line.split(':')[0]).toSorted();
  expect(names).toEqual([
    'Auto-Submitted',
    'Content-Type',
    'Date',
    'From',
    'MIME-Version',
    'Message-ID',
    'Subject',
    'To',
  ]);
  expect(mailbox.letters[0]?.to).toEqual([mail.to]);
});

test.each(['a@x.example,b@x.example', 'Eve <eve@x.example>, b@x.example', 'a@x.example\r\nBcc: b@x.example'])(
  'a mail to %j is sent to no address',
  async (to) => {
    await queue({ to });
    await sendDueMails(ctx);
    expect(mailbox.letters).toEqual([]);
    expect(await rows()).toMatchObject([{ due: false, kept: false }]);
  },
);
