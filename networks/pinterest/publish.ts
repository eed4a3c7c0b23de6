import { NetworkFault } from '../core/fault.ts';
import { secondsToSend } from '../core/http.ts';
import { digitsField } from '../core/json.ts';
import type { Outgoing, Published } from '../core/network.ts';
import type { EarlierSends, Run } from '../core/run.ts';
import { type PinterestSession, requireApp, send } from './api.ts';
import { streamJson } from './body.ts';
import { faultOf } from './faults.ts';
import { type Draft, encodePin } from './pin.ts';
import { findPin } from './reconcile.ts';
import { tiers } from './rules.ts';
import type { Settings } from './settings.ts';
import { uploadVideo } from './video.ts';

/** Seconds. Not confirmed: how far the list lags. */
const visibleAfter = 120;

type Post = Outgoing<Settings>;

export async function publish(post: Post, session: PinterestSession, run: Run): Promise<Published> {
  const video = post.media.find(({ kind }) => kind === 'video');
  const videoId = video === undefined ? null : await uploadVideo(video, session, run);
  const draft: Draft = { post, videoId };
  const { id } = await run.commit('pin', (_key, sent) => sendPin(draft, sent, session), {
    reconcile: ({ since }) => findPin(draft, since, session),
    visibleAfter,
  });
  const pin = { id, url: `https://www.pinterest.com/pin/${id}/` };
  return requireApp(session).tier === 'trial' ? { ...pin, warnings: [tiers.trial] } : pin;
}

async function sendPin(draft: Draft, sent: EarlierSends, session: PinterestSession) {
  const { length, body } = streamJson((place) => encodePin(draft, place));
  const headers = { 'content-type': 'application/json', 'content-length': String(length) };
  const call = { path: '/pins', headers, body, timeout: secondsToSend(length) };
  const response = await send(session, call);
  const id = digitsField(response.json, 'id');
  // Pinterest's OpenAPI document (5.23.0 of 2025-12-11, checked 2026-11-24) has both:
  // https://github.com/pinterest/api-description/blob/c05b1897/v5/openapi.json
  if ([200, 201].includes(response.status) && id !== undefined) return { id };
  const { fault } = faultOf(response, session.now());
  // Not confirmed: a video can be in one pin only. An earlier send may have made it.
  const isUsed = fault.kind === 'rejected' && sent.times > 0 && draft.videoId !== null;
  throw new NetworkFault(isUsed ? { ...fault, duplicate: true } : fault);
}
