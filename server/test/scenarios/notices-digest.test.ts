import { afterAll, describe, expect, test } from 'vitest';
import { app } from '../support/app.ts';
import type { Client } from '../support/client.ts';
import { fieldOf, openMailbox } from '../support/mailbox.ts';
import { choose, collect, createNotices, failPosts } from '../support/notices.ts';

const mailbox = await openMailbox();
const service = await app({ smtpUrl: mailbox.url, workspace: { time_zone: 'Europe/Berlin' } });
const { db, clock } = service;
afterAll(async () => {
  await service.close();
  await mailbox.close();
});

/**
 * Advances two days, with failing posts of the person at the beginning and in the middle. Returns the times of mails.
 */
async function watch(person: Client, from: string): Promise<string[]> {
  const seen: string[] = [];
  await clock.set(from);
  for (let quarter = 0; quarter < 2 * 96; quarter += 1) {
    if (quarter % 96 === 0) {
      await failPosts(service, person, 3);
      await createNotices(service);
    }
    for (const _ of await collect(service, mailbox)) seen.push((await clock.in('0')).slice(0, 16));
    await clock.advance('15 minutes');
  }
  return seen;
}

describe('a digest', () => {
  // In New York the clock goes forward on 14 March 2027, in Berlin on 28 March; in Kathmandu it stays at +05:45.
  test.each([
    [null, '2027-03-26T12:30:00Z', ['2027-03-27T07:00', '2027-03-28T06:00']],
    ['Europe/Berlin', '2027-10-30T05:50:00Z', ['2027-10-30T06:05', '2027-10-31T07:05']],
    ['America/New_York', '2027-03-13T11:30:00Z', ['2027-03-13T13:00', '2027-03-14T12:00']],
    ['Asia/Kathmandu', '2027-03-27T12:30:00Z', ['2027-03-28T02:15', '2027-03-29T02:15']],
  ])(
    'is mailed at 08:00 of the person’s time zone, even if the clock changes at night: %s',
    async (zone, from, times) => {
      const person = await service.as('author');
      await db.rows('update users set time_zone = $2 where id = $1', [person.userId, zone]);
      await choose(person, 'post.failed', 'daily');
      expect(await watch(person, from)).toEqual(times);
    },
  );

  test('is mailed at the full hour, with all events of the hour', async () => {
    await clock.set('2027-05-01T12:10:00Z');
    const person = await service.as('author');
    await choose(person, 'post.failed', 'hourly');
    await failPosts(service, person, 2);
    await createNotices(service);
    await clock.advance('40 minutes');
    await failPosts(service, person, 2);
    await createNotices(service);
    expect(await collect(service, mailbox)).toEqual([]);
    await clock.advance('10 minutes');
    const letters = await collect(service, mailbox);
    expect(letters.map((letter) => fieldOf(letter, 'Subject'))).toEqual(['4 posts failed in Workspace 1']);
  });
});
