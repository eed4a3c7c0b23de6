/** What other rooms may use of doctor. */
export { examine } from './doctor.ts';
export type { Finding } from './finding.ts';
export { bad, ok } from './finding.ts';
