import { NetworkFault } from '../core/fault.ts';
import { secondsToSend } from '../core/http.ts';
import type { Outgoing, Published } from '../core/network.ts';
import type { EarlierSends, Run } from '../core/run.ts';
import { callApi, idIn, type PinterestSession, requireApp } from './api.ts';
import { streamJson } from './body.ts';
import { faultOf } from './faults.ts';
import { type Draft, encodePin, type Posted } from './pin.ts';
import { findPin } from './reconcile.ts';
import type { Settings } from './settings.ts';
import { tiers } from './tiers.ts';
import { uploadVideo } from './video.ts';

/** Seconds. Not confirmed: how far the list lags. */
const visibleAfter = 120;

export async function publish(
  post: Outgoing<Settings>,
  session: PinterestSession,
  run: Run,
): Promise<Published> {
  const video = post.media.find(({ kind }) => kind === 'video');
  const videoId = video === undefined ? null : await uploadVideo(video, session, run);
  const draft: Draft = { post, videoId };
  const { id } = await run.commit('pin', (_key, sent) => sendPin(draft, sent, session, run.signal), {
    reconcile: ({ since }) => findPin(draft, since, session),
    visibleAfter,
  });
  const pin = { id, url: `https://www.pinterest.com/pin/${id}/` };
  return requireApp(session).tier === 'trial' ? { ...pin, warnings: [tiers.trial] } : pin;
}

async function sendPin(
  draft: Draft,
  sent: EarlierSends,
  session: PinterestSession,
  signal: AbortSignal,
): Promise<Posted> {
  const { length, body } = streamJson((place) => encodePin(draft, place));
  const headers = { 'content-type': 'application/json', 'content-length': String(length) };
  const request = { headers, body, timeout: secondsToSend(length), signal };
  const response = await callApi(session, 'POST', '/pins', request);
  const id = idIn(response.json, 'id');
  if (response.status === 201 && id !== undefined) return { id };
  const { fault } = faultOf(response, session.now());
  // Not confirmed: a video can be in one pin only. An earlier send may have made it.
  const isUsed = fault.kind === 'rejected' && sent.times > 0 && draft.videoId !== null;
  throw new NetworkFault(isUsed ? { ...fault, duplicate: true } : fault);
}
