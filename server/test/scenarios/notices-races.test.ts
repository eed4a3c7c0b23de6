import { afterAll, beforeEach, expect, test } from 'vitest';
import { type Database, openDatabase } from '../../src/db/database.ts';
import { mailNotices } from '../../src/notices/mailing/mailing.ts';
import { makeNotices } from '../../src/notices/reading/reader.ts';
import { app } from '../support/app.ts';
import type { Client } from '../support/client.ts';
import { sealAll } from '../support/events.ts';
import { holdRows } from '../support/held.ts';
import { openMailbox } from '../support/mailbox.ts';
import { collect, createNotices, failPosts, noticesOf } from '../support/notices.ts';

const mailbox = await openMailbox();
const service = await app({ smtpUrl: mailbox.url });
const { db, ctx, clock } = service;
/** The context of another process. */
const beside = openDatabase(service.connection, { poolSize: 2 });
const other = { ...ctx, db: beside };
afterAll(async () => {
  await beside.close();
  await service.close();
  await mailbox.close();
});
beforeEach(async () => {
  await createNotices(service);
  await db.rows('delete from notices');
  await db.rows('delete from notice_mailings');
});

const countOf = async (client: Client) =>
  (await noticesOf(client)).reduce((sum, { count }) => sum + count, 0);

/** Locks a table while `work` waits for it, and ends the waiting connection, as if the process were killed. */
async function killWithin(table: string, work: () => Promise<void>): Promise<void> {
  const killer: Database = openDatabase(service.connection, { poolSize: 2 });
  let working: Promise<void> | undefined;
  await killer.transaction(async (tx) => {
    await tx.rows(`lock table ${table} in share mode`);
    working = work().catch(() => undefined);
    let killed = 0;
    while (killed === 0) {
      const rows = await killer.rows(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and wait_event_type = 'Lock'`,
      );
      killed = rows.length;
    }
  });
  await working;
  await killer.close();
}

test('a notice of each event is created once, by any number of processes', async () => {
  const people = [await service.as('author'), await service.as('author')];
  for (const person of people) await failPosts(service, person, 1500);
  await sealAll(db);
  await Promise.all([ctx, other, ctx, other].map((one) => makeNotices(one)));
  await makeNotices(ctx);
  expect(await Promise.all(people.map(countOf))).toEqual([1500, 1500]);
});

test('a process that was killed leaves all unread events to the next', async () => {
  const person = await service.as('author');
  await failPosts(service, person, 20);
  await sealAll(db);
  await killWithin('notices', () => makeNotices(other));
  expect(await noticesOf(person)).toEqual([]);
  await makeNotices(ctx);
  await makeNotices(other);
  expect(await countOf(person)).toBe(20);
});

test('a notice is mailed once, by any number of processes', async () => {
  const people: Client[] = [];
  for (let n = 0; n < 12; n += 1) people.push(await service.as('author'));
  for (const person of people) await failPosts(service, person);
  await createNotices(service);
  // A row records who was mailed before.
  await db.rows('insert into notice_mailings (user_id) select id from users');
  await clock.advance('1 minute');
  await Promise.all([ctx, other, ctx, other].map((one) => mailNotices(one)));
  const addresses = (await collect(service, mailbox)).map(({ to }) => to[0]);
  expect([addresses.length, new Set(addresses).size]).toEqual([12, 12]);
});

// Before the mail is written, and after.
test.each(['mails', 'notices'])(
  'a process that was killed while it mailed leaves the mail to the next: %s',
  async (table) => {
    const person = await service.as('author');
    await failPosts(service, person);
    await createNotices(service);
    await clock.advance('1 minute');
    await killWithin(table, () => mailNotices(other));
    expect(await collect(service, mailbox)).toEqual([]);
    await clock.advance('10 minutes');
    expect(await collect(service, mailbox)).toHaveLength(1);
    expect(await collect(service, mailbox)).toEqual([]);
  },
);

test('marking as read while notices arrive waits for no lock, and loses nothing', async () => {
  const person = await service.as('author');
  const reading = async () => {
    for (let n = 0; n < 20; n += 1) await person.call('readNotices', { body: {} });
  };
  const creating = async () => {
    for (let n = 0; n < 20; n += 1) {
      await failPosts(service, person, 3);
      await createNotices(service);
    }
  };
  await Promise.all([reading(), creating(), reading()]);
  expect(await countOf(person)).toBe(60);
});

test('a workspace that is erased while its notices are being created is skipped silently', async () => {
  const { workspaceId } = await service.inWorkspace();
  await db.rows(
    `insert into events (workspace_id, kind, data) values ($1, 'post.saved', '{"scheduled_at": null}')`,
    [workspaceId],
  );
  await sealAll(db);
  const erasing = await holdRows(beside, 'delete from workspaces where id = $1', [workspaceId]);
  const errors: unknown[] = [];
  const log = Object.create(ctx.log, { error: { value: (...line: unknown[]) => errors.push(line) } });
  const making = makeNotices({ ...ctx, log });
  await erasing.untilWaiting(1);
  await erasing.release();
  await making;
  expect(errors).toEqual([]);
});
