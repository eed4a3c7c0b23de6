/** Searches for posts by words. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Slices } from '../../src/base/slices.ts';
import { indexPosts } from '../../src/search/index.ts';
import { app } from '../support/app.ts';
import type { Client } from '../support/client.ts';
import { createPost, refusalOf, scheduledFor } from '../support/posts.ts';
import { connectSandbox } from '../support/sandbox.ts';

const service = await app();
afterAll(() => service.close());
const [one, two] = [await connectSandbox(service), await connectSandbox(service)];

interface Found {
  data: { text?: string; content?: string; id: number }[];
  truncated: boolean;
  next_cursor?: string | null;
}
const list = async (q: string, more = '', client: Pick<Client, 'request'> = service) =>
  (await client.request('GET', `/posts?q=${encodeURIComponent(q)}${more}`)).body as Found;
const find = async (q: string, more = '', client: Pick<Client, 'request'> = service) =>
  (await list(q, more, client)).data.map(({ content }) => content).sort();
const month = '/api/v1/calendar?from=2027-03-01&to=2027-03-31';
const draft = (content: string, more = {}, client: Client = service) =>
  createPost(client, { status: 'draft', content, ...more });

let label: { id: number };
beforeAll(async () => {
  label = (await service.call('createLabel', { body: { name: 'Frühling', color: 'red' } })).data;
  await createPost(
    service,
    scheduledFor([one], { content: 'The bells ring', scheduled_at: '2027-03-01T09:00Z' }),
  );
  await createPost(
    service,
    scheduledFor([two], { content: 'Die Glocken läuten', scheduled_at: '2027-03-02T09:00Z' }),
  );
  await draft('鐘が東京で鳴る');
  await draft('labelled', { label_ids: [label.id] });
  await draft('shared', {
    targets: [
      { channel_id: one.id, content: 'only for the harbour', settings: { thread: ['and a lighthouse'] } },
    ],
  });
});

describe('a search finds posts', () => {
  test.each([
    ['bells', ['The bells ring']],
    ['RING the', ['The bells ring']],
    ['bel', ['The bells ring']],
    ['lauten', ['Die Glocken läuten']],
    ['東京', ['鐘が東京で鳴る']],
    ['鐘', ['鐘が東京で鳴る']],
    ['harbour', ['shared']],
    ['lighthouse', ['shared']],
    ['fruhl', ['labelled']],
    ['bel ring', []],
    ['bells glocken', []],
    ['🔔', []],
  ])('by %s', async (q, found) => {
    expect(await find(q)).toEqual(found);
  });

  test('whose author has a name with the word, together with words of the text', async () => {
    const editor = await service.as('editor');
    await draft('from another hand', {}, editor);
    await service.db.rows("update users set name = 'Zoë Miller' where id = $1", [editor.userId]);
    expect(await find('zoe hand')).toEqual(['from another hand']);
    expect(await find('miller bells')).toEqual([]);
  });

  test('also by the new name of a label, and not by that of one that was taken off', async () => {
    const { id } = (await service.call('createLabel', { body: { name: 'Autumn', color: 'red' } })).data;
    const post = await draft('leaves', { label_ids: [id] });
    expect(await find('autumn')).toEqual(['leaves']);
    await service.call('updateLabel', { params: { id }, body: { name: 'Winter' } });
    expect([await find('autumn'), await find('winter')]).toEqual([[], ['leaves']]);
    await service.call('updatePost', {
      params: { id: post.id },
      body: { status: 'draft', content: 'leaves', label_ids: [] },
    });
    expect(await find('winter')).toEqual([]);
  });

  test('by what they say now', async () => {
    const { id } = await draft('early words', {});
    expect(await find('early')).toEqual(['early words']);
    await service.call('updatePost', { params: { id }, body: { status: 'draft', content: 'later words' } });
    expect([await find('early'), await find('later')]).toEqual([[], ['later words']]);
    await service.call('deletePost', { params: { id } });
    expect(await find('later')).toEqual([]);
    await service.call('restorePost', { params: { id } });
    expect(await find('later')).toEqual(['later words']);
  });

  test('that the other filters allow, in pages', async () => {
    const client = await service.inWorkspace();
    for (const n of [1, 2, 3]) await draft(`page ${n}`, {}, client);
    const first = await list('page', '&limit=2', client);
    expect(first).toMatchObject({ truncated: false, next_cursor: expect.any(String) });
    const last = await list('page', `&limit=2&cursor=${first.next_cursor}`, client);
    expect([...first.data, ...last.data].map(({ content }) => content)).toEqual([
      'page 3',
      'page 2',
      'page 1',
    ]);
    expect(last.next_cursor).toBeNull();
    expect(await find('page', '&status=scheduled', client)).toEqual([]);
  });

  test('in the calendar, also when the answer before is kept', async () => {
    const ask = async (q: string) =>
      ((await service.request('GET', `${month}&q=${q}`)).body as Found).data.map(({ text }) => text);
    expect([await ask('bells'), await ask('glocken'), await ask('bells'), await ask('')]).toEqual([
      ['The bells ring'],
      ['Die Glocken läuten'],
      ['The bells ring'],
      ['The bells ring', 'Die Glocken läuten'],
    ]);
  });
});

describe('a search', () => {
  test('never finds posts of another workspace', async () => {
    const other = await service.inWorkspace();
    await draft('The bells of others', {}, other);
    expect(await find('bells')).toEqual(['The bells ring']);
    expect(await find('bells', '', other)).toEqual(['The bells of others']);
    expect(await find('frühling', '', other)).toEqual([]);
  });

  test('finds for a limited member only posts of their channels, and their own', async () => {
    const author = await service.as('author');
    await draft('own bells', {}, author);
    await service.db.rows('update members set channel_ids = $2 where user_id = $1', [
      author.userId,
      [two.id],
    ]);
    expect([await find('bells', '', author), await find('glocken', '', author)]).toEqual([
      ['own bells'],
      ['Die Glocken läuten'],
    ]);
  });

  test('without words filters nothing, and says nothing about missing posts', async () => {
    const answer = await list('');
    expect(answer).not.toHaveProperty('truncated');
    expect(answer.data.length).toBeGreaterThan(4);
  });

  test('has at most 10 words and 100 characters', async () => {
    const refused = async (q: string) => refusalOf((await service.request('GET', `/posts?q=${q}`)) as never);
    expect(await refused('a '.repeat(11))).toEqual(['invalid', 'q']);
    expect(await refused('a'.repeat(101))).toEqual(['invalid', 'q']);
    expect(await find('x '.repeat(10))).toEqual([]);
  });

  test.each(["o'clock", '\\', "'", ':*', '&', '!ringing', '<->', '%', '東 京 都', '5 @1', '#7'])(
    'takes %s for words, not for an instruction',
    async (q) => {
      expect((await list(q)).data).toEqual([]);
    },
  );
});

describe('a word that more than 5,000 posts have', () => {
  test('finds all of them, in the list, with other filters and in the calendar', async () => {
    const client = await service.inWorkspace();
    await service.db.rows(
      `insert into posts (workspace_id, author_id, content, status, planned_at)
       select $1, $2, 'many ' || n || case when n > 5000 then ' rest' else '' end,
         case when n <= 2 then 'failed' else 'draft' end, '2027-03-01T00:00Z'::timestamptz + n * interval '1 minute'
       from generate_series(1, 5003) n`,
      [client.workspaceId, client.userId],
    );
    await indexPosts(service.ctx);
    const answer = await list('many', '&limit=2', client);
    expect(answer).toMatchObject({ truncated: false, next_cursor: expect.any(String) });
    expect(answer.data.map(({ content }) => content)).toEqual(['many 5003 rest', 'many 5002 rest']);
    expect(await find('many', '&status=failed', client)).toEqual(['many 1', 'many 2']);
    expect(await find('many rest', '', client)).toHaveLength(3);
    const day = '/api/v1/calendar?from=2027-03-01T00:01Z&to=2027-03-01T00:03Z&q=many';
    const window = (await client.request('GET', day)).body as Found;
    expect([window.data.length, window.truncated]).toEqual([3, false]);
    const whole = (await client.request('GET', `${month}&q=many`)).body as Found;
    expect([whole.data.length, whole.data.at(-1)?.text, whole.truncated]).toEqual([500, 'many 500', true]);
    const author = await service.beside(client, 'author');
    await service.db.rows("update members set channel_ids = '{0}' where user_id = $1", [author.userId]);
    expect((await list('many', '', author)).data).toEqual([]);
  });
});

describe('posts that the release before wrote', () => {
  const insert = (client: Client, count: number, { db } = service) =>
    db.rows(
      `insert into posts (workspace_id, author_id, content, status)
       select $1, $2, 'former ' || n, 'draft' from generate_series(1, $3::int) n`,
      [client.workspaceId, client.userId, count],
    );

  test('are found at once if they are few, and after the duty if they are many', async () => {
    const client = await service.inWorkspace();
    await insert(client, 1000);
    expect((await list('former', '', client)).truncated).toBe(true);
    await indexPosts(service.ctx);
    const answer = await list('former', '', client);
    expect([answer.data.length, answer.truncated]).toEqual([500, false]);
  });

  test('from before the index existed are indexed by the duty, and until then searches say that posts are missing', async () => {
    await using former = await app();
    await insert(former, 1500, former);
    await former.db.rows('truncate search_marks');
    await former.db.rows('update search_backfill set below = (select max(id) + 1 from posts)');
    const ask = () => list('former', '', former);
    expect(await ask()).toMatchObject({ data: [], truncated: true });
    await Promise.all([indexPosts(former.ctx), indexPosts(former.ctx)]);
    const answer = await ask();
    expect([answer.data.length, answer.truncated]).toEqual([500, false]);
  });
});

/** Each step ends its slice. */
async function stepsOf(work: () => Promise<unknown>): Promise<number> {
  const former = service.ctx.slices;
  let calls = 0;
  service.ctx.slices = new Slices({ elapsed: () => 10 * calls++ });
  await work();
  service.ctx.slices = former;
  return Math.floor(calls / 2);
}

