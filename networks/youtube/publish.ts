import { refuse } from '../core/fault.ts';
import { idField, textField } from '../core/json.ts';
import type { Outgoing, Published } from '../core/network.ts';
import type { Found, Run } from '../core/run.ts';
import { readItems, type YoutubeSession } from './api.ts';
import { addCaptions } from './captions.ts';
import { addComment, addToPlaylist, checkOutcome, setCover } from './extras.ts';
import { composeVideo, type Settings, titleOf, visibilityOf } from './settings.ts';
import { openUpload, probe, readVideo, sendLastPart, sendParts, type Upload, type Video } from './upload.ts';

/** Seconds, a day less than the week for which YouTube keeps an upload. No page states the week. */
const uploadKeeps = 6 * 86_400;

/** Milliseconds by which YouTube's clock may be behind ours. */
const toleranceMs = 5000;

type Post = Outgoing<Settings>;

export async function publish(post: Post, session: YoutubeSession, run: Run): Promise<Published> {
  const [file] = post.media;
  if (file === undefined) throw refuse('YouTube needs a video.');
  const { settings } = post;
  const common = { file, session };
  const open = () =>
    openUpload(composeVideo(post.text, settings), settings.notify_subscribers ?? true, common);
  const address = await run.step('session', open, { keeps: uploadKeeps, sealed: true });
  const upload: Upload = { address, ...common };
  await run.step('parts', () => sendParts(upload));
  const video = await run.commit('video', (_key, sent) => sendLastPart(upload, sent), {
    reconcile: ({ since }) => findVideo(upload, titleOf(post.text, settings.title), since),
  });
  await checkVisibility(video, settings, run);
  const { id } = video;
  const { playlist_id: playlist, first_comment: comment, cover } = settings;
  if (playlist !== undefined) await addToPlaylist(id, playlist, session, run);
  if (comment !== undefined) await addComment(id, comment, session, run);
  if (cover !== undefined) await setCover(id, { video: file, cover: post.files?.get(cover) }, session, run);
  // The last addition, because these cost most of the quota.
  await addCaptions(id, file, session, run);
  await checkOutcome(id, session, run);
  return { id, url: `https://www.youtube.com/watch?v=${id}` };
}

/** The upload itself knows. Only if YouTube has forgotten it, the list of the channel's uploads is read. */
async function findVideo(upload: Upload, title: string, since: Date): Promise<Found<Video>> {
  const progress = await probe(upload);
  if (progress !== 'gone') return 'video' in progress ? { found: progress.video } : 'absent';
  const { session } = upload;
  const { uploads } = session.grant;
  const query = { part: 'snippet,contentDetails,status', playlistId: uploads, maxResults: '50' };
  const matches = (await readItems(session, '/playlistItems', query)).filter((item) => {
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
