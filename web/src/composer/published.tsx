/** In place of the composer for a post that has gone out, or is going out. */
import type { Post } from '@belfry/contract/posts.ts';
import { Link } from '@tanstack/react-router';
import { buttonClass } from '../look/button.tsx';
import { useWords } from '../words/words.ts';
import styles from './composer.module.css';

export function Published({ post }: { post: Post }) {
  const { composer } = useWords();
  return (
    <main className={styles['alone']}>
      <p>{post.status === 'publishing' ? composer.beingPublished() : composer.notEditable()}</p>
      <Link to="/posts/$id" params={{ id: String(post.id) }} className={buttonClass('act')}>
        {composer.toPost()}
      </Link>
    </main>
  );
}
