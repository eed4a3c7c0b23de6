/**
 * Videos and reels. Facebook gives a video its id before anything is visible, takes the bytes, and shows the video after
 * the call that finishes the upload: https://developers.facebook.com/documentation/video-api/guides/reels-publishing
 * (2026-11-22).
 */
import { faultIn, type NetworkFault, refuse } from '../core/fault.ts';
import { field, idField, type JsonObject, textField } from '../core/json.ts';
import type { Media, Outgoing, Published } from '../core/network.ts';
import { Ended } from '../core/run.ts';
import { unavailable } from '../families/meta/faults.ts';
import { type Graph, pathTo } from '../families/meta/graph.ts';
import { findPage } from '../families/meta/lists.ts';
import { uploadOnce } from '../families/meta/rupload.ts';
import { type PageFlow, readPage } from './api.ts';
import { type ChunkedVideo, sendChunks, startChunks } from './chunks.ts';
import type { Settings } from './settings.ts';
import { keeps } from './upload.ts';

/** Seconds after which a video that is not being published was not finished by the send before. */
const visibleAfter = 120;
/** Seconds between two looks at a video, and those that Facebook may take to process it. */
const looks = { every: 15, within: 6 * 3600 };

/**
 * `uploaded`: complete, and not to be published yet; `ready`: processed, and Facebook does not say whether people see it;
 * `ended`: its upload can no longer be used; `unreadable`: Facebook refuses to say, or says nothing that is known, which
 * tells nothing about the video.
 */
type VideoState =
  | 'unreadable'
  | 'uploading'
  | 'uploaded'
  | 'ready'
  | 'publishing'
  | 'published'
  | 'ended'
  | NetworkFault;

export async function publishReel(post: Outgoing<Settings>, flow: PageFlow): Promise<Published> {
  const id = await uploadVideo(flow, 'video_reels', 'reel', onlyVideo(post));
  const { location } = post.settings;
  const body = {
    ...{ upload_phase: 'finish', video_id: id, video_state: 'PUBLISHED', ...describe(post) },
    ...(location !== undefined && { place: location }),
  };
  return commitVideo(flow, id, () => postToPage(flow, 'video_reels', body));
}

/**
 * Not confirmed: since 2024 Meta's guide has another upload, whose last call gives the first id, so that a lost answer
 * could not be settled. The parts of this one are in Meta's SDK.
 */
export async function publishVideo(post: Outgoing<Settings>, flow: PageFlow): Promise<Published> {
  const file = onlyVideo(post);
  const { run } = flow;
  const upload = { ...flow, graph: flow.graph.with({ origin: 'https://graph-video.facebook.com' }) };
  const video: ChunkedVideo = await run.step('video', () => startChunks(upload, file), { keeps });
  await run.step(`upload ${video.id}`, () => sendChunks(upload, video, file, 'video'));
  const body = { upload_phase: 'finish', upload_session_id: video.session, ...describe(post) };
  return commitVideo(flow, video.id, () => postToPage(upload, 'videos', body));
}

function describe({ text, settings: { title } }: Outgoing<Settings>): JsonObject {
  return { ...(text !== '' && { description: text }), ...(title !== undefined && { title }) };
}

function onlyVideo({ media: [file, ...others] }: Outgoing<Settings>): Media {
  if (file?.kind === 'video' && others.length === 0) return file;
  throw refuse('Facebook needs one video here, and no other file.', 'media_ids');
}

async function postToPage({ graph, page }: PageFlow, edge: string, body: JsonObject): Promise<unknown> {
  return graph.requireGood(await graph.post(pathTo(page, edge), body));
}

/** The id of a video of which Facebook has all bytes, and which nobody sees. */
export async function uploadVideo(
  flow: PageFlow,
  edge: 'video_reels' | 'video_stories',
  step: string,
  file: Media,
): Promise<string> {
  const { graph, run } = flow;
  const start = async () => {
    const id = idField(await postToPage(flow, edge, { upload_phase: 'start' }), 'video_id');
    if (id === undefined) throw unavailable('Facebook did not name the video.');
    return id;
  };
  const id = await run.step(step, start, { keeps });
  await uploadOnce({ graph, run, kind: 'video-upload', status: 'status', id, step }, file);
  const isComplete = async () => {
    const state = await readVideo(graph, id);
    if (state === 'ended') throw new Ended(step);
    if (typeof state === 'object') throw state;
    return state === 'uploading' || state === 'unreadable' ? null : true;
  };
  await run.until(`uploaded ${id}`, isComplete);
  return id;
}

