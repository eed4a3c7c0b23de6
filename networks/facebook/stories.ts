/** Stories: each file is one. https://developers.facebook.com/docs/page-stories-api (2026-11-22) */
import { refuse } from '../core/fault.ts';
import { idField, textField } from '../core/json.ts';
import type { Outgoing, Published } from '../core/network.ts';
import type { Found } from '../core/run.ts';
import { pathTo } from '../families/meta/graph.ts';
import { findPage, listSince, type Posted } from '../families/meta/lists.ts';
import { type PageFlow, withHost } from './api.ts';
import type { Settings } from './settings.ts';
import { uploadPhoto } from './upload.ts';
import { awaitVideo, doubt, uploadVideo } from './videos.ts';

/** Seconds after which a story that the list does not show was not published. */
const visibleAfter = 180;

/** A photo, or a video of which Facebook has all bytes. */
type Prepared = { id: string; isVideo: boolean };

/** `file`: the id of its photo or video. */
type Story = Posted & { file: string };

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
  const warnings: string[] = [];
  for (const [index, each] of prepared.entries()) {
    const story = await commitStory(flow, each, index);
    if (each.isVideo) warnings.push(...(await awaitVideo(flow, story.file, nameOf(index))));
    parts.push(await findStory(flow, story, index));
  }
  const [first] = parts;
  if (first === undefined) throw refuse('A story needs a photo or a video.', 'media_ids');
  return { ...first, ...(parts.length > 1 && { parts }), warnings };
}

const nameOf = (index: number) => `story ${index}`;

/** A retry finds the story that an earlier try has published, whose file is another one than that just uploaded. */
function commitStory(flow: PageFlow, file: Prepared, index: number): Promise<Story> {
  return flow.run.commit(
    nameOf(index),
    (_, { times }) => send(flow, file).catch((error) => doubt(error, times)),
    { reconcile: ({ since }) => find(flow, file.id, since), visibleAfter },
  );
}

/** The story with its page. */
async function findStory(flow: PageFlow, { id, url, file }: Story, index: number): Promise<Posted> {
  if (url !== null) return { id, url };
  const page = await findPage(flow.run, `page ${index}`, async () => {
    const listed = await find(flow, file, flow.graph.now());
    return typeof listed === 'object' ? listed.found.url : null;
  });
  return { id, url: page };
}

async function send({ graph, page }: PageFlow, { id, isVideo }: Prepared): Promise<Story> {
  const [edge, body] = isVideo
    ? ['video_stories', { upload_phase: 'finish', video_id: id }]
    : ['photo_stories', { photo_id: id }];
  const response = await graph.post(pathTo(page, edge), body);
  return { id: graph.requireId(response, 'post_id'), url: null, file: id };
}

/**
 * A file becomes at most one story, so its id tells which. A story of an unknown file may be ours. An empty list proves
 * nothing: Facebook lists stories only of Pages that have the story archive on.
 */
async function find({ graph, page }: PageFlow, file: string, since: Date): Promise<Found<Story>> {
  const wanted = { fields: 'post_id,media_id,url,creation_time', time: 'creation_time' };
  const { all, items, isComplete } = await listSince(graph, pathTo(page, 'stories'), wanted, since);
  const fileOf = (item: unknown) => idField(item, 'media_id');
  const ours = all.find((item) => fileOf(item) === file);
  if (ours === undefined) {
    const isClear = all.length > 0 && items.every((item) => fileOf(item) !== undefined);
    return isComplete && isClear ? 'absent' : 'unknown';
  }
  const id = idField(ours, 'post_id');
  const url = withHost(textField(ours, 'url') ?? null);
  return id === undefined ? 'unknown' : { found: { id, url, file } };
}
