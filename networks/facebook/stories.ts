/** Stories: each file is one. https://developers.facebook.com/docs/page-stories-api (2026-11-22) */

import { refuse } from '../core/fault.ts';
import { field, idField } from '../core/json.ts';
import type { Outgoing, Published } from '../core/network.ts';
import type { Found } from '../core/run.ts';
import { callGraph, dataOf, pathTo } from '../families/meta/graph.ts';
import { findPage, type PageFlow, readPage } from './api.ts';
import type { Settings } from './settings.ts';
import { uploadPhoto } from './upload.ts';
import { awaitVideo, doubt, ofPage, uploadVideo } from './videos.ts';

type Posted = { id: string; url: string | null };

/** Seconds after which a story that the list does not show was not published. */
const visibleAfter = 180;

/** A photo, or a video of which Facebook has all bytes. */
interface Prepared {
  id: string;
  isVideo: boolean;
}

export async function publishStories({ media }: Outgoing<Settings>, flow: PageFlow): Promise<Published> {
  const prepared: Prepared[] = [];
  for (const [index, file] of media.entries()) {
    const isVideo = file.kind === 'video';
    const id = isVideo
      ? await uploadVideo(flow, 'video_stories', `video ${index}`, file)
      : await uploadPhoto(flow, `photo ${index}`, file, null);
    prepared.push({ id, isVideo });
  }
  const parts: Posted[] = [];
  for (const [index, each] of prepared.entries()) parts.push(await publishStory(flow, each, index));
  const [first] = parts;
  if (first === undefined) throw refuse('A story needs a photo or a video.', 'media_ids');
  return { ...first, ...(parts.length > 1 && { parts }) };
}

async function publishStory(flow: PageFlow, { id, isVideo }: Prepared, index: number): Promise<Posted> {
  const send = () =>
    isVideo
      ? sendStory(flow, 'video_stories', { upload_phase: 'finish', video_id: id })
      : sendStory(flow, 'photo_stories', { photo_id: id });
  const posted = await flow.run.commit(
    `story ${index}`,
    (_, { times }) => send().catch((error) => doubt(error, times)),
    { reconcile: () => findStory(flow, id), visibleAfter },
  );
  if (isVideo) await awaitVideo(flow, id);
  if (posted.url !== null) return posted;
  const url = await findPage(flow, `page ${index}`, async () => {
    const listed = await findStory(flow, id);
    return typeof listed === 'object' ? listed.found.url : null;
  });
  return { ...posted, url };
}

async function sendStory(
  flow: PageFlow,
  edge: string,
  body: { upload_phase?: string; video_id?: string; photo_id?: string },
): Promise<Posted> {
  const { graph } = flow;
  const response = await callGraph(graph, ofPage(flow, edge, { ...body }));
  const id = idField(response.json, 'post_id');
  if (response.status !== 200 || id === undefined) throw graph.faultOf(response, graph.caller.now());
  return { id, url: null };
}

/** A file becomes at most one story, so its id tells which. */
async function findStory({ graph, page }: PageFlow, file: string): Promise<Found<Posted>> {
  const query = { fields: 'post_id,media_id,url', limit: '100' };
  const response = await callGraph(graph, { method: 'GET', path: pathTo(page, 'stories'), query });
  if (response.status !== 200) throw graph.faultOf(response, graph.caller.now());
  const ours = dataOf(response.json).find((item) => field(item, 'media_id') === file);
  if (ours === undefined) return 'absent';
  const id = idField(ours, 'post_id');
  return id === undefined ? 'unknown' : { found: { id, url: readPage(ours, 'url') } };
}
