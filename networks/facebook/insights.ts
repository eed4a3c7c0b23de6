/** https://developers.facebook.com/docs/graph-api/reference/insights (2026-11-22) */

import { refuse } from '../core/fault.ts';
import { field } from '../core/json.ts';
import type { Measuring, MetricName, Metrics } from '../core/metrics.ts';
import type { PublishedPart } from '../core/network.ts';
import { statedNumber } from '../core/stated.ts';
import type { MetaApp } from '../families/meta/app.ts';
import { callGraph, dataOf, type Graph, isGone, pathTo } from '../families/meta/graph.ts';
import { type Grant, graphOf, scopesOf } from './api.ts';

/** Facebook’s names, by ours. Those of videos are not confirmed, so all that Facebook has of a video are read. */
const ofPosts = {
  views: 'post_media_view',
  reach: 'post_total_media_view_unique',
  clicks: 'post_clicks',
} as const;
const ofVideos = { views: 'blue_reels_play_count', reach: 'post_impressions_unique' } as const;

/** Stories have no numbers here. */
export const measure: Measuring<Grant, MetaApp> = {
  batch: 10,
  async read(posts, session) {
    if (!session.grant.scopes.includes(scopesOf.insights))
      throw refuse('The sign-in does not allow numbers. Connect the channel again, and allow insights.');
    const metrics = new Map<string, Metrics>();
    for (const post of posts) {
      const read = await readMetrics(graphOf(session), post);
      if (read !== undefined) metrics.set(post.id, read);
    }
    return metrics;
  },
};

const counts = 'comments.summary(true).limit(0),reactions.summary(true).limit(0)';

/** Undefined if Facebook no longer has the post. */
async function readMetrics(graph: Graph, { id }: PublishedPart): Promise<Metrics | undefined> {
  // The id of a post begins with that of its Page; the id of a video does not.
  const isPost = id.includes('_');
  const query = { fields: isPost ? `shares,${counts}` : counts };
  const post = await callGraph(graph, { method: 'GET', path: pathTo(id), query });
  if (isGone(post.json)) return undefined;
  if (post.status !== 200) throw graph.faultOf(post, graph.caller.now());
  const insights = await readInsights(graph, id, isPost);
  const count = (...path: string[]) => readNumber(field(post.json, ...path));
  const shares = isPost ? (count('shares', 'count') ?? 0) : undefined;
  return keepKnown({
    ...insights,
    likes: count('reactions', 'summary', 'total_count'),
    comments: count('comments', 'summary', 'total_count'),
    shares,
  });
}

async function readInsights(graph: Graph, id: string, isPost: boolean) {
  const names = isPost ? ofPosts : ofVideos;
  const path = pathTo(id, isPost ? 'insights' : 'video_insights');
  const query = isPost ? { metric: Object.values(names).join(',') } : {};
  const answer = await callGraph(graph, { method: 'GET', path, query });
  // A metric that Facebook no longer has must not cost the others.
  if (field(answer.json, 'error', 'code') === 100) return {};
  if (answer.status !== 200) throw graph.faultOf(answer, graph.caller.now());
  const read = Object.entries(names).map(([name, theirs]) => {
    const item = dataOf(answer.json).find((each) => field(each, 'name') === theirs);
    return [name, readNumber(field(item, 'values', 0, 'value'))];
  });
  return Object.fromEntries(read) as { [Name in MetricName]?: number | undefined };
}

function readNumber(value: unknown): number | undefined {
  return statedNumber(value, 0, Number.MAX_SAFE_INTEGER);
}

function keepKnown(metrics: { [Name in MetricName]?: number | undefined }): Metrics {
  return Object.fromEntries(Object.entries(metrics).filter(([, value]) => value !== undefined));
}
