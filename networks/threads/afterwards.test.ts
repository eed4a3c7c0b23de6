import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { refuse } from '../families/meta/fake-graph.ts';
import { openSession } from '../testing/target.ts';
import { check, measure, remove, revisit } from './afterwards.ts';
import type { Grant, ThreadsSession } from './api.ts';
import { accountId, startFake, type ThreadsFake } from './fake.ts';
import { options } from './locations.ts';
import { quota } from './quota.ts';

let fake: ThreadsFake;
beforeEach(async () => {
  fake = await startFake();
  fake.server.now = open().now;
});
afterEach(() => fake.server.close());

function open(grant: Partial<Grant> = {}): ThreadsSession {
  return openSession<Grant>(fake, { grant: { ...fake.grant, ...grant } as Grant }) as ThreadsSession;
}

const basic = ['threads_basic', 'threads_content_publish'];
const part = (id: string) => ({ id, url: null });
const unnamed = part('container-179');
const answerNext = (name: string, ...answers: ReturnType<typeof refuse>[]) =>
  fake.meta.refusals.set(name.replace(' ', ' /graph.threads.net/v1.0/'), answers);
const refused = (message: string) => ({
  fault: { kind: 'rejected', message: expect.stringContaining(message) },
});
const post = () => part(fake.meta.profile.post({ media_type: 'TEXT', text: 'Ding' }).id);

describe('the quota', () => {
  const quotas = (used: number, ...most: number[]) =>
    ['posts', 'replies', 'deletions'].slice(0, most.length).map((kind, at) => ({
      ...{ name: `${kind} in 24 hours`, used: at === 0 ? used : 0, most: most[at] },
      ...{ scope: 'channel', resetsAt: null },
    }));

  test('has the posts, replies and deletions of the profile', async () => {
    post();
    expect(await quota(open())).toEqual(quotas(1, 250, 1000, 100));
  });

  test('has only what the sign-in may read', async () => {
    fake.meta.profile.most.posts = 7;
    expect(await quota(open({ scopes: basic }))).toEqual(quotas(0, 7));
    expect(fake.server.requests[0]?.query.get('fields')).toBe('quota_usage,config');
  });

  test.each([[{}], [{ data: [{}] }], [{ data: [{ quota_usage: 'x', config: { quota_total: -1 } }] }], ['']])(
    'of the answer %o is the documented one',
    async (body) => {
      answerNext(`GET ${accountId}/threads_publishing_limit`, { status: 200, body });
      expect(await quota(open())).toEqual(quotas(0, 250, 1000, 100));
    },
  );

  test('that is used up is told before a post is due', async () => {
    expect(await check(open())).toEqual([]);
    fake.meta.profile.most.posts = 0;
    expect(await check(open())).toEqual([expect.stringContaining('0 of the 0 posts')]);
  });

  test('cannot be read with a revoked sign-in', async () => {
    await expect(check(open({ access: 'revoked' }))).rejects.toMatchObject({ fault: { kind: 'reconnect' } });
  });
});

describe('the numbers', () => {
  test('are read by our names, and reposts, quotes and shares are added', async () => {
    const { id } = post();
    expect(await measure.read([part(id), unnamed], open())).toEqual(
      new Map([[id, { views: 10, likes: 11, comments: 12, shares: 13 + 14 + 15 }]]),
    );
  });

  test('that Threads does not tell are left out', async () => {
    const { id } = post();
    const data = [
      { name: 'likes', values: [{ value: 3 }] },
      { name: 'quotes', values: [{ value: 4 }] },
      { name: 'views', values: [{ value: 'many' }] },
      { name: 'replies' },
    ];
    answerNext(`GET ${id}/insights`, { status: 200, body: { data } });
    expect(await measure.read([part(id)], open())).toEqual(new Map([[id, { likes: 3, shares: 4 }]]));
  });

  test('of a post that is gone do not exist', async () => {
    expect(await measure.read([part('17')], open())).toEqual(new Map());
    answerNext('GET 18/insights', refuse(400, '100/33', 'Gone'));
    expect(await measure.read([part('18')], open())).toEqual(new Map());
  });

  test('that cannot be read now are a fault', async () => {
    const { id } = post();
    answerNext(`GET ${id}/insights`, refuse(500, '2', 'Down'));
    await expect(measure.read([part(id)], open())).rejects.toMatchObject({ fault: { kind: 'unavailable' } });
  });

  test('need the scope', async () => {
    await expect(measure.read([post()], open({ scopes: basic }))).rejects.toMatchObject(refused('insights'));
  });
});

