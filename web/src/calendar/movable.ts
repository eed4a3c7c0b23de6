/** Which posts can be moved. Chips know it before anybody moves one. */
import type { State } from '@belfry/contract/states.ts';

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
