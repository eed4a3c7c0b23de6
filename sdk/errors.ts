/** The two ways in which a call fails, other than by its signal. */
import type { ErrorBody, ErrorCode } from './contract.ts';

type Details = Extract<ErrorBody['details'], unknown[]> | Record<string, unknown>;

/** The service refused the request, or something that is not the service answered. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  /** `unknown`: the answer is not from Belfry's API. A proxy may have sent it. */
  readonly code: ErrorCode | 'unknown';
  /** Sentences by the path of a field. */
  readonly errors: ErrorBody['errors'];
  readonly violations: ErrorBody['violations'];
  /** With the code `invalid`, a list: what is wrong with each field. Other codes have an object. */
  readonly details: Details | undefined;
  /** The log of the service has more under this id. */
  readonly requestId: string | undefined;
  /** Seconds. */
  readonly retryAfter: number | undefined;
  /** Number of tries. Earlier ones may have had their effect although their answer was lost. */
  readonly tries: number;

  constructor({ status, headers }: Pick<Response, 'status' | 'headers'>, body: unknown, tries: number) {
    const errorBody = isErrorBody(body) ? body : undefined;
    super(errorBody?.message ?? `The answer (status ${status}) is not from Belfry’s API. Check the URL.`);
    this.status = status;
    this.code = (errorBody?.code as ErrorCode | undefined) ?? 'unknown';
    this.errors = errorBody?.errors;
    this.violations = errorBody?.violations;
    this.details = errorBody?.details as Details | undefined;
    this.requestId = errorBody?.request_id ?? headers.get('x-request-id') ?? undefined;
    this.retryAfter = readRetryAfter(headers);
    this.tries = tries;
  }
}

/** No answer arrived, or not all of it. The request may have had its effect. `cause` says why. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer';
  /** Number of tries. */
  readonly tries: number;

  constructor(what: string, cause: unknown, tries: number) {
    super(`${what} got no complete answer: ${cause instanceof Error ? cause.message : String(cause)}`, {
      cause,
    });
    this.tries = tries;
  }
}

/** Whether the same request may get another answer later. */
export function isPassing(error: unknown): error is ApiError | NoAnswer {
  if (error instanceof NoAnswer) return true;
  if (!(error instanceof ApiError)) return false;
  const { status, code } = error;
  if (code === 'idempotency_in_flight' || status === 429 || status === 503) return true;
  // A proxy answers this while the service restarts. The service itself says 502 of a network.
  return code === 'unknown' && (status === 502 || status === 504);
}

/** Whether the request may have had its effect: the answer to one of its tries was lost. */
export function mayHaveArrived(error: unknown): boolean {
  return isPassing(error) || (error instanceof ApiError && error.tries > 1);
}

function isErrorBody(body: unknown): body is ErrorBody {
  const { message, code } = (body ?? {}) as Partial<ErrorBody>;
  return typeof message === 'string' && typeof code === 'string';
}

/** In seconds. A date counts from the server’s own time, because the clocks may differ. */
function readRetryAfter(headers: Headers): number | undefined {
  const text = headers.get('retry-after');
  if (text === null) return undefined;
  if (/^\d+$/.test(text)) return Number(text);
  const seconds = (Date.parse(text) - Date.parse(headers.get('date') ?? '')) / 1000;
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds);
}
