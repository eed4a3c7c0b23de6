import { LeaseLost } from '@belfry/engine/entry.ts';
import { afterAll, afterEach, expect, test } from 'vitest';
import { app } from '../../test/support/app.ts';
import { createPost, scheduledFor } from '../../test/support/posts.ts';
import { connectSandbox } from '../../test/support/sandbox.ts';
import { claimLanes } from '../lanes/index.ts';
import { isTaken, openJournals } from './journal.ts';

const service = await app();
const { db } = service;
afterEach(() => db.rows('delete from posts'));
afterAll(() => service.close());

async function claimOne() {
  await createPost(service, scheduledFor([await connectSandbox(service)]));
  const [claim] = (await claimLanes(db, 1)).claims;
  if (claim === undefined) throw new Error('nothing was due');
  return { claim, journal: openJournals(service.ctx)(claim.target_id, claim.lease) };
}

test('a sealed result is returned as it was, and stored unreadable', async () => {
  const { claim, journal } = await claimOne();
  const result = { url: 'https://upload.example/session?id=very-secret' };
  await journal.finish('session', 'step', { result, sealed: true });
  expect(await journal.load()).toMatchObject([{ name: 'session', state: 'done', result }]);
  const rows = await db.rows<{ sealed: Buffer }>('select * from journal where target_id = $1', [
    claim.target_id,
  ]);
  expect(rows).toMatchObject([{ result: null }]);
  expect(JSON.stringify(rows) + String(rows[0]?.sealed)).not.toContain('very-secret');
});

test('entries are read in the order in which they began, and a step begins when it ends', async () => {
  const { journal } = await claimOne();
  for (const name of ['c', 'a']) await journal.finish(name, 'step', { result: name });
  await journal.open('b', 'until');
  await journal.open('commit', 'commit');
  await journal.finish('b', 'until', { result: true });
  const names = async () => (await journal.load()).map(({ name }) => name);
  expect(await names()).toEqual(['c', 'a', 'b', 'commit']);
  await journal.forget(['c'], undefined);
  await journal.finish('c', 'step', { result: 'again' });
  expect(await names()).toEqual(['a', 'b', 'commit', 'c']);
});

test('forgotten steps stay without their results and count losses; forgotten probes are deleted, commits never', async () => {
  const { journal } = await claimOne();
  await journal.finish('session', 'step', { result: 's', sealed: true });
  await journal.finish('part', 'step', { result: 'p' });
  await journal.open('ready', 'until');
  await journal.open('post', 'commit');
  await journal.forget(['session', 'part', 'ready', 'post'], 'session');
  await journal.forget(['part'], undefined);
  expect(await journal.load()).toMatchObject([
    { name: 'session', state: 'open', result: null, sends: 2 },
    { name: 'part', state: 'open', result: null, sends: 1 },
    { name: 'post', state: 'open', kind: 'commit', sends: 1 },
  ]);
});

test('an attempt that has lost its lease forgets nothing', async () => {
  const { claim, journal } = await claimOne();
  await journal.finish('part', 'step', { result: 'p' });
  const stale = openJournals(service.ctx)(claim.target_id, crypto.randomUUID());
  await expect(stale.forget(['part'], 'part')).rejects.toThrow(LeaseLost);
  expect(await journal.load()).toMatchObject([{ state: 'done', sends: 1 }]);
});

test('a commit that is opened again keeps its result, and belongs to its target', async () => {
  const { claim, journal } = await claimOne();
  const other = await createPost(service, scheduledFor([claim.channel]));
  await journal.open('post', 'commit');
  await journal.finish('post', 'commit', { result: { id: '7' } });
  await journal.reopen('post');
  expect(await journal.load()).toMatchObject([
    { name: 'post', state: 'open', result: { id: '7' }, sends: 1 },
  ]);
  const taken = (targetId: number) => isTaken(db, targetId, { id: '7' });
  expect([await taken(claim.target_id), await taken(Number(other.targets[0]?.id))]).toEqual([false, true]);
  const stale = openJournals(service.ctx)(claim.target_id, crypto.randomUUID());
  await expect(stale.reopen('post')).rejects.toThrow(LeaseLost);
});
