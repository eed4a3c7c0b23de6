/** Calls about an account and its posts that publish nothing. */
import { refuse } from '../core/fault.ts';
import { field, textField } from '../core/json.ts';
import type { AccountLimits } from '../core/limits.ts';
import type { Metrics } from '../core/metrics.ts';
import type { Published, PublishedPart } from '../core/network.ts';
import { isUnnamed, revisitPosted } from '../families/meta/container-posts.ts';
import { deletePost, isDenied, isGone } from '../families/meta/gone.ts';
import { pathTo } from '../families/meta/graph.ts';
import { askFor, type InsightNames, measureEach, readInsights } from '../families/meta/insights.ts';
import { type Grant, graphOf, type InstagramSession, scopesOf } from './api.ts';
import { describeQuota, quota } from './quota.ts';

/** Also tells whether the sign-in is still valid, because Instagram is asked. */
export async function check(session: InstagramSession): Promise<string[]> {
  const [posts] = await quota(session);
  return posts.used < posts.most ? [] : [describeQuota(posts)];
}

/** Since 2025-12-03, and only where people sign in by Facebook. */
export function refusesRemoval(part: PublishedPart, { scopes }: AccountLimits): string | undefined {
  if (isUnnamed(part)) return 'Instagram did not tell the id of this post. Delete it in the Instagram app.';
  if (scopes === undefined || scopes.includes(scopesOf.facebook.removal)) return undefined;
  return scopes.includes(scopesOf.instagram.needed[0])
    ? 'Instagram deletes posts only for accounts that are connected by Facebook. Delete it in the Instagram app.'
    : 'The sign-in does not allow deleting. Delete the post in the Instagram app.';
}

export async function remove(part: PublishedPart, session: InstagramSession): Promise<void> {
  const reason = refusesRemoval(part, session.grant);
  if (reason !== undefined) throw refuse(reason);
  await deletePost(graphOf(session), sought(part.id, session));
}

function sought(id: string, { account }: InstagramSession) {
  return { id, account: account.id, edge: 'media' };
}

export function revisit(part: PublishedPart, session: InstagramSession): Promise<Published | null> {
  return revisitPosted(graphOf(session), part);
}

/** Instagram’s names, by ours. */
const ofStories = { views: ['views'], reach: ['reach'], shares: ['shares'] } as const;
const ofOthers = { ...ofStories, likes: ['likes'], comments: ['comments'], saves: ['saved'] } as const;

/**
 * Numbers may be two days old. Those of a story are there for a day, and only if at least five people saw it:
 * https://developers.facebook.com/docs/instagram-platform/reference/instagram-media/insights (2026-11-22)
 */
export const measure = measureEach<Grant>(({ via }) => scopesOf[via].insights, readMetrics);

async function readMetrics(id: string, session: InstagramSession): Promise<Metrics | undefined> {
  const graph = graphOf(session);
  const media = await graph.read(pathTo(id), { fields: 'media_product_type' });
  if (isDenied(media.json) && (await isGone(graph, sought(id, session)))) return undefined;
  const isStory = textField(graph.requireGood(media), 'media_product_type') === 'STORY';
  const names: InsightNames = isStory ? ofStories : ofOthers;
  const answer = await graph.read(pathTo(id, 'insights'), askFor(names));
  return isTooSmall(answer.json) ? {} : readInsights(graph.requireGood(answer), names);
}

/** “Not enough viewers for the media to show insights”. */
function isTooSmall(json: unknown): boolean {
  const words = textField(json, 'error', 'message') ?? '';
  return field(json, 'error', 'code') === 10 && words.slice(0, 1000).includes('Not enough viewers');
}
