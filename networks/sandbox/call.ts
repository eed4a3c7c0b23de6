import { NetworkFault } from '../core/fault.ts';
import type { HttpRequest } from '../core/http.ts';
import { textField } from '../core/json.ts';
import type { Caller } from '../core/network.ts';
import { faultOf } from './faults.ts';

/** Posts to the sandbox's API and returns the named texts of `data`. An answer without one of them proves nothing. */
export async function call<Name extends string>(
  caller: Caller,
  path: string,
  request: Omit<HttpRequest, 'method' | 'url'>,
  names: readonly Name[],
): Promise<Record<Name, string>> {
  if (caller.endpoint === undefined) {
    const message = 'The sandbox has no public address. The server must pass its own as the endpoint.';
    throw new NetworkFault({ kind: 'unavailable', message, sent: false });
  }
  const response = await caller.http({ ...request, method: 'POST', url: `${caller.endpoint}/api${path}` });
  const texts = names.map((name) => [name, textField(response.json, 'data', name)] as const);
  const isComplete = texts.every(([, text]) => text !== undefined);
  if (response.status !== 201 || !isComplete) throw faultOf(response, caller.now());
  return Object.fromEntries(texts) as Record<Name, string>;
}
