/** Posts that wait for the decision of this person. */
import type { Post } from '@belfry/contract/posts.ts';
import { useStart } from '../app/start.ts';
import { useAnswer } from '../data/client.ts';
import { Mark } from '../look/mark.tsx';
import { useWords } from '../words/words.ts';
import styles from './attention.module.css';
import { PostLink } from './item.tsx';

/** Posts that are read at most. */
const MOST = 50;
/** Characters of a post, as in the other items. */
const SHOWN = 80;

export function useReviews() {
  const { permissions, user, workspace, channel_ids: ids } = useStart();
  const { data, error, isLoading } = useAnswer(
    'listPosts',
    { query: { 'status[]': ['pending_approval'], order: 'created', limit: MOST } },
    { enabled: permissions.includes('review.decide') },
  );
  const mayDecide = ({ author, targets }: Post) =>
    (author.id !== user.id || workspace.allow_self_review) &&
    targets.every(({ channel_id: id }) => ids === null || ids.includes(id));
  return { posts: data?.filter(mayDecide) ?? [], hasMore: data?.length === MOST, error, isLoading };
}

export function Reviews({ posts, hasMore }: Pick<ReturnType<typeof useReviews>, 'posts' | 'hasMore'>) {
  const { attention } = useWords();
  const { counts } = useStart();
  return (
    <li className={styles['item']}>
      <h2 className={styles['cause']}>
        <Mark state="pending_approval" />
        {attention.reviews({ count: hasMore ? (counts.reviews ?? MOST) : posts.length })}
      </h2>
      <ul className={styles['posts']}>
        {posts.map(({ id, scheduled_at: at, content }) => (
          <li key={id} className={styles['row']}>
            <PostLink id={id} at={at} text={content.slice(0, SHOWN)} />
          </li>
        ))}
        {hasMore && <li className={styles['aside']}>{attention.morePosts()}</li>}
      </ul>
    </li>
  );
}
