/** Two workspaces: the data of one cannot be read, named or changed from the other. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { app } from '../support/app.ts';
import { createSite, fillPath, inBatches, type Site } from '../support/asking.ts';
import { type Browser, givePassword, signIn } from '../support/browser.ts';
import type { Client } from '../support/client.ts';
import { makeEvents, sealAll } from '../support/events.ts';
import { listEndpoints } from '../support/examples.ts';
import { refusalOf } from '../support/posts.ts';
import { openStream } from '../support/stream.ts';
import { differ, readRows } from '../support/table-rows.ts';
import { type Things, thingsIn } from '../support/things.ts';

const CANARY = 'canary-of-another-workspace';

const service = await app();
afterAll(() => service.close());
let owner: Client;
let stranger: Client;
let home: Site;
let away: Site;
let foreign: Things;

beforeAll(async () => {
  owner = await service.inWorkspace();
  stranger = await service.inWorkspace();
  home = await createSite(owner);
  away = await createSite(stranger);
  foreign = thingsIn(service, {
    ...away,
    caller: { userId: stranger.userId, scopes: null, channelIds: null },
  });
});

/** Is in every text of the workspace that a person can set. */
async function hideCanaries(): Promise<void> {
  const { post, pendingPost, channel, media, member, invitation, key } = foreign;
  await Promise.all([post(), pendingPost(), channel(), media(), member(), invitation(), key()]);
  const columns = await service.db.rows<{ table: string; column: string }>(
    `select table_name as table, column_name as column from information_schema.columns c
     where table_schema = 'public' and data_type = 'text'
       and column_name in ('name', 'username', 'content', 'alt_text', 'comment', 'url', 'account_id')
       and exists (select from information_schema.columns o
                   where o.table_name = c.table_name and o.column_name = 'workspace_id')`,
  );
  expect(columns.length).toBeGreaterThan(6);
  for (const { table, column } of columns) {
    const sql = `update ${table} set ${column} = $2 || '-' || substr(md5(random()::text), 1, 8) where workspace_id = $1`;
    await service.db.rows(sql, [away.workspaceId, CANARY]);
  }
  await service.db.rows('update workspaces set name = $2 where id = $1', [away.workspaceId, CANARY]);
  await makeEvents(service.db, away.workspaceId, { kind: 'post.saved', data: { text: CANARY } }, 5);
  await sealAll(service.db);
}

describe('data of another workspace', () => {
  test('is in no answer, for any request and filter', async () => {
    await hideCanaries();
    const queries = [
      '',
      '?status=draft',
      '?page=1&as_of=999999',
      `?channel_ids[]=${away.channelId}`,
      `?user_id=${stranger.userId}`,
      `?post_id=${await foreign.post()}`,
      '?cursor=999999&limit=200',
      '?format=csv',
      '?after=0&follow=false',
    ];
    const caller = { userId: owner.userId, scopes: null, channelIds: null };
    const own = thingsIn(service, { ...home, caller });
    const reads = listEndpoints().filter(
      ({ route }) => route.method === 'GET' && route.permission !== 'open',
    );
    const asked = reads.flatMap((endpoint) => queries.map((query) => ({ ...endpoint, query })));
    const found = await inBatches(asked, async ({ name, route, example, query }) => {
      const made = await example.make(own);
      // A stream follows, and does not end, unless the request says otherwise.
      if (name === 'streamEvents' && !query.includes('follow')) return [];
      const answer = await owner.request('GET', fillPath(route, made) + query);
      return JSON.stringify(answer.body ?? '').includes(CANARY) ? [name + query] : [];
    });
    expect(found.flat()).toEqual([]);
    // Its own workspace shows it.
    expect(JSON.stringify((await stranger.call('listPosts', { query: {} })).body)).toContain(CANARY);
  });

  test('cannot be named in a body, and the attempt changes nothing', async () => {
    const { channelId, pictureId } = away;
    const post = await foreign.post();
    const target = await service.db.row<{ id: number }>('select id from targets where post_id = $1', [post]);
    const member = await owner.call('createInvitation', {
      body: { email: 'x@people.example', role: 'viewer' },
    });
    expect(member.status).toBe(201);
    const own = thingsIn(service, {
      ...home,
      caller: { userId: owner.userId, scopes: null, channelIds: null },
    });
    const [draft, viewer] = [await own.post(), await own.member()];
    const before = await readRows(service.db, away.workspaceId);
    const refused = async (method: string, path: string, body: object) =>
      refusalOf(await owner.request(method, path, { body }));
    const targets = [{ channel_id: channelId }];
    const channel_ids = [channelId];
    expect(await refused('PUT', `/posts/${draft}`, { status: 'draft', targets })).toEqual([
      'invalid',
      'targets.0.channel_id',
    ]);
    expect(await refused('PUT', `/posts/${draft}`, { status: 'draft', media_ids: [pictureId] })).toEqual([
      'invalid',
      'media_ids.0',
    ]);
    const limited = ['invalid', 'channel_ids.0'];
    expect(await refused('PATCH', `/api/v1/members/${viewer}`, { channel_ids })).toEqual(limited);
    expect(
      await refused('POST', '/api/v1/invitations', {
        email: 'y@people.example',
        role: 'viewer',
        channel_ids,
      }),
    ).toEqual(limited);
    expect(await refused('POST', '/api/v1/keys', { name: 'x', channel_ids })).toEqual(limited);
    const confirmed = { status: 'draft', confirm_resend: [target?.id] };
    await owner.request('PUT', `/posts/${draft}`, { body: confirmed });
    for (const method of ['PUT', 'DELETE']) {
      const options = { headers: { 'if-match': '*' }, body: { status: 'draft', content: null } };
      expect((await owner.request(method, `/posts/${post}`, options)).status).toBe(404);
    }
    expect(differ(before, await readRows(service.db, away.workspaceId))).toEqual([]);
  });
});

