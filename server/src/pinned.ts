/** Which packages a process or a thread loads that this process starts: the same as this one (`scripts/pin.mjs`). */
import process from 'node:process';

/** Options for its Node. */
export function pinnedPackages(): string[] {
  return process.execArgv.filter((option) => option.startsWith('--import='));
}
