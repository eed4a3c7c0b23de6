import { refuse } from '../core/fault.ts';
import { idField, type JsonObject, textField } from '../core/json.ts';
import type { Outgoing, Published } from '../core/network.ts';
import type { Found, Run } from '../core/run.ts';
import { itemsOf, postApi, readApi, type YoutubeSession } from './api.ts';
import { faultOf } from './faults.ts';
import { manageScope } from './oauth.ts';
import { composeVideo, type Settings, titleOf, visibilityOf } from './settings.ts';
import { setThumbnail } from './thumbnail.ts';
import { openUpload, probe, readVideo, sendLastPart, sendParts, type Upload, type Video } from './upload.ts';

/** Seconds, a day less than the week for which YouTube keeps an upload. No page states the week. */
const uploadKeeps = 6 * 86_400;

/** Milliseconds by which YouTube's clock may be behind ours. */
const toleranceMs = 5000;

export async function publish(
  post: Outgoing<Settings>,
  session: YoutubeSession,
  run: Run,
): Promise<Published> {
  const [file] = post.media;
  if (file === undefined) throw refuse('YouTube needs a video.');
  const { settings } = post;
  const { signal } = run;
  const notifiesSubscribers = settings.notify_subscribers ?? true;
  const resource = composeVideo(post.text, settings);
  const open = () => openUpload(resource, file, session, { notifiesSubscribers, signal });
  const address = await run.step('session', open, { keeps: uploadKeeps, sealed: true });
  const upload: Upload = { address, file, session, signal };
  await run.step('parts', () => sendParts(upload));
  const video = await run.commit('video', (_key, sent) => sendLastPart(upload, sent), {
    reconcile: ({ since }) => findVideo(upload, titleOf(post.text, settings.title), since),
  });
  await checkVisibility(video, settings, run);
  await addToPlaylist(video, settings, session, run);
  await addComment(video, settings, session, run);
  await setThumbnail(video, post, session, run);
  return { id: video.id, url: `https://www.youtube.com/watch?v=${video.id}` };
}

/** The upload itself knows. Only if YouTube has forgotten it, the list of the channel's uploads is read. */
async function findVideo(upload: Upload, title: string, since: Date): Promise<Found<Video>> {
  const progress = await probe(upload);
  if (progress !== 'gone') return 'video' in progress ? { found: progress.video } : 'absent';
  const { session } = upload;
  const { access, uploads } = session.grant;
  const query = { part: 'snippet,contentDetails,status', playlistId: uploads, maxResults: '50' };
  const response = await readApi(session, access, '/playlistItems', { query });
  if (response.status !== 200) throw faultOf(response, session.now());
  const matches = itemsOf(response.json).filter((item) => {
    const at = Date.parse(textField(item, 'snippet', 'publishedAt') ?? '');
    return at >= since.getTime() - toleranceMs && textField(item, 'snippet', 'title') === title;
  });
  const [item] = matches;
  const video = readVideo(idField(item, 'contentDetails', 'videoId'), item);
  // An item that is missing proves nothing: the list may lag behind.
  return matches.length === 1 && video !== undefined ? { found: video } : 'unknown';
}

/** YouTube publishes some uploads as private, whatever was asked. People read this as a warning. */
async function checkVisibility({ visibility }: Video, settings: Settings, run: Run): Promise<void> {
  const asked = visibilityOf(settings);
  if (visibility === null || visibility === asked) return;
  await run.after('visibility', async () => {
    throw refuse(`YouTube made this video ${visibility}, although ${asked} was asked for.`);
  });
}

async function addToPlaylist(
  { id }: Video,
  { playlist_id: playlist }: Settings,
  session: YoutubeSession,
  run: Run,
): Promise<void> {
  if (playlist === undefined) return;
  const snippet = { playlistId: playlist, resourceId: { kind: 'youtube#video', videoId: id } };
  const find = { playlistId: playlist, videoId: id };
  await run.after('playlist', () => insert('/playlistItems', { snippet }, session, run.signal), {
    reconcile: async () => (await findItem('/playlistItems', find, session, () => true)) ?? 'absent',
    visibleAfter: 60,
  });
}

async function addComment(
  { id }: Video,
  { first_comment: firstComment }: Settings,
  session: YoutubeSession,
  run: Run,
): Promise<void> {
  if (firstComment === undefined) return;
  const snippet = { videoId: id, topLevelComment: { snippet: { textOriginal: firstComment } } };
  const isOurs = (item: unknown) =>
    textField(item, 'snippet', 'topLevelComment', 'snippet', 'textOriginal') === firstComment;
  await run.after('comment', () => insert('/commentThreads', { snippet }, session, run.signal), {
    // A comment that is held for review is not in the list.
    reconcile: async () => (await findItem('/commentThreads', { videoId: id }, session, isOurs)) ?? 'unknown',
  });
}

type Inserted = { id: string };

async function insert(
  path: string,
  body: JsonObject,
  session: YoutubeSession,
  signal: AbortSignal,
): Promise<Inserted> {
  const { access, scopes } = session.grant;
  if (!scopes.includes(manageScope))
    throw refuse(
      'The sign-in does not allow playlists and comments. Connect the channel again to allow them.',
    );
  const response = await postApi(session, access, `/youtube/v3${path}`, {
    query: { part: 'snippet' },
    body,
    signal,
  });
  const id = idField(response.json, 'id');
  if (response.status === 200 && id !== undefined) return { id };
  throw faultOf(response, session.now());
}

async function findItem(
  path: string,
  query: Record<string, string>,
  session: YoutubeSession,
  isOurs: (item: unknown) => boolean,
): Promise<{ found: Inserted } | undefined> {
  const { access } = session.grant;
  const response = await readApi(session, access, path, { query: { part: 'snippet', ...query } });
  if (response.status !== 200) throw faultOf(response, session.now());
  const id = idField(itemsOf(response.json).find(isOurs), 'id');
  return id === undefined ? undefined : { found: { id } };
}
