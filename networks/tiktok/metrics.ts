/** Reads the numbers of public posts: https://developers.tiktok.com/doc/tiktok-api-v2-video-query (2026-11-22). */
import { field, textField } from '../core/json.ts';
import type { Measuring, Metrics } from '../core/metrics.ts';
import { type App, type Grant, listIn, postApi, requireOk } from './api.ts';

const names = { views: 'view_count', likes: 'like_count', comments: 'comment_count', shares: 'share_count' };

export const measure: Measuring<Grant, App> = {
  batch: 20,
  async read(posts, session) {
    // A post without a page still has the id of its publication.
    const ids = posts.map(({ id }) => id).filter((id) => /^\d{1,20}$/.test(id));
    if (ids.length === 0 || !session.grant.scopes.includes('video.list')) return new Map();
    const path = `/v2/video/query/?fields=id,${Object.values(names).join(',')}`;
    const { json } = await requireOk(postApi(session, path, { filters: { video_ids: ids } }), session);
    const found = new Map<string, Metrics>();
    for (const video of listIn(json, 'data', 'videos')) {
      const id = textField(video, 'id');
      if (id !== undefined && ids.includes(id)) found.set(id, readMetrics(video));
    }
    return found;
  },
};

function readMetrics(video: unknown): Metrics {
  const numbers = Object.entries(names).map(([name, field_]) => [name, field(video, field_)] as const);
  return Object.fromEntries(numbers.filter(([, value]) => typeof value === 'number' && value >= 0));
}
