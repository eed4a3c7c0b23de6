/** Metrics for Prometheus. Counters are of this process; values of the whole installation are read for each request. */
import { failureCodes, laterReasons, type Outcome } from '@belfry/engine/outcome.ts';
import { Counter, collectDefaultMetrics, Gauge, Histogram, type Metric, Registry } from 'prom-client';
import type { PoolUse } from '../db/database.ts';
import type { StorageCall, StorageEnd } from '../files/index.ts';
import type { Figures } from '../operation/index.ts';
import type { Disk } from './disks.ts';
import { listMetrics, type MetricName, metrics } from './metrics.ts';

/** The HTTP status of a call to a network, or why there is none. */
export type CallEnd = number | 'unsent' | 'unanswered';

export interface Meters {
  claimed(platform: string): void;
  settled(platform: string, outcome: Outcome, lateSeconds: number): void;
  leaseLost(): void;
  /** Counts one call to a network. */
  calledOut(platform: string, end: CallEnd, seconds: number): void;
  /** Counts one request. `route` is the template of its path; undefined when no route matches. */
  answered(method: string, route: string | undefined, status: number, seconds: number): void;
  /** Counts one call to the storage of media. */
  storageCalled(call: StorageCall, end: StorageEnd, seconds: number): void;
  /** Sets whether the storage of media works. */
  storageIs(up: boolean): void;
  /** Counts one delivery try of a webhook. */
  webhookTried(delivered: boolean, status: number | null): void;
  /** Returns all metrics in Prometheus' text format. `figures` is undefined when the database is unavailable. */
  print(
    machine: { pool: PoolUse; disks: readonly Disk[] },
    figures?: Figures,
  ): Promise<{ type: string; text: string }>;
}

type Labels = Record<string, string>;

/** `platforms` are those that this process publishes to. */
export function createMeters(platforms: readonly string[]): Meters {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const made = new Map(listMetrics().map(([name, metric]) => [name, createMetric(registry, name, metric)]));
  const count = (name: MetricName, labels: Labels = {}, by = 1) =>
    (made.get(name) as Counter).inc(labels, by);
  const observe = (name: MetricName, seconds: number, labels: Labels = {}) =>
    (made.get(name) as Histogram).observe(labels, seconds);
  for (const [name, labels] of listCounters(platforms)) count(name, labels, 0);
  let isStorageUp = true;
  return {
    storageCalled(call, end, seconds) {
      observe('belfry_storage_seconds', seconds, { call, outcome: end });
      if (end === 'unavailable') count('belfry_storage_errors_total');
    },
    storageIs(up) {
      isStorageUp = up;
    },
    claimed: (platform) => count('belfry_claims_total', { platform }),
    leaseLost: () => count('belfry_leases_lost_total'),
    settled(platform, outcome, lateSeconds) {
      count('belfry_attempts_total', { platform, outcome: outcome.kind, code: codeOf(outcome) });
      if (outcome.kind === 'published') observe('belfry_lateness_seconds', Math.max(0, lateSeconds));
    },
    calledOut: (platform, end, seconds) =>
      observe('belfry_outbound_seconds', seconds, { platform, outcome: nameEnd(end) }),
    answered: (method, route = 'none', status, seconds) =>
      observe('belfry_http_request_seconds', seconds, {
        method: route === 'none' ? 'any' : method,
        route,
        status: classOf(status),
      }),
    webhookTried(delivered, status) {
      const answered: (typeof webhookEnds)[number] = status === null ? 'unanswered' : 'refused';
      const outcome = delivered ? 'delivered' : answered;
      count('belfry_webhook_tries_total', { outcome });
    },
    async print(machine, figures) {
      setGauges(made, [
        ['belfry_storage_up', isStorageUp ? 1 : 0],
        ...samplesOfMachine(machine),
        ...samplesOfInstallation(figures),
      ]);
      return { type: registry.contentType, text: await registry.metrics() };
    },
  };
}

