import type { Post } from '@belfry/contract/posts.ts';
import { useWords } from '../words/words.ts';
import styles from './post.module.css';

/** The text and the files that all channels share. */
export function Content({ post }: { post: Pick<Post, 'content' | 'media'> }) {
  const words = useWords();
  return (
    <section className={styles['content']}>
      <p className={styles['text']} dir="auto">
        {post.content === '' ? <span className={styles['none']}>{words.post.noText()}</span> : post.content}
      </p>
      <Pictures media={post.media} />
    </section>
  );
}

function Pictures({ media }: { media: Post['media'] }) {
  if (media.length === 0) return null;
  return (
    <ul className={styles['pictures']}>
      {media.map(({ id, alt_text, name, kind }) => (
        <li key={id}>
          <img
            src={`/api/v1/media/${id}/thumbnail?width=320`}
            alt={alt_text ?? name}
            className={styles['picture']}
            data-kind={kind}
            loading="lazy"
          />
        </li>
      ))}
    </ul>
  );
}
