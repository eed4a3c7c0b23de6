import { afterAll, expect, test } from 'vitest';
import { app } from '../../../test/support/app.ts';
import { makeMedia } from '../../../test/support/people.ts';
import { getPost } from '../../../test/support/posts.ts';
import { connectSandbox } from '../../../test/support/sandbox.ts';
import type { Caller } from '../../access/roles.ts';
import { Problem } from '../../base/problem.ts';
import type { SentPost } from '../sent.ts';
import { openCreation } from './create.ts';
import type { Saved } from './save.ts';

const service = await app();
const { db } = service;
afterAll(() => service.close());
const stranger = await service.inWorkspace();
const [own, foreign] = [await connectSandbox(service), await connectSandbox(stranger)];
const [file, foreignFile] = [
  await makeMedia(db, service.workspaceId),
  await makeMedia(db, stranger.workspaceId),
];

const callerOf = async ({
  workspaceId,
  userId,
}: Pick<Caller, 'workspaceId' | 'userId'>): Promise<Caller> => ({
  workspaceId,
  userId,
  name: (await db.row<{ name: string }>('select name from users where id = $1', [userId]))?.name ?? '',
  role: 'owner',
  scopes: null,
  channelIds: null,
  keyId: 1,
  sessionId: null,
  timeZone: 'UTC',
  requiresApproval: false,
});
const [ada, eve] = [await callerOf(service), await callerOf(stranger)];
const post = (channelId: number, more: Partial<SentPost> = {}): SentPost => ({
  status: 'scheduled',
  scheduled_at: '2030-01-01T09:00:00Z',
  content: 'Bells',
  targets: [{ channel_id: channelId, content: null, settings: {}, media_ids: null, image_fit: 'pad' }],
  media_ids: [],
  ...more,
});

/** Creates these at the same time. Also returns the number of transactions. */
async function createAll(...requests: (readonly [Caller, SentPost])[]) {
  let transactions = 0;
  const create = openCreation({
    ...service.ctx,
    db: {
      ...db,
      transaction: (work) => {
        transactions += 1;
        return db.transaction(work);
      },
    },
  });
  const answers = await Promise.all(requests.map(([who, body]) => create({ who, body, before: undefined })));
  return { answers, transactions };
}

const savedOf = (answers: readonly (Saved | Problem)[]) =>
  answers.map((answer) => {
    if (answer instanceof Problem) throw answer;
    return answer.post;
  });

test('posts of several workspaces that arrive together are saved in one transaction, each for its own', async () => {
  const { answers, transactions } = await createAll(
    [ada, post(own.id, { content: 'One', media_ids: [file] })],
    [eve, post(foreign.id, { content: 'Two', media_ids: [foreignFile] })],
    [ada, { status: 'draft', content: 'Three' }],
  );
  expect(transactions).toBe(1);
  const [one, two, three] = savedOf(answers);
  expect([one?.content, two?.content, three?.content]).toEqual(['One', 'Two', 'Three']);
  expect(await getPost(service, { id: one?.id ?? 0 })).toEqual(one);
  expect(await getPost(stranger, { id: two?.id ?? 0 })).toEqual(two);
  expect(await getPost(service, { id: three?.id ?? 0 })).toEqual(three);
  expect(one).toMatchObject({ media: [{ id: file }], targets: [{ channel_id: own.id, status: 'pending' }] });
  expect(three).toMatchObject({ media: [], targets: [] });
});

test('a post that is refused does not stop the others, even if theirs names what it may not', async () => {
  const { answers } = await createAll(
    [ada, post(own.id, { media_ids: [file] })],
    [eve, post(own.id, { media_ids: [file] })],
    [ada, post(own.id, { content: 'x'.repeat(501) })],
    [eve, post(foreign.id)],
  );
  expect(answers.map((answer) => (answer instanceof Problem ? answer.code : 'saved'))).toEqual([
    'saved',
    'invalid',
    'limits_exceeded',
    'saved',
  ]);
  const { data } = await service.call('listPosts', {});
  expect(data.filter(({ targets }) => targets.some(({ channel_id }) => channel_id !== own.id))).toEqual([]);
});

test('if none is accepted, none is saved', async () => {
  const before = await db.rows('select id from posts');
  const { answers } = await createAll([eve, post(own.id)], [ada, post(foreign.id)]);
  expect(answers).toMatchObject([{ code: 'invalid' }, { code: 'invalid' }]);
  expect(await db.rows('select id from posts')).toEqual(before);
});

test('each has its event, and their channel is next due with the earliest of them', async () => {
  const channel = await connectSandbox(service);
  const times = ['2031-01-01T09:00:00.000000Z', '2030-06-01T09:00:00.000000Z', '2032-01-01T09:00:00.000000Z'];
  const { answers } = await createAll(
    ...times.map((scheduled_at) => [ada, post(channel.id, { scheduled_at })] as const),
  );
  const events = await Promise.all(
    savedOf(answers).map(async ({ id }) => (await service.call('listPostEvents', { params: { id } })).data),
  );
  expect(events).toMatchObject(
    times.map((scheduled_at) => [
      { kind: 'post.scheduled', actor: { id: ada.userId }, data: { scheduled_at } },
    ]),
  );
  const lane = await db.row('select next_due_at from channels where id = $1', [channel.id]);
  expect(lane).toEqual({ next_due_at: times[1] });
});

test('a long post, and one that asks for a free slot, have transactions of their own', async () => {
  const { answers, transactions } = await createAll(
    [ada, post(own.id)],
    [ada, { status: 'draft', content: 'x'.repeat(30_000) }],
    [ada, { ...post(own.id), scheduled_at: null, queue: true }],
    [ada, post(own.id)],
  );
  expect([savedOf(answers).length, transactions]).toEqual([4, 3]);
});
