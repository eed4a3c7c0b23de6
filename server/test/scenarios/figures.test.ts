import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { failureCodes, laterReasons } from '../../../engine/outcome.ts';
import { listMetrics, metrics } from '../../src/base/metrics.ts';
import { queueMail } from '../../src/mail/queue.ts';
import { readBacklog } from '../../src/operation/figures/store.ts';
import { noteProcess } from '../../src/process/processes/store.ts';
import { app } from '../support/app.ts';
import { makeEvents, sealAll } from '../support/events.ts';
import { loopbackAllowed } from '../support/loopback.ts';
import { explain } from '../support/plans.ts';
import { createPost, scheduledFor, scheduledToBehave } from '../support/posts.ts';
import { makeWebhook, openReceiver } from '../support/receivers.ts';
import { connectSandbox } from '../support/sandbox.ts';

const TOKEN = 'only for the scraper';
const service = await app({ outboundAllow: loopbackAllowed, metricsToken: TOKEN });
const receiver = await openReceiver();
afterAll(async () => {
  await receiver.close();
  await service.close();
});

const ask = (authorization?: string) =>
  fetch(`${service.origin}/metrics`, authorization === undefined ? {} : { headers: { authorization } });
const read = async () => (await ask(`Bearer ${TOKEN}`)).text();
/** The value of the first line with this beginning. */
const readValue = (text: string, series: string) =>
  Number(
    text
      .split('\n')
      .find((line) => line.startsWith(`${series} `))
      ?.slice(series.length),
  );

test('every counter that an alert watches is 0 from the first scrape', async () => {
  const text = await read();
  for (const platform of service.ctx.networks.keys()) {
    const attempts = (outcome: string, code = '') =>
      readValue(text, `belfry_attempts_total{platform="${platform}",outcome="${outcome}",code="${code}"}`);
    const all = [attempts('published'), attempts('unconfirmed'), attempts('held'), attempts('voided')];
    const coded = [
      ...failureCodes.map((code) => attempts('failed', code)),
      ...laterReasons.map((code) => attempts('later', code)),
    ];
    expect([platform, new Set([...all, ...coded])]).toEqual([platform, new Set([0])]);
    expect(readValue(text, `belfry_claims_total{platform="${platform}"}`)).toBe(0);
  }
  for (const outcome of ['delivered', 'refused', 'unanswered']) {
    expect(readValue(text, `belfry_webhook_tries_total{outcome="${outcome}"}`)).toBe(0);
  }
});

/** One post is published and one fails; a webhook is called. */
async function work(): Promise<void> {
  const channel = await connectSandbox(service);
  await createPost(service, scheduledFor([channel]));
  await createPost(service, scheduledToBehave('reject', [channel]));
  await service.publishDue();
  const { id } = await makeWebhook(service, receiver);
  await service.call('testWebhook', { params: { id } });
}

