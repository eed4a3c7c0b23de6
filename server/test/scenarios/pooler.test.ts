import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Finding } from '../../src/doctor/finding.ts';
import { belfry } from '../support/command.ts';
import { eventually } from '../support/eventually.ts';
import { type Machine, type Machines, openMachines } from '../support/machines.ts';
import { makePicture, upload } from '../support/media.ts';
import { createPost, getPost, scheduledFor } from '../support/posts.ts';
import { makeWebhook, openReceiver } from '../support/receivers.ts';
import { connectSandbox, readTimeline } from '../support/sandbox.ts';
import { openStream } from '../support/stream.ts';

let machines: Machines;
beforeAll(async () => {
  machines = await openMachines({ pooled: true });
  // Another time zone, to show any session that does not set UTC.
  const [{ name } = { name: '' }] = await machines.db.rows<{ name: string }>(
    'select current_database() as name',
  );
  await machines.db.rows(`alter database ${name} set timezone = 'America/New_York'`);
});
afterEach(() => machines.killAll());
afterAll(() => machines.close());

const readiness = async ({ origin }: Machine) => {
  const response = await fetch(`${origin}/ready`);
  return (await response.json()) as { status: string; warnings: string[] };
};

describe('behind a pooler in transaction mode', () => {
  test('posts with media are published, events arrive and webhooks are sent, by polling', async () => {
    const env = { DATABASE_URL: machines.pooled };
    const one = await machines.add(env);
    const two = await machines.add(env);
    const receiver = await openReceiver();
    await makeWebhook(one, receiver, { kinds: ['target.published'] });
    await using stream = await openStream(two.origin, two);
    const channel = await connectSandbox(one);
    const { id: mediaId } = (await upload(two, { bytes: await makePicture('png') })).data;
    const scheduled_at = '2026-01-02T03:04:05.678901Z';
    const bodies = Array.from({ length: 20 }, (_, n) =>
      scheduledFor([channel], { scheduled_at, content: `Hello ${n}`, media_ids: [mediaId] }),
    );
    const posts = await Promise.all(bodies.map((body, n) => createPost(n % 2 === 0 ? one : two, body)));
    for (const { id } of posts) {
      await eventually(async () => expect((await getPost(two, { id })).status).toBe('published'));
    }
    expect(await readTimeline(one, channel)).toHaveLength(posts.length);
    await receiver.until(posts.length);
    for (let seen = 0; seen < posts.length; )
      if ((await stream.next())?.kind === 'target.published') seen += 1;
    await eventually(async () => {
      const { status, warnings } = await readiness(one);
      expect([status, warnings]).toEqual(['ready', [expect.stringContaining('DATABASE_DIRECT_URL')]]);
    });
    expect(await machines.readLog()).not.toContain('"level":50');
    await receiver.close();
  });

  test('no process polls if there is a direct connection beside it', async () => {
    const one = await machines.add({ DATABASE_URL: machines.pooled, DATABASE_DIRECT_URL: machines.direct });
    await using stream = await openStream(one.origin, one);
    const channel = await connectSandbox(one);
    await createPost(one, scheduledFor([channel]));
    while ((await stream.next())?.kind !== 'target.published');
    const isWell = { status: 'ready', warnings: [] };
    await eventually(async () => expect(await readiness(one)).toMatchObject(isWell));
  });
});

describe('a direct connection to another database', () => {
  const addWith = (direct: string) =>
    machines.add({ DATABASE_URL: machines.pooled, DATABASE_DIRECT_URL: direct });

  test('is refused if that database is empty', async () => {
    await machines.db.rows('create database nothing_yet template template0');
    const empty = machines.direct.replace(/\/test_\w+/, '/nothing_yet');
    await expect(addWith(empty)).rejects.toThrow('name different databases');
    await machines.db.rows('drop database nothing_yet');
  });

  test('is refused', async () => {
    const other = await openMachines();
    await expect(addWith(other.direct)).rejects.toThrow('name different databases');
    await other.close();
  });
});

describe('belfry doctor', () => {
  const examine = async (env: Record<string, string>) => {
    const dataDir = await mkdtemp(join(tmpdir(), 'belfry-doctor-'));
    const settings = { DATA_DIR: dataDir, DATABASE_URL: machines.pooled, ...env };
    const { stdout } = await belfry(['doctor', '--json'], settings, dataDir);
    await rm(dataDir, { recursive: true });
    const { findings } = JSON.parse(stdout) as { findings: Finding[] };
    return findings.filter(({ name }) => name === 'pooler').map(({ state }) => state);
  };

  test('reports a pooler without a direct connection', async () => {
    expect(await examine({})).toEqual(['warn']);
    expect(await examine({ DATABASE_DIRECT_URL: machines.direct })).toEqual(['ok']);
    expect(await examine({ DATABASE_URL: machines.direct })).toEqual(['ok']);
    expect(
      await examine({ DATABASE_DIRECT_URL: machines.direct.replace(/\/test_\w+/, '/postgres') }),
    ).toEqual(['bad']);
  });
});
