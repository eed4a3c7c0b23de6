import { afterEach, beforeEach, expect, test } from 'vitest';
import { loopbackHttp } from '../../server/test/support/loopback-http.ts';
import type { Http } from '../core/http.ts';
import type { Caller } from '../core/network.ts';
import type { Fake } from '../testing/fake.ts';
import { openSession } from '../testing/target.ts';
import { check, connect } from './connect.ts';
import { startFake } from './fake.ts';
import type { Grant } from './session.ts';

let fake: Fake;
const caller: Caller = { http: loopbackHttp, endpoint: undefined, app: undefined, now: () => new Date() };

beforeEach(async () => {
  fake = await startFake();
});
afterEach(() => fake.server.close());

/** A server with the same answer for every call. */
function answering(status: number, json: unknown): Http {
  return async () => ({ status, headers: {}, text: '', json });
}

test('an app password connects the account, with the limits of its server', async () => {
  const [connected] = await connect({ ...fake.credentials, identifier: '@alice.test ' }, caller);
  expect(connected).toMatchObject({
    account: fake.account,
    grant: fake.grant,
    limits: { 'image.bytes': 1_000_000 },
  });
  const hours = (date?: Date | null) => Math.round(((date?.getTime() ?? 0) - Date.now()) / 3_600_000);
  expect([hours(connected?.expiresAt), hours(connected?.reconnectBy)]).toEqual([2, 90 * 24]);
});

test('an endpoint replaces every server', async () => {
  const { service: _, ...credentials } = fake.credentials;
  const [connected] = await connect(credentials, { ...caller, endpoint: fake.server.url });
  expect(connected).toMatchObject({ account: fake.account, grant: { service: 'https://bsky.social' } });
});

test('the account’s own server comes from its DID document, unless the person named one', async () => {
  const service = [{ id: '#atproto_pds', serviceEndpoint: 'https://oyster.example.com/' }];
  const tokens = { did: 'did:plc:a', handle: 'a.test', accessJwt: 'x', refreshJwt: 'y' };
  const { service: own, ...credentials } = fake.credentials;
  const asked = { ...caller, http: answering(200, { ...tokens, didDoc: { service } }) };
  const [connected] = await connect(credentials, asked);
  expect(connected).toMatchObject({
    grant: { service: 'https://oyster.example.com' },
    limits: {},
    expiresAt: null,
  });
  const [named] = await connect(fake.credentials, asked);
  expect(named).toMatchObject({ grant: { service: own } });
});

test.each(['http://oyster.example.com', 'ftp://oyster.example.com', 'oyster', ''])(
  'tokens do not go to %s, which a DID document names',
  async (serviceEndpoint) => {
    const service = [{ id: '#atproto_pds', serviceEndpoint }];
    const tokens = { did: 'did:plc:a', handle: 'a.test', accessJwt: 'x', refreshJwt: 'y' };
    const { service: _, ...credentials } = fake.credentials;
    const asked: string[] = [];
    const http: Http = async ({ url }) => {
      asked.push(new URL(url).origin);
      return { status: 200, headers: {}, text: '', json: { ...tokens, didDoc: { service } } };
    };
    const [connected] = await connect(credentials, { ...caller, http });
    expect(connected).toMatchObject({ grant: { service: 'https://bsky.social' } });
    expect(new Set(asked)).toEqual(new Set(['https://bsky.social']));
  },
);

test.each([
  [{ displayName: 'Ada', avatar: 'https://a.example/ada.png' }, 'Ada', 'https://a.example/ada.png'],
  [{ displayName: '', avatar: '' }, 'alice.test', null],
  [{}, 'alice.test', null],
])('a profile of %j names the account', async (profile, name, avatarUrl) => {
  const http: Http = async (request) => {
    const response = await loopbackHttp(request);
    return request.url.includes('.getProfile') ? { ...response, json: profile } : response;
  };
  const [connected] = await connect(fake.credentials, { ...caller, http });
  expect(connected?.account).toMatchObject({ name, avatarUrl, username: 'alice.test' });
});

test('the error for a wrong password says how to get an app password', async () => {
  await expect(connect({ ...fake.credentials, app_password: 'nope' }, caller)).rejects.toMatchObject({
    fault: {
      kind: 'rejected',
      field: 'credentials.app_password',
      message: expect.stringMatching(/handle or the app password is wrong.*Create an app password/),
    },
  });
});

test.each([
  [
    'the account’s main password',
    401,
    { error: 'AuthFactorTokenRequired' },
    /code sent by e-mail.*Create an app password/,
  ],
  ['an account taken down', 401, { error: 'AccountTakedown', message: 'Gone' }, /Gone/],
  ['an account deactivated', 200, { active: false, status: 'deactivated' }, /deactivated/],
  ['any other refusal', 400, { error: 'InvalidRequest', message: 'Bad' }, /refused this: Bad\./],
])('%s is rejected with a sentence at a field', async (_, status, body, message) => {
  const http = answering(status, body);
  const [field, sentence] = [expect.stringMatching(/^credentials\./), expect.stringMatching(message)];
  const error = { fault: { kind: 'rejected', message: sentence, field } };
  await expect(connect(fake.credentials, { ...caller, http })).rejects.toMatchObject(error);
});

test.each(['not an address', 'http://ann:secret@pds.example', 'ftp://pds.example'])(
  '%s is rejected before any call',
  async (service) => {
    const credentials = { ...fake.credentials, service };
    await expect(connect(credentials, caller)).rejects.toMatchObject({
      fault: { field: 'credentials.service' },
    });
    expect(fake.server.requests).toEqual([]);
  },
);

test.each(['accessJwt', 'refreshJwt'])('an %s of megabytes is not accepted from a server', async (token) => {
  const tokens = { did: 'did:plc:a', handle: 'a.test', accessJwt: 'x', refreshJwt: 'y' };
  const http = answering(200, { ...tokens, [token]: `x.${'W1tb'.repeat(1_000_000)}` });
  await expect(connect(fake.credentials, { ...caller, http })).rejects.toMatchObject({
    fault: { kind: 'unavailable', message: expect.stringMatching(/not the AT Protocol/) },
  });
});

test('a web page in place of an API answer proves nothing', async () => {
  const http = answering(404, undefined);
  await expect(connect(fake.credentials, { ...caller, http })).rejects.toMatchObject({
    fault: { kind: 'unavailable' },
  });
});

test('the check finds an account that was taken down, and a session that ended', async () => {
  expect(await check(openSession<Grant>(fake))).toEqual([]);
  const http = answering(200, { did: 'did:plc:a', active: false, status: 'takendown' });
  await expect(check(openSession<Grant>(fake, { http }))).rejects.toMatchObject({
    fault: { kind: 'reconnect', message: expect.stringContaining('This account is takendown.') },
  });
  const ended = answering(400, { error: 'ExpiredToken', message: 'Token has expired' });
  await expect(check(openSession<Grant>(fake, { http: ended }))).rejects.toMatchObject({
    fault: { kind: 'expired' },
  });
});
