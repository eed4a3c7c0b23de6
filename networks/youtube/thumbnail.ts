import { NetworkFault, refuse } from '../core/fault.ts';
import { secondsToSend, withBearer } from '../core/http.ts';
import { field } from '../core/json.ts';
import type { Media, Outgoing } from '../core/network.ts';
import type { Run } from '../core/run.ts';
import { urlOf, type YoutubeSession } from './api.ts';
import { faultOf } from './faults.ts';
import type { Settings } from './settings.ts';

/**
 * The same cover may be set again. YouTube takes that of a Short only when it has processed the video:
 * https://developers.google.com/youtube/data/revision_history (2026-11-03).
 */
export async function setThumbnail(
  { id }: { id: string },
  { settings, files }: Outgoing<Settings>,
  session: YoutubeSession,
  run: Run,
): Promise<void> {
  if (settings.cover === undefined) return;
  const cover = files?.get(settings.cover);
  const repeatableFor = Number.POSITIVE_INFINITY;
  await run.after('cover', () => upload(id, cover, session, run.signal), { repeatableFor });
}

async function upload(
  videoId: string,
  cover: Media | undefined,
  session: YoutubeSession,
  signal: AbortSignal,
): Promise<true> {
  if (cover === undefined) throw refuseCover('The cover is missing.');
  const { size, mimeType } = cover;
  const response = await session.http(
    withBearer(
      {
        method: 'POST',
        url: urlOf(session, '/upload/youtube/v3/thumbnails/set', { videoId, uploadType: 'media' }),
        headers: { 'content-type': mimeType, 'content-length': String(size) },
        body: cover.open(),
        timeout: secondsToSend(size),
        signal,
      },
      session.grant.access,
    ),
  );
  if (response.status === 200 && Array.isArray(field(response.json, 'items'))) return true;
  const { fault } = faultOf(response, session.now());
  if (fault.networkCode !== 'forbidden') throw new NetworkFault(fault);
  throw refuseCover(
    'YouTube does not allow this channel to choose covers. Verify the channel by telephone, then set the cover in YouTube Studio.',
  );
}

function refuseCover(message: string): NetworkFault {
  return refuse(message, 'settings.cover');
}
