/** Figures for Prometheus. */
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { LaneHealth } from './publishing/lookup.ts';
import type { Outcome } from './publishing/outcome.ts';

export interface Meters {
  settled(platform: string, outcome: Outcome, lateSeconds: number): void;
  /** All figures in Prometheus' text format. */
  print(health: LaneHealth): Promise<{ type: string; text: string }>;
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
  return {
    settled(platform, outcome, lateSeconds) {
      attempts.inc({ platform, outcome: outcome.kind === 'failed' ? outcome.code : outcome.kind });
      if (outcome.kind === 'published') lateness.observe(Math.max(0, lateSeconds));
    },
    async print(health) {
      oldestDue.set(health.oldestDue);
      return { type: registry.contentType, text: await registry.metrics() };
    },
  };
}
