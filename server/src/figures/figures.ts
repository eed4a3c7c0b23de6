/** What is told of the whole installation. */
import type { Running } from '../processes/lookup.ts';
import type { LaneHealth } from '../publishing/lookup.ts';

export interface Figures extends LaneHealth, Backlog {
  webhooks: WebhookHealth;
  running: readonly Running[];
}

/** What waits. */
export interface Backlog {
  /** Due, and no worker has them. */
  targetsDue: number;
  lanesBusy: number;
  channelsHeld: number;
  eventsUnsealed: number;
  mailsWaiting: number;
  /** Seconds for which the oldest of those has waited; 0: none waits. */
  oldestMail: number;
  exportsWaiting: number;
}

/** Of all webhooks, by state. */
export interface WebhookHealth {
  working: number;
  failing: number;
  disabled: number;
  /** Events by which the slowest of those that work is behind. */
  lag: number;
}
