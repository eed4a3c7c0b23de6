/**
 * Ends this process when the npm that started it is gone. npm passes on SIGTERM, but killed with SIGKILL it
 * cannot. The npm script says `exec node`, so that no shell, which would outlive npm, stands between the two.
 */
export function endWithNpm() {
  if (!process.env.npm_lifecycle_event) return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  }, 500);
  timer.unref();
}
