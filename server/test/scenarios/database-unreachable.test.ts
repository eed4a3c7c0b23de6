import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isUnavailable } from '../../src/base/unavailable.ts';
import { openDatabase } from '../../src/db/database.ts';
import { app, type TestApp } from '../support/app.ts';
import { type Cable, layCable } from '../support/cable.ts';
import { eventually } from '../support/eventually.ts';
import { holdInserts } from '../support/held.ts';
import { makePicture, upload } from '../support/media.ts';
import { createPost, getPost, scheduledFor } from '../support/posts.ts';
import { connectSandbox, readTimeline } from '../support/sandbox.ts';

let cable: Cable;
let service: TestApp;
beforeAll(async () => {
  service = await app({
    async connectThrough(connection) {
      cable = await layCable(connection);
      return cable.connection;
    },
  });
});
afterAll(async () => {
  await service.close();
  await cable.close();
});

describe('while the database is unreachable', () => {
  test('every request gets 503 with Retry-After, and succeeds afterwards', async () => {
    const post = await createPost(service, { status: 'draft' });
    await cable.cut();
    for (const [method, path, body] of [
      ['GET', '/posts', undefined],
      ['GET', `/posts/${post.id}`, undefined],
      ['POST', '/posts', { status: 'draft' }],
      ['PUT', `/posts/${post.id}`, { status: 'draft', content: 'lost' }],
      ['DELETE', `/posts/${post.id}`, undefined],
    ] as const) {
      const answer = await service.request(method, path, { body });
      expect([method, answer.status, answer.error.code]).toEqual([method, 503, 'unavailable']);
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    }
    await cable.mend();
    expect(await getPost(service, post)).toEqual(post);
    expect((await service.call('listPosts', { query: {} })).data).toEqual([post]);
  });

  test('the service is alive but not ready', async () => {
    await service.publisher.claim();
    await cable.cut();
    const [ready, health] = [await fetch(`${service.origin}/ready`), await fetch(`${service.origin}/health`)];
    await cable.mend();
    expect([ready.status, health.status]).toEqual([503, 200]);
    expect(await ready.json()).toMatchObject({ reasons: ['The database cannot be reached.'] });
    expect((await fetch(`${service.origin}/ready`)).status).toBe(200);
  });

  test('the metrics of the process are there and report the failure; those of the installation are missing', async () => {
    const read = async () => (await fetch(`${service.origin}/metrics`)).text();
    expect(await read()).toMatch(/^belfry_database_up 1$/m);
    await cable.cut();
    const text = await read();
    await cable.mend();
    expect(text).toMatch(/^belfry_database_up 0$/m);
    expect(text).toMatch(/^belfry_http_request_seconds_count{/m);
    expect(text).not.toMatch(/^belfry_targets_due /m);
    expect(await read()).toMatch(/^belfry_targets_due 0$/m);
  });

  test('a file whose row was being stored is complete when the row is stored', async () => {
    const direct = openDatabase(service.connection, { poolSize: 2 });
    const held = await holdInserts(direct, service.workspaceId);
    const bytes = await makePicture('png');
    const sending = upload(service, { bytes });
    await held.untilWaiting();
    await cable.cut();
    expect((await sending).status).toBe(503);
    await held.release();
    await direct.close();
    await cable.mend();
    const [media] = (await service.call('listMedia', { query: {} })).data;
    const file = await fetch(`${service.origin}${media?.url}`, {
      headers: { authorization: `Bearer ${service.key}` },
    });
    expect(Buffer.from(await file.arrayBuffer())).toEqual(bytes);
  });

  test('a transaction whose connection breaks between its statements fails, and nothing else does', async () => {
    const db = openDatabase(service.connection, { poolSize: 2 });
    const broken = db.transaction(async (tx) => {
      const own = await tx.row<{ pid: number }>('select pg_backend_pid() as pid');
      const gone = 'select not exists (select from pg_stat_activity where pid = $1) as gone';
      await db.rows('select pg_terminate_backend($1)', [own?.pid]);
      await eventually(async () => expect(await db.row(gone, [own?.pid])).toEqual({ gone: true }));
      return tx.row('select 1');
    });
    await expect(broken).rejects.toSatisfy(isUnavailable);
    expect(await db.row('select 1 as one')).toEqual({ one: 1 });
    await db.close();
  });

  test('no due post is lost', async () => {
    const channel = await connectSandbox(service);
    const post = await createPost(service, scheduledFor([channel]));
    await cable.cut();
    await expect(service.publisher.claim()).rejects.toThrow();
    await cable.mend();
    await service.publishDue();
    expect((await getPost(service, post)).status).toBe('published');
    expect(await readTimeline(service, channel)).toHaveLength(1);
  });
});
