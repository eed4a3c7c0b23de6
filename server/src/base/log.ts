/** The log: JSON lines. They name errors and places, but not the values that caused the errors. */
import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino';
import type { Config } from '../config/index.ts';
import { systemHost } from './host.ts';
import { isUnavailable } from './unavailable.ts';

/** Levels of causes that a line includes. */
const MAX_CAUSES = 3;

type LogMethod = NonNullable<NonNullable<LoggerOptions['hooks']>['logMethod']>;

/** Milliseconds in which a message about an unavailable database or storage is written once. */
const REPEAT_AFTER = 60_000;

export function openLog(
  level: Config['logLevel'],
  stream?: DestinationStream,
  elapsed = systemHost.elapsed,
): Logger {
  const settings: LoggerOptions = {
    level,
    serializers: { err: (error: unknown) => describeError(error) },
    hooks: { logMethod: limitRepetition(elapsed) },
  };
  return stream === undefined ? pino(settings) : pino(settings, stream);
}

/**
 * While the database or the storage is unavailable, some jobs fail every second. Their lines would hide all others, so
 * each message is written once a minute. Lines about a target are always written.
 */
function limitRepetition(elapsed: () => number): LogMethod {
  const written = new Map<string, { at: number; leftOut: number }>();
  return function write(args, method) {
    const [fields, message = ''] = args as unknown as [unknown, string?];
    if (!isUnavailability(fields)) return method.apply(this, args);
    const before = written.get(message);
    if (before !== undefined && elapsed() - before.at < REPEAT_AFTER) {
      before.leftOut += 1;
      return;
    }
    written.set(message, { at: elapsed(), leftOut: 0 });
    const more = before === undefined || before.leftOut === 0 ? {} : { left_out: before.leftOut };
    method.apply(this, [{ ...fields, ...more }, message] as unknown as typeof args);
  };
}

function isUnavailability(fields: unknown): fields is { err: Error } {
  const { err, target, where } = (fields ?? {}) as { err?: unknown; target?: unknown; where?: unknown };
  if (!(err instanceof Error) || target !== undefined) return false;
  return where === 'storage' || isUnavailable(err);
}

/**
 * Leaves out an error's own fields, because libraries store rows, addresses, headers, and commands with passwords there.
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
    ...(error.cause === undefined || depth === MAX_CAUSES
      ? {}
      : { cause: describeError(error.cause, depth + 1) }),
  };
}

/**
 * Removes texts that PostgreSQL and the JSON parser quote, which may be values, and the queries of addresses, which may
 * contain tokens.
 */
function withoutValues({ name, message, ...own }: Error & { severity?: unknown }): string {
  if (name === 'SyntaxError') return message.replace(/".*"/s, '"…"');
  if (own.severity !== undefined) return message.replace(/: ".*"/s, ': "…"');
  return message.replace(
    /\b(\w+:\/\/)(?:[^\s/?#@]*@)?([^\s?#]*)(?:[?#]\S*)?/g,
    (_, scheme, place) => `${scheme}${place}`,
  );
}
