import { randomUUID } from 'node:crypto';
import { describeApi } from '@belfry/contract/openapi.ts';
import type { Route } from '@belfry/contract/route.ts';
import { routes } from '@belfry/contract/routes.ts';
import { Validator } from '@seriousme/openapi-schema-validator';
import { afterAll, describe, expect, test } from 'vitest';
import { deleteProcess, noteProcess } from '../../src/process/processes/store.ts';
import { reportWorker } from '../../src/publishing/store.ts';
import { app } from '../support/app.ts';
import { createPost, scheduledFor } from '../support/posts.ts';
import { connectSandbox } from '../support/sandbox.ts';

const service = await app();
afterAll(() => service.close());

const get = async (path: string) => {
  const response = await fetch(service.origin + path);
  const text = await response.text();
  return { status: response.status, headers: response.headers, text };
};

describe('readiness', () => {
  const ready = async () => {
    const { status, text } = await get('/ready');
    return { status, ...(JSON.parse(text) as { reasons: string[] }) };
  };

  test('is missing until a worker has looked for work, and again when it stops', async () => {
    const before = await get('/ready');
    expect([before.status, JSON.parse(before.text)]).toMatchObject([
      503,
      { status: 'not ready', reasons: ['No worker is running.'] },
    ]);
    await service.publisher.claim();
    expect(await ready()).toMatchObject({ status: 'ready', reasons: [] });
    expect((await get('/ready')).status).toBe(200);
    await service.clock.advance('1 minute');
    expect((await ready()).reasons).toEqual(['No worker has looked for work for 60 s.']);
  });

  test('is missing while a due target is not claimed', async () => {
    const channel = await connectSandbox(service);
    await createPost(service, scheduledFor([channel], { scheduled_at: await service.clock.in('1 minute') }));
    await service.clock.advance('4 minutes');
    await reportWorker(service.db, service.publisher.id);
    expect((await ready()).reasons).toEqual(['Something has been due for 180 s and is not claimed.']);
    await service.publishDue();
    expect((await ready()).reasons).toEqual([]);
  });

  test('is missing when the database cannot be read', async () => {
    await using lonely = await app();
    await lonely.publisher.claim();
    expect((await fetch(`${lonely.origin}/ready`)).status).toBe(200);
    await lonely.db.rows('alter table workers rename to absent');
    const response = await fetch(`${lonely.origin}/ready`);
    await lonely.db.rows('alter table absent rename to workers');
    expect(response.status).toBe(503);
    expect(((await response.json()) as { reasons: string[] }).reasons).toHaveLength(1);
  });

  test('has a warning while two versions run, until one of them has ended', async () => {
    const warnings = async () => JSON.parse((await get('/ready')).text).warnings as string[];
    await noteProcess(service.db, service.ctx.self);
    const release = { version: '1.1.0', commit: '0a1b2c3d4e5f'.padEnd(40, '0') };
    const older = { id: randomUUID(), role: 'worker', release } as const;
    await noteProcess(service.db, { ...older, id: randomUUID() });
    await noteProcess(service.db, older);
    expect(await warnings()).toEqual([
      'Several versions of Belfry run on this database: 1.1.0 (0a1b2c3d4e5f), 1.2.3. Replace the older processes.',
    ]);
    await service.clock.advance('31 seconds');
    await noteProcess(service.db, service.ctx.self);
    expect(await warnings()).toEqual([]);
    await noteProcess(service.db, older);
    expect(await warnings()).toHaveLength(1);
    await deleteProcess(service.db, older.id);
    expect(await warnings()).toEqual([]);
  });

  test('is missing when a newer Belfry has written the database and does not allow this one beside it', async () => {
    await reportWorker(service.db, service.publisher.id);
    const note = (oldest: string) =>
      service.db.rows(
        `insert into releases (version, oldest_beside) values ('1.10.0', $1)
         on conflict (version) do update set oldest_beside = excluded.oldest_beside`,
        [oldest],
      );
    await note('1.2.0');
    expect((await ready()).reasons).toEqual([]);
    await note('1.9.0');
    expect(await ready()).toMatchObject({
      status: 'not ready',
      reasons: [
        'Belfry 1.10.0 has written this database. Versions older than 1.9.0 cannot run on it, and this is 1.2.3.',
      ],
    });
    await service.db.rows('delete from releases');
  });

  test('does not affect /health: the process is alive all the same', async () => {
    expect((await get('/health')).status).toBe(200);
  });
});

describe('metrics', () => {
  test('are in the text format of Prometheus, line by line', async () => {
    const channel = await connectSandbox(service);
    await createPost(service, scheduledFor([channel]));
    await service.publishDue();
    const { status, headers, text } = await get('/metrics');
    expect([status, headers.get('content-type')]).toEqual([
      200,
      expect.stringMatching(/^text\/plain; version=0\.0\.4/),
    ]);
    const line =
      /^(#.*|[a-zA-Z_:][\w:]*(\{(\w+="(\\.|[^"\\])*",?)*\})? (NaN|[+-]?Inf|[+-]?[\d.]+(e[+-]?\d+)?)( \d+)?)?$/;
    expect(text.split('\n').filter((each) => !line.test(each))).toEqual([]);
    expect(text).toMatch(/^belfry_attempts_total\{platform="sandbox",outcome="published",code=""\} \d+$/m);
    expect(text).toMatch(/^belfry_lateness_seconds_count [1-9]\d*$/m);
    expect(text).toMatch(/^belfry_oldest_due_seconds 0$/m);
  });
});

describe('the OpenAPI document', () => {
  const path = '/api/public/v1/openapi.json';

  test('is public, and equals the contract’s', async () => {
    const { status, headers, text } = await get(path);
    expect([status, headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8']);
    expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(describeApi(service.origin))));
  });

  test('is valid', async () => {
    const document = JSON.parse((await get(path)).text) as Parameters<Validator['validate']>[0];
    const result = await new Validator().validate(document);
    expect(result.errors ?? []).toEqual([]);
    expect(result.valid).toBe(true);
  });

  test('names exactly the endpoints that exist', async () => {
    const { paths } = JSON.parse((await get(path)).text) as { paths: Record<string, object> };
    const described = Object.entries(paths).flatMap(([address, operations]) =>
      Object.keys(operations).map((method) => `${method.toUpperCase()} ${address}`),
    );
    const known = Object.values(routes as Record<string, Route>);
    expect(described.sort()).toEqual(
      known.map(({ method, path: at }) => `${method} ${at.replace(/:(\w+)/g, '{$1}')}`).sort(),
    );
    for (const address of Object.keys(paths)) {
      for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) {
        const isThere = service.server.hasRoute({
          method,
          url: address.replaceAll(/{(\w+)}/g, ':$1'),
        } as never);
        expect([method, address, isThere]).toEqual([
          method,
          address,
          described.includes(`${method} ${address}`),
        ]);
      }
    }
  });
});
