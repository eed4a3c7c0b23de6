/** The check of an installation, by the command line. */

export { examine } from './doctor.ts';
export type { Finding } from './finding.ts';
export { bad, ok } from './finding.ts';
