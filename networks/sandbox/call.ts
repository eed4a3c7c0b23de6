import { NetworkFault } from '../core/fault.ts';
import type { HttpRequest } from '../core/http.ts';
import { textField } from '../core/json.ts';
import type { Caller, Session } from '../core/network.ts';
import type { Grant } from './connect.ts';
import { faultOf } from './faults.ts';

type Signed = Caller & Partial<Pick<Session<Grant>, 'grant'>>;

/** Posts to the sandbox's API and returns the named texts of `data`. An answer without one of them proves nothing. */
export async function call<Name extends string>(
  caller: Signed,
  path: string,
  request: Omit<HttpRequest, 'method' | 'url'>,
  names: readonly Name[],
): Promise<Record<Name, string>> {
  const response = await send(caller, path, { ...request, method: 'POST' });
  const texts = names.map((name) => [name, textField(response.json, 'data', name)] as const);
  const isComplete = texts.every(([, text]) => text !== undefined);
  if (response.status !== 201 || !isComplete) throw faultOf(response, caller.now());
  return Object.fromEntries(texts) as Record<Name, string>;
}

/** `path` is below that of the API. */
export function send({ http, endpoint, grant }: Signed, path: string, request: Omit<HttpRequest, 'url'>) {
  if (endpoint === undefined) {
    const message = 'The sandbox has no public address. The server must pass its own as the endpoint.';
    throw new NetworkFault({ kind: 'unavailable', message, sent: false });
  }
  const authorization = grant && { authorization: `Bearer ${grant.token}` };
  return http({
    ...request,
    url: `${endpoint}/api${path}`,
    headers: { ...authorization, ...request.headers },
  });
}
