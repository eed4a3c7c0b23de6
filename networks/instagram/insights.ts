/** https://developers.facebook.com/docs/instagram-platform/reference/instagram-media/insights (2026-11-22) */
import { refuse } from '../core/fault.ts';
import { field, textField } from '../core/json.ts';
import type { Measuring, MetricName, Metrics } from '../core/metrics.ts';
import type { PublishedPart } from '../core/network.ts';
import { statedNumber } from '../core/stated.ts';
import type { MetaApp } from '../families/meta/app.ts';
import { isUnnamed } from '../families/meta/containers.ts';
import { callGraph, dataOf, type Graph, isGone, pathTo } from '../families/meta/graph.ts';
import { type Grant, graphOf, scopesOf } from './api.ts';

/** Instagram’s names, by ours. */
const ofStories = { views: 'views', reach: 'reach', shares: 'shares' } as const;
const ofOthers = { ...ofStories, likes: 'likes', comments: 'comments', saves: 'saved' } as const;

/** Numbers may be two days old. Those of a story are there for a day, and only if at least five people saw it. */
export const measure: Measuring<Grant, MetaApp> = {
  batch: 10,
  async read(posts, session) {
    const { via, scopes } = session.grant;
    if (!scopes.includes(scopesOf[via].insights))
      throw refuse('The sign-in does not allow numbers. Connect the channel again, and allow insights.');
    const metrics = new Map<string, Metrics>();
    for (const post of posts) {
      const read = isUnnamed(post) ? undefined : await readMetrics(graphOf(session), post);
      if (read !== undefined) metrics.set(post.id, read);
    }
    return metrics;
  },
};

/** Undefined if Instagram no longer has the post. */
async function readMetrics(graph: Graph, { id }: PublishedPart): Promise<Metrics | undefined> {
  const query = { fields: 'media_product_type' };
  const media = await callGraph(graph, { method: 'GET', path: pathTo(id), query });
  if (isGone(media.json)) return undefined;
  if (media.status !== 200) throw graph.faultOf(media, graph.caller.now());
  const isStory = textField(media.json, 'media_product_type') === 'STORY';
  const names: Metrics | Record<string, string> = isStory ? ofStories : ofOthers;
  const metric = Object.values(names).join(',');
  const answer = await callGraph(graph, { method: 'GET', path: pathTo(id, 'insights'), query: { metric } });
  if (isTooSmall(answer.json)) return {};
  if (answer.status !== 200) throw graph.faultOf(answer, graph.caller.now());
  return Object.fromEntries(
    Object.entries(names).flatMap(([name, theirs]) => {
      const item = dataOf(answer.json).find((each) => field(each, 'name') === theirs);
      const value = statedNumber(field(item, 'values', 0, 'value'), 0, Number.MAX_SAFE_INTEGER);
      return value === undefined ? [] : [[name as MetricName, value]];
    }),
  );
}

/** “Not enough viewers for the media to show insights”. */
function isTooSmall(json: unknown): boolean {
  const words = textField(json, 'error', 'message') ?? '';
  return field(json, 'error', 'code') === 10 && words.slice(0, 1000).includes('Not enough viewers');
}
