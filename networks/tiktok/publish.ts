import { readIdAt } from '../core/api.ts';
import { refuse } from '../core/fault.ts';
import type { JsonObject } from '../core/json.ts';
import type { Outgoing, Published } from '../core/network.ts';
import type { Run } from '../core/run.ts';
import { ask, postTo, type TiktokSession } from './api.ts';
import { listObstacles, readCreator } from './creator.ts';
import { composePhotos, composeVideo, type Forced, listForced } from './post.ts';
import { isDraft, type Settings } from './settings.ts';
import { type Kind, partOf, probe } from './status.ts';
import { type Sent, uploadVideo } from './upload.ts';

/** Seconds. TikTok allows 30 questions in a minute, and itself takes up to an hour to fetch photos. */
const asking = { every: 15, within: 7200 };

const nothingForced: Forced = { comment: false, duet: false, stitch: false };

type Post = Outgoing<Settings>;

export async function publish(post: Post, session: TiktokSession, run: Run): Promise<Published> {
  const [file] = post.media;
  if (file === undefined) throw refuse('TikTok needs a video or photos.');
  const forced = isDraft(post.settings)
    ? nothingForced
    : await run.step('creator', () => checkCreator(post, session));
  // Also the name of the commit.
  const kind: Kind = file.kind === 'video' ? 'video' : 'photo';
  const { id } =
    kind === 'video'
      ? await uploadVideo(file, videoPath(post), composeVideo(post, forced), session, run)
      : await commitPhotos(composePhotos(post, forced), session, run);
  const probing = () => probe(id, kind, session);
  const { postId, isDraft: isHandedOver } = await run.until('status', probing, { ...asking, of: kind });
  return {
    ...partOf(id, postId, kind, session),
    warnings: listForced(post, forced),
    ...(isHandedOver && { handedOver: true }),
  };
}

/** An account may change what it allows after the post was planned. */
async function checkCreator(post: Post, session: TiktokSession): Promise<Forced> {
  const creator = await readCreator(session);
  const [obstacle] = listObstacles(post, creator, session);
  if (obstacle !== undefined) throw refuse(obstacle.message, obstacle.field);
  return creator.forced;
}

function videoPath({ settings }: Post): string {
  return isDraft(settings) ? '/v2/post/publish/inbox/video/init/' : '/v2/post/publish/video/init/';
}

/** TikTok fetches the photos itself. Without its answer nobody knows the id by which to ask, so a doubt stays. */
async function commitPhotos(body: JsonObject, session: TiktokSession, run: Run): Promise<Sent> {
  // Counts how often TikTok failed: `probe` ends it.
  await run.step('photos', () => true);
  const call = postTo('/v2/post/publish/content/init/', body);
  return run.commit('photo', () => ask(session, call, readIdAt('data', 'publish_id')));
}
