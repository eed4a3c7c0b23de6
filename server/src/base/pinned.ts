/** Child processes and threads must load the same packages as this process (`scripts/pin.mjs`). */
import process from 'node:process';

/** Options for the child's Node. */
export function pinnedPackages(): string[] {
  return process.execArgv.filter((option) => option.startsWith('--import='));
}
