/** The values behind the metrics of the whole installation. */
import type { Running } from '../../process/index.ts';
import type { LaneHealth } from '../../publishing/index.ts';

export interface Figures extends LaneHealth, Backlog {
  webhooks: WebhookHealth;
  running: readonly Running[];
}

/** The work that waits. */
export interface Backlog {
  /** Due targets that no worker has claimed. */
  targetsDue: number;
  lanesBusy: number;
  channelsHeld: number;
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
