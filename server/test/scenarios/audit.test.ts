import { createHash } from 'node:crypto';
import type { AuditEntry } from '@belfry/contract/events.ts';
import { afterAll, describe, expect, test } from 'vitest';
import { exportAudit } from '../../src/events/audit.ts';
import { Callers } from '../../src/keys/callers.ts';
import { hashKey } from '../../src/keys/key.ts';
import { app } from '../support/app.ts';
import type { Client } from '../support/client.ts';
import { makeEvents, sealAll } from '../support/events.ts';
import { makeMedia } from '../support/people.ts';
import { createPost, scheduledFor } from '../support/posts.ts';
import { connectSandbox } from '../support/sandbox.ts';

const service = await app();
afterAll(() => service.close());

interface Page {
  data: AuditEntry[];
  next_cursor: number | null;
}

async function audit(client: Client, query: Parameters<typeof ask>[1] = {}): Promise<Page> {
  await sealAll(service.db);
  return ask(client, query);
}

async function ask(
  client: Client,
  query: {
    kind?: string;
    user_id?: number;
    post_id?: number;
    from?: string;
    to?: string;
    cursor?: number;
    limit?: number;
  },
): Promise<Page> {
  return (await client.call('listAudit', { query })).body as Page;
}

/** Does not read the answer. */
async function beginExport({ key }: Client): Promise<Response> {
  await sealAll(service.db);
  return fetch(`${service.origin}/api/v1/audit/export`, { headers: { authorization: `Bearer ${key}` } });
}

async function download(client: Client, query: string): Promise<{ headers: Headers; text: string }> {
  await sealAll(service.db);
  const headers = { authorization: `Bearer ${client.key}` };
  const answer = await fetch(`${service.origin}/api/v1/audit/export${query}`, { headers });
  expect(answer.status).toBe(200);
  return { headers: answer.headers, text: await answer.text() };
}

const exportJson = async (client: Client, query = '') =>
  (JSON.parse((await download(client, query)).text) as { data: AuditEntry[] }).data;

describe('the audit log', () => {
  test('shows who did what, also for deleted posts', async () => {
    const owner = await service.inWorkspace();
    const channel = await connectSandbox(owner);
    const post = await createPost(owner, scheduledFor([channel]));
    await owner.call('deletePost', { params: { id: post.id } });
    const { data } = await audit(owner, { post_id: post.id });
    expect(data.map(({ kind }) => kind)).toEqual(['post.deleted', 'post.scheduled']);
    expect(data[0]).toMatchObject({ user: { id: owner.userId }, post_id: post.id, target_id: null });
  });

  test('has pages without gaps, the newest first, while events are added', async () => {
    const owner = await service.inWorkspace();
    await makeEvents(service.db, owner.workspaceId, {}, 25);
    await service.clock.advance('1 minute');
    await makeEvents(service.db, owner.workspaceId, {}, 25);
    const found: number[] = [];
    let page = await audit(owner, { limit: 20 });
    for (;;) {
      found.push(...page.data.map(({ seq }) => seq));
      if (page.next_cursor === null) break;
      await makeEvents(service.db, owner.workspaceId);
      page = await audit(owner, { limit: 20, cursor: page.next_cursor });
    }
    expect(found).toEqual(Array.from({ length: 50 }, (_, at) => 50 - at));
  });

  test('ends with the last page, even if that is full', async () => {
    const owner = await service.inWorkspace();
    expect(await audit(owner)).toEqual({ data: [], next_cursor: null });
    await makeEvents(service.db, owner.workspaceId, {}, 3);
    expect((await audit(owner, { limit: 3 })).next_cursor).toBeNull();
    expect((await audit(owner, { limit: 2 })).next_cursor).toBe(2);
    expect((await audit(owner, { cursor: 999_999 })).data).toEqual([]);
  });

  test('can be filtered by kind, person and time', async () => {
    const owner = await service.inWorkspace();
    const { workspaceId, userId } = owner;
    await makeEvents(service.db, workspaceId, { kind: 'test.early', user_id: userId });
    const early = await service.clock.in('0');
    await service.clock.advance('1 hour');
    await makeEvents(service.db, workspaceId, { kind: 'test.late' });
    const late = await service.clock.in('0');
    const kinds = async (query: Parameters<typeof ask>[1]) =>
      (await audit(owner, query)).data.map(({ kind }) => kind);
    expect(await kinds({ kind: 'test.late' })).toEqual(['test.late']);
    expect(await kinds({ user_id: userId })).toEqual(['test.early']);
    expect(await kinds({ to: early })).toEqual(['test.early']);
    expect(await kinds({ from: late })).toEqual(['test.late']);
    expect(await kinds({ from: early, to: late })).toEqual(['test.late', 'test.early']);
    expect(await kinds({ kind: 'test' })).toEqual([]);
    expect(await kinds({ kind: '', from: '' })).toEqual(['test.late', 'test.early']);
    const day = early.slice(0, 10);
    expect(await kinds({ from: day, to: day })).toEqual(['test.late', 'test.early']);
  });

  test.each(['?limit=0', '?limit=201', '?cursor=x', '?from=yesterday', '?user_id=0', '?colour=red'])(
    'refuses %s',
    async (query) => {
      expect((await service.request('GET', `/api/v1/audit${query}`)).status).toBe(422);
    },
  );

  test('shows nothing of another workspace', async () => {
    const [owner, stranger] = [await service.inWorkspace(), await service.inWorkspace()];
    await makeEvents(service.db, owner.workspaceId, { post_id: 77, user_id: owner.userId }, 3);
    for (const query of [{}, { post_id: 77 }, { user_id: owner.userId }, { cursor: 3 }]) {
      expect((await audit(stranger, query)).data).toEqual([]);
    }
    expect(await exportJson(stranger)).toEqual([]);
  });
});

