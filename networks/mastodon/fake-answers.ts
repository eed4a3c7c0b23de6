import type { FakeResponse } from '../testing/fake-server.ts';

export function answer(body: unknown, status = 200): FakeResponse {
  return { status, body };
}

export function refuse(status: number, error: string): FakeResponse {
  return { status, body: { error } };
}
