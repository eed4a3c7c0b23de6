/** The adapters of the proof's networks: the model's, with a shorter timeout for calls than the engine's. */
import type { Http } from '../../networks/core/http.ts';
import type { Network, Session } from '../../networks/core/network.ts';
import { type Kind, modelNetwork } from '../../networks/testing/model.ts';

/** Seconds; less than the engine's own, so that unanswered calls do not delay the proof. */
const TIMEOUT = 4;
/** Milliseconds. */
const ROUNDING = 5;

/** A call that its sender ended, because it had no answer in time: the machine was slow. */
export interface GivenUp {
  account: string;
  /** Of the post; empty in other calls. */
  text: string;
  /** Milliseconds since 1970. */
  begun: number;
}

export function modelOf(
  kind: Kind,
  visibleAfter: number,
  around: (http: Http) => Http,
  onGivenUp: (call: GivenUp) => void,
): Network {
  const model = modelNetwork(kind, { visibleAfter });
  const through = (session: Session): Session => {
    const send: Http = async (request) => {
      const begun = Date.now();
      try {
        return await session.http({ ...request, timeout: TIMEOUT });
      } catch (error) {
        const text = request.headers?.['x-proof-text'] ?? '';
        if (Date.now() - begun >= TIMEOUT * 1000 - ROUNDING)
          onGivenUp({ account: session.account.username, text, begun });
        throw error;
      }
    };
    return { ...session, http: around(send) };
  };
  return {
    ...model,
    publish: (post, session, run) => model.publish(post, through(session), run),
    refresh: (session) => model.refresh(through(session)),
  };
}
