import { afterAll, describe, expect, test } from 'vitest';
import { app } from '../support/app.ts';
import { refusalOf } from '../support/posts.ts';

const service = await app({ bare: true, setupToken: 'sesame-open-now-please' });
afterAll(() => service.close());

const body = {
  token: 'sesame-open-now-please',
  name: 'Ada',
  email: 'Ada@people.example',
  password: 'correct horse',
  workspace: 'Tower',
  time_zone: 'Europe/Berlin',
};
const setUp = (changes: object = {}) =>
  service.request('POST', '/api/setup', { key: null, body: { ...body, ...changes } });
const count = () =>
  service.db.row<{ people: number }>(
    `select (select count(*)::int from users) as people, (select count(*)::int from workspaces) as workspaces,
       (select count(*)::int from api_keys) as keys, (select count(*)::int from members) as members`,
  );

describe('the first run', () => {
  test.each([
    [{ token: 'wrong' }, ['forbidden']],
    [{ token: '' }, ['invalid', 'token']],
    [{ name: '' }, ['invalid', 'name']],
    [{ name: 'a\ud800' }, ['invalid', 'name']],
    [{ email: 'ada' }, ['invalid', 'email']],
    [{ email: 'a@b@c.example' }, ['invalid', 'email']],
    [{ email: 'a\u0000@people.example' }, ['invalid', 'email']],
    [{ email: '\ud800@people.example' }, ['invalid', 'email']],
    [{ password: 'short' }, ['invalid', 'password']],
    [{ workspace: 'x'.repeat(101) }, ['invalid', 'workspace']],
    [{ time_zone: 'Mars/Olympus' }, ['invalid', 'time_zone']],
    [{ time_zone: '+01:00' }, ['invalid', 'time_zone']],
    // An abbreviation means India to some and Israel to others.
    [{ time_zone: 'IST' }, ['invalid', 'time_zone']],
    [{ role: 'owner' }, ['invalid', 'role']],
  ])('refuses %j and creates no user', async (changes, refusal) => {
    expect(refusalOf(await setUp(changes))).toEqual(refusal);
    expect(await count()).toEqual({ people: 0, workspaces: 0, keys: 0, members: 0 });
  });

  test('creates one owner for fifty simultaneous requests, with a key that works', async () => {
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) => setUp({ email: `a${n}@people.example` })),
    );
    const [made, ...others] = answers.toSorted((a, b) => a.status - b.status);
    expect(made?.status).toBe(201);
    expect(new Set(others.map((answer) => refusalOf(answer).join()))).toEqual(new Set(['already_set_up']));
    expect(await count()).toEqual({ people: 1, workspaces: 1, keys: 1, members: 1 });
    expect(made?.data).toMatchObject({
      user: { name: 'Ada' },
      workspace: { name: 'Tower', time_zone: 'Europe/Berlin' },
    });
    const { api_key } = (made?.data ?? {}) as { api_key: string };
    expect(api_key).toMatch(/^bf_[0-9a-f]{72}$/);
    const [line = ''] = made?.headers.getSetCookie() ?? [];
    const cookie = line.split(';')[0] ?? '';
    const self = await service.call('getSession', { key: null, headers: { cookie } });
    expect(self.data).toMatchObject({
      user: { name: 'Ada' },
      workspaces: [{ name: 'Tower', role: 'owner' }],
    });
    expect(others.flatMap(({ headers }) => headers.getSetCookie())).toEqual([]);
    const draft = await service.request('POST', '/posts', { key: api_key, body: { status: 'draft' } });
    expect(draft.data).toMatchObject({ author: { name: 'Ada' } });
    const join = { platform: 'sandbox', credentials: { username: 'ada' } };
    expect((await service.request('POST', '/channels', { key: api_key, body: join })).status).toBe(201);
  });

  test('is closed afterwards, for every token', async () => {
    for (const token of [body.token, 'wrong'])
      expect(refusalOf(await setUp({ token }))).toEqual(['already_set_up']);
  });

  test('stores neither the password nor the key in plain text', async () => {
    const row = await service.db.row<{ stored: string }>(
      'select concat((select users::text from users), (select api_keys::text from api_keys)) as stored',
    );
    expect(row?.stored).toContain('$argon2id$');
    expect(row?.stored).not.toContain(body.password);
    expect(row?.stored).not.toContain('bf_');
  });
});

describe('the first run without a key', () => {
  test('signs the owner in and creates no key', async () => {
    const other = await app({ bare: true, setupToken: body.token });
    try {
      const made = await other.request('POST', '/api/setup', {
        key: null,
        body: { ...body, create_key: false },
      });
      expect([made.status, Object.keys(made.data as object)]).toEqual([201, ['user', 'workspace']]);
      expect(await other.db.row('select count(*) as keys from api_keys')).toEqual({ keys: 0 });
      const cookie = made.headers.getSetCookie()[0]?.split(';')[0] ?? '';
      const self = await other.call('getSession', { key: null, headers: { cookie } });
      expect(self.data).toMatchObject({ user: { name: 'Ada' }, workspaces: [{ role: 'owner' }] });
    } finally {
      await other.close();
    }
  });
});
