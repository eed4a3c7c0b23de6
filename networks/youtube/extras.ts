/** What is added to a video after it was published: its playlist, first comment and cover. A failure is a warning. */
import { readIdAt } from '../core/api.ts';
import { NetworkFault, refuse } from '../core/fault.ts';
import { fileBody } from '../core/file-body.ts';
import { field, type JsonObject, textField } from '../core/json.ts';
import type { Media } from '../core/network.ts';
import type { Run } from '../core/run.ts';
import { spellCode } from '../core/stated.ts';
import { askAddition, readItems, send, type YoutubeSession } from './api.ts';
import { faultOfAddition } from './faults.ts';
import { manageScope } from './oauth.ts';

export async function addToPlaylist(videoId: string, playlistId: string, session: YoutubeSession, run: Run) {
  const snippet = { playlistId, resourceId: { kind: 'youtube#video', videoId } };
  const query = { part: 'snippet', playlistId, videoId };
  await run.after('playlist', () => insert('/playlistItems', snippet, session), {
    reconcile: async () => {
      const [item] = await readAdded(session, '/playlistItems', query);
      return adopt(item) ?? 'absent';
    },
    visibleAfter: 60,
  });
}

/**
 * The reference demands the channel of the video, too: https://developers.google.com/youtube/v3/docs/commentThreads/insert
 * (2026-11-24).
 */
export async function addComment(videoId: string, comment: string, session: YoutubeSession, run: Run) {
  const channelId = session.account.id;
  const snippet = { channelId, videoId, topLevelComment: { snippet: { textOriginal: comment } } };
  const isOurs = (item: unknown) =>
    textField(item, 'snippet', 'topLevelComment', 'snippet', 'textOriginal') === comment;
  await run.after('comment', () => insert('/commentThreads', snippet, session), {
    reconcile: async () => {
      const threads = await readAdded(session, '/commentThreads', { part: 'snippet', videoId });
      // A comment that is held for review is not in the list.
      return adopt(threads.find(isOurs)) ?? 'unknown';
    },
  });
}

async function insert(path: string, snippet: JsonObject, session: YoutubeSession) {
  requireManaging(session);
  const call = { path: `/youtube/v3${path}`, query: { part: 'snippet' }, json: { snippet } };
  return askAddition(session, call, readIdAt('id'));
}

export function readAdded(session: YoutubeSession, path: string, query: Record<string, string>) {
  return readItems(session, path, query, askAddition);
}

export function requireManaging({ grant }: YoutubeSession): void {
  if (grant.scopes.includes(manageScope)) return;
  throw refuse(
    'The sign-in does not allow playlists, comments and captions. Connect the channel again to allow them.',
  );
}

function adopt(item: unknown) {
  const found = readIdAt('id')(item);
  return found && { found };
}

/** Seconds. Not confirmed: how long YouTube takes to process a Short. */
const processing = { every: 30, within: 900, otherwise: false };

/** The same cover may be set again. */
export async function setCover(
  videoId: string,
  { video, cover }: { video: Media; cover: Media | undefined },
  session: YoutubeSession,
  run: Run,
) {
  const probe = () => readProcessed(videoId, session);
  const isReady = !mayBeShort(video) || (await run.until('processed', probe, processing));
  await run.after('cover', () => upload(videoId, cover, isReady, session), { repeatableFor: Infinity });
}

/**
 * YouTube takes the cover of a Short only when it has processed the video:
 * https://developers.google.com/youtube/data/revision_history (2026-11-03). Square and upright videos of at most 3 minutes
 * are Shorts: https://support.google.com/youtube/answer/15424877 (2026-11-24).
 */
function mayBeShort({ width, height, duration }: Media): boolean {
  return (width ?? 0) <= (height ?? Infinity) && (duration ?? 0) <= 180;
}

/** Null while YouTube processes the video. */
async function readProcessed(id: string, session: YoutubeSession): Promise<true | null> {
  return (await readOutcome(id, session)) === null ? null : true;
}

/** Seconds. Not confirmed: how soon YouTube rejects a video. One that is processed later is not looked at again. */
const looking = { every: 60, within: 60, otherwise: { problem: '' } };

/** YouTube may drop a video after it has taken all of it. People read this as a warning. */
export async function checkOutcome(id: string, session: YoutubeSession, run: Run): Promise<void> {
  const { problem } = await run.until('outcome', () => readOutcome(id, session), looking);
  if (problem === '') return;
  await run.after('problem', async () => {
    throw refuse(`${problem}. Look into YouTube Studio.`);
  });
}

/** Null while YouTube processes the video: https://developers.google.com/youtube/v3/docs/videos#status (2026-11-22). */
async function readOutcome(id: string, session: YoutubeSession): Promise<{ problem: string } | null> {
  const [video] = await readAdded(session, '/videos', { part: 'status', id });
  const read = (name: string) => textField(video, 'status', name)?.slice(0, 100) ?? '';
  const reason = (name: string) => read(name) && ` (${spellCode(read(name))})`;
  const state = read('uploadStatus');
  if (state === '' || state === 'uploaded') return null;
  if (state === 'rejected') return { problem: `YouTube rejected this video${reason('rejectionReason')}` };
  if (state === 'failed')
    return { problem: `YouTube failed to process this video${reason('failureReason')}` };
  return { problem: '' };
}

async function upload(videoId: string, file: Media | undefined, isReady: boolean, session: YoutubeSession) {
  if (file === undefined) throw refuseCover('The cover is missing.');
  if (!isReady)
    throw refuseCover('YouTube did not process the Short in time for its cover. Set it in YouTube Studio.');
  const query = { videoId, uploadType: 'media' };
  const call = { path: '/upload/youtube/v3/thumbnails/set', query, ...fileBody(file) };
  const response = await send(session, call);
  if (response.status === 200 && Array.isArray(field(response.json, 'items'))) return true;
  const { fault } = faultOfAddition(response, session.now());
  if (fault.networkCode !== 'forbidden') throw new NetworkFault(fault);
  throw refuseCover(
    'YouTube does not allow this channel to choose covers. Verify the channel by telephone, then set the cover in YouTube Studio.',
  );
}

const refuseCover = (message: string) => refuse(message, 'settings.cover');
