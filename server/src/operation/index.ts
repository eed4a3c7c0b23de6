/** Health, readiness and metrics. */

export type { Figures, WebhookHealth } from './figures/figures.ts';
export { addOperation } from './operation.ts';
