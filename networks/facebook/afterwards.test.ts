import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { refuse } from '../families/meta/fake-graph.ts';
import { measure, remove, revisit } from './afterwards.ts';
import { pageId } from './fake-page.ts';
import { Stage } from './testing/stage.ts';

let stage: Stage;
beforeEach(async () => {
  stage = await Stage.open();
});
afterEach(() => stage.close());

const part = (id: string) => ({ id, url: null });

describe('numbers', () => {
  const read = (ids: string[], scopes?: string[]) =>
    measure.read(ids.map(part), stage.session(scopes && { scopes }));

  test('are read of ten posts at a time, because each costs two calls', () => {
    expect(measure.batch).toBe(10);
  });

  test('are those of the kind of post', async () => {
    const { page } = stage.fake.meta;
    const [post, reel] = [page.show({ text: 'Ding' }).id, page.show({ kind: 'reel' }).id];
    expect(await read([post, reel])).toEqual(
      new Map([
        [post, { views: 10, reach: 11, clicks: 12, likes: 3, comments: 3, shares: 2 }],
        [reel, { views: 10, reach: 11, likes: 3, comments: 3 }],
      ]),
    );
  });

  test('of a deleted post are left out, and a metric that is gone does not cost the others', async () => {
    const { id } = stage.fake.meta.page.show({ text: 'Ding' });
    stage.answerNext(`GET ${id}/insights`, refuse(400, '100', 'The value must be a valid insights metric'));
    expect(await read([id, '7'])).toEqual(new Map([[id, { likes: 3, comments: 3, shares: 2 }]]));
  });

  test('of a post that nobody shared say so, and those that are no numbers are left out', async () => {
    const { id } = stage.fake.meta.page.show({ text: 'Ding' });
    stage.answerNext(`GET ${id}`, {
      status: 200,
      body: { reactions: { summary: { total_count: '3' } }, comments: { summary: { total_count: -1 } } },
    });
    const data = [{ name: 'post_media_view', values: [{ value: 7.9 }] }, { name: 'post_clicks' }];
    stage.answerNext(`GET ${id}/insights`, { status: 200, body: { data } });
    expect(await read([id])).toEqual(new Map([[id, { views: 7, shares: 0 }]]));
  });

  test('need a sign-in that allows them', async () => {
    await expect(read(['1'], [])).rejects.toMatchObject({ fault: { kind: 'rejected' } });
    const { id } = stage.fake.meta.page.show({ text: 'Ding' });
    stage.answerNext(`GET ${id}`, refuse(403, '10', 'Permission denied'));
    await expect(read([id])).rejects.toMatchObject({ fault: { kind: 'reconnect' } });
    stage.answerNext(`GET ${id}/insights`, refuse(400, '4', 'Limit'));
    await expect(read([id])).rejects.toMatchObject({ fault: { kind: 'throttled', scope: 'app' } });
  });
});

describe('a post', () => {
  test('is deleted, and one that is gone counts as deleted', async () => {
    const { id } = stage.fake.meta.page.show({ text: 'Ding' });
    await remove(part(id), stage.session());
    expect(stage.fake.visible()).toEqual([]);
    await remove(part(id), stage.session());
  });

  const denied = refuse(
    400,
    '100/33',
    'Object does not exist, or cannot be loaded due to missing permissions',
  );

  test('that Facebook says not to have, and shows, is not deleted', async () => {
    const { id } = stage.fake.meta.page.show({ text: 'Ding' });
    stage.answerNext(`DELETE ${id}`, denied);
    await expect(remove(part(id), stage.session())).rejects.toMatchObject({
      fault: { kind: 'rejected', message: expect.stringContaining('although it still has it') },
    });
  });

  test.each(['is deleted', 'has numbers'])(
    'that the sign-in may not see %s only after a new one',
    async (how) => {
      const { id } = stage.fake.meta.page.show({ text: 'Ding' });
      stage.answerNext(`DELETE ${id}`, denied);
      stage.answerNext(`GET ${id}`, denied, denied);
      stage.answerNext(`GET ${pageId}/published_posts`, refuse(403, '10', 'Permission denied'));
      const session = stage.session();
      const work = how === 'is deleted' ? remove(part(id), session) : measure.read([part(id)], session);
      await expect(work).rejects.toMatchObject({ fault: { kind: 'reconnect' } });
    },
  );

  test('that Facebook does not delete now is tried again', async () => {
    stage.answerNext('DELETE 1_2', refuse(400, '2', 'Down'), refuse(400, '100', 'Invalid'));
    const removal = () => remove(part('1_2'), stage.session());
    await expect(removal()).rejects.toMatchObject({ fault: { kind: 'unavailable' } });
    await expect(removal()).rejects.toMatchObject({ fault: { kind: 'rejected' } });
  });

  test('has an id that cannot leave its place in the address', async () => {
    await remove(part('../me'), stage.session()).catch(() => {});
    expect(stage.calls).toEqual(['DELETE ..%2Fme', 'GET ..%2Fme', `GET ${pageId}/published_posts`]);
  });

  test('whose page was not told is looked at again', async () => {
    const { page } = stage.fake.meta;
    const { id, url } = page.show({ kind: 'reel' });
    page.hidesPages = true;
    expect(await revisit(part(id), stage.session())).toBeNull();
    page.hidesPages = false;
    expect(await revisit(part(id), stage.session())).toEqual({ id, url });
    expect(await revisit(part('7'), stage.session())).toBeNull();
  });
});
