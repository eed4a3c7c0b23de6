import type { Outgoing, Published } from '../core/network.ts';
import type { Run } from '../core/run.ts';
import { statedAddress } from '../core/stated.ts';
import { addComment } from '../families/meta/lists.ts';
import { type FacebookSession, openFlow, type PageFlow } from './api.ts';
import { addCaptions } from './captions.ts';
import { publishPost } from './feed.ts';
import { type FormatName, formatOf } from './rules.ts';
import type { Settings } from './settings.ts';
import { publishStories } from './stories.ts';
import { addCover } from './upload.ts';
import { publishReel, publishVideo } from './videos.ts';

const publishers: Record<FormatName, (post: Outgoing<Settings>, flow: PageFlow) => Promise<Published>> = {
  feed: publishPost,
  video: publishVideo,
  reel: publishReel,
  story: publishStories,
};

export async function publish(
  post: Outgoing<Settings>,
  session: FacebookSession,
  run: Run,
): Promise<Published> {
  const flow = openFlow(session, run);
  const format = formatOf(post);
  const { parts, ...published } = await publishers[format](post, flow);
  if (format === 'video' || format === 'reel') {
    await addCover(published.id, post, flow);
    for (const file of post.media) await addCaptions(published.id, file, flow);
  }
  if (format !== 'story') await addComment(flow, published.id, post.settings.first_comment, 'message');
  const clean = <T extends { url: string | null }>(part: T) => ({ ...part, url: statedAddress(part.url) });
  return { ...clean(published), ...(parts && { parts: parts.map(clean) }) };
}
