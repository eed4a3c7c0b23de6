import { EventEmitter, once } from 'node:events';
import type { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { app } from '../../test/support/app.ts';
import type { Client } from '../../test/support/client.ts';
import { makeEvents, sealAll } from '../../test/support/events.ts';
import { connectSandbox } from '../../test/support/sandbox.ts';
import { requestOf } from '../../test/support/stream.ts';
import type { Database, Db } from '../db/database.ts';
import { openStreams } from './streams.ts';

const service = await app();
afterAll(() => service.close());

/** Opens fifty streams for people of every role in five workspaces, on a database that counts their statements. */
async function openFifty() {
  let statements = 0;
  const rows: Db['rows'] = (...statement) => {
    statements += 1;
    return service.db.rows(...statement);
  };
  const row: Db['row'] = async (...statement) => {
    statements += 1;
    return service.db.row(...statement);
  };
  // Ignores the polls that happen until the first echo has arrived, since their statements would be counted.
  const listen: Database['listen'] = (channel, onNotification) =>
    service.db.listen(channel, (payload) => payload !== '' && onNotification(payload));
  const db = { ...service.db, rows, row, listen };
  const streams = openStreams({ ...service.ctx, db }, { heartbeat: 1e9 });
  const owners = [];
  const opened: { owner: Client; got: string[]; until(text: string): Promise<void> }[] = [];
  for (let count = 0; count < 5; count += 1) {
    const owner = await service.inWorkspace();
    owners.push(owner);
    const channel = await connectSandbox(owner);
    await sealAll(service.db);
    for (const role of ['admin', 'editor', 'viewer', 'author', 'viewer'] as const) {
      const client = await service.beside(owner, role);
      if (role === 'author') {
        await service.db.rows('update members set channel_ids = $2 where user_id = $1', [
          client.userId,
          [channel.id],
        ]);
      }
      const request = await requestOf(service.db, client);
      for (const _ of [1, 2]) opened.push({ owner, ...collect(streams.open(request)) });
    }
  }
  const notifyAll = async (to: readonly Client[], kind: string) => {
    for (const { workspaceId } of to) await makeEvents(service.db, workspaceId, { kind });
    await sealAll(service.db);
    const them = opened.filter(({ owner }) => to.includes(owner));
    await Promise.all(them.map(({ until }) => until(`"kind":"${kind}"`)));
  };
  await Promise.all(opened.map(({ until }) => until('retry: ')));
  await notifyAll(owners, 'post.first');
  const count = async (work: () => Promise<void>) => {
    statements = 0;
    await work();
    return statements;
  };
  return { owners, opened, notifyAll, count, close: () => streams.close() };
}

function collect(stream: Readable) {
  const got: string[] = [];
  const heard = new EventEmitter();
  stream.on('data', (piece) => {
    got.push(String(piece));
    heard.emit('piece');
  });
  return {
    got,
    async until(text: string) {
      while (!got.some((piece) => piece.includes(text))) await once(heard, 'piece');
    },
  };
}

test('any number of streams need two statements for an event, and each stream gets it once', async () => {
  const { owners, opened, notifyAll, count, close } = await openFifty();
  expect(opened).toHaveLength(50);
  const [one, ...others] = owners as [Client, ...Client[]];
  expect(await count(() => notifyAll([one], 'post.second'))).toBeLessThanOrEqual(2);
  expect(await count(() => notifyAll(others, 'post.third'))).toBeLessThanOrEqual(2 * 4);
  expect(await count(() => notifyAll([one], 'post.fourth'))).toBeLessThanOrEqual(2);
  await close();
  for (const { owner, got } of opened) {
    const kinds = got.join('').match(/post\.(first|second|third|fourth)/g);
    const own = owner === one ? ['post.second', 'post.fourth'] : ['post.third'];
    expect(kinds).toEqual(['post.first', ...own]);
  }
});

test('a slow stream keeps at most a batch in memory and misses no event, and other streams do not wait for it', async () => {
  const owner = await service.inWorkspace();
  const streams = openStreams(service.ctx);
  const request = { ...(await requestOf(service.db, owner)), after: 0 };
  const [slow, quick] = [streams.open(request), collect(streams.open(request))];
  slow.read(0);
  const data = { text: 'x'.repeat(20_000) };
  for (let count = 1; count <= 40; count += 1) {
    await makeEvents(service.db, owner.workspaceId, { kind: `post.n${count}n`, data });
    await sealAll(service.db);
    await quick.until(`post.n${count}n`);
  }
  expect(slow.readableLength).toBeLessThan(200_000);
  const late = collect(slow);
  await late.until('post.n40n');
  await streams.close();
  expect(late.got.join('').match(/post\.n\d+n/g)).toEqual(
    Array.from({ length: 40 }, (_, n) => `post.n${n + 1}n`),
  );
});

test('the number of streams is limited, and a 503 says when to try again', async () => {
  const [one, two] = [await service.inWorkspace(), await service.inWorkspace()];
  const streams = openStreams(service.ctx, { max: 3 });
  const opened = [];
  for (const client of [one, two, two]) opened.push(streams.open(await requestOf(service.db, client)));
  const request = await requestOf(service.db, one);
  expect(() => streams.open(request)).toThrow(
    expect.objectContaining({
      code: 'unavailable',
      message: 'This server has 3 event streams open and accepts no more. Try again in 10 s.',
      more: { headers: { 'retry-after': '10' }, message: expect.anything() },
    }),
  );
  opened[0]?.destroy();
  await once(opened[0] as Readable, 'close');
  opened.push(streams.open(request));
  for (const stream of opened.slice(1)) stream.resume();
  await streams.close();
});

test('closing waits for the statements of streams that are being opened', async () => {
  const order: string[] = [];
  const statement = Promise.withResolvers<never[]>();
  const started = Promise.withResolvers<void>();
  const rows: Db['rows'] = () => {
    started.resolve();
    return statement.promise;
  };
  const listen: Database['listen'] = async () => ({ close: async () => void order.push('listener closed') });
  const streams = openStreams({ ...service.ctx, db: { ...service.db, rows, listen } });
  const request = await requestOf(service.db, await service.inWorkspace());
  streams.open(request).on('error', () => undefined);
  await started.promise;
  const closing = streams.close();
  await setImmediate();
  order.push('statement ended');
  statement.resolve([]);
  await closing;
  expect(order).toEqual(['statement ended', 'listener closed']);
});
