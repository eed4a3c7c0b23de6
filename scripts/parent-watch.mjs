/** The environment variable with the id of the process that hands over to this one. */
export const LAUNCHER = 'LAUNCHED_BY';

/**
 * Stops this process cleanly when its parent, the launcher or npm, has ended. Both forward SIGTERM, but cannot forward
 * SIGKILL. The npm script uses `exec node`, because a shell between npm and node would outlive npm.
 */
export function endWithParent() {
  const launcher = process.env[LAUNCHER];
  // Child processes must not inherit this.
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
