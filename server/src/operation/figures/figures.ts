/** The values behind the metrics of the whole installation. */
import type { LaneCounts, LaneHealth } from '../../lanes/index.ts';
import type { BudgetUse } from '../../live/index.ts';
import type { Running } from '../../process/index.ts';

export interface Figures extends LaneHealth, Backlog {
  webhooks: WebhookHealth;
  /** Numbers of apps whose gate is closed, by reason. */
  appsPaused: { refused: number; throttled: number };
  budgetsUsed: readonly BudgetUse[];
  running: readonly Running[];
}

/** The work that waits. */
export interface Backlog extends LaneCounts {
  eventsUnsealed: number;
  mailsWaiting: number;
  /** Age in seconds of the oldest waiting mail; 0 when no mail waits. */
  oldestMail: number;
  exportsWaiting: number;
}

/** Numbers of webhooks by state. */
export interface WebhookHealth {
  working: number;
  failing: number;
  disabled: number;
  /** Events that the slowest working webhook has not received yet. */
  lag: number;
}
