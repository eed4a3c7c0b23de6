import type { FakeResponse } from '../testing/fake-server.ts';

/** The refusals of Pinterest: https://developers.pinterest.com/docs/api/v5/ (2026-11-22). */
export function refuse(status: number, code: number, message: string): FakeResponse {
  return { status, body: { code, message } };
}
