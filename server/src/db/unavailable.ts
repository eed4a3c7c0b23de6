/** True when the database is away, starting, stopping or full: nothing is wrong with the statement. */
export function isUnavailable(error: unknown): boolean {
  const { code, message } = error as { code?: unknown; message?: unknown };
  if (typeof code === 'string' && (/^(08|53|57P0)/.test(code) || AWAY.has(code))) return true;
  return (
    typeof message === 'string' &&
    /^(timeout exceeded when trying to connect|Connection terminated|Client has|Cannot use a pool)/.test(
      message,
    )
  );
}

const AWAY = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND']);