describe('an export', () => {
  test('contains all events in order, and a third party can verify it', async () => {
    const owner = await service.inWorkspace();
    await makeEvents(service.db, owner.workspaceId, { user_id: owner.userId }, 1100);
    await makeEvents(service.db, owner.workspaceId, { data: { ü: 'ﬁ "\u2028', a: { c: 1.5e30, b: [] } } });
    const entries = await exportJson(owner);
    expect(entries.map(({ seq }) => seq)).toEqual(Array.from({ length: 1101 }, (_, at) => at + 1));
    // Follows docs/audit-log.md, and uses none of our code.
    const sorted = (value: unknown): unknown =>
      value === null || typeof value !== 'object' || Array.isArray(value)
        ? value
        : Object.fromEntries(
            Object.entries(value)
              .sort(([a], [b]) => (a < b ? -1 : 1))
              .map(([key, inner]) => [key, sorted(inner)]),
          );
    let previous = Buffer.alloc(32);
    for (const { hash, user, ...entry } of entries) {
      const event = { ...entry, user_id: user?.id ?? null, workspace_id: owner.workspaceId };
      previous = createHash('sha256')
        .update(previous)
        .update(JSON.stringify(sorted(event)))
        .digest();
      expect(previous.toString('hex')).toBe(hash);
    }
  });

  test('can be filtered like the pages', async () => {
    const owner = await service.inWorkspace();
    await makeEvents(service.db, owner.workspaceId, { kind: 'test.one' }, 2);
    await makeEvents(service.db, owner.workspaceId, { kind: 'test.two' }, 2);
    expect((await exportJson(owner, '?kind=test.two')).map(({ seq }) => seq)).toEqual([3, 4]);
    expect(await exportJson(owner, '?kind=test.three')).toEqual([]);
  });

  test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', ' =1', '＝1'])(
    'as CSV contains no formula for a spreadsheet: %j',
    async (name) => {
      const owner = await service.inWorkspace();
      await service.db.rows('update users set name = $1 where id = $2', [name, owner.userId]);
      await makeEvents(service.db, owner.workspaceId, { user_id: owner.userId, data: { say: '"a",\n=2' } });
      const { headers, text } = await download(owner, '?format=csv');
      expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
      expect(headers.get('content-disposition')).toBe('attachment; filename="audit.csv"');
      const [head, row] = text.split('\r\n');
      expect(head).toBe('seq,kind,at,user_id,user_name,post_id,target_id,channel_id,data,hash');
      expect(text).toMatch(new RegExp(`,${owner.userId},"?'`));
      expect(text).toContain(String.raw`,"{""say"":""\""a\"",\n=2""}",`);
      expect(row).toBeDefined();
    },
  );

  test('is read from the database only as fast as the client reads it', async () => {
    const owner = await service.inWorkspace();
    await makeEvents(service.db, owner.workspaceId, {}, 5000);
    await sealAll(service.db);
    const who = await new Callers(service.db).find(hashKey(owner.key) as Buffer);
    let rows = 0;
    const counting = {
      ...service.db,
      rows: async <Row extends object>(text: string, values?: readonly unknown[]) => {
        const found = await service.db.rows<Row>(text, values);
        rows += found.length;
        return found;
      },
    };
    const asked = { format: 'json' as const, recheckCaller: async () => who };
    const bytes = exportAudit({ db: counting }, who as NonNullable<typeof who>, {}, asked);
    let most = 0;
    let taken = 0;
    for await (const piece of bytes) {
      taken += Buffer.from(piece).toString().split('"seq":').length - 1;
      most = Math.max(most, rows - taken);
    }
    expect(taken).toBe(5000);
    expect(most).toBeLessThanOrEqual(50);
  });

  test('is cut off when the client’s key is revoked meanwhile', async () => {
    const owner = await service.inWorkspace();
    await makeEvents(service.db, owner.workspaceId, { data: { text: 'x'.repeat(8000) } }, 3000);
    const answer = await beginExport(owner);
    await service.db.rows('update api_keys set revoked_at = clock_now() where user_id = $1', [owner.userId]);
    await expect(answer.text()).rejects.toThrow('terminated');
  });

  test('can be read by one person four times at once, and a finished one frees its place', async () => {
    const owner = await service.inWorkspace();
    await makeEvents(service.db, owner.workspaceId, { data: { text: 'x'.repeat(8000) } }, 3000);
    const begun = await Promise.all(Array.from({ length: 4 }, () => beginExport(owner)));
    expect(begun.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const fifth = await beginExport(owner);
    expect([fifth.status, fifth.headers.get('retry-after')]).toEqual([429, '10']);
    expect((await beginExport(await service.inWorkspace())).status).toBe(200);
    await begun[0]?.text();
    expect((await beginExport(owner)).status).toBe(200);
    await Promise.all(begun.slice(1).map((answer) => answer.body?.cancel()));
  });
});

