/** Notices beside the events of the stream. */
import { afterAll, expect, test } from 'vitest';
import { app } from '../server/test/support/app.ts';
import { makeEvents } from '../server/test/support/events.ts';
import { answerInTurn } from '../server/test/support/in-turn.ts';
import { createNotices, noticesOf } from '../server/test/support/notices.ts';
import { openWaits } from '../server/test/support/waits.ts';
import { layWire } from '../server/test/support/wire.ts';
import { createClient } from './client.ts';

const service = await app();
const wire = await layWire(service.origin);
afterAll(async () => {
  await wire.close();
  await service.close();
});

const stream = (text: string) => [200, { 'content-type': 'text/event-stream' }, text] as const;
const event = (seq: number) => `id: ${seq}\ndata: {"seq":${seq}}\n\n`;
const notice = (ids: string) => `event: notice\ndata: {"ids":[${ids}]}\n\n`;

test('notices are told beside the events, and after each connection that some may have been missed', async () => {
  await using server = await answerInTurn(
    stream(event(1) + notice('7') + event(2)),
    stream(notice('7,8') + event(3)),
  );
  const clock = openWaits();
  const lastIds: (string | null)[] = [];
  const watch = (to: string, init: RequestInit) => {
    lastIds.push(new Headers(init.headers).get('last-event-id'));
    return fetch(to, init);
  };
  const told: (readonly number[])[] = [];
  const client = createClient({ url: server.url, key: service.key, clock, fetch: watch, retry: false });
  const events = client.events({ onNotices: (ids) => void told.push(ids) });
  const seqs = [(await events.next()).value?.seq, (await events.next()).value?.seq];
  const third = events.next();
  await clock.untilWaiting();
  await clock.pass();
  seqs.push((await third).value?.seq);
  expect(seqs).toEqual([1, 2, 3]);
  expect(told).toEqual([[], [7], [], [7, 8]]);
  // A notice moves no position.
  expect(lastIds).toEqual([null, '2']);
  await events.return();
});

test('a person is told of the notices that the service creates, also after a broken connection', async () => {
  const owner = await service.inWorkspace();
  const clock = openWaits();
  const told: (readonly number[])[] = [];
  const listed = Promise.withResolvers<void>();
  const onNotices = (ids: readonly number[]) => {
    told.push(ids);
    if (ids.length > 0) listed.resolve();
  };
  const client = createClient({ url: wire.origin, key: owner.key, clock, retry: false });
  const events = client.events({ lastEventId: 0, onNotices });
  const next = events.next();
  // For the answer, and for an event.
  await clock.untilBegun(2);
  wire.cut();
  await clock.untilWaiting();
  await clock.pass();
  await clock.untilBegun(5);
  await makeEvents(service.db, owner.workspaceId, { kind: 'channel.needs_reconnect' });
  await createNotices(service);
  expect((await next).value).toMatchObject({ seq: 1 });
  const ended = events.next().catch(() => undefined);
  await listed.promise;
  const ids = (await noticesOf(owner)).map(({ id }) => id);
  expect([told.filter((each) => each.length === 0).length, told.at(-1)]).toEqual([2, ids]);
  wire.cut();
  await clock.untilWaiting();
  void ended;
});