/** Counters that begin at 0, because Prometheus notices a rise to 1 only after it has read a 0. */
function* listCounters(platforms: readonly string[]): Generator<[MetricName, Labels]> {
  for (const platform of platforms) {
    yield ['belfry_claims_total', { platform }];
    for (const end of attemptEnds) yield ['belfry_attempts_total', { platform, ...end }];
  }
  for (const outcome of webhookEnds) yield ['belfry_webhook_tries_total', { outcome }];
}

const attemptEnds: readonly { outcome: Outcome['kind']; code: string }[] = [
  ...(['published', 'held', 'voided', 'unconfirmed'] as const).map((outcome) => ({ outcome, code: '' })),
  ...laterReasons.map((code) => ({ outcome: 'later' as const, code })),
  ...failureCodes.map((code) => ({ outcome: 'failed' as const, code })),
];

const webhookEnds = ['delivered', 'refused', 'unanswered'] as const;

function createMetric(
  registry: Registry,
  name: string,
  metric: ReturnType<typeof listMetrics>[0][1],
): Metric {
  const { kind, help, labels = [], buckets = [] } = metric;
  const settings = { name, help, labelNames: [...labels], registers: [registry] };
  if (kind === 'counter') return new Counter(settings);
  return kind === 'gauge' ? new Gauge(settings) : new Histogram({ ...settings, buckets: [...buckets] });
}

function codeOf(outcome: Outcome): string {
  if (outcome.kind === 'later') return outcome.because;
  return outcome.kind === 'failed' ? outcome.code : '';
}

function nameEnd(end: CallEnd): string {
  return typeof end === 'number' ? classOf(end) : end;
}

function classOf(status: number): string {
  return `${Math.floor(status / 100)}xx`;
}

type Sample = [name: MetricName, value: number, labels?: Labels];

function setGauges(made: ReadonlyMap<MetricName, Metric>, samples: Sample[]): void {
  // Removes old values, so that a value that cannot be read now is missing.
  for (const [name, metric] of made) {
    if (!(metric instanceof Gauge)) continue;
    metric.reset();
    // `reset` sets a gauge without labels to 0, but does not remove it.
    if (!('labels' in metrics[name])) metric.remove();
    for (const [of, value, labels = {}] of samples) if (of === name) metric.set(labels, value);
  }
}

function samplesOfMachine({ pool, disks }: { pool: PoolUse; disks: readonly Disk[] }): Sample[] {
  return [
    ['belfry_pool_connections', pool.busy, { state: 'busy' }],
    ['belfry_pool_connections', pool.idle, { state: 'idle' }],
    ['belfry_pool_waiting', pool.waiting],
    ...disks.map(({ holds, free }): Sample => ['belfry_disk_free_bytes', free, { disk: holds }]),
  ];
}

function samplesOfInstallation(figures: Figures | undefined): Sample[] {
  if (figures === undefined) return [['belfry_database_up', 0]];
  const { webhooks, lastClaim, running } = figures;
  return [
    ['belfry_database_up', 1],
    ...running.map(({ role, version, count }): Sample => ['belfry_processes', count, { role, version }]),
    ['belfry_oldest_due_seconds', figures.oldestDue],
    ...(lastClaim === null ? [] : ([['belfry_last_claim_seconds', lastClaim]] satisfies Sample[])),
    ['belfry_targets_due', figures.targetsDue],
    ['belfry_lanes_busy', figures.lanesBusy],
    ['belfry_channels_held', figures.channelsHeld],
    ...(['throttled', 'refused'] as const).map(
      (reason): Sample => ['belfry_apps_paused', figures.appsPaused[reason], { reason }],
    ),
    ...figures.budgetsUsed.map(
      ({ platform, used }): Sample => ['belfry_measure_budget_used', used, { platform }],
    ),
    ['belfry_events_unsealed', figures.eventsUnsealed],
    ['belfry_mails_waiting', figures.mailsWaiting],
    ['belfry_oldest_mail_seconds', figures.oldestMail],
    ['belfry_exports_waiting', figures.exportsWaiting],
    ['belfry_webhook_lag_events', webhooks.lag],
    ...(['working', 'failing', 'disabled'] as const).map(
      (state): Sample => ['belfry_webhooks', webhooks[state], { state }],
    ),
  ];
}
