import { afterAll, expect, test } from 'vitest';
import { sendDueMails } from '../../src/mail/sending.ts';
import { app } from '../support/app.ts';
import { emailOf, signInAs } from '../support/browser.ts';
import { fieldOf, linkIn, openMailbox } from '../support/mailbox.ts';
import { createNotices, noticesOf } from '../support/notices.ts';
import { refusalOf } from '../support/posts.ts';

const mailbox = await openMailbox();
const service = await app({ smtpUrl: mailbox.url });
afterAll(async () => {
  await service.close();
  await mailbox.close();
});
const nextLetter = async () => {
  await sendDueMails(service.ctx);
  return mailbox.letters.pop();
};

test('is changed by its person, field by field, and can be reset to the defaults', async () => {
  const person = await signInAs(service, 'admin');
  const change = async (body: object) => {
    const answer = await person.request('PATCH', '/api/v1/profile', { body });
    expect(answer.status).toBe(200);
    const { name, language, time_zone } = (await person.call('getSession', {})).data.user;
    expect(answer.data).toMatchObject({ name, language, time_zone });
    return [name, language, time_zone];
  };
  expect(await change({})).toEqual(['Admin 2', null, null]);
  expect(await change({ language: 'de', time_zone: 'Asia/Tokyo' })).toEqual(['Admin 2', 'de', 'Asia/Tokyo']);
  expect(await change({ name: 'Ada' })).toEqual(['Ada', 'de', 'Asia/Tokyo']);
  expect(await change({ language: null, time_zone: null })).toEqual(['Ada', null, null]);
});

test.each([
  [{ language: 'fr' }, 'language'],
  [{ time_zone: 'Mars/Olympus' }, 'time_zone'],
  [{ time_zone: 'UTC+3' }, 'time_zone'],
  [{ name: '' }, 'name'],
  [{ name: 'a\0b' }, 'name'],
  [{ email: 'eve@people.example' }, 'email'],
  [{ id: 1 }, 'id'],
])('%j is refused', async (body, field) => {
  const person = await signInAs(service, 'viewer');
  expect(refusalOf(await person.request('PATCH', '/api/v1/profile', { body }))).toEqual(['invalid', field]);
});

test('cannot be changed by keys, nor by pages of other sites', async () => {
  expect((await service.request('PATCH', '/api/v1/profile', { body: {} })).status).toBe(403);
  const person = await signInAs(service, 'viewer');
  const headers = { origin: 'https://elsewhere.example' };
  expect((await person.request('PATCH', '/api/v1/profile', { body: {}, headers })).status).toBe(403);
});

test('sets the language of mails and notices', async () => {
  const person = await signInAs(service, 'admin');
  await person.call('updateProfile', { body: { language: 'de' } });
  await person.call('createInvitation', { body: { email: 'neu@people.example', role: 'editor' } });
  const invitation = await nextLetter();
  expect(fieldOf(invitation, 'Subject')).toContain('=?UTF-8?');
  expect(invitation?.body).toContain('mit der Rolle Redakteur');
  expect(linkIn(invitation)).toContain('/invite#');
  const email = await emailOf(person);
  await person.call('requestPasswordReset', { body: { email: email.toUpperCase() } });
  const reset = await nextLetter();
  expect(fieldOf(reset, 'Subject')).toBe('=?UTF-8?Q?Ihr_Belfry-Passwort_zur=C3=BCcksetzen?=');
  expect(reset?.body).toContain('<html lang="de">');
  await service.call('createKey', { body: { name: 'Robot' } });
  await createNotices(service);
  expect((await noticesOf(service))[0]?.title).toBe('An API key was created in your name in Workspace 1');
});
