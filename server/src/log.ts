/** The log: JSON lines that tell what went wrong and where, and none of the values it went wrong with. */
import type { DestinationStream, Logger } from 'pino';
import { pino } from 'pino';
import type { Config } from './config.ts';

/** Causes of causes that are told. */
const DEPTH = 3;

export function openLog(level: Config['logLevel'], stream?: DestinationStream): Logger {
  const settings = { level, serializers: { err: (error: unknown) => describeError(error) } };
  return stream === undefined ? pino(settings) : pino(settings, stream);
}

/**
 * An error's own fields are left out, since libraries keep there what they worked on: rows, addresses, headers,
 * the command that held a password.
 */
function describeError(error: unknown, depth = 0): object {
  if (!(error instanceof Error)) return { type: typeof error };
  const { code, constraint } = error as { code?: unknown; constraint?: unknown };
  const message = withoutValues(error);
  return {
    type: error.name,
    message,
    stack: (error.stack ?? '').replace(error.message, () => message),
    ...(typeof code === 'string' || typeof code === 'number' ? { code } : {}),
    ...(typeof constraint === 'string' ? { constraint } : {}),
    ...(error.cause === undefined || depth === DEPTH ? {} : { cause: describeError(error.cause, depth + 1) }),
  };
}

/** What PostgreSQL and the JSON parser quote is a value as often as a name. */
function withoutValues({ name, message, ...own }: Error & { severity?: unknown }): string {
  if (name === 'SyntaxError') return message.replace(/".*"/s, '"…"');
  return own.severity === undefined ? message : message.replace(/: ".*"/s, ': "…"');
}
