import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { refuse } from '../families/meta/fake-graph.ts';
import { openSession } from '../testing/target.ts';
import { check, measure, refusesRemoval, remove, revisit } from './afterwards.ts';
import type { Grant, InstagramSession } from './api.ts';
import { accountId, type InstagramFake, startFake } from './fake.ts';
import { quota } from './quota.ts';

let fake: InstagramFake;
beforeEach(async () => {
  fake = await startFake();
});
afterEach(() => fake.server.close());

function openAs(grant: Partial<Grant> = {}): InstagramSession {
  return openSession<Grant>(fake, { grant: { ...fake.grant, ...grant } as Grant }) as InstagramSession;
}

const part = (id: string) => ({ id, url: null });
const unnamed = part('container-179');
const refuseNext = (name: string, ...answers: ReturnType<typeof refuse>[]) =>
  fake.meta.refusals.set(name.replace(' ', ' /graph.facebook.com/v25.0/'), answers);
const refused = (message: string) => ({
  fault: { kind: 'rejected', message: expect.stringContaining(message) },
});

describe('the quota', () => {
  test('has the posts of the account and the calls of the app', async () => {
    fake.meta.account.post({ image_url: 'x' });
    fake.server.now = openAs().now;
    expect(await quota(openAs())).toEqual([
      { name: 'posts in 24 hours', used: expect.any(Number), most: 100, scope: 'channel', resetsAt: null },
      {
        name: 'percent of the calls of the app in an hour',
        used: 31,
        most: 100,
        scope: 'app',
        resetsAt: null,
      },
    ]);
  });

  test.each([[{}], [{ data: [{}] }], [{ data: [{ quota_usage: 'x', config: { quota_total: -1 } }] }], ['']])(
    'of the answer %o is 50',
    async (body) => {
      refuseNext(`GET ${accountId}/content_publishing_limit`, { status: 200, body });
      expect(await quota(openAs())).toMatchObject([{ used: 0, most: 50 }]);
    },
  );

  test('that is used up is told before a post is due', async () => {
    expect(await check(openAs())).toEqual([]);
    fake.meta.account.most = 0;
    expect(await check(openAs())).toEqual([expect.stringContaining('0 of the 0 posts')]);
  });

  test('cannot be read with a revoked sign-in', async () => {
    await expect(check(openAs({ access: 'revoked' }))).rejects.toMatchObject({
      fault: { kind: 'reconnect' },
    });
  });
});

describe('numbers', () => {
  const read = (ids: string[], grant?: Partial<Grant>) => measure.read(ids.map(part), openAs(grant));

  test('are those of the kind of post', async () => {
    const [post, story] = [{ image_url: 'x' }, { image_url: 'x', media_type: 'STORIES' }].map(
      (body) => fake.meta.account.post(body).id,
    );
    expect(await read([String(post), String(story)])).toEqual(
      new Map([
        [post, { views: 10, reach: 11, shares: 12, likes: 13, comments: 14, saves: 15 }],
        [story, { views: 10, reach: 11, shares: 12 }],
      ]),
    );
  });

  test('of a story that few people saw are missing, and a deleted post is left out', async () => {
    const { id } = fake.meta.account.post({ image_url: 'x' });
    refuseNext(
      `GET ${id}/insights`,
      refuse(400, '10', '(#10) Not enough viewers for the media to show insights'),
    );
    expect(await read([id, '7', unnamed.id])).toEqual(new Map([[id, {}]]));
  });

  test('that are no numbers are left out', async () => {
    const { id } = fake.meta.account.post({ image_url: 'x' });
    const data = [
      { name: 'likes', values: [{ value: '7' }] },
      { name: 'reach', values: [{ value: 7.9 }] },
    ];
    refuseNext(`GET ${id}/insights`, { status: 200, body: { data } });
    expect(await read([id])).toEqual(new Map([[id, { reach: 7 }]]));
  });

  test('need a sign-in that allows them', async () => {
    await expect(read(['1'], { scopes: [] })).rejects.toMatchObject(refused('does not allow numbers'));
    const { id } = fake.meta.account.post({ image_url: 'x' });
    refuseNext(`GET ${id}`, refuse(403, '10', 'Permission denied'));
    await expect(read([id])).rejects.toMatchObject({ fault: { kind: 'reconnect' } });
    refuseNext(`GET ${id}/insights`, refuse(400, '4', 'Limit'));
    await expect(read([id])).rejects.toMatchObject({ fault: { kind: 'throttled', scope: 'app' } });
  });
});

describe('a post', () => {
  test('is deleted, and one that is gone counts as deleted', async () => {
    const { id } = fake.meta.account.post({ image_url: 'x' });
    await remove(part(id), openAs());
    expect(fake.visible()).toEqual([]);
    await remove(part(id), openAs());
  });

  const denied = refuse(
    400,
    '100/33',
    'Object does not exist, or cannot be loaded due to missing permissions',
  );

  test.each([
    [undefined, undefined],
    [['instagram_basic', 'instagram_manage_contents'], undefined],
    [['instagram_basic'], 'The sign-in does not allow deleting'],
    [['instagram_business_basic'], 'only for accounts that are connected by Facebook'],
  ])('with the scopes %s: %s', (scopes, reason) => {
    const found = refusesRemoval(part('17'), { scopes });
    if (reason === undefined) expect(found).toBeUndefined();
    else expect(found).toContain(reason);
  });

  test('of a post that the network says not to have, and shows, is refused', async () => {
    const { id } = part(fake.meta.account.post({ image_url: 'x' }).id);
    refuseNext(`DELETE ${id}`, denied);
    await expect(remove(part(id), openAs())).rejects.toMatchObject(refused('although it still has it'));
  });

  test.each(['deleting', 'numbers'])(
    '%s of a post that the sign-in may not see needs a new one',
    async (how) => {
      const { id } = part(fake.meta.account.post({ image_url: 'x' }).id);
      refuseNext(`DELETE ${id}`, denied);
      refuseNext(`GET ${id}`, denied, denied);
      refuseNext(`GET ${accountId}/media`, refuse(403, '10', 'Permission denied'));
      const work = how === 'deleting' ? remove(part(id), openAs()) : measure.read([part(id)], openAs());
      await expect(work).rejects.toMatchObject({ fault: { kind: 'reconnect' } });
    },
  );

  test('that Meta does not delete now is tried again', async () => {
    const { id } = fake.meta.account.post({ image_url: 'x' });
    refuseNext(`DELETE ${id}`, refuse(400, '1/2207085', 'Fatal'));
    await expect(remove(part(id), openAs())).rejects.toMatchObject({ fault: { kind: 'unavailable' } });
  });

  test.each([
    [
      { via: 'instagram' as const, scopes: ['instagram_business_basic'] },
      part('1'),
      'accounts that are connected by Facebook',
    ],
    [{ scopes: [] }, part('1'), 'does not allow deleting'],
    [{}, unnamed, 'did not tell the id'],
  ])('of a grant with %o is not deleted', async (grant, post, message) => {
    await expect(remove(post, openAs(grant))).rejects.toMatchObject(refused(message));
    expect(fake.server.requests).toEqual([]);
  });

  test('whose page was not told is looked at again', async () => {
    const { id, permalink } = fake.meta.account.post({ image_url: 'x' });
    fake.meta.account.hidesPages = true;
    expect(await revisit(part(id), openAs())).toBeNull();
    fake.meta.account.hidesPages = false;
    expect(await revisit(part(id), openAs())).toEqual({ id, url: permalink });
    expect(await revisit(unnamed, openAs())).toBeNull();
  });
});
