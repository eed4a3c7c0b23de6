/** The answers of networks to the calls of a world, with their faults. */
import { NetworkFault } from '../../networks/core/fault.ts';
import type { HttpResponse } from '../../networks/core/http.ts';
import type { Call } from '../../networks/testing/model-service.ts';
import { pick } from '../random.ts';
import type { CallFault } from './chaos.ts';
import { answer, toResponse } from './networks.ts';
import type { World } from './world.ts';

/** What a network does with a call, and what the worker gets to know of it. */
export async function answered(
  { networks, chaos, random }: Pick<World, 'networks' | 'chaos' | 'random'>,
  call: Call,
  fault: CallFault | undefined,
): Promise<HttpResponse> {
  const receive = () => toResponse(networks.receive(call, chaos.happens(0.1)));
  switch (fault) {
    case 'unreachable':
      throw unavailable(false);
    case 'lost':
      throw unavailable(true);
    case 'reply_lost':
      receive();
      throw unavailable(true);
    case 'received_500':
      receive();
      return answer(500, {});
    case 'received_garbage':
      receive();
      return { status: 200, headers: {}, text: '<html>', json: undefined };
    case 'error_500':
      return answer(500, {});
    case 'error_503':
      return { status: 503, headers: {}, text: '<html>', json: undefined };
    case 'throttle':
      return answer(429, {});
    case 'throttle_after':
      return answer(429, {}, { 'retry-after': String(pick(random, [1, 5, 20])) });
    case 'expire':
      networks.expire(call.account);
      return receive();
    case 'refuse':
      return call.path === '/posts' && call.method === 'POST' ? toResponse(networks.refuse(call)) : receive();
    case 'hung':
    case 'slow':
    case undefined:
      return receive();
  }
}

export function unavailable(sent: boolean): NetworkFault {
  return new NetworkFault({ kind: 'unavailable', message: 'No answer.', sent });
}
