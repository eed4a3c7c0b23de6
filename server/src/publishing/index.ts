/** The worker: attempts and their outcomes, and checks and preparations ahead of time. */

export { checkAhead } from './checks/checker.ts';
export type { DoubtCounts, Obstacle } from './doubts/ask-all.ts';
export { askAboutAll } from './doubts/ask-all.ts';
export { prepareAhead } from './preparing/preparer.ts';
export { Publisher } from './publisher.ts';
export { deleteOldSends } from './sends/store.ts';
export { deleteLostWorkers } from './store.ts';
export { startWaker } from './waker.ts';
