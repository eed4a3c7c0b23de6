/** Anybody may post to the addresses for messages of networks. */
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { app } from '../support/app.ts';
import { connectAs, FAMILY, keysOf, sign, tell, withdrawingNetworks } from '../support/withdrawing.ts';

const service = await app({ networks: withdrawingNetworks });
const { db, clock } = service;
afterAll(() => service.close());

await service.call('setNetworkApp', { params: { family: FAMILY }, body: keysOf('one') });
let number = 5000;
let person: string;
let channel: { id: number };
beforeEach(async () => {
  number += 1;
  person = `${number}`;
  channel = await connectAs(service, person);
});

const hasGrant = async () =>
  (await db.row('select from grants where channel_id = $1', [channel.id])) !== undefined;
const post = (body: string | URLSearchParams, headers: Record<string, string> = {}, path = 'deauthorize') =>
  fetch(`${service.origin}/network-apps/${FAMILY}/${path}`, { method: 'POST', headers, body });
const seconds = () => Math.floor(clock.now().getTime() / 1000);

test('a message that another app signed changes nothing', async () => {
  for (const kind of ['deauthorize', 'delete'] as const) {
    const answer = await tell(service, { person, kind, app: 'two' });
    expect([answer.status, await answer.json()]).toEqual([
      403,
      expect.objectContaining({ code: 'forbidden' }),
    ]);
  }
  expect(await hasGrant()).toBe(true);
});

test('an altered message changes nothing', async () => {
  const [signature] = sign(service, { person: '1' }).split('.');
  const [, payload] = sign(service, { person }).split('.');
  const answer = await post(new URLSearchParams({ signed_request: `${signature}.${payload}` }));
  expect([answer.status, await hasGrant()]).toEqual([403, true]);
});

describe('time', () => {
  test.each([
    ['more than an hour ago', -3601],
    ['more than five minutes ahead', 301],
    ['in the year 1970', -1e12],
    ['beyond all time', 1e300],
  ])('a message that was signed %s changes nothing', async (_, offset) => {
    const answer = await tell(service, { person, issued_at: Math.max(seconds() + offset, 0) });
    expect([answer.status, await hasGrant()]).toEqual([403, true]);
  });

  test.each([
    ['within the hour', -3590],
    ['by a clock that is ahead', 290],
  ])('a message that was signed %s is accepted', async (_, offset) => {
    expect((await tell(service, { person, issued_at: seconds() + offset })).status).toBe(200);
    expect(await hasGrant()).toBe(false);
  });
});

describe('a repeated message', () => {
  test('changes nothing after the person has signed in again, whatever its spelling', async () => {
    const message = sign(service, { person });
    const send = (signed_request: string) => post(new URLSearchParams({ signed_request }));
    expect((await send(message)).status).toBe(200);
    await connectAs(service, person);
    const padded = message.replace('.', '=.');
    for (const again of [message, padded, sign(service, { person })])
      expect((await send(again)).status).toBe(403);
    expect(await hasGrant()).toBe(true);
  });

  test('is another one if it was signed later', async () => {
    expect((await tell(service, { person })).status).toBe(200);
    await connectAs(service, person);
    await clock.advance('1 second');
    expect((await tell(service, { person })).status).toBe(200);
    expect(await hasGrant()).toBe(false);
  });

  test('is accepted once if it arrives twice at the same time', async () => {
    const message = new URLSearchParams({ signed_request: sign(service, { person }) });
    const answers = await Promise.all([1, 2, 3, 4].map(() => post(message)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403, 403, 403]);
  });

  test('may ask for the deletion too, in the same second', async () => {
    const message = new URLSearchParams({ signed_request: sign(service, { person }) });
    expect((await post(message)).status).toBe(200);
    expect((await post(message, {}, 'delete')).status).toBe(200);
    expect((await post(message, {}, 'delete')).status).toBe(403);
  });

  test('is accepted again if the first one could not be stored', async () => {
    await db.rows('alter table channels add constraint broken check (not needs_reconnect) not valid');
    expect((await tell(service, { person, issued_at: seconds() })).status).toBe(500);
    await db.rows('alter table channels drop constraint broken');
    expect(await hasGrant()).toBe(true);
    expect((await tell(service, { person, issued_at: seconds() })).status).toBe(200);
  });
});

test('the person of another app with the same id keeps the grant', async () => {
  await service.call('setNetworkApp', { params: { family: FAMILY }, body: keysOf('two') });
  const other = await connectAs(service, `b${person}`, { person });
  expect((await tell(service, { person, app: 'two' })).status).toBe(200);
  expect(await hasGrant()).toBe(true);
  expect(await db.row('select from grants where channel_id = $1', [other.id])).toBeUndefined();
});

describe('the body', () => {
  const message = () => new URLSearchParams({ signed_request: sign(service, { person }) }).toString();
  const form = { 'content-type': 'application/x-www-form-urlencoded' };

  test('may not be large', async () => {
    const answer = await post(`more=${'x'.repeat(8192)}&${message()}`, form);
    expect([answer.status, await hasGrant()]).toEqual([413, true]);
  });

  test('must be a form', async () => {
    for (const type of ['application/json', 'text/plain', 'multipart/form-data; boundary=x'])
      expect((await post(message(), { 'content-type': type })).status, type).toBe(415);
    expect(await hasGrant()).toBe(true);
  });

  test('may be anything else without an error', async () => {
    for (const body of [
      '',
      'signed_request',
      'signed_request=.',
      '__proto__=1&signed_request[]=1',
      '%%%',
      '\0',
    ])
      expect((await post(body, form)).status, body).toBe(403);
  });
});

test('families that send no messages, and unknown ones, have no such address', async () => {
  for (const family of ['x', 'none', '__proto__', 'constructor'])
    expect((await tell(service, { person, family })).status, family).toBe(404);
});

test('only POST changes something', async () => {
  const query = `signed_request=${sign(service, { person })}`;
  const answer = await fetch(`${service.origin}/network-apps/${FAMILY}/deauthorize?${query}`);
  expect([answer.status, await hasGrant()]).toEqual([405, true]);
});

test('a page of a deletion is found by its whole code only', async () => {
  await tell(service, { person, kind: 'deauthorize' });
  for (const code of ['', '%', 'null', '0'.repeat(32), '..%2f', "'"])
    expect((await fetch(`${service.origin}/data-deletions/${code}`)).status, code).toBe(404);
});
