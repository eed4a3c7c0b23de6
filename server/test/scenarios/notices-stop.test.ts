import { afterAll, describe, expect, test } from 'vitest';
import { app } from '../support/app.ts';
import type { Client } from '../support/client.ts';
import { makeEvents } from '../support/events.ts';
import { fieldOf, type Letter, openMailbox } from '../support/mailbox.ts';
import { collect, createNotices, failPosts, noticesOf } from '../support/notices.ts';
import { refusalOf } from '../support/posts.ts';

const mailbox = await openMailbox();
const service = await app({ smtpUrl: mailbox.url, workspace: { time_zone: 'Europe/Berlin' } });
const { db, clock } = service;
afterAll(async () => {
  await service.close();
  await mailbox.close();
});

describe('a person who unsubscribes', () => {
  async function receive(): Promise<{ person: Client; stop: string; letter: Letter }> {
    const person = await service.as('author');
    await failPosts(service, person);
    await createNotices(service);
    await clock.advance('10 minutes');
    const [letter] = await collect(service, mailbox);
    if (letter === undefined) throw new Error('no mail came');
    return { person, letter, stop: fieldOf(letter, 'List-Unsubscribe')?.slice(1, -1) ?? '' };
  }
  const isMailed = async (person: Client) => {
    await failPosts(service, person);
    await createNotices(service);
    await clock.advance('1 day');
    return (await collect(service, mailbox)).length > 0;
  };

  test.each(['application/x-www-form-urlencoded', 'multipart/form-data; boundary=b'])(
    'can do so by one click in their mail program, as %s',
    async (type) => {
      const { person, letter, stop } = await receive();
      expect(fieldOf(letter, 'List-Unsubscribe-Post')).toBe('List-Unsubscribe=One-Click');
      expect(await isMailed(person)).toBe(true);
      const answer = await fetch(stop, {
        method: 'POST',
        headers: { 'content-type': type },
        body: 'List-Unsubscribe=One-Click',
      });
      expect(answer.status).toBe(200);
      expect(await isMailed(person)).toBe(false);
      expect((await noticesOf(person)).length).toBeGreaterThan(0);
    },
  );

  test('can do so by a page, which changes nothing when it is only opened', async () => {
    const { person, stop } = await receive();
    const page = await fetch(stop);
    expect(page.headers.get('cache-control')).toBe('no-store');
    const html = await page.text();
    expect(html).toContain('<form method="post">');
    expect(html).toContain('Workspace 1');
    expect(await isMailed(person)).toBe(true);
  });

  test('can do so by the API, once or twice, but not for notices about their account', async () => {
    const { person, stop } = await receive();
    const token = new URL(stop).searchParams.get('token') ?? '';
    for (const _ of [1, 2])
      expect((await person.call('unsubscribe', { body: { token }, key: null })).status).toBe(204);
    expect(await isMailed(person)).toBe(false);
    await makeEvents(db, service.workspaceId, { kind: 'two_factor.ended', user_id: person.userId });
    await createNotices(service);
    expect(await collect(service, mailbox)).toHaveLength(1);
    await db.rows('delete from members where user_id = $1', [person.userId]);
    expect((await person.call('unsubscribe', { body: { token }, key: null })).status).toBe(204);
  });

  test('cannot do so for others', async () => {
    const { person, stop } = await receive();
    const token = new URL(stop).searchParams.get('token') ?? '';
    const bytes = Buffer.from(token, 'base64url');
    bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
    for (const wrong of [bytes.toString('base64url'), 'AA', token.slice(0, 40)]) {
      const answer = await person.request('POST', '/api/v1/notices/unsubscribe', { body: { token: wrong } });
      expect(refusalOf(answer)).toEqual(['link_over']);
      for (const method of ['GET', 'POST'])
        expect((await fetch(`${service.origin}/unsubscribe?token=${wrong}`, { method })).status).toBe(410);
    }
    expect((await fetch(`${service.origin}/unsubscribe`, { method: 'POST' })).status).toBe(410);
    expect(await isMailed(person)).toBe(true);
  });
});
