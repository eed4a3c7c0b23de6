import type { Role } from '@belfry/contract/roles.ts';
import { afterAll, describe, expect, test } from 'vitest';
import { app } from '../support/app.ts';
import { type Browser, emailOf, openBrowser, PASSWORD, signIn, signInAs } from '../support/browser.ts';
import { tokenOf } from '../support/mailbox.ts';

const service = await app();
afterAll(() => service.close());

const setRole = ({ userId }: { userId: number }, role: Role) =>
  service.call('updateMember', { params: { id: userId }, body: { role } });
/** Requests with this exact cookie, and stores no other one. */
const ask = (cookie: string) => service.call('getSession', { key: null, headers: { cookie } });
async function inviteTo(owner: typeof service.call, email: string): Promise<string> {
  const { data } = await owner('createInvitation', { body: { email, role: 'viewer' } });
  return tokenOf(data.link);
}

describe('when the rights of a person change', () => {
  test('their next answer has a new cookie, for the same session', async () => {
    const person = await signInAs(service, 'viewer');
    const { session } = (await person.call('getSession', {})).data;
    const former = person.cookie();
    await setRole(person, 'editor');
    const answer = await person.call('listPosts', { query: {} });
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(person.cookie()).not.toBe(former);
    expect((await person.call('getSession', {})).data.session).toEqual(session);
    expect((await person.call('createPost', { body: { status: 'draft' } })).status).toBe(201);
  });

  test('the cookie is replaced once, and the former one is valid for half a minute', async () => {
    const person = await signInAs(service, 'viewer');
    const former = person.cookie();
    await setRole(person, 'editor');
    const answers = await Promise.all(Array.from({ length: 10 }, () => ask(former)));
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
    const cookies = answers.flatMap(({ headers }) => headers.getSetCookie());
    expect(cookies).toHaveLength(1);
    const latter = cookies[0]?.split(';')[0] ?? '';
    await service.clock.advance('29 seconds');
    expect([(await ask(former)).status, (await ask(latter)).status]).toEqual([200, 200]);
    await service.clock.advance('1 second');
    expect([(await ask(former)).status, (await ask(latter)).status]).toEqual([401, 200]);
    expect((await ask(latter)).headers.getSetCookie()).toEqual([]);
  });

  test.each<[string, (person: Browser) => Promise<unknown>]>([
    ['another role', (person) => setRole(person, 'author')],
    ['the end of a membership', (person) => service.call('deleteMember', { params: { id: person.userId } })],
    ['a workspace of their own', (person) => person.call('createWorkspace', { body: { name: 'Mill' } })],
  ])('all their sessions are renewed: by %s', async (_, change) => {
    const one = await signInAs(service, 'viewer');
    const two = await signIn(service, await emailOf(one));
    const former = [one.cookie(), two.cookie()];
    await change(one);
    for (const browser of [one, two]) await browser.call('getSession', {});
    expect([one.cookie(), two.cookie()].filter((cookie) => former.includes(cookie))).toEqual([]);
  });

  test('no other person’s session is renewed', async () => {
    const [person, other] = [await signInAs(service, 'viewer'), await signInAs(service, 'viewer')];
    const former = other.cookie();
    await setRole(person, 'author');
    await other.call('getSession', {});
    expect(other.cookie()).toBe(former);
  });

  test('an invitation that is accepted while signed in gives a new cookie at once', async () => {
    const person = await signInAs(service, 'viewer');
    const elsewhere = await service.inWorkspace();
    const token = await inviteTo(elsewhere.call, await emailOf(person));
    const former = person.cookie();
    expect((await person.call('acceptInvitation', { body: { token } })).status).toBe(201);
    expect(person.cookie()).not.toBe(former);
    await service.clock.advance('31 seconds');
    expect([(await ask(former)).status, (await ask(person.cookie())).status]).toEqual([401, 200]);
  });
});

describe('a cookie that was replaced', () => {
  test('ends at once with a new password, whatever was left of its time', async () => {
    const person = await signInAs(service, 'viewer');
    const former = person.cookie();
    await setRole(person, 'author');
    await person.call('getSession', {});
    const body = { current: PASSWORD, password: 'another one, longer' };
    expect((await person.call('changePassword', { body })).status).toBe(204);
    expect((await ask(former)).status).toBe(401);
  });

  test('ends its session when its person signs in with it, so that a thief of the new cookie loses it', async () => {
    const person = await signInAs(service, 'viewer');
    const email = await emailOf(person);
    const thief = openBrowser(service);
    thief.cookies.set('belfry', person.cookies.get('belfry') ?? '');
    await setRole(person, 'author');
    await thief.call('getSession', {});
    await service.clock.advance('31 seconds');
    expect((await ask(person.cookie())).status).toBe(401);
    await person.call('signIn', { body: { email, password: PASSWORD } });
    expect([(await ask(thief.cookie())).status, (await ask(person.cookie())).status]).toEqual([401, 200]);
  });

  test('keeps no stream open beyond its time', async () => {
    const person = await signInAs(service, 'viewer');
    const former = person.cookie();
    await setRole(person, 'author');
    await person.call('getSession', {});
    await service.clock.advance('31 seconds');
    const answer = await service.request('GET', '/api/v1/stream?follow=false', {
      key: null,
      headers: { cookie: former },
    });
    expect(answer.status).toBe(401);
  });
});