test('a search reads one name of a label or a person in a step, and only once', async () => {
  const client = await service.inWorkspace();
  const search = () => stepsOf(() => find('one two three', '', client));
  const none = await search();
  for (const name of ['One', 'Two', 'Four']) {
    await client.call('createLabel', { body: { name, color: 'red' } });
  }
  expect((await search()) - none).toBe(3);
});

describe('a post with long texts', () => {
  const long = (n: number) => `tower${n} ${'ab '.repeat(3330)}`;
  const targets = (texts: readonly string[], settings: readonly object[] = []) =>
    [one, two].map(({ id }, at) => ({
      channel_id: id,
      settings: {},
      content: texts[at] ?? null,
      ...settings[at],
    }));

  /** Steps that it takes to index the next post. */
  async function countSteps(post: Parameters<typeof createPost>[1]): Promise<number> {
    await indexPosts(service.ctx);
    await createPost(service, post);
    return stepsOf(() => indexPosts(service.ctx));
  }

  test('is indexed in a step for each of them, and equal texts are read once', async () => {
    const countOf = (...of: Parameters<typeof targets>) =>
      countSteps({ status: 'draft', content: long(0), targets: targets(...of) });
    expect(await countOf([])).toBe(2);
    expect(await countOf([long(0), long(0)])).toBe(2);
    expect(await countOf([long(1), long(2)])).toBe(4);
    const thread = [long(3), { text: long(4) }, long(1)];
    expect(
      await countOf([], [{ settings: { thread } }, { settings: { thread, first_comment: long(5) } }]),
    ).toBe(6);
    for (const word of ['tower3', 'tower4', 'tower5']) expect(await find(word)).toEqual([long(0)]);
  });

  test('is read for mentions and tags in a step for each text and channel', async () => {
    const post = { ...scheduledFor([], { content: 'x' }), targets: targets(['#here', '#here']) };
    expect(await countSteps(post)).toBe(5);
  });

  test('has 500,000 characters at most in the index', async () => {
    const thread = Array.from({ length: 60 }, (_, n) => `spire${n}`.padEnd(10_000, ' ab'));
    await draft('wide', {
      targets: targets([], [{ settings: { thread } }, { settings: { thread: 'none' } }]),
    });
    expect(await find('spire48')).toEqual(['wide']);
    expect(await find('spire49')).toEqual([]);
  });
});

test('searches and saves at once lose no change', async () => {
  const client = await service.inWorkspace();
  const { id } = await draft('begin', {}, client);
  const words = Array.from({ length: 12 }, () => `w${randomUUID().slice(0, 8)}`);
  for (const content of words) {
    const saved = client.call('updatePost', { params: { id }, body: { status: 'draft', content } });
    await Promise.all([saved, find('begin', '', client), indexPosts(service.ctx), find(content, '', client)]);
  }
  expect(await find(words.at(-1) as string, '', client)).toEqual([words.at(-1)]);
  expect(await find(words[0] as string, '', client)).toEqual([]);
});
