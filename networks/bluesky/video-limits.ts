/**
 * What the video service says of uploads before it gets a video:
 * https://github.com/bluesky-social/atproto/blob/main/lexicons/app/bsky/video/getUploadLimits.json (2026-11-28). A
 * question without a clear answer holds no post.
 */
import { NetworkFault } from '../core/fault.ts';
import { field, textField } from '../core/json.ts';
import type { Version } from '../core/limits.ts';
import type { BlueskySession } from './session.ts';
import { delegate, explain, videoServiceDid, videoServiceOf, wordsOf } from './video-service.ts';
import { query } from './xrpc.ts';

/**
 * The service's words, as Bluesky's own app knows them:
 * https://github.com/bluesky-social/social-app/blob/main/src/view/com/composer/state/video.ts (2026-11-28). Not
 * confirmed: no page lists them.
 */
const isPassing = /exceeded daily upload|disabled at the moment|^uploads_disabled$/;
const isUnsure = /^Failed to get user's upload stats/;

/** Throws if the service takes no video of this account now. */
export async function requireUpload(session: BlueskySession): Promise<true> {
  const refusal = await findRefusal(session);
  if (refusal !== undefined) throw refusal;
  return true;
}

/** Before a post is due: whether the service takes a video of this account now. */
export async function checkVideo({ media }: Version, session: BlueskySession): Promise<string[]> {
  const refusal = media[0]?.kind === 'video' ? await findRefusal(session) : undefined;
  return refusal === undefined ? [] : [refusal.message];
}

async function findRefusal(session: BlueskySession): Promise<NetworkFault | undefined> {
  const limits = await readLimits(session).catch(() => undefined);
  const words = wordsOf(limits);
  if (field(limits, 'canUpload') !== false || words.some((each) => isUnsure.test(each))) return undefined;
  const networkCode = textField(limits, 'error') ?? '';
  const message = `Bluesky takes no video of this account now: ${explain(limits)}`;
  // Without a word, Bluesky's app speaks of a limit that was reached. The service does not say until when. Other posts of the
  // account may go out meanwhile.
  const passes = words.length === 0 || words.some((each) => isPassing.test(each));
  return new NetworkFault(
    passes
      ? { kind: 'unavailable', message, networkCode, sent: true }
      : { kind: 'rejected', message, networkCode, field: 'media_ids.0' },
  );
}

async function readLimits(session: BlueskySession): Promise<unknown> {
  const lxm = 'app.bsky.video.getUploadLimits';
  const token = await delegate({ aud: videoServiceDid, lxm }, session);
  return query(videoServiceOf(session, token), lxm);
}
