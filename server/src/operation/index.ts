/** What other rooms may use of operation. */
export type { Figures, WebhookHealth } from './figures/figures.ts';
export type { MetricName } from './metrics.ts';
export { listMetrics, metrics } from './metrics.ts';
export { addOperation } from './operation.ts';
