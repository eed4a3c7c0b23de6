/** Calls about a Page and its posts that publish nothing. */
import { field } from '../core/json.ts';
import type { Metrics } from '../core/metrics.ts';
import type { Published, PublishedPart } from '../core/network.ts';
import { statedAddress } from '../core/stated.ts';
import { deletePost, isDenied, isGone } from '../families/meta/gone.ts';
import { type Graph, pathTo } from '../families/meta/graph.ts';
import { askFor, measureEach, readCount, readInsights } from '../families/meta/insights.ts';
import { type FacebookSession, type Grant, graphOf, readPage, scopesOf } from './api.ts';

/** Also tells whether the sign-in is still valid, because Facebook is asked. */
export async function check(session: FacebookSession): Promise<string[]> {
  const query = { fields: 'id,is_published' };
  const json = await graphOf(session).ask(pathTo(session.account.id), query);
  if (field(json, 'is_published') !== false) return [];
  return ['This Page is not published at Facebook, so only the people who manage it see its posts.'];
}

export function remove({ id }: PublishedPart, session: FacebookSession): Promise<void> {
  return deletePost(graphOf(session), sought(id, session));
}

function sought(id: string, { account }: FacebookSession) {
  return { id, account: account.id, edge: 'published_posts' };
}

/** The page of a post that Facebook did not tell when it was published. */
export async function revisit({ id }: PublishedPart, session: FacebookSession): Promise<Published | null> {
  const url = statedAddress(await readPage(graphOf(session), id));
  return url === null ? null : { id, url };
}

/** Facebook’s names, by ours. Those of videos are not confirmed, so all that Facebook has of a video are read. */
const ofVideos = { views: ['blue_reels_play_count'], reach: ['post_impressions_unique'] };
const ofPosts = {
  views: ['post_media_view'],
  reach: ['post_total_media_view_unique'],
  clicks: ['post_clicks'],
};
const counts = 'comments.summary(true).limit(0),reactions.summary(true).limit(0)';

/** Stories have no numbers here. https://developers.facebook.com/docs/graph-api/reference/insights (2026-11-22) */
export const measure = measureEach<Grant>(() => scopesOf.insights, readMetrics);

async function readMetrics(id: string, session: FacebookSession): Promise<Metrics | undefined> {
  const graph = graphOf(session);
  // The id of a post begins with that of its Page; the id of a video does not.
  const isPost = id.includes('_');
  const post = await graph.read(pathTo(id), { fields: isPost ? `shares,${counts}` : counts });
  if (isDenied(post.json) && (await isGone(graph, sought(id, session)))) return undefined;
  const json = graph.requireGood(post);
  const insights = await readInsightsOf(graph, id, isPost);
  const count = (...path: string[]) => readCount(json, ...path);
  const numbers = {
    likes: count('reactions', 'summary', 'total_count'),
    comments: count('comments', 'summary', 'total_count'),
    shares: isPost ? (count('shares', 'count') ?? 0) : undefined,
  };
  const known = Object.entries(numbers).filter(([, value]) => value !== undefined);
  return { ...insights, ...Object.fromEntries(known) };
}

async function readInsightsOf(graph: Graph, id: string, isPost: boolean): Promise<Metrics> {
  const answer = isPost
    ? await graph.read(pathTo(id, 'insights'), askFor(ofPosts))
    : await graph.read(pathTo(id, 'video_insights'), {});
  // A metric that Facebook no longer has must not cost the others.
  if (field(answer.json, 'error', 'code') === 100) return {};
  return readInsights(graph.requireGood(answer), isPost ? ofPosts : ofVideos);
}
