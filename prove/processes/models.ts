/** The adapters of the proof's networks: those of the simulation, over real HTTP. */
import type { Http } from '../../networks/core/http.ts';
import { jsonRequest } from '../../networks/core/http.ts';
import type { Caller, Joined, Network } from '../../networks/core/network.ts';
import type { Kind } from '../simulation/adapter.ts';
import { adapterOf } from '../simulation/adapter.ts';

/** Seconds; less than the engine's own, so that what never answers does not hold up the proof. */
const TIMEOUT = 4;

export function modelOf(kind: Kind, visibleAfter: number, around: (http: Http) => Http): Network {
  const adapter = adapterOf(kind, signIn, visibleAfter);
  const { rules } = adapter;
  return {
    ...adapter,
    rules: { ...rules, limits: { ...rules.limits, 'media.max': { ...rules.limits['media.max'], value: 2 } } },
    async publish(post, session, run) {
      const http = around((request) => session.http({ ...request, timeout: TIMEOUT }));
      return adapter.publish(post, { ...session, http }, run);
    },
    refresh(session) {
      const http = around((request) => session.http({ ...request, timeout: TIMEOUT }));
      if (adapter.refresh === undefined) throw new Error('The adapter of the simulation refreshes.');
      return adapter.refresh({ ...session, http });
    },
  };
}

async function signIn(username: string, { http, endpoint }: Caller): Promise<Joined> {
  const { json } = await http(jsonRequest('POST', `${endpoint}/${username}/sign-in`, {}));
  return json as Joined;
}
