/**
 * Captions are files of their own, which the embed of a video names:
 * https://github.com/bluesky-social/atproto/blob/main/lexicons/app/bsky/embed/video.json (2026-11-24).
 */
import { warnOfCaptions } from '../core/captions-sent.ts';
import { faultIn } from '../core/fault.ts';
import type { JsonObject } from '../core/json.ts';
import type { Captions, Media } from '../core/network.ts';
import type { Run } from '../core/run.ts';
import { uploadBlob } from './blobs.ts';
import type { BlueskySession } from './session.ts';

const mimeType = 'text/vtt';

type Uploaded = { lang: string; file: JsonObject } | { refused: string };

/** What the embed names, and a sentence about each file that the server refused: it must not hold the video. */
export async function uploadCaptions({ captions = [] }: Media, session: BlueskySession, run: Run) {
  const embedded: JsonObject[] = [];
  const warnings: string[] = [];
  for (const each of captions) {
    const step = `captions.${each.language}`;
    const uploaded = await run.step(step, () => uploadCaptionsFile(each, session));
    if ('file' in uploaded) embedded.push(uploaded);
    else warnings.push(warnOfCaptions('Bluesky', each, uploaded.refused));
  }
  return { embedded, warnings };
}

export async function uploadCaptionsFile(
  { language, text }: Captions,
  session: BlueskySession,
): Promise<Uploaded> {
  try {
    const file = await uploadBlob(Buffer.from(text), mimeType, session);
    // With another type, the server would refuse the whole post.
    if (file.mimeType !== mimeType) return { refused: 'The server took them for another kind of file.' };
    return { lang: language, file };
  } catch (error) {
    const fault = faultIn(error, 'rejected');
    if (fault === undefined) throw error;
    return { refused: fault.message };
  }
}
