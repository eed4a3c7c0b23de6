/** Figures for Prometheus. */
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { LaneHealth } from './publishing/lookup.ts';
import type { Outcome } from './publishing/outcome.ts';

/** Of all webhooks, by state. */
export interface WebhookHealth {
  working: number;
  failing: number;
  disabled: number;
  /** Events by which the slowest of those that work is behind. */
  lag: number;
}

export interface Meters {
  settled(platform: string, outcome: Outcome, lateSeconds: number): void;
  /** One try of a webhook. */
  webhookTried(delivered: boolean, status: number | null): void;
  /** All figures in Prometheus' text format. */
  print(health: LaneHealth, webhooks: WebhookHealth): Promise<{ type: string; text: string }>;
}

export function createMeters(): Meters {
  const registers = [new Registry()];
  const [registry] = registers as [Registry];
  collectDefaultMetrics({ register: registry });
  const attempts = new Counter({
    name: 'belfry_attempts_total',
    help: 'Attempts by network and outcome.',
    labelNames: ['platform', 'outcome'],
    registers,
  });
  const lateness = new Histogram({
    name: 'belfry_lateness_seconds',
    help: 'Seconds from the time a target was due until its last attempt was claimed, of those published.',
    buckets: [0.01, 0.05, 0.1, 0.5, 1, 5, 15, 60, 600, 3600, 86_400],
    registers,
  });
  const oldestDue = new Gauge({
    name: 'belfry_oldest_due_seconds',
    help: 'Seconds for which the oldest claimable target has been due.',
    registers,
  });
  const webhooks = createWebhookMeters(registers);
  return {
    webhookTried: webhooks.tried,
    settled(platform, outcome, lateSeconds) {
      attempts.inc({ platform, outcome: outcome.kind === 'failed' ? outcome.code : outcome.kind });
      if (outcome.kind === 'published') lateness.observe(Math.max(0, lateSeconds));
    },
    async print(health, webhookHealth) {
      oldestDue.set(health.oldestDue);
      webhooks.show(webhookHealth);
      return { type: registry.contentType, text: await registry.metrics() };
    },
  };
}

function createWebhookMeters(registers: Registry[]) {
  const tries = new Counter({
    name: 'belfry_webhook_tries_total',
    help: 'Calls to webhooks by what came of them: delivered, refused (another status) or unanswered.',
    labelNames: ['outcome'],
    registers,
  });
  const lag = new Gauge({
    name: 'belfry_webhook_lag_events',
    help: 'Events of the log beyond the position of the webhook that is farthest behind, of those that do not fail.',
    registers,
  });
  const states = new Gauge({
    name: 'belfry_webhooks',
    help: 'Webhooks by state: working, failing or disabled.',
    labelNames: ['state'],
    registers,
  });
  return {
    tried(delivered: boolean, status: number | null): void {
      tries.inc({ outcome: delivered ? 'delivered' : status === null ? 'unanswered' : 'refused' });
    },
    show(health: WebhookHealth): void {
      lag.set(health.lag);
      for (const state of ['working', 'failing', 'disabled'] as const) states.set({ state }, health[state]);
    },
  };
}
