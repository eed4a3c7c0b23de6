import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Db } from '../../src/db/database.ts';
import {
  type Claim,
  claimFailing,
  claimFresh,
  listClaimed,
  type Result,
  settleResults,
} from '../../src/webhooks/sending/store.ts';
import { findDelivery, listWebhooks, pageDeliveries } from '../../src/webhooks/store.ts';
import { app } from '../support/app.ts';
import { explain } from '../support/plans.ts';

const service = await app();
afterAll(() => service.close());

/** 500 workspaces of 20 webhooks; one has a long log, whose end is not sent yet, and one webhook many deliveries. */
beforeAll(async () => {
  const run = (sql: string) => service.db.rows(sql);
  await run("insert into workspaces (name) select 'W' || n from generate_series(2, 500) n");
  await run(`insert into webhooks (workspace_id, url, kinds, position, failing_since, next_try_at)
    select w, 'https://hooks.example/', '{*}', 0, case when n = 1 then now() end,
      case when n = 1 then now() + make_interval(mins => w) end
    from generate_series(1, 500) w, generate_series(1, 20) n`);
  await run(
    `insert into webhook_secrets (webhook_id, workspace_id, sealed) select id, workspace_id, '' from webhooks`,
  );
  await run(`insert into webhook_deliveries (webhook_id, workspace_id, kind, cause, try, duration_ms, url, headers, body)
    select 1 + n % 100, 1, 'post.saved', 'event', 1, 1, '', '{}', '' from generate_series(1, 20000) n`);
  await service.db.transaction(async (tx) => {
    await tx.rows("select set_config('session_replication_role', 'replica', true)");
    await tx.rows(`insert into events (workspace_id, kind, seq, hash, data)
      select 1 + n % 2, 'post.saved', 1 + n / 2, '', '{"scheduled_at": null}' from generate_series(0, 39999) n`);
    await tx.rows("insert into event_heads select w, 20000, '' from generate_series(1, 20000) w");
  });
  await run('analyze');
});

const planOf = async (work: (db: Db) => Promise<unknown>) => {
  const plan = await explain(service.db, work);
  // Empty here, or with a row for each person.
  const scanned = [...plan.scanned].filter((table) => !['test_clock', 'users', 'targets'].includes(table));
  expect(scanned, plan.text).toEqual([]);
  return [...plan.indexes];
};

const claim: Claim = {
  webhook_id: 1,
  workspace_id: 1,
  url: '',
  lease_id: '00000000-0000-0000-0000-000000000000',
  position: 10_000,
  until: 12_000,
  head: 20_000,
  tries: 0,
  secrets: [],
};

const result: Result = {
  webhook_id: 1,
  lease_id: '00000000-0000-0000-0000-000000000000',
  before: 1,
  after: 2,
  delivered: true,
  gone: false,
  delay: 0,
  release: true,
  seq: 2,
  kind: 'post.saved',
  try: 1,
  duration_ms: 1,
  status: 200,
  error: null,
  url: '',
  headers: {},
  body: '',
  answer: '',
};

describe('statements of senders scan no whole table', () => {
  test('which webhooks have new events', async () => {
    const indexes = await planOf((db) => claimFresh(db, [1, 2, 3], 100));
    expect(indexes).toEqual(expect.arrayContaining(['webhooks_workspace', 'events_chain']));
  });

  test('which webhooks are to be tried again', async () => {
    expect(await planOf((db) => claimFailing(db, 64))).toContain('webhooks_next_try');
  });

  test('which events are to be sent', async () => {
    expect(await planOf((db) => listClaimed(db, [claim]))).toContain('events_chain');
  });

  test('storing the result', async () => {
    expect(await planOf((db) => settleResults(db, [result]))).toContain('webhooks_pkey');
  });
});

describe('statements of callers scan no whole table', () => {
  test('the webhooks of a workspace', async () => {
    expect(await planOf((db) => listWebhooks(db, 1))).toContain('webhooks_workspace');
  });

  test('deliveries', async () => {
    const page = (db: Db) => pageDeliveries(db, 1, 1, { before: undefined, limit: 50 });
    expect(await planOf(page)).toContain('webhook_deliveries_page');
    expect(await planOf((db) => findDelivery(db, 1, 1))).toContain('webhook_deliveries_pkey');
  });
});
