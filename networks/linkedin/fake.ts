/** A fake LinkedIn with one member, whose app has the two products that every app gets. */

import { type LinkedinFake, startLinkedin } from '../families/linkedin/fake-linkedin.ts';
import type { FakeResponse } from '../testing/fake-server.ts';

const account = {
  id: 'urn:li:person:Ylpq-RobP9',
  name: 'Ada Bell',
  username: 'Ada Bell',
  avatarUrl: 'https://media.licdn.com/ada.jpg',
};

export function startFake(): Promise<LinkedinFake> {
  return startLinkedin({
    account,
    products: ['sign_in', 'share'],
    scopes: ['openid', 'profile', 'w_member_social'],
    more: (name) => (name === 'GET /v2/userinfo' ? readPerson() : undefined),
  });
}

/** The member of an app with the Community Management API, which has refresh tokens and may write comments. */
export function startCommunityFake(): Promise<LinkedinFake> {
  return startLinkedin({
    account: { ...account, username: 'ada-bell', avatarUrl: null },
    products: ['community_management', 'comments'],
    scopes: [
      ...['r_basicprofile', 'w_member_social', 'w_organization_social', 'r_organization_social'],
      ...['rw_organization_admin', 'w_member_social_feed', 'w_organization_social_feed'],
    ],
    hasRefresh: true,
    more: (name) => (name === 'GET /v2/me' ? readMe() : undefined),
  });
}

function readPerson(): FakeResponse {
  const body = { sub: 'Ylpq-RobP9', name: account.name, picture: account.avatarUrl, locale: 'en-US' };
  return { status: 200, body };
}

function readMe(): FakeResponse {
  const body = {
    id: 'Ylpq-RobP9',
    localizedFirstName: 'Ada',
    localizedLastName: 'Bell',
    vanityName: 'ada-bell',
  };
  return { status: 200, body };
}
