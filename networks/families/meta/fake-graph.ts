/** Answers and refusals of a fake Graph API. */
import { field, type JsonObject } from '../../core/json.ts';
import type { FakeRequest, FakeResponse } from '../../testing/fake-server.ts';

export function answer(body: unknown): FakeResponse {
  return { status: 200, body };
}

/** The envelope of Meta’s errors. `code`: "100" or "100/33". */
export function refuse(status: number, code: string, message: string): FakeResponse {
  const [main, subcode] = code.split('/').map(Number);
  const error = { message, type: 'OAuthException', code: main, fbtrace_id: 'Abell' };
  return { status, body: { error: { ...error, ...(subcode !== undefined && { error_subcode: subcode }) } } };
}

export function refuseField(message: string): FakeResponse {
  return refuse(400, '100', `(#100) ${message}`);
}

/** The fields of a request in JSON, all of which must be known; otherwise the refusal. */
export function readBody(
  { headers, json }: FakeRequest,
  known: readonly string[],
): { body: JsonObject } | { refusal: FakeResponse } {
  if (headers['content-type'] !== 'application/json' || typeof json !== 'object' || json === null)
    return { refusal: refuseField('The parameters are missing.') };
  const stranger = Object.keys(json).find((name) => !known.includes(name));
  if (stranger !== undefined) return { refusal: refuseField(`param ${stranger} is not allowed`) };
  return { body: json as JsonObject };
}

/** The bearer’s token. */
export function tokenOf({ headers }: Pick<FakeRequest, 'headers'>): string {
  return /^(?:Bearer|OAuth) (.+)$/.exec(headers.authorization ?? '')?.[1] ?? '';
}

/** The wanted fields of an object; an unknown one is refused. */
export function pick(object: JsonObject, fields: string | null): FakeResponse {
  const names = (fields ?? 'id').split(/,(?![^{]*\})/).map((name) => name.replace(/\{.*$/, ''));
  const stranger = names.find((name) => field(object, name) === undefined);
  if (stranger !== undefined) return refuseField(`Tried accessing nonexisting field (${stranger})`);
  const known = names.filter((name) => object[name] !== null);
  return answer(Object.fromEntries(known.map((name) => [name, object[name]])));
}
