import type { FakeResponse } from '../testing/fake-server.ts';

/** The refusals of X: https://docs.x.com/x-api/fundamentals/response-codes-and-errors (2026-11-22) */
export function problem(status: number, detail: string, type?: string, title = 'Forbidden'): FakeResponse {
  const address = type === undefined ? 'about:blank' : `https://api.x.com/2/problems/${type}`;
  return { status, body: { title, detail, type: address, status } };
}

export function invalid(message: string): FakeResponse {
  const { body } = problem(
    400,
    'One or more parameters to your request was invalid.',
    'invalid-request',
    'Invalid Request',
  );
  return { status: 400, body: { ...(body as object), errors: [{ message }] } };
}
