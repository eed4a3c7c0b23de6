/** Reads the numbers of public posts: https://developers.tiktok.com/doc/tiktok-api-v2-video-query (2026-11-22). */
import { listField } from '../core/json.ts';
import type { Measuring } from '../core/metrics.ts';
import { readNumbersIn } from '../core/numbers.ts';
import { type App, ask, type Grant, postTo } from './api.ts';

const names = { views: 'view_count', likes: 'like_count', comments: 'comment_count', shares: 'share_count' };

export const measure: Measuring<Grant, App> = {
  batch: 20,
  async read(posts, session) {
    // A post without a page still has the id of its publication.
    const paged = posts.filter(({ id }) => /^\d{1,20}$/.test(id));
    if (paged.length === 0 || !session.grant.scopes.includes('video.list')) return new Map();
    const filters = { video_ids: paged.map(({ id }) => id) };
    const call = postTo(`/v2/video/query/?fields=id,${Object.values(names).join(',')}`, { filters });
    const videos = await ask(session, call, (json) => listField(json, 'data', 'videos').slice(0, 100));
    return readNumbersIn(videos, paged, names);
  },
};