/** `uploaded`: the id of the video to finish. A retry finds the one that an earlier try has finished. */
async function commitVideo(
  flow: PageFlow,
  uploaded: string,
  finish: () => Promise<unknown>,
): Promise<Published> {
  const { graph, run } = flow;
  const send = async () => {
    await finish();
    return uploaded;
  };
  const id = await run.commit('post', (_, { times }) => send().catch((error) => doubt(error, times)), {
    reconcile: async () => {
      const state = await readVideo(graph, uploaded);
      if (state === 'unreadable' || state === 'ready') return 'unknown';
      return state === 'uploading' || state === 'uploaded' ? 'absent' : { found: uploaded };
    },
    visibleAfter,
  });
  const warnings = await awaitVideo(flow, id, 'post');
  return { id, url: await findPage(run, 'page', () => readPage(graph, id)), warnings };
}

/** A video that an earlier send has finished is refused too. */
export function doubt(error: unknown, times: number): never {
  const refusal = faultIn(error, 'rejected');
  throw refusal !== undefined && times > 0 ? unavailable(refusal.message) : error;
}

const unseen =
  'Facebook has taken the video, and has not said that people see it. Look at the Page before you publish it again.';

/**
 * Waits until people can see the video that `commit` finished, and returns warnings. A video of which Facebook does not
 * say so may be visible. Clients in use take one for visible that is `ready`.
 */
export async function awaitVideo({ graph, run }: PageFlow, id: string, commit: string): Promise<string[]> {
  const probe = async () => {
    const state = await readVideo(graph, id);
    if (state === 'ended') throw refuse('Facebook could not process the video.', 'media_ids');
    if (typeof state === 'object') throw state;
    return state === 'published' || state === 'ready' ? true : null;
  };
  const options = { ...looks, of: commit, otherwise: false };
  return (await run.until(`published ${id}`, probe, options)) ? [] : [unseen];
}

/** https://developers.facebook.com/docs/graph-api/reference/video-status (2026-11-22) */
async function readVideo(graph: Graph, id: string): Promise<VideoState> {
  const json = await graph.ask(pathTo(id), { fields: 'status' }).catch((error) => {
    if (faultIn(error, 'rejected') === undefined) throw error;
  });
  if (json === undefined) return 'unreadable';
  const status = field(json, 'status');
  const phases = ['uploading', 'processing', 'publishing'].map((name) => field(status, `${name}_phase`));
  const [uploading, , publishing] = phases.map((phase) => textField(phase, 'status'));
  const broken = phases.find((phase) => textField(phase, 'status') === 'error');
  const overall = textField(status, 'video_status');
  const isMeant = textField(phases[2], 'publish_status') === 'published';
  if (/^completed?$/.test(publishing ?? '') || (isMeant && overall === 'ready')) return 'published';
  if (broken !== undefined || overall === 'error') {
    const words = textField(broken, 'error', 'message') ?? textField(broken, 'errors', 0, 'message') ?? '';
    return refuse(`Facebook could not process the video. ${words}`.trim(), 'media_ids');
  }
  if (overall === 'expired' || overall === 'upload_failed') return 'ended';
  if (overall === 'ready' && phases[2] === undefined) return 'ready';
  if (isMeant || publishing === 'in_progress') return 'publishing';
  return stateOfUpload(uploading, overall);
}

function stateOfUpload(uploading?: string, overall?: string): VideoState {
  const isComplete = uploading === 'complete' || overall === 'processing' || overall === 'ready';
  if (isComplete || overall === 'upload_complete') return 'uploaded';
  const isUploading = overall === 'uploading' || /^(?:not_started|in_progress)$/.test(uploading ?? '');
  return isUploading ? 'uploading' : 'unreadable';
}
