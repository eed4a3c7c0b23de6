/** Holds the id of the process that hands over to this one. */
export const LAUNCHER = 'LAUNCHED_BY';

/**
 * Ends this process in order when the launcher or the npm that started it is gone. Both pass on SIGTERM, but killed
 * with SIGKILL they cannot. The npm script says `exec node`, so that no shell, which would outlive npm, stands between.
 */
export function endWithParent() {
  const launcher = process.env[LAUNCHER];
  // What this process starts is not handed over to.
  delete process.env[LAUNCHER];
  if (launcher === undefined && !process.env.npm_lifecycle_event) return;
  const parent = launcher === undefined ? process.ppid : Number(launcher);
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  }, 500);
  timer.unref();
}
