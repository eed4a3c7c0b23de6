import type { Post } from '@belfry/contract/posts.ts';
import { useStart } from '../app/start.ts';
import { nameLanguage } from '../words/languages.ts';
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
      {media.map((file) => (
        <li key={file.id}>
          {file.kind === 'video' ? (
            <Video file={file} />
          ) : (
            <img
              src={`${file.thumbnail_url}&width=320`}
              alt={file.alt_text ?? file.name}
              className={styles['picture']}
              loading="lazy"
            />
          )}
        </li>
      ))}
    </ul>
  );
}

/** Nothing is loaded but its still until somebody plays it. */
function Video({ file }: { file: Post['media'][number] }) {
  const { workspace } = useStart();
  const { id, url, thumbnail_url, name, alt_text, captions } = file;
  return (
    // biome-ignore lint/a11y/useMediaCaption: they are those that the video has
    <video
      src={`${url}?workspace=${workspace.id}`}
      poster={`${thumbnail_url}&width=640`}
      aria-label={alt_text ?? name}
      className={styles['video']}
      preload="none"
      controls
      playsInline
    >
      {captions.map(({ language }) => (
        <track
          key={language}
          kind="captions"
          srcLang={language}
          label={nameLanguage(language)}
          src={`/api/public/v1/media/${id}/captions/${language}?workspace=${workspace.id}`}
        />
      ))}
    </video>
  );
}
