import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readConfig } from '../../src/config/index.ts';
import { type Service, startService } from '../../src/process/service.ts';
import { type Client, createClient } from '../support/client.ts';
import { eventually } from '../support/eventually.ts';
import { findFreePort } from '../support/free-port.ts';
import { startOldestPostgres } from '../support/oldest-postgres.ts';
import { makeMember, makeWorkspace } from '../support/people.ts';
import { createPost, getPost, scheduledFor } from '../support/posts.ts';
import { connectSandbox, readTimeline } from '../support/sandbox.ts';

const directory = await mkdtemp(join(tmpdir(), 'belfry-oldest-'));
const postgres = await startOldestPostgres();
const name = await postgres.makeDatabase();
const url = `postgres://guarded@localhost:${postgres.port}/${name}?sslmode=verify-full&sslrootcert=${postgres.authority}`;
let first: Service;
let second: Service;
let client: Client & { origin: string };

async function startOne(more: Record<string, string> = {}): Promise<Service> {
  const port = String(await findFreePort());
  const env = {
    PORT: port,
    DATA_DIR: join(directory, port),
    DATABASE_URL: url,
    BELFRY_SECRET: 's'.repeat(32),
    RATE_LIMIT_READS: '0',
    ...more,
  };
  return startService(readConfig(env, ['sandbox']), pino({ level: 'silent' }));
}

beforeAll(async () => {
  first = await startOne();
  second = await startOne({ BELFRY_ROLE: 'worker' });
  const owner = await makeMember(first.ctx.db, await makeWorkspace(first.ctx.db), 'owner');
  const origin = `http://localhost:${first.ctx.config.port}`;
  client = { ...createClient(origin, owner), origin };
});

afterAll(async () => {
  await second.stop();
  await first.stop();
  await postgres[Symbol.asyncDispose]();
  await rm(directory, { recursive: true });
});

describe('with the oldest supported PostgreSQL, by TLS', () => {
  test('all migrations run, and two workers publish each post once', async () => {
    const { db } = first.ctx;
    expect(await db.row(`show server_version`)).toEqual({ server_version: expect.stringMatching(/^15\./) });
    expect(await db.row('select ssl from pg_stat_ssl where pid = pg_backend_pid()')).toEqual({ ssl: true });
    const channels = await Promise.all(
      ['ada', 'eve', 'bob'].map((username) => connectSandbox(client, username)),
    );
    const scheduled_at = new Date().toISOString();
    const posts = await Promise.all(
      channels.map((_, n) =>
        createPost(client, scheduledFor(channels, { scheduled_at, content: `Hello ${n}` })),
      ),
    );
    for (const { id } of posts) {
      await eventually(async () => expect((await getPost(client, { id })).status).toBe('published'));
    }
    for (const channel of channels) expect(await readTimeline(client, channel)).toHaveLength(posts.length);
    const sealed = 'select count(*)::int as count from events where seq is null';
    await eventually(async () => expect(await db.row(sealed)).toEqual({ count: 0 }));
  });
});
