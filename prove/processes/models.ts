/** The adapters of the proof's networks: the model's, with a shorter timeout for calls than the engine's. */
import type { Http } from '../../networks/core/http.ts';
import type { Network, Session } from '../../networks/core/network.ts';
import { type Kind, modelNetwork } from '../../networks/testing/model.ts';

/** Seconds; less than the engine's own, so that unanswered calls do not delay the proof. */
const TIMEOUT = 4;

export function modelOf(kind: Kind, visibleAfter: number, around: (http: Http) => Http): Network {
  const model = modelNetwork(kind, { visibleAfter });
  const through = (session: Session): Session => {
    return { ...session, http: around((request) => session.http({ ...request, timeout: TIMEOUT })) };
  };
  return {
    ...model,
    publish: (post, session, run) => model.publish(post, through(session), run),
    refresh: (session) => model.refresh(through(session)),
  };
}
