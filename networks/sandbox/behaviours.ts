/**
 * What a post may wish to happen to it, so that every path of publishing can be watched.
 * A wish is granted once, `reject` always: the repetition of the call ends well.
 */
import type { HostedResponse, Records } from '../core/service.ts';
import { answerJson, Refusal } from './answers.ts';
import type { Behaviour } from './rules.ts';
import { isFirstRefusal, revokeToken } from './store.ts';

export interface Caller {
  username: string;
  token: string;
}

/** `id` tells one wish from the next, whatever the idempotency key it comes with. */
export interface Wish {
  id: string;
  behaviour: Behaviour;
}

/** Waits for so many milliseconds. */
export type Pause = (milliseconds: number) => Promise<unknown>;

/** The wishes that come true before the post is taken. */
export async function refuseAsWished(
  { id, behaviour }: Wish,
  caller: Caller,
  records: Records,
): Promise<void> {
  if (behaviour === 'reject') {
    throw new Refusal(422, 'wished', 'The sandbox rejects this post because its behaviour is "reject".');
  }
  if (behaviour === 'throttle' && (await isFirstRefusal(records, caller.username, id))) {
    throw new Refusal(429, 'throttled', 'The sandbox asks to wait for 2 seconds.', { 'retry-after': '2' });
  }
  if (behaviour === 'reconnect' && (await isFirstRefusal(records, caller.username, id))) {
    await revokeToken(records, caller.token, caller.username);
    throw new Refusal(401, 'token_revoked', 'The sandbox revoked this token; connect the channel again.');
  }
}

/** The wishes that come true after the post was taken: its answer is lost, wrong or late. */
export async function answerAsWished(
  { behaviour }: Wish,
  answer: HostedResponse,
  pause: Pause,
): Promise<HostedResponse> {
  switch (behaviour) {
    case 'lose_reply':
      return { ...answer, drop: true };
    case 'server_error':
      return answerJson(500, {
        error: { code: 'internal', message: 'The sandbox failed after it took the post.' },
      });
    case 'slow':
      await pause(3000);
      return answer;
    default:
      return answer;
  }
}
