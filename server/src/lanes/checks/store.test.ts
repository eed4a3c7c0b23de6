import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { app } from '../../../test/support/app.ts';
import { holdRows } from '../../../test/support/held.ts';
import { createPost, scheduledFor } from '../../../test/support/posts.ts';
import { connectSandbox } from '../../../test/support/sandbox.ts';
import { openDatabase } from '../../db/database.ts';
import type { CheckNote } from './store.ts';
import { noteChecks, reserveDueChecks, scheduleChecks } from './store.ts';

const service = await app();
const { db, clock } = service;
const other = openDatabase(service.connection, { poolSize: 2 });
afterEach(() => db.rows('delete from posts'));
afterAll(async () => {
  await other.close();
  await service.close();
});

const plan = async (interval: string, channel: { id: number }) =>
  createPost(service, scheduledFor([channel], { scheduled_at: await clock.in(interval) }));
/** Seconds until the check of each target, in the order of the targets. */
const readChecks = async () =>
  (
    await db.rows<{ seconds: number | null }>(
      'select extract(epoch from check_at - clock_now())::float8 as seconds from targets order by id',
    )
  ).map(({ seconds }) => seconds);

describe('due checks', () => {
  test('are reserved in the order of their times, for five minutes', async () => {
    const channel = await connectSandbox(service);
    await plan('26 hours', channel);
    const first = await plan('25 hours', channel);
    await clock.advance('3 hours');
    const { checks, taken } = await reserveDueChecks(db, 1);
    expect([checks.map(({ post_id }) => post_id), taken]).toEqual([[first.id], 1]);
    expect(await readChecks()).toEqual([-3600, 300]);
  });

  test('of a target that is due by now are left out', async () => {
    await plan('1 hour', await connectSandbox(service));
    await clock.advance('1 hour');
    expect(await reserveDueChecks(db, 10)).toEqual({ checks: [], taken: 1 });
    expect(await readChecks()).toEqual([null]);
    await service.publishDue();
  });
});

describe('the result of a check', () => {
  const noteOf = async (): Promise<CheckNote> => {
    const [check] = (await reserveDueChecks(db, 1)).checks;
    if (check === undefined) throw new Error('no check was due');
    const message = 'The quota is used up.';
    return {
      check,
      warnings: [message],
      event: { kind: 'target.at_risk', data: { code: 'rejected', message } },
    };
  };
  const readWarnings = async () =>
    (await db.row<{ warnings: string[] }>('select warnings from targets'))?.warnings;

  test('is stored, and the target is checked again an hour ahead', async () => {
    await plan('5 hours', await connectSandbox(service));
    await noteChecks(db, [await noteOf()]);
    expect([await readWarnings(), await readChecks()]).toEqual([['The quota is used up.'], [4 * 3600]]);
  });

  test('is not stored under the name of another workspace', async () => {
    await plan('5 hours', await connectSandbox(service));
    const { check, ...note } = await noteOf();
    await noteChecks(db, [{ ...note, check: { ...check, workspace_id: 0 } }]);
    expect([await readWarnings(), await readChecks()]).toEqual([[], [300]]);
  });

  test('is out of date, and waits for nothing, while another transaction changes the target', async () => {
    await plan('5 hours', await connectSandbox(service));
    const note = await noteOf();
    const held = await holdRows(other, 'select from targets where id = $1 for update', [
      note.check.target_id,
    ]);
    const noting = noteChecks(db, [note]);
    await Promise.race([noting, held.untilWaiting(1)]);
    await held.release();
    await noting;
    expect([await readWarnings(), await readChecks()]).toEqual([[], [300]]);
  });
});

describe('new checks', () => {
  test('are scheduled for the next day’s targets of this channel only', async () => {
    const [channel, another] = [await connectSandbox(service), await connectSandbox(service)];
    await plan('1 hour', channel);
    await plan('24 hours', channel);
    await plan('24 hours 1 second', channel);
    await plan('1 hour', another);
    await db.rows('update targets set check_at = null');
    await db.transaction((tx) => scheduleChecks(tx, { workspace_id: service.workspaceId, id: channel.id }));
    expect(await readChecks()).toEqual([0, 0, null, null]);
  });

  test('are scheduled for no target that is due already', async () => {
    const channel = await connectSandbox(service);
    await createPost(service, scheduledFor([channel]));
    await db.transaction((tx) => scheduleChecks(tx, { workspace_id: service.workspaceId, id: channel.id }));
    expect(await readChecks()).toEqual([null]);
  });
});
