import type { FakeResponse } from '../../testing/fake-server.ts';

/** An error as LinkedIn writes it. */
export function refuse(status: number, code: string, message = `Error: ${code}`): FakeResponse {
  return { status, body: { status, code, serviceErrorCode: 100, message } };
}
