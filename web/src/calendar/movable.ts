/** Which posts can be moved, and where to. Chips know it before anybody moves one. */
import type { State } from '@belfry/contract/states.ts';
import { nowIn, type Zoned } from '../data/time.ts';

/** What has not begun to go out can be moved. */
const movable: readonly State[] = [
  'held',
  'at_risk',
  'paused',
  'overdue',
  'pending_approval',
  'scheduled',
  'draft',
];

export function isMovable(state: State): boolean {
  return movable.includes(state);
}

/** What only waits for its time. */
export function canPublishNow(state: State): boolean {
  return state === 'scheduled' || state === 'at_risk';
}

export function isPast(to: Zoned): boolean {
  return to.epochMilliseconds < nowIn(to.timeZoneId).epochMilliseconds;
}
