/**
 * Reads the current names of the posts, channels and people in notices; of posts only those that the reader may see.
 */
import type { Db } from '../db/database.ts';
import type { NoticeRow, PostName, Viewer } from './notice.ts';
import { nameChannels, namePeople, namePosts } from './store.ts';

export interface Names {
  workspace: string;
  posts: ReadonlyMap<number, PostName>;
  channels: ReadonlyMap<number, string>;
  people: ReadonlyMap<number, string>;
}

type HasMentions = Pick<NoticeRow, 'post_id' | 'channel_id' | 'items'>;

export async function readNames(
  db: Db,
  viewer: Omit<Viewer, 'kinds'> & { workspace: string },
  notices: readonly HasMentions[],
): Promise<Names> {
  const mentioned = notices.flatMap((notice) => [notice, ...notice.items]);
  const posts = await namePosts(db, viewer, idsOf(mentioned.map(({ post_id }) => post_id)));
  const channels = await nameChannels(
    db,
    viewer.workspaceId,
    idsOf(mentioned.map(({ channel_id }) => channel_id)),
  );
  const people = await namePeople(
    db,
    idsOf(notices.flatMap(({ items }) => items.map(({ user_id }) => user_id))),
  );
  return {
    workspace: viewer.workspace,
    posts: new Map(posts.map((post) => [post.id, post])),
    channels: new Map(channels.map(({ id, name }) => [id, name])),
    people: new Map(people.map(({ id, name }) => [id, name])),
  };
}

function idsOf(ids: readonly (number | null)[]): number[] {
  return [...new Set(ids.filter((id) => id !== null))];
}
