/** Members who can see a post, and so can be mentioned in its comments. */
import type { Post } from '@belfry/contract/posts.ts';
import { useStart } from '../app/start.ts';
import { useAnswer } from '../data/client.ts';
import type { Named } from './mentions.ts';

export type CommentedPost = Pick<Post, 'id' | 'author'> & {
  targets: readonly Pick<Post['targets'][number], 'channel_id'>[];
};

/** Without the person who asks. `isWanted`: whether to read them now. */
export function useReaders({ author, targets }: CommentedPost, isWanted: boolean): readonly Named[] {
  const { user } = useStart();
  const { data: members = [] } = useAnswer('listMembers', undefined, { enabled: isWanted });
  return members.filter(
    ({ id, channel_ids }) =>
      id !== user.id &&
      (channel_ids === null ||
        id === author.id ||
        targets.some(({ channel_id }) => channel_ids.includes(channel_id))),
  );
}
