import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Session } from '../core/network.ts';
import type { Grant } from '../families/linkedin/api.ts';
import type { App } from '../families/linkedin/app.ts';
import type { LinkedinFake } from '../families/linkedin/fake-linkedin.ts';
import { refuse } from '../families/linkedin/fake-refusal.ts';
import { makeCaller, signIn } from '../families/linkedin/fake-sign-in.ts';
import { openSession } from '../testing/target.ts';
import { check, look, oauth, refresh } from './connect.ts';
import { startCommunityFake, startFake } from './fake.ts';

const now = new Date('2026-11-21T12:00:00Z');
const after = (days: number) => new Date(now.getTime() + days * 86_400_000);

let fake: LinkedinFake;
let community: LinkedinFake;
beforeEach(async () => {
  fake = await startFake();
  community = await startCommunityFake();
  for (const each of [fake, community]) each.server.now = () => now;
});
afterEach(() => Promise.all([fake.server.close(), community.server.close()]));

function sessionOf(of: LinkedinFake, own: object = {}): Session<Grant, App> {
  return openSession<Grant>(of, own) as Session<Grant, App>;
}

const refused = (message: string) => ({
  fault: { kind: 'rejected', message: expect.stringContaining(message) },
});

test('a person signs in, and the profile is connected until the token ends', async () => {
  expect(await signIn(oauth, fake)).toEqual([
    {
      account: fake.account,
      grant: { access: expect.any(String), scopes: ['openid', 'profile', 'w_member_social'] },
      limits: { scopes: ['openid', 'profile', 'w_member_social'] },
      expiresAt: after(60),
      refreshAt: null,
      reconnectBy: after(60),
    },
  ]);
});

test('with a refresh token the sign-in lasts a year, and the token is exchanged at half its life', async () => {
  expect(await signIn(oauth, community)).toEqual([
    {
      account: community.account,
      grant: { access: expect.any(String), refresh: expect.any(String), scopes: community.grant.scopes },
      limits: { scopes: community.grant.scopes },
      expiresAt: after(60),
      refreshAt: after(30),
      reconnectBy: after(365),
    },
  ]);
});

test('the sign-in page is LinkedIn’s own, and asks for the scopes of the products without PKCE', async () => {
  const app = { ...fake.app, products: ['sign_in', 'share', 'comments'] } as App;
  const { authorizeUrl } = await oauth.begin({}, makeCaller(fake, { endpoint: undefined, app }));
  const { origin, pathname, searchParams } = new URL(authorizeUrl);
  expect(origin + pathname).toBe('https://www.linkedin.com/oauth/v2/authorization');
  expect(Object.fromEntries(searchParams)).toEqual({
    response_type: 'code',
    client_id: '86bells',
    redirect_uri: 'https://belfry.example.com/connect/callback',
    scope: 'openid profile w_member_social w_member_social_feed w_organization_social_feed',
    state: 'state-1',
  });
});

test('without an app of the operator nobody can sign in', async () => {
  await expect(oauth.begin({}, makeCaller(fake, { app: undefined }))).rejects.toMatchObject(
    refused('has not registered an app at LinkedIn'),
  );
});

test('an app without the product for posts is refused before the redirect', async () => {
  const app = { ...fake.app, products: ['sign_in'] } as App;
  await expect(oauth.begin({}, makeCaller(fake, { app }))).rejects.toMatchObject(refused('w_member_social'));
});

test('a scope that LinkedIn did not grant is noticed', async () => {
  fake.linkedin.oauth.denied.add('w_member_social');
  await expect(signIn(oauth, fake)).rejects.toMatchObject(refused('w_member_social'));
});

test.each([
  ['no id', {}],
  ['an id that is no text', { sub: { a: 1 }, name: 'Ada' }],
  ['an id that would change an address', { sub: '../me', name: 'Ada' }],
])('a profile with %s is not connected', async (_, body) => {
  fake.linkedin.refusals.push({ status: 200, body });
  await expect(signIn(oauth, fake)).rejects.toMatchObject({ fault: { kind: 'unavailable' } });
});

test('a profile without a name is shown by its id', async () => {
  fake.linkedin.refusals.push({ status: 200, body: { sub: 'x1' } });
  const [connected] = await signIn(oauth, fake);
  expect(connected?.account).toEqual({
    id: 'urn:li:person:x1',
    name: 'urn:li:person:x1',
    username: 'urn:li:person:x1',
    avatarUrl: null,
  });
});

test('a token without a refresh token cannot be prolonged', async () => {
  await expect(refresh(sessionOf(fake))).rejects.toMatchObject({ fault: { kind: 'reconnect' } });
});

test('a refresh keeps the refresh token and the scopes, and the sign-in ends when LinkedIn says', async () => {
  const session = sessionOf(community);
  community.linkedin.refreshSeconds = 306 * 86_400;
  const fresh = await refresh(session);
  expect(fresh).toEqual({
    grant: { ...community.grant, access: expect.any(String) },
    expiresAt: after(60),
    refreshAt: after(30),
    reconnectBy: after(306),
  });
  expect(fresh.grant.access).not.toBe(community.grant.access);
});

test('a sign-in ends as early as LinkedIn says, and never later than after a year', async () => {
  community.linkedin.refreshSeconds = 90 * 86_400;
  expect(await signIn(oauth, community)).toMatchObject([{ reconnectBy: after(90) }]);
  community.linkedin.refreshSeconds = 1e12;
  expect(await signIn(oauth, community)).toMatchObject([{ reconnectBy: after(365) }]);
});

test('without that number a sign-in lasts a year, and a refresh leaves its end', async () => {
  community.linkedin.refreshSeconds = undefined;
  expect(await signIn(oauth, community)).toMatchObject([{ reconnectBy: after(365) }]);
  expect(await refresh(sessionOf(community))).not.toHaveProperty('reconnectBy');
});

test('a person who removed the app must sign in again', async () => {
  const session = sessionOf(community);
  community.linkedin.oauth.endSignIns();
  await expect(refresh(session)).rejects.toMatchObject({ fault: { kind: 'reconnect' } });
});

test('a mistyped secret of the operator never asks the person', async () => {
  const session = sessionOf(community, { app: { ...community.app, client_secret: 'x' } });
  await expect(refresh(session)).rejects.toMatchObject({
    fault: { kind: 'throttled', scope: 'app', cause: 'operator' },
  });
});

test('a look reads the name and the picture again, and keeps the scopes', async () => {
  expect(await look(sessionOf(fake))).toEqual({
    account: fake.account,
    limits: { scopes: fake.grant.scopes },
  });
});

test('a check finds a token that LinkedIn no longer accepts', async () => {
  expect(await check(sessionOf(fake))).toEqual([]);
  fake.linkedin.refusals.push(refuse(401, 'REVOKED_ACCESS_TOKEN'));
  await expect(check(sessionOf(fake))).rejects.toMatchObject({ fault: { kind: 'reconnect' } });
});

test('a check warns of a version that LinkedIn is about to end', async () => {
  const session = sessionOf(fake, { app: { ...fake.app, version: '202511' } });
  expect(await check(session)).toEqual([expect.stringContaining('ends version 202511')]);
});
