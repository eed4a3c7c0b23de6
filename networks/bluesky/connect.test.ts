import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Http } from '../core/http.ts';
import type { Caller } from '../core/network.ts';
import type { Fake } from '../testing/fake.ts';
import { plainHttp } from '../testing/plain-http.ts';
import { connect } from './connect.ts';
import { startFake } from './fake.ts';

let fake: Fake;
const caller: Caller = { http: plainHttp, endpoint: undefined, now: () => new Date() };

beforeEach(async () => {
  fake = await startFake();
});
afterEach(() => fake.server.close());

/** A server that answers every call alike. */
function answering(status: number, json: unknown): Http {
  return async () => ({ status, headers: {}, text: '', json });
}

test('an app password opens the account, with what its server takes', async () => {
  const [joined] = await connect({ ...fake.credentials, identifier: '@alice.test ' }, caller);
  expect(joined).toMatchObject({
    account: fake.account,
    grant: fake.grant,
    limits: { 'image.bytes': 1_000_000 },
  });
  const hours = (date?: Date | null) => Math.round(((date?.getTime() ?? 0) - Date.now()) / 3_600_000);
  expect([hours(joined?.expiresAt), hours(joined?.reconnectBy)]).toEqual([2, 90 * 24]);
});

test('an endpoint stands in for every server', async () => {
  const { service: _, ...credentials } = fake.credentials;
  const [joined] = await connect(credentials, { ...caller, endpoint: fake.server.url });
  expect(joined).toMatchObject({ account: fake.account, grant: { service: 'https://bsky.social' } });
});

test('the account’s own server is taken from its DID document, unless a person named one', async () => {
  const service = [{ id: '#atproto_pds', serviceEndpoint: 'https://oyster.example.com/' }];
  const tokens = { did: 'did:plc:a', handle: 'a.test', accessJwt: 'x', refreshJwt: 'y' };
  const { service: own, ...credentials } = fake.credentials;
  const asked = { ...caller, http: answering(200, { ...tokens, didDoc: { service } }) };
  const [joined] = await connect(credentials, asked);
  expect(joined).toMatchObject({
    grant: { service: 'https://oyster.example.com' },
    limits: {},
    expiresAt: null,
  });
  const [named] = await connect(fake.credentials, asked);
  expect(named).toMatchObject({ grant: { service: own } });
});

test('a wrong password is answered with how to get a right one', async () => {
  await expect(connect({ ...fake.credentials, app_password: 'nope' }, caller)).rejects.toMatchObject({
    fault: {
      kind: 'rejected',
      field: 'credentials.app_password',
      message: expect.stringMatching(/does not know this handle.*Make an app password/),
    },
  });
});

test.each([
  ['the main password', 401, { error: 'AuthFactorTokenRequired' }, /code by e-mail.*Make an app password/],
  ['an account taken down', 401, { error: 'AccountTakedown', message: 'Gone' }, /Gone/],
  ['an account deactivated', 200, { active: false, status: 'deactivated' }, /deactivated/],
])('%s is refused with a sentence', async (_, status, body, message) => {
  const http = answering(status, body);
  const error = { fault: { kind: 'rejected', message: expect.stringMatching(message) } };
  await expect(connect(fake.credentials, { ...caller, http })).rejects.toMatchObject(error);
});

test.each(['not an address', 'http://ann:secret@pds.example', 'ftp://pds.example'])(
  '%s is refused before any call',
  async (service) => {
    const credentials = { ...fake.credentials, service };
    await expect(connect(credentials, caller)).rejects.toMatchObject({
      fault: { field: 'credentials.service' },
    });
    expect(fake.server.requests).toEqual([]);
  },
);

test.each(['accessJwt', 'refreshJwt'])(
  'a server that gives an %s of megabytes is no server',
  async (token) => {
    const tokens = { did: 'did:plc:a', handle: 'a.test', accessJwt: 'x', refreshJwt: 'y' };
    const http = answering(200, { ...tokens, [token]: `x.${'W1tb'.repeat(1_000_000)}` });
    await expect(connect(fake.credentials, { ...caller, http })).rejects.toMatchObject({
      fault: { kind: 'unavailable', message: expect.stringMatching(/not the AT Protocol/) },
    });
  },
);

test('a page in place of a server proves nothing', async () => {
  const http = answering(404, undefined);
  await expect(connect(fake.credentials, { ...caller, http })).rejects.toMatchObject({
    fault: { kind: 'unavailable' },
  });
});