describe('removing', () => {
  test('deletes the post, and one that is gone counts as deleted', async () => {
    const gone = post();
    await remove(gone, open());
    expect(fake.visible()).toEqual([]);
    await remove(gone, open());
    answerNext('DELETE 17', refuse(400, '100/33', 'Gone'));
    await remove(part('17'), open());
  });

  const denied = refuse(
    400,
    '100/33',
    'Object does not exist, or cannot be loaded due to missing permissions',
  );

  test('of a post that the network says not to have, and shows, is refused', async () => {
    const { id } = post();
    answerNext(`DELETE ${id}`, denied);
    await expect(remove(part(id), open())).rejects.toMatchObject(refused('although it still has it'));
  });

  test('of a post whose numbers alone are denied leaves it its later ones', async () => {
    const { id } = post();
    answerNext(`GET ${id}/insights`, denied);
    await expect(measure.read([part(id)], open())).rejects.toMatchObject(refused('does not exist'));
  });

  test.each(['deleting', 'numbers'])(
    '%s of a post that the sign-in may not see needs a new one',
    async (how) => {
      const { id } = post();
      answerNext(`DELETE ${id}`, denied);
      answerNext(`GET ${id}/insights`, denied);
      answerNext(`GET ${id}`, denied, denied);
      answerNext(`GET ${accountId}/threads`, refuse(403, '10', 'Permission denied'));
      const work = how === 'deleting' ? remove(part(id), open()) : measure.read([part(id)], open());
      await expect(work).rejects.toMatchObject({ fault: { kind: 'reconnect' } });
    },
  );

  test('waits if the profile has deleted enough', async () => {
    fake.meta.profile.most.deletions = 0;
    await expect(remove(post(), open())).rejects.toMatchObject({
      fault: { kind: 'throttled', retryAfter: 3600 },
    });
    expect(fake.visible()).toHaveLength(1);
  });

  test('needs the id and the scope', async () => {
    await expect(remove(unnamed, open())).rejects.toMatchObject(refused('did not tell the id'));
    await expect(remove(post(), open({ scopes: basic }))).rejects.toMatchObject(
      refused('does not allow deleting'),
    );
    expect(fake.server.requests).toEqual([]);
  });

  test('that Threads refuses is a refusal', async () => {
    const { id } = post();
    answerNext(`DELETE ${id}`, refuse(400, '100', 'Invalid parameter'));
    await expect(remove(part(id), open())).rejects.toMatchObject(refused('Invalid parameter'));
  });

  test('that Threads does not answer is asked again', async () => {
    const { id } = post();
    answerNext(`DELETE ${id}`, refuse(500, '2', 'Down'));
    await expect(remove(part(id), open())).rejects.toMatchObject({ fault: { kind: 'unavailable' } });
  });
});

describe('a page that was missing', () => {
  test('is read later', async () => {
    const { id } = post();
    fake.meta.profile.hidesPages = true;
    expect(await revisit(part(id), open())).toBeNull();
    fake.meta.profile.hidesPages = false;
    expect(await revisit(part(id), open())).toEqual({
      id,
      url: `https://www.threads.com/@townbells/post/C${id}`,
    });
    expect(await revisit(unnamed, open())).toBeNull();
  });
});

describe('places', () => {
  const ask = (query?: string, field = 'location') => ({ field, query, settings: {} });

  test('are found by words, with ids that JSON would round', async () => {
    expect(await options(open(), ask('Hall & Tower'))).toEqual([
      { value: '12345', title: 'Town hall', group: '1 Square, Bellton, USA' },
      { value: '24851679424468534', title: 'Tower "id": 7' },
    ]);
    expect(fake.server.requests[0]?.query.get('q')).toBe('Hall & Tower');
  });

  test('are found by their id, which is no word then', async () => {
    const tower = { value: '24851679424468534', title: 'Tower "id": 7' };
    expect(await options(open(), ask(tower.value))).toEqual([tower]);
    expect(fake.server.requests.map(({ path }) => path)).toEqual([`/graph.threads.net/v1.0/${tower.value}`]);
  });

  test('whose name is a number are found as words, also if the number is another id', async () => {
    const { id } = post();
    const named = { status: 200, body: { data: [{ id: '7', name: `Bar ${id}` }] } };
    answerNext('GET location_search', named, named);
    for (const number of ['1984', id])
      expect(await options(open(), ask(number))).toEqual([{ value: '7', title: `Bar ${id}` }]);
  });

  test('are not searched without words or the setting', async () => {
    for (const asked of [ask(), ask('Hall', 'quote')]) expect(await options(open(), asked)).toEqual([]);
    expect(fake.server.requests).toEqual([]);
  });

  test('are refused without a call if the sign-in lacks the scope, which the refusal names', async () => {
    for (const query of ['Hall', '12345'])
      await expect(options(open({ scopes: basic }), ask(query))).rejects.toMatchObject({
        fault: {
          kind: 'rejected',
          missingScope: 'threads_location_tagging',
          message: expect.stringContaining('Connect the channel again, and'),
        },
      });
    expect(fake.server.requests).toEqual([]);
  });

  test('are refused on account of the operator if no sign-in of the app gets the scope', async () => {
    const session = { ...open({ scopes: basic }), app: { products: ['comments'] } } as ThreadsSession;
    await expect(options(session, ask('Hall'))).rejects.toMatchObject({
      fault: { missingScope: 'threads_location_tagging', cause: 'operator' },
    });
  });

  test('are at most 100, and none of a page that is no JSON', async () => {
    const data = Array.from({ length: 101 }, (_, id) => ({ id, name: 'Hall' }));
    answerNext('GET location_search', { status: 200, body: { data } }, { status: 200, body: '<html>' });
    expect(await options(open(), ask('Hall'))).toHaveLength(100);
    expect(await options(open(), ask('Hall'))).toEqual([]);
  });

  test('are found beside ids that are no whole numbers', async () => {
    const body =
      '{"data":[{"id":1.5,"name":"Half"},{"id":1e3,"name":"Thousand"},{"id" : 7 ,"name":"Seven"}]}';
    const headers = { 'content-type': 'application/json' };
    answerNext('GET location_search', { status: 200, headers, body });
    expect(await options(open(), ask('Hall'))).toEqual([{ value: '7', title: 'Seven' }]);
  });

  test('that cannot be searched now are a fault', async () => {
    answerNext('GET location_search', refuse(400, '4', 'Limit'));
    await expect(options(open(), ask('Hall'))).rejects.toMatchObject({ fault: { kind: 'throttled' } });
  });
});
