/** In place of the composer for a post that has gone out, is going out, or is gone. */
import { Link } from '@tanstack/react-router';
import { buttonClass } from '../look/button.tsx';
import { useWords } from '../words/words.ts';
import styles from './composer.module.css';
import type { End } from './desk.ts';

export function Ended({ end: { post, kept } }: { end: End }) {
  const { composer, frame } = useWords();
  const why =
    post === undefined
      ? composer.gone()
      : post.status === 'publishing'
        ? composer.beingPublished()
        : composer.notEditable();
  return (
    <main className={styles['alone']}>
      <p role="status">{kept === undefined ? why : `${why} ${composer.freed()}`}</p>
      {kept !== undefined && (
        <Link to="/write" search={{ kept }} className={buttonClass('act')}>
          {composer.openFreed()}
        </Link>
      )}
      {post === undefined ? (
        <Link to="/" className={buttonClass()}>
          {frame.calendar()}
        </Link>
      ) : (
        <Link
          to="/posts/$id"
          params={{ id: String(post.id) }}
          className={buttonClass(kept === undefined ? 'act' : 'plain')}
        >
          {composer.toPost()}
        </Link>
      )}
      {post?.status === 'published' && (
        <Link to="/write" search={{ from: post.id }} className={buttonClass()}>
          {composer.again()}
        </Link>
      )}
    </main>
  );
}