describe('a member of two workspaces', () => {
  /** A member of both workspaces, signed in. */
  async function signInToBoth(): Promise<Browser> {
    const { userId } = await service.beside(owner, 'editor');
    await service.db.rows("insert into members (workspace_id, user_id, role) values ($1, $2, 'viewer')", [
      away.workspaceId,
      userId,
    ]);
    return signIn(service, await givePassword(service.db, userId));
  }
  const naming = ({ workspaceId }: { workspaceId: number }) => ({ 'x-workspace': String(workspaceId) });
  const stream = (person: Browser, headers: Record<string, string>, lastId?: string) =>
    openStream(service.origin, person, {
      credentials: { cookie: person.cookie(), ...headers },
      ...(lastId && { lastId }),
    });
  async function addEvent({ workspaceId }: { workspaceId: number }, kind: string): Promise<void> {
    await makeEvents(service.db, workspaceId, { kind });
    await sealAll(service.db);
  }

  test('has the rights of the named workspace, whichever was named before', async () => {
    const person = await signInToBoth();
    const write = (site: Site) =>
      person.call('createPost', { body: { status: 'draft' }, headers: naming(site) });
    const statuses = [];
    for (const site of [home, away, home, away]) statuses.push((await write(site)).status);
    expect(statuses).toEqual([201, 403, 201, 403]);
  });

  test('can use one Idempotency-Key in each', async () => {
    const person = await signInToBoth();
    await service.db.rows("update members set role = 'editor' where user_id = $1", [person.userId]);
    const write = (site: Site) =>
      person.call('createPost', {
        body: { status: 'draft', content: null },
        headers: { ...naming(site), 'idempotency-key': 'one for two' },
      });
    const [here, there, again] = [await write(home), await write(away), await write(home)];
    expect(here.data.id).not.toBe(there.data.id);
    expect([again.data.id, there.headers.get('idempotency-replayed')]).toEqual([here.data.id, null]);
  });

  test('cannot use the position in one stream for the other workspace', async () => {
    const person = await signInToBoth();
    await makeEvents(service.db, away.workspaceId, { kind: 'post.old' }, 20);
    await sealAll(service.db);
    await using reader = await stream(person, naming(home), '999999');
    await addEvent(away, 'post.there');
    await addEvent(home, 'post.here');
    expect(await reader.next()).toMatchObject({ kind: 'post.here' });
  });

  test('loses the stream of the workspace that removes them, and keeps the other', async () => {
    const person = await signInToBoth();
    await using reader = await stream(person, naming(home));
    await using unnamed = await stream(person, {});
    await addEvent(home, 'post.before');
    expect(await reader.next()).toMatchObject({ kind: 'post.before' });
    expect(await unnamed.next()).toMatchObject({ kind: 'post.before' });
    await owner.call('deleteMember', { params: { id: person.userId } });
    await addEvent(home, 'post.after');
    await addEvent(away, 'post.there');
    expect([await reader.next(), await unnamed.next()]).toEqual([undefined, undefined]);
    await using other = await stream(person, naming(away));
    await addEvent(away, 'post.still');
    expect(await other.next()).toMatchObject({ kind: 'post.still' });
  });

  test('loses every stream on sign-out', async () => {
    const person = await signInToBoth();
    await using reader = await stream(person, naming(home));
    await addEvent(home, 'post.before');
    expect(await reader.next()).toMatchObject({ kind: 'post.before' });
    await person.call('signOut', {});
    await addEvent(home, 'post.after');
    expect(await reader.next()).toBeUndefined();
  });
});