describe('metrics', () => {
  beforeAll(work);

  test('count attempts by network, outcome and code', async () => {
    const text = await read();
    const attempts = (outcome: string, code = '') =>
      readValue(text, `belfry_attempts_total{platform="sandbox",outcome="${outcome}",code="${code}"}`);
    expect([attempts('published'), attempts('failed', 'rejected')]).toEqual([1, 1]);
    expect(readValue(text, 'belfry_claims_total{platform="sandbox"}')).toBe(2);
    expect(text).toMatch(/^belfry_outbound_seconds_count{platform="sandbox",outcome="2xx"} [1-9]/m);
    expect(text).toMatch(/^belfry_outbound_seconds_count{platform="webhook",outcome="2xx"} 1$/m);
    expect(text).toMatch(
      /^belfry_http_request_seconds_count{method="POST",route="\/api\/public\/v1\/posts",status="2xx"} 2$/m,
    );
  });

  test('count waiting work', async () => {
    const [due, lost] = [await connectSandbox(service), await connectSandbox(service)];
    await createPost(service, scheduledFor([due, lost]));
    await service.db.rows('update channels set needs_reconnect = true where id = $1', [lost.id]);
    const text = await read();
    expect(
      ['targets_due', 'channels_held', 'lanes_busy'].map((name) => readValue(text, `belfry_${name}`)),
    ).toEqual([1, 1, 0]);
    expect(readValue(text, 'belfry_oldest_due_seconds')).toBeGreaterThanOrEqual(0);
    expect(readValue(text, 'belfry_events_unsealed')).toBeGreaterThan(0);
    await service.publishDue();
    expect(readValue(await read(), 'belfry_targets_due')).toBe(0);
  });

  test('state how long the oldest mail has waited, until it is sent', async () => {
    const oldest = async () => readValue(await read(), 'belfry_oldest_mail_seconds');
    expect(await oldest()).toBe(0);
    const mail = { to: 'ada@people.example', subject: 'Hello', text: 'Text', html: '' };
    await service.db.transaction((tx) => queueMail(service.ctx, tx, mail));
    await service.clock.advance('40 minutes');
    await service.db.transaction((tx) => queueMail(service.ctx, tx, mail));
    expect(await oldest()).toBe(2400);
    await service.db.rows(
      'update mails set next_try_at = null, sent_at = clock_now() where id = (select min(id) from mails)',
    );
    expect(await oldest()).toBe(0);
    await service.db.rows('delete from mails');
  });

  test('state which processes run', async () => {
    await noteProcess(service.db, service.ctx.self);
    expect(readValue(await read(), 'belfry_processes{role="both",version="1.2.3"}')).toBe(1);
  });

  test('all exist, with the documented labels and no others', async () => {
    await service.ctx.files.check();
    const text = await read();
    for (const [name, { kind, labels = [] }] of listMetrics()) {
      const series = kind === 'histogram' ? `${name}_count` : name;
      const line = text
        .split('\n')
        .find((one) => one.startsWith(`${series}{`) || one.startsWith(`${series} `));
      const used = [...(line ?? 'none{none="').matchAll(/[{,](\w+)="/g)].map(([, label]) => label);
      expect([name, used]).toEqual([name, [...labels]]);
    }
  });

  test('have no series for addresses that do not exist, however many are requested', async () => {
    // A request is counted after its answer, so the next scrape may come too early.
    const lines = async (former = 0): Promise<number> => {
      const now = (await read()).split('\n').filter((line) => line.includes('route=')).length;
      return now === former ? now : lines(now);
    };
    await fetch(`${service.origin}/nowhere`);
    const before = await lines();
    for (const method of ['GET', 'PUT', 'PURGE'])
      await fetch(`${service.origin}/${Math.random()}`, { method });
    expect(await lines()).toBe(before);
  });

  test('need the token, if one is set', async () => {
    const statuses = [
      undefined,
      '',
      TOKEN,
      `Bearer ${TOKEN}x`,
      `Bearer ${service.key}`,
      `Bearer ${TOKEN}`,
    ].map(async (header) => (await ask(header)).status);
    expect(await Promise.all(statuses)).toEqual([401, 401, 401, 401, 401, 200]);
  });
});

test('waiting work is counted without a scan of a whole table', async () => {
  const run = (sql: string) => service.db.rows(sql);
  await run(`insert into posts (workspace_id, author_id, status)
    select 1, 1, 'published' from generate_series(1, 3000)`);
  await run(`insert into channels (workspace_id, platform, account_id, name, username, next_due_at)
    select 1, 'p', n, 'C', 'c', case when n % 100 = 0 then clock_now() end from generate_series(1, 3000) n`);
  await run(`insert into targets (workspace_id, post_id, channel_id, position, status)
    select 1, p.id, c.id, 0, 'published' from posts p join channels c on c.id = p.id on conflict do nothing`);
  await makeEvents(service.db, 1, { kind: 'test.made' }, 3000);
  await sealAll(service.db);
  await run(`insert into mails (message_id, recipient, subject, useless_at, next_try_at)
    select gen_random_uuid(), 'a@b.example', 's', clock_now(), null from generate_series(1, 3000)`);
  await run('analyze');
  const { scanned, indexes, text } = await explain(service.db, readBacklog);
  expect(
    [...scanned].filter((table) => !['test_clock', 'exports'].includes(table)),
    text,
  ).toEqual([]);
  expect([...indexes]).toEqual(
    expect.arrayContaining(['channels_next_due', 'targets_in_flight', 'events_unsealed', 'mails_due']),
  );
});

describe.each(['grafana-dashboard.json', 'prometheus-alerts.yml'])('%s', (name) => {
  const readText = () => readFile(new URL(`../../../docs/${name}`, import.meta.url), 'utf8');

  test('uses only existing metrics, by their labels', async () => {
    const [asked, scraped] = [expressionsIn(name, await readText()), await read()];
    expect(asked.length).toBeGreaterThan(10);
    for (const expression of asked) {
      const selectors = [...expression.matchAll(/\b((?:belfry|nodejs|process)_\w+)(?:{([^}]*)})?/g)];
      expect([expression, selectors.length]).not.toEqual([expression, 0]);
      for (const [, series = '', matchers = ''] of selectors) {
        expect([series, new RegExp(`^${series}[{ ]`, 'm').test(scraped)]).toEqual([series, true]);
        const labels = [...matchers.matchAll(/(\w+)(?:=|!)/g)].map(([, label]) => label);
        expect(labels.filter((label) => !['job', ...labelsOf(series)].includes(label ?? ''))).toEqual([]);
      }
    }
  });
});

function labelsOf(series: string): readonly string[] {
  const name = series.replace(/_(bucket|count|sum)$/, '');
  const metric = Object.entries(metrics).find(([one]) => one === name)?.[1];
  return metric !== undefined && 'labels' in metric ? metric.labels : [];
}

function expressionsIn(name: string, text: string): string[] {
  if (name.endsWith('.yml')) return [...text.matchAll(/^ {8}expr: (.*)$/gm)].map(([, one = '']) => one);
  const { panels } = JSON.parse(text) as { panels: { targets: { expr: string }[] }[] };
  return panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));
}

test('every alert states its audience and the problem', async () => {
  const text = await readFile(new URL('../../../docs/prometheus-alerts.yml', import.meta.url), 'utf8');
  const [, ...rules] = text.split(/^ {6}- alert: /m);
  const shape =
    /^Belfry\w+\n {8}expr: .+\n(?: {8}for: \d+m\n)? {8}labels: { severity: (?:page|ticket) }\n {8}annotations:\n {10}summary: .+\n$/;
  expect(rules.filter((rule) => !shape.test(rule))).toEqual([]);
});
