import type { FakeResponse } from '../testing/fake-server.ts';

/** An error as YouTube writes it: https://developers.google.com/youtube/v3/docs/errors (2026-11-21). */
export function refuse(status: number, reason: string, message = `Reason: ${reason}`): FakeResponse {
  const errors = [{ reason, domain: 'youtube.api', message }];
  return { status, body: { error: { code: status, message, errors } } };
}
