/** Answers every error in one shape. Internal details go only into the log, with the request's id. */
import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { type ErrorCode, errors } from '@belfry/contract/error.ts';
import type { ErrorBody } from '@belfry/contract/error-body.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from '../base/problem.ts';
import { isDatabaseFull, isUnavailable } from '../base/unavailable.ts';
import { isStorageFull, NoSuchFile, StorageUnavailable } from '../files/index.ts';
import { isResumable } from './raw-bytes.ts';
import { NOSNIFF } from './response.ts';

const DATABASE_FULL = 'The disk of the database is full. Nothing was saved. Ask the operator to free space.';

/** Codes of Fastify's errors. */
const byFrameworkCode: Record<string, ErrorCode> = {
  FST_ERR_CTP_INVALID_JSON_BODY: 'bad_json',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'bad_json',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'bad_request',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_CTP_BODY_TOO_LARGE: 'too_large',
  FST_ERR_BAD_URL: 'not_found',
  FST_ERR_MAX_PARAM_LENGTH: 'not_found',
};

/** Codes of the errors of Node's HTTP parser. */
const byParserCode: Record<string, ErrorCode> = {
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
};

export function answerProblem(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const problem = toProblem(error);
  const { status } = errors[problem.code];
  if (status === 500) request.log.error({ err: error }, 'request failed');
  else if (status > 500)
    request.log.warn(
      { code: problem.code, message: problem.message, ...becauseOf(error) },
      'request not answered',
    );
  void reply
    .code(status)
    // Set here, too, since Fastify refuses some URLs before it runs the hooks.
    .header('x-request-id', request.id)
    .headers({ ...(status === 503 ? { 'retry-after': '2' } : {}), ...problem.more.headers })
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(toBody(problem, request.id)));
}

/** Only for the log: it shows whether the database is down or a statement is always too slow. */
function becauseOf(error: unknown): { because?: string } {
  return error instanceof Error && !(error instanceof Problem) ? { because: error.message } : {};
}

/** The HTTP status with which the error is answered. */
export function statusOf(error: unknown): number {
  return errors[toProblem(error).code].status;
}

export function answerNotFound(request: FastifyRequest, reply: FastifyReply): void {
  answerProblem(new Problem('not_found'), request, reply);
}

/** Answers a request that could not be parsed or took too long to arrive. */
export function answerClientError(error: Error & { code?: string }, socket: Socket): void {
  const isOver = !socket.writable || error.code === 'ECONNRESET';
  if (isOver || isResumable(socket)) return void socket.destroy();
  const problem = new Problem(byParserCode[error.code ?? ''] ?? 'bad_request');
  const { status } = errors[problem.code];
  const id = randomUUID();
  const body = JSON.stringify(toBody(problem, id));
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${id}`,
    NOSNIFF.join(': '),
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}

function toProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  if (isDatabaseFull(error)) return new Problem('unavailable', { message: DATABASE_FULL });
  if (isUnavailable(error)) return new Problem('unavailable');
  if (error instanceof StorageUnavailable) {
    return new Problem('unavailable', { message: `${error.message} Try again in a moment.` });
  }
  // The library knows the file, but its bytes are no longer stored.
  if (error instanceof NoSuchFile) {
    return new Problem('not_found', { message: 'The bytes of this file are missing from the storage.' });
  }
  if (isStorageFull(error)) return new Problem('storage_full');
  const { code, statusCode } = error as { code?: string; statusCode?: number };
  const known = byFrameworkCode[code ?? ''];
  if (known !== undefined) return new Problem(known);
  if (statusCode === 400) return new Problem('bad_json');
  return new Problem('internal');
}

function toBody(problem: Problem, requestId: string): ErrorBody {
  return { ...describeProblem(problem), request_id: requestId };
}

/** The body of an error, for answers that contain the errors of parts. */
export function describeProblem(problem: Problem): Omit<ErrorBody, 'request_id'> {
  const { errors: fields, violations, details } = problem.more;
  return {
    message: problem.message,
    code: problem.code,
    ...(fields && { errors: fields }),
    ...(violations && { violations }),
    ...(details && { details }),
  };
}
