import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Session } from '../core/network.ts';
import type { Grant } from '../families/linkedin/api.ts';
import type { App } from '../families/linkedin/app.ts';
import { refuse } from '../families/linkedin/fake-refusal.ts';
import { makeCaller, signIn } from '../families/linkedin/fake-sign-in.ts';
import { openSession } from '../testing/target.ts';
import { check, look, oauth } from './connect.ts';
import { type PageFake, person, roleFor, startFake } from './fake.ts';

let fake: PageFake;
beforeEach(async () => {
  fake = await startFake();
  fake.server.now = () => new Date('2026-11-21T12:00:00Z');
});
afterEach(() => fake.server.close());

function sessionOf(own: object = {}): Session<Grant, App> {
  return openSession<Grant>(fake, own) as Session<Grant, App>;
}

const refused = (message: string) => ({
  fault: { kind: 'rejected', message: expect.stringContaining(message) },
});

test('a person signs in, and the Page is connected', async () => {
  expect(await signIn(oauth, fake)).toMatchObject([
    {
      account: fake.account,
      login: person,
      limits: { scopes: fake.grant.scopes },
      refreshAt: new Date('2026-12-21T12:00:00Z'),
      reconnectBy: new Date('2027-11-21T12:00:00Z'),
    },
  ]);
});

test('all Pages of one person share one grant', async () => {
  fake.roles.push(roleFor('urn:li:organization:7', 'CONTENT_ADMINISTRATOR'));
  const connected = await signIn(oauth, fake);
  expect(connected.map(({ account, login }) => [account.id, login])).toEqual([
    ['urn:li:organization:2414183', person],
    ['urn:li:organization:7', person],
  ]);
  expect(new Set(connected.map(({ grant }) => grant.access)).size).toBe(1);
});

test('every Page of a person with many roles is found, up to a thousand', async () => {
  fake.roles.length = 0;
  for (let id = 1; id <= 1001; id += 1)
    fake.roles.push(roleFor(`urn:li:organization:${id}`, 'RECRUITING_POSTER'));
  for (const id of [1, 101, 1000, 1001])
    fake.roles.splice(id - 1, 1, roleFor(`urn:li:organization:${id}`, 'ADMINISTRATOR'));
  const connected = await signIn(oauth, fake);
  expect(connected.map(({ account }) => account.id.split(':').at(-1))).toEqual(['1', '101', '1000']);
});

test('exactly a hundred roles need a second look, and no more', async () => {
  while (fake.roles.length < 100) fake.roles.push(roleFor('urn:li:organization:7', 'RECRUITING_POSTER'));
  await check(sessionOf());
  expect(fake.server.requests.map(({ query }) => query.get('start'))).toEqual(['0', '100']);
});

test('a Page on which the person has several roles is connected once', async () => {
  fake.roles.push(roleFor('urn:li:organization:2414183', 'CONTENT_ADMIN'));
  expect(await signIn(oauth, fake)).toHaveLength(1);
});

test.each([
  ['a role that may not publish', 'urn:li:organization:7', 'RECRUITING_POSTER'],
  ['something else than a Page', 'urn:li:organizationBrand:7', 'ADMINISTRATOR'],
  ['an id that would change an address', 'urn:li:organization:7/../8', 'ADMINISTRATOR'],
])('%s opens no Page', async (_, organization, role) => {
  fake.roles.splice(0, 1, roleFor(organization, role));
  await expect(signIn(oauth, fake)).rejects.toMatchObject(refused('may publish on no LinkedIn Page'));
});

test('an app without Community Management is refused before the redirect, with the permissions that it lacks', async () => {
  const app = { ...fake.app, products: ['sign_in', 'share'] } as App;
  await expect(oauth.begin({}, makeCaller(fake, { app }))).rejects.toMatchObject(
    refused('w_organization_social, r_organization_social, rw_organization_admin'),
  );
});

test('a scope that LinkedIn did not grant is noticed', async () => {
  fake.linkedin.oauth.denied.add('r_organization_social');
  await expect(signIn(oauth, fake)).rejects.toMatchObject(refused('r_organization_social'));
});

test.each([
  ['a list that is none', { status: 200, body: { elements: 'x' } }],
  ['an error', refuse(500, 'INTERNAL_SERVER_ERROR')],
])('%s connects nothing', async (_, answer) => {
  fake.linkedin.refusals.push(answer);
  await expect(signIn(oauth, fake)).rejects.toMatchObject({ fault: { kind: 'unavailable' } });
});

test('a look reads the name of the Page again', async () => {
  expect(await look(sessionOf())).toEqual({ account: fake.account, limits: { scopes: fake.grant.scopes } });
});

test('a check finds a lost role and an old version', async () => {
  expect(await check(sessionOf())).toEqual([]);
  fake.roles.length = 0;
  expect(await check(sessionOf())).toEqual([expect.stringContaining('no longer has a role')]);
});
