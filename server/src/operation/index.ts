/** Health, readiness and metrics. */

export type { Figures, WebhookHealth } from './figures/figures.ts';
export type { MetricName } from './metrics.ts';
export { listMetrics, metrics } from './metrics.ts';
export { addOperation } from './operation.ts';
