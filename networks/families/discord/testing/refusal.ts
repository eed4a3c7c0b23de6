import type { FakeResponse } from '../../../testing/fake-server.ts';

/** An error as Discord writes it. `field`: the path of the value at fault. */
export function refuse(status: number, code: number, message: string, field?: string): FakeResponse {
  return { status, body: { code, message, ...(field !== undefined && { errors: nest(field, message) }) } };
}

/** https://docs.discord.com/developers/reference#error-messages (2026-11-21) */
function nest(field: string, message: string): object {
  const leaf = { _errors: [{ code: 'INVALID', message }] };
  return field.split('.').reduceRight<object>((inner, name) => ({ [name]: inner }), leaf);
}
