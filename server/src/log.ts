/** The log: JSON lines that tell what went wrong and where, and none of the values it went wrong with. */
import type { DestinationStream, Logger, LoggerOptions } from 'pino';
import { pino } from 'pino';
import type { Config } from './config.ts';
import { isUnavailable } from './db/unavailable.ts';
import { systemHost } from './host.ts';

/** Causes of causes that are told. */
const DEPTH = 3;

type LogMethod = NonNullable<NonNullable<LoggerOptions['hooks']>['logMethod']>;

/** Milliseconds in which one message about a database or a storage that is away is written once. */
const QUIET = 60_000;

export function openLog(
  level: Config['logLevel'],
  stream?: DestinationStream,
  elapsed = systemHost.elapsed,
): Logger {
  const settings: LoggerOptions = {
    level,
    serializers: { err: (error: unknown) => describeError(error) },
    hooks: { logMethod: repeatSeldom(elapsed) },
  };
  return stream === undefined ? pino(settings) : pino(settings, stream);
}

/**
 * While the database or the storage is away, all that looks into it each second fails each second: whoever reads the log then wants to
 * see what else there is. What became of a target is always told.
 */
function repeatSeldom(elapsed: () => number): LogMethod {
  const told = new Map<string, { at: number; leftOut: number }>();
  return function write(args, method) {
    const [fields, message = ''] = args as unknown as [unknown, string?];
    if (!isOfAbsence(fields)) return method.apply(this, args);
    const before = told.get(message);
    if (before !== undefined && elapsed() - before.at < QUIET) {
      before.leftOut += 1;
      return;
    }
    told.set(message, { at: elapsed(), leftOut: 0 });
    const more = before === undefined || before.leftOut === 0 ? {} : { left_out: before.leftOut };
    method.apply(this, [{ ...fields, ...more }, message] as unknown as typeof args);
  };
}

function isOfAbsence(fields: unknown): fields is { err: Error } {
  const { err, target, where } = (fields ?? {}) as { err?: unknown; target?: unknown; where?: unknown };
  if (!(err instanceof Error) || target !== undefined) return false;
  return where === 'storage' || isUnavailable(err);
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

/** What PostgreSQL and the JSON parser quote is a value as often as a name; an address may carry a token behind its path. */
function withoutValues({ name, message, ...own }: Error & { severity?: unknown }): string {
  if (name === 'SyntaxError') return message.replace(/".*"/s, '"…"');
  if (own.severity !== undefined) return message.replace(/: ".*"/s, ': "…"');
  return message.replace(
    /\b(\w+:\/\/)(?:[^\s/?#@]*@)?([^\s?#]*)(?:[?#]\S*)?/g,
    (_, scheme, place) => `${scheme}${place}`,
  );
}
