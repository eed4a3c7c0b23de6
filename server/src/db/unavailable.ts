/**
 * True when the database is away, starting, stopping or full, does not answer in time, or had the transaction give way
 * to another one that it waited for and that waited for it: nothing is wrong with the statement.
 */
export function isUnavailable(error: unknown): boolean {
  const { code, syscall, message } = error as { code?: unknown; syscall?: unknown; message?: unknown };
  if (typeof code === 'string' && /^(08|53|57P0|57014$|25P03$|40P01$)/.test(code)) return true;
  // Of a socket only: a file that is missing is another matter.
  if (typeof code === 'string' && AWAY.has(code) && SOCKET_CALLS.has(syscall)) return true;
  return typeof message === 'string' && SAYINGS.test(message);
}

/** True when a statement was not answered in time: its connection may still be at it, and is of no more use. */
export function isSilence(error: unknown): boolean {
  return (error as { message?: unknown }).message === 'Query read timeout';
}

/** True when its disk is full: what it was to keep is not kept, and what it keeps can be read. */
export function isDatabaseFull(error: unknown): boolean {
  return (error as { code?: unknown }).code === '53100';
}

const AWAY = new Set([
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
/** What the driver says without a code. */
const SAYINGS =
  /^(timeout exceeded when trying to connect|timeout expired|Query read timeout|Connection terminated|Client has|Cannot use a pool)/;
