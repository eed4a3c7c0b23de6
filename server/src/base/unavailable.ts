/**
 * True when a statement failed for a reason outside itself: the database is down, starting, stopping or full, did not
 * answer in time, or ended the transaction because of a deadlock.
 */
export function isUnavailable(error: unknown): boolean {
  const { code, syscall, message } = error as { code?: unknown; syscall?: unknown; message?: unknown };
  if (typeof code === 'string' && /^(08|53|57P0|57014$|25P03$|40P01$)/.test(code)) return true;
  // Errors of sockets only: a missing file also has the code ENOENT.
  if (typeof code === 'string' && SOCKET_CODES.has(code) && SOCKET_CALLS.has(syscall)) return true;
  return typeof message === 'string' && DRIVER_MESSAGES.test(message);
}

/** True when a statement exceeded our own timeout. The server may still run it, so its connection cannot be reused. */
export function isTimeout(error: unknown): boolean {
  return (error as { message?: unknown }).message === 'Query read timeout';
}

/** True when the database's disk is full. The write failed; reads still work. */
export function isDatabaseFull(error: unknown): boolean {
  return (error as { code?: unknown }).code === '53100';
}

const SOCKET_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOENT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EPIPE',
  'ETIMEDOUT',
]);
const SOCKET_CALLS = new Set<unknown>(['connect', 'read', 'write', 'getaddrinfo']);
/** Messages of the driver's errors that have no code. */
const DRIVER_MESSAGES =
  /^(timeout exceeded when trying to connect|timeout expired|Query read timeout|Connection terminated|Client has|Cannot use a pool)/;
