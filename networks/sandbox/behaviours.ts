/**
 * The behaviours that a post can request, so that people can watch every path of publishing. Each takes effect once, so
 * the repeated call succeeds; only `reject` is granted every time.
 */
import type { HostedResponse, Records } from '../core/service.ts';
import { answerJson, Refusal } from './answers.ts';
import type { Behaviour } from './rules.ts';
import { isFirstRefusal, revokeToken } from './store.ts';

/** `id` identifies the request for a behaviour, independent of the idempotency key of the request. */
type Requested = { id: string; behaviour: Behaviour };

/** Waits for so many milliseconds. */
export type Pause = (milliseconds: number) => Promise<unknown>;

/** Applies the behaviours that prevent the post. */
export async function refuseAsRequested(
  { id, behaviour }: Requested,
  { username, token }: { username: string; token: string },
  records: Records,
): Promise<void> {
  if (behaviour === 'reject')
    throw new Refusal(422, 'wished', 'The sandbox rejects this post because its behaviour is "reject".');
  if (behaviour !== 'throttle' && behaviour !== 'reconnect') return;
  if (!(await isFirstRefusal(records, username, id))) return;
  if (behaviour === 'throttle') {
    const headers = { 'retry-after': '2' };
    throw new Refusal(429, 'throttled', 'The sandbox asked us to wait for 2 seconds.', headers);
  }
  await revokeToken(records, token, username);
  throw new Refusal(401, 'token_revoked', 'The sandbox revoked this token. Connect the channel again.');
}

/** Applies the behaviours after the post: its answer is lost, wrong or late. */
export async function answerAsRequested(
  { behaviour }: Requested,
  answer: HostedResponse,
  pause: Pause,
): Promise<HostedResponse> {
  if (behaviour === 'lose_reply') return { ...answer, drop: true };
  if (behaviour === 'server_error') {
    const error = { code: 'internal', message: 'The sandbox failed after it accepted the post.' };
    return answerJson(500, { error });
  }
  if (behaviour === 'slow') await pause(3000);
  return answer;
}
