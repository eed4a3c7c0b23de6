/** Reads the numbers of videos, and deletes videos. */
import { refuse } from '../core/fault.ts';
import { field, textField } from '../core/json.ts';
import type { AccountLimits } from '../core/limits.ts';
import type { Measuring, Metrics } from '../core/metrics.ts';
import type { PublishedPart } from '../core/network.ts';
import { type App, ask, type Grant, send, type YoutubeSession } from './api.ts';
import { faultOf } from './faults.ts';
import { manageScope } from './oauth.ts';

const path = '/youtube/v3/videos';

/** YouTube’s names, by ours. It no longer counts favourites: https://developers.google.com/youtube/v3/docs/videos (2026-11-22). */
const names = { views: 'viewCount', likes: 'likeCount', comments: 'commentCount' } as const;

/** A call costs one unit of the app’s quota, and needs the scope that every grant has. */
export const measure: Measuring<Grant, App> = {
  batch: 50,
  async read(posts, session) {
    const ids = posts.map(({ id }) => id);
    const query = { part: 'statistics', id: ids.join() };
    const items = await ask(session, { path, query }, (json) => {
      const list = field(json, 'items');
      return Array.isArray(list) ? list : undefined;
    });
    const found = items.flatMap((item): [string, Metrics][] => {
      const id = textField(item, 'id');
      return id !== undefined && ids.includes(id) ? [[id, readMetrics(field(item, 'statistics'))]] : [];
    });
    return new Map(found);
  },
};

/** YouTube writes numbers as texts, and leaves out those that the owner hides. */
function readMetrics(statistics: unknown): Metrics {
  const numbers = Object.entries(names).flatMap(([name, theirs]) => {
    const text = textField(statistics, theirs) ?? '';
    return /^\d{1,20}$/.test(text) ? [[name, Math.min(Number(text), Number.MAX_SAFE_INTEGER)]] : [];
  });
  return Object.fromEntries(numbers);
}

/** `youtube.upload` does not suffice: https://developers.google.com/youtube/v3/docs/videos/delete (2026-11-22). */
export function refusesRemoval(_: PublishedPart, { scopes }: AccountLimits): string | undefined {
  if (scopes === undefined || scopes.includes(manageScope)) return undefined;
  return 'The sign-in does not allow deleting. Connect the channel again and allow it, or delete the video in YouTube Studio.';
}

export async function remove(part: PublishedPart, session: YoutubeSession): Promise<void> {
  const { id } = part;
  const reason = refusesRemoval(part, session.grant);
  if (reason !== undefined) throw refuse(reason);
  const response = await send(session, { method: 'DELETE', path, query: { id } });
  if (response.status === 204 || response.status === 404) return;
  const error = faultOf(response, session.now());
  const isForbidden = error.fault.networkCode === 'forbidden';
  throw isForbidden ? refuse('YouTube does not allow deleting this video.') : error;
}
