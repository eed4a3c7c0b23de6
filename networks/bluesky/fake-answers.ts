/** How the fake answers. */
import type { FakeResponse } from '../testing/fake-server.ts';

export function answer(body: object): FakeResponse {
  return { status: 200, body };
}

export function refuse(error: string, message: string, status = 400): FakeResponse {
  return { status, body: { error, message } };
}