describe('changes', () => {
  test('of channels and media have the values before and after', async () => {
    const owner = await service.inWorkspace();
    const channel = await connectSandbox(owner);
    const params = { id: channel.id };
    await owner.call('updateChannel', { params, body: { posting_times: ['08:00'] } });
    await owner.call('deleteChannel', { params });
    const media = { id: await makeMedia(service.db, owner.workspaceId) };
    await owner.call('updateMedia', { params: media, body: { alt_text: 'A bell' } });
    await owner.call('deleteMedia', { params: media });
    const { data } = await audit(owner);
    const by = { user: { id: owner.userId } };
    expect(data).toMatchObject([
      { ...by, kind: 'media.deleted', data: { media_id: media.id, before: { alt_text: 'A bell' } } },
      { ...by, kind: 'media.changed', data: { before: { alt_text: null }, after: { alt_text: 'A bell' } } },
      { ...by, kind: 'channel.removed', channel_id: channel.id },
      {
        ...by,
        kind: 'channel.changed',
        data: {
          before: { posting_times: ['09:00', '12:00', '17:00'] },
          after: { posting_times: ['08:00'] },
        },
      },
      { ...by, kind: 'channel.connected', channel_id: channel.id, data: { platform: 'sandbox' } },
    ]);
  });

  test('of a channel are found by the former and the present name of their kind', async () => {
    const owner = await service.inWorkspace();
    await connectSandbox(owner);
    await makeEvents(service.db, owner.workspaceId, { kind: 'channel.joined' });
    await sealAll(service.db);
    for (const kind of ['channel.joined', 'channel.connected']) {
      const { data } = await audit(owner, { kind });
      expect(data.map((entry) => entry.kind)).toEqual(['channel.joined', 'channel.connected']);
    }
  });

  test('that were refused leave no event', async () => {
    const owner = await service.inWorkspace();
    const params = { id: 999_999 };
    for (const name of ['deleteChannel', 'deleteMedia', 'deletePost'] as const) {
      expect((await owner.call(name, { params })).status).toBe(404);
    }
    expect((await audit(owner)).data).toEqual([]);
  });
});
