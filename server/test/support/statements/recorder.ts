/** Records the statements that run in this process, each with the place of its call. */
import { type Statement, statements } from '../../../src/db/announced.ts';
import { noteResult, type RecordedStatement } from './recording.ts';

/** Frames of the stack that lie between us and the call. */
const BETWEEN = [
  '/server/src/db/database.ts',
  '/server/src/db/statements.ts',
  '/server/test/support/statements/recorder.ts',
];

export interface Recorder {
  /** Grows until the recorder stops. */
  recorded: ReadonlyMap<string, RecordedStatement>;
  stop(): void;
}

/** Records the calls in files whose path contains `sources`. */
export function recordStatements(sources: string): Recorder {
  const recorded = new Map<string, RecordedStatement>();
  /** Positions in the code that runs → positions in its source; undefined: not in `sources`. */
  const sites = new Map<string, string | undefined>();
  const record = (message: unknown) => {
    const { text, result } = message as Statement;
    const position = findCaller(record);
    // Looked up in the source maps only once, because that takes longer than most statements.
    if (!sites.has(position)) sites.set(position, findCallerInSource(sources));
    const site = sites.get(position);
    if (site === undefined) return;
    const key = `${site} ${text}`;
    const seen = recorded.get(key) ?? { site, text, columns: [] };
    recorded.set(key, seen);
    result.then((done) => noteResult(seen, done), ignoreError);
  };
  statements.subscribe(record);
  return { recorded, stop: () => void statements.unsubscribe(record) };
}

function ignoreError(): void {}

/** From the subscriber to the call there are at most four. Each takes time, at every statement. */
const FRAMES = 6;

/** The caller's position in the code that runs, which is not the source. `from`: the function that asks. */
function findCaller(from: (message: unknown) => void): string {
  const { prepareStackTrace, stackTraceLimit } = Error;
  Error.stackTraceLimit = FRAMES;
  Error.prepareStackTrace = (_error, frames) => {
    const caller = frames.find((frame) => isOurs(frame.getFileName() ?? ''));
    return `${caller?.getFileName()}:${caller?.getLineNumber()}:${caller?.getColumnNumber()}`;
  };
  try {
    const holder: { stack?: unknown } = {};
    Error.captureStackTrace(holder, from);
    return String(holder.stack);
  } finally {
    Error.prepareStackTrace = prepareStackTrace;
    Error.stackTraceLimit = stackTraceLimit;
  }
}

function findCallerInSource(sources: string): string | undefined {
  const caller = new Error().stack?.split('\n').find(isOurs);
  return caller?.includes(sources) ? /(\/[^()]+:\d+:\d+)\)?$/.exec(caller)?.[1] : undefined;
}

/** Simulated workers also begin and commit by statements, in files of their own. */
function isOurs(frame: string): boolean {
  return /\/(server|prove)\//.test(frame) && !BETWEEN.some((file) => frame.includes(file));
}
