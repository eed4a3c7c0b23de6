/**
 * True when the database is away, starting, stopping or full, or had the transaction give way to another one that it
 * waited for and that waited for it: nothing is wrong with the statement.
 */
export function isUnavailable(error: unknown): boolean {
  const { code, syscall, message } = error as { code?: unknown; syscall?: unknown; message?: unknown };
  if (typeof code === 'string' && /^(08|53|57P0|40P01$)/.test(code)) return true;
  // Of a socket only: a file that is missing is another matter.
  if (typeof code === 'string' && AWAY.has(code) && SOCKET_CALLS.has(syscall)) return true;
  return typeof message === 'string' && SAYINGS.test(message);
}

const AWAY = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND']);
const SOCKET_CALLS = new Set<unknown>(['connect', 'read', 'write', 'getaddrinfo']);
/** What the driver says without a code. */
const SAYINGS =
  /^(timeout exceeded when trying to connect|Connection terminated|Client has|Cannot use a pool)/;
