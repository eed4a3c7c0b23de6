import { afterAll, describe, expect, test } from 'vitest';
import { deleteExpiredSessions } from '../../src/accounts/sessions.ts';
import { app } from '../support/app.ts';
import {
  type Browser,
  emailOf,
  givePassword,
  openBrowser,
  PASSWORD,
  signIn,
  signInAs,
  whoAmI,
} from '../support/browser.ts';
import { kindsOf } from '../support/events.ts';
import { makeWorkspace } from '../support/people.ts';

const service = await app();
afterAll(() => service.close());
const email = await givePassword(service.db, service.userId);

const statusOf = async (browser: Browser) => (await whoAmI(browser)).status;
const refusal = ({ status, error }: { status: number; error: { code: string } }) => [status, error.code];

/** A person in two workspaces, signed in. */
async function signInToTwo() {
  const person = await signInAs(service, 'editor');
  const second = await makeWorkspace(service.db, { time_zone: 'Europe/Berlin' });
  await service.db.rows(
    "insert into members (workspace_id, user_id, role, created_at) values ($1, $2, 'viewer', clock_now() + interval '1 s')",
    [second, person.userId],
  );
  return { person, second };
}

describe('signing in', () => {
  test('ends the person’s longest unused session if they have a hundred', async () => {
    const browser = await signInAs(service, 'editor');
    const { userId } = browser;
    await service.db.rows(
      `insert into sessions (user_id, token_hash, address, user_agent, last_used_at)
       select $1, sha256(convert_to($1::bigint || ' ' || n, 'UTF8')), '', 'Made ' || n, clock_now() - n * interval '1 hour'
       from generate_series(1, 105) n`,
      [userId],
    );
    const next = await signIn(service, await emailOf(browser), PASSWORD);
    const { data } = await next.call('listSessions', {});
    expect(data).toHaveLength(100);
    expect(data.at(-1)?.user_agent).toBe('Made 98');
    expect(await statusOf(browser)).toBe(200);
    expect((await kindsOf(service.db, userId)).filter((kind) => kind === 'session.ended')).toHaveLength(7);
  });

  test('gives access by role, and shows the signed-in person', async () => {
    const browser = openBrowser(service);
    const answer = await browser.call('signIn', { body: { email: email.toUpperCase(), password: PASSWORD } });
    expect(answer.status).toBe(201);
    expect(answer.data).toEqual({
      user: {
        id: service.userId,
        name: 'Owner 1',
        email,
        language: null,
        time_zone: null,
        two_factor: false,
        email_verified: false,
        has_password: true,
      },
      session: { id: answer.data.session.id },
      workspaces: [{ id: service.workspaceId, name: 'Workspace 1', time_zone: 'UTC', role: 'owner' }],
      workspace_id: service.workspaceId,
    });
    expect((await whoAmI(browser)).data).toEqual(answer.data);
    const draft = await browser.call('createPost', { body: { status: 'draft' } });
    expect(draft.data.author.id).toBe(service.userId);
  });

  test('sets a cookie that scripts cannot read and other sites cannot send', async () => {
    const answer = await openBrowser(service).call('signIn', { body: { email, password: PASSWORD } });
    expect(answer.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^belfry=[\w-]{43}; Path=\/; Max-Age=7776000; HttpOnly; SameSite=Lax$/),
      expect.stringMatching(/^belfry-device=[\w.-]{66}; Path=\/; Max-Age=31536000; HttpOnly; SameSite=Lax$/),
    ]);
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  test('sets one for this exact host over TLS, if the public address is https', async () => {
    const publicUrl = 'https://belfry.example';
    await using secure = await app({ publicUrl });
    const body = { email: await givePassword(secure.db, secure.userId), password: PASSWORD };
    const port = secure.ctx.config.port;
    const response = await fetch(`http://127.0.0.1:${port}/api/v1/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: publicUrl },
      body: JSON.stringify(body),
    });
    const [line = ''] = response.headers.getSetCookie();
    expect(line).toMatch(
      /^__Host-belfry=[\w-]{43}; Path=\/; Max-Age=7776000; HttpOnly; SameSite=Lax; Secure$/,
    );
    const [cookie = ''] = line.split(';');
    const statusWith = async (text: string) =>
      (await fetch(`http://127.0.0.1:${port}/api/v1/session`, { headers: { cookie: text } })).status;
    expect([await statusWith(cookie), await statusWith(cookie.replace('__Host-', ''))]).toEqual([200, 401]);
  });

  test('refuses a wrong password and an unknown address in the same words', async () => {
    const ask = async (body: { email: string; password: string }) => {
      const { status, error } = await openBrowser(service).call('signIn', { body });
      const { request_id: _, ...rest } = error;
      return { status, ...rest };
    };
    const wrong = await ask({ email, password: 'wrong' });
    expect(wrong).toMatchObject({ status: 401, code: 'sign_in_refused' });
    expect(await ask({ email: 'nobody@people.example', password: PASSWORD })).toEqual(wrong);
  });

  test('refuses a user without a password', async () => {
    const { userId } = await service.as('viewer');
    const row = await service.db.row<{ email: string }>('select email from users where id = $1', [userId]);
    const body = { email: row?.email ?? '', password: PASSWORD };
    expect(refusal(await openBrowser(service).call('signIn', { body }))).toEqual([401, 'sign_in_refused']);
  });

  test.each([
    [{ email: 'a@b.example' }],
    [{ email: 'a@b.example', password: '' }],
    [{ email: 7, password: PASSWORD }],
    [{ email: 'a@b.example', password: PASSWORD, user_id: 1 }],
    [{ email: 'a\u0000@b.example', password: PASSWORD }],
    [{ email: 'a@b.example', password: 'x'.repeat(201) }],
  ])('refuses %j', async (body) => {
    const answer = await openBrowser(service).request('POST', '/api/v1/session', { body });
    expect(refusal(answer)).toEqual([422, 'invalid']);
  });
});

describe('a session', () => {
  test('ends 14 days after its last use, and 90 days after its start', async () => {
    const [idle, busy] = [await signInAs(service, 'viewer'), await signInAs(service, 'viewer')];
    for (const _ of Array.from({ length: 6 })) {
      await service.clock.advance('13 days 23 hours');
      expect(await statusOf(busy)).toBe(200);
    }
    expect(await statusOf(idle)).toBe(401);
    await service.clock.advance('6 days 7 hours');
    expect(await statusOf(busy)).toBe(401);
    await deleteExpiredSessions(service.db);
    const rows = await service.db.rows('select 1 from sessions where user_id = any($1)', [
      [idle.userId, busy.userId],
    ]);
    expect(rows).toEqual([]);
  });

  test('records its use once a minute at most', async () => {
    const person = await signInAs(service, 'viewer');
    const lastUse = async () =>
      service.db.row('select xmin::text, last_used_at from sessions where user_id = $1', [person.userId]);
    const begun = await lastUse();
    await service.clock.advance('59 seconds');
    await statusOf(person);
    expect(await lastUse()).toEqual(begun);
    await service.clock.advance('2 seconds');
    await statusOf(person);
    expect(await lastUse()).not.toEqual(begun);
  });

  test('ends on the server when its person signs out', async () => {
    const person = await signInAs(service, 'editor');
    const stolen = person.cookie();
    const answer = await person.call('signOut', {});
    expect([answer.status, person.cookies.has('belfry')]).toEqual([204, false]);
    expect((await whoAmI(person, { cookie: stolen })).status).toBe(401);
    expect(await kindsOf(service.db, person.userId)).toEqual(['session.begun', 'session.ended']);
  });

  test('can be ended from another session of the person, and not by other people', async () => {
    const { userId } = await service.as('editor');
    const address = await givePassword(service.db, userId);
    const [one, two] = [await signIn(service, address), await signIn(service, address)];
    const other = await signInAs(service, 'owner');
    const listed = (await one.call('listSessions', {})).data;
    expect(listed.map(({ current }) => current)).toEqual([false, true]);
    expect(listed[0]).toMatchObject({ address: '127.0.0.1', user_agent: 'node' });
    const foreign = listed[0]?.id ?? 0;
    const refused = await other.call('endSession', { params: { id: foreign } });
    const missing = await other.call('endSession', { params: { id: 999_999 } });
    expect([refusal(refused), refusal(missing)]).toEqual([
      [404, 'not_found'],
      [404, 'not_found'],
    ]);
    expect(refused.error.message).toBe(missing.error.message);
    expect((await other.call('listSessions', {})).data.map(({ id }) => id)).not.toContain(foreign);
    expect(await statusOf(two)).toBe(200);
    expect((await one.call('endSession', { params: { id: foreign } })).status).toBe(204);
    expect([await statusOf(one), await statusOf(two)]).toEqual([200, 401]);
  });

  test('ends when its user is deleted', async () => {
    const person = await signInAs(service, 'viewer');
    await service.db.rows('delete from users where id = $1', [person.userId]);
    expect(await statusOf(person)).toBe(401);
  });

  test('of a removed member gives no access to the workspace, named or not', async () => {
    const person = await signInAs(service, 'admin');
    await service.db.rows('delete from members where user_id = $1', [person.userId]);
    const named = { 'x-workspace': String(service.workspaceId) };
    for (const headers of [{}, named])
      expect(refusal(await person.call('listPosts', { query: {}, headers }))).toEqual([404, 'not_found']);
    expect((await whoAmI(person, named)).data).toMatchObject({ workspaces: [], workspace_id: null });
  });

  test('follows the role of its member at once', async () => {
    const person = await signInAs(service, 'editor');
    const write = () => person.call('createPost', { body: { status: 'draft' } });
    expect((await write()).status).toBe(201);
    await service.db.rows("update members set role = 'viewer' where user_id = $1", [person.userId]);
    expect(refusal(await write())).toEqual([403, 'forbidden']);
  });

  test('is stored with only a hash of its cookie', async () => {
    const person = await signInAs(service, 'viewer');
    const token = person.cookies.get('belfry') ?? '';
    const row = await service.db.row<{ stored: string }>(
      "select string_agg(s::text, '') as stored from sessions s where user_id = $1",
      [person.userId],
    );
    expect(row?.stored).not.toContain(token);
    expect(row?.stored).not.toContain(Buffer.from(token).toString('hex'));
    expect(row?.stored).not.toContain(Buffer.from(token, 'base64url').toString('hex'));
  });
});

describe('the workspace of a request', () => {
  test('is the one that X-Workspace names, with the role there', async () => {
    const { person, second } = await signInToTwo();
    const headers = { 'x-workspace': String(second) };
    expect((await whoAmI(person, headers)).data.workspace_id).toBe(second);
    expect((await person.call('listPosts', { query: {}, headers })).status).toBe(200);
    const written = await person.call('createPost', { body: { status: 'draft' }, headers });
    expect(refusal(written)).toEqual([403, 'forbidden']);
  });

  test('is the last one if none is named, even after the next sign-in', async () => {
    const { person, second } = await signInToTwo();
    expect((await whoAmI(person)).data.workspace_id).toBe(service.workspaceId);
    await person.call('readNotices', { body: {}, headers: { 'x-workspace': String(second) } });
    expect((await whoAmI(person)).data.workspace_id).toBe(second);
    const again = await signIn(service, await emailOf(person));
    expect(again.workspaceId).toBe(second);
    await service.db.rows('delete from members where workspace_id = $1', [second]);
    expect((await whoAmI(again)).data.workspace_id).toBe(service.workspaceId);
  });

  test('of other people is answered like an unknown one', async () => {
    const person = await signInAs(service, 'editor');
    const foreign = String((await service.inWorkspace()).workspaceId);
    const refusals = new Set<string>();
    for (const id of [foreign, '999999', '0', '-1', 'x', '0x1', '9'.repeat(30), '']) {
      const headers = { 'x-workspace': id };
      const answer = await person.call('listPosts', { query: {}, headers });
      refusals.add(`${answer.status} ${answer.error.code} ${answer.error.message}`);
      expect((await whoAmI(person, headers)).data.workspace_id).toBeNull();
    }
    expect([...refusals]).toEqual(['404 not_found None of your workspaces has the id in X-Workspace.']);
    expect((await whoAmI(person)).data.workspace_id).toBe(service.workspaceId);
  });

  test('of a key is its own, whichever is named', async () => {
    const ask = (id: number) =>
      service.call('listPosts', { query: {}, headers: { 'x-workspace': String(id) } });
    expect((await ask(service.workspaceId)).status).toBe(200);
    expect((await ask((await service.inWorkspace()).workspaceId)).status).toBe(404);
  });
});

describe('a new password', () => {
  test('works, the old one does not; other sessions end and this one gets a new cookie', async () => {
    const { userId } = await service.as('editor');
    const address = await givePassword(service.db, userId);
    const [one, two] = [await signIn(service, address), await signIn(service, address)];
    const former = one.cookie();
    const body = { current: PASSWORD, password: 'a better one, longer' };
    expect((await one.call('changePassword', { body })).status).toBe(204);
    expect([await statusOf(one), await statusOf(two)]).toEqual([200, 401]);
    expect((await whoAmI(one, { cookie: former })).status).toBe(401);
    expect((await signIn(service, address, body.password)).userId).toBe(userId);
    await expect(signIn(service, address)).rejects.toThrow('sign_in_refused');
    expect(await kindsOf(service.db, userId)).toContain('password.changed');
  });

  test('needs the old one', async () => {
    const person = await signInAs(service, 'editor');
    const body = { current: 'guessed', password: 'a better one, longer' };
    const { status, error } = await person.call('changePassword', { body });
    expect([status, error.errors]).toEqual([422, { current: ['current is not your password.'] }]);
  });
});
