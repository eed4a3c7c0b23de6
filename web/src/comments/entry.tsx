import type { ThreadEntry } from '@belfry/contract/comments.ts';
import { useState } from 'react';
import { tell } from '../app/acts.ts';
import { useStart } from '../app/start.ts';
import { Button } from '../look/button.tsx';
import { Mark } from '../look/mark.tsx';
import { sentenceOf } from '../look/problem.tsx';
import { useDates } from '../words/dates.ts';
import { useWords } from '../words/words.ts';
import { CommentForm } from './comment-form.tsx';
import styles from './comments.module.css';
import { splitNames } from './mentions.ts';
import { type CommentedPost, useReaders } from './readers.ts';
import { useChangesOf } from './thread.ts';

interface Props {
  post: CommentedPost;
  entry: ThreadEntry;
}

/** What one person said. Only the person can change it. */
export function Entry({ post, entry }: Props) {
  const { comments } = useWords();
  const dates = useDates();
  const { user, permissions } = useStart();
  const [isChanging, setChanging] = useState(false);
  const isOwn = entry.kind === 'comment' && entry.author.id === user.id && permissions.includes('post.write');
  return (
    <article className={styles['entry']} aria-label={entry.author.name}>
      <header className={styles['by']}>
        <Author entry={entry} />
        <time dateTime={entry.created_at}>{dates.momentOf(entry.created_at)}</time>
        {entry.edited_at !== null && (
          <span title={dates.momentOf(entry.edited_at)}>{`· ${comments.edited()}`}</span>
        )}
        {isOwn && !isChanging && <Own post={post} entry={entry} onChange={() => setChanging(true)} />}
      </header>
      {isChanging ? (
        <Change post={post} entry={entry} onClose={() => setChanging(false)} />
      ) : (
        <p className={styles['text']} dir="auto">
          {splitNames(entry.text, entry.mentions).map(({ text, member }, at) =>
            member === undefined ? (
              text
            ) : (
              // biome-ignore lint/suspicious/noArrayIndexKey: a run is its place
              <span key={at} className={styles['name']} data-self={member.id === user.id}>
                {text}
              </span>
            ),
          )}
        </p>
      )}
    </article>
  );
}

/** The sentence of a review stands in the thread, too. */
function Author({ entry: { author, kind, decision } }: Pick<Props, 'entry'>) {
  const { comments } = useWords();
  if (kind !== 'review' || decision === null) {
    return (
      <strong className={styles['author']}>
        <bdi>{author.name}</bdi>
      </strong>
    );
  }
  return (
    <>
      <Mark state={decision === 'approved' ? 'scheduled' : 'failed'} size={14} />
      <strong className={styles['author']}>{comments[decision]({ name: author.name })}</strong>
    </>
  );
}

function Own({ post, entry, onChange }: Props & { onChange: () => void }) {
  const words = useWords();
  const { remove, add } = useChangesOf(post.id);
  const { text, mentions } = entry;
  const confirm = async () => {
    try {
      await remove.mutateAsync(entry.id);
    } catch (error) {
      tell(sentenceOf(words, error), { isFailure: true });
      return;
    }
    const again = { text, mentions: mentions.map(({ id }) => id) };
    tell(words.comments.deleted(), { undo: async () => void (await add.mutateAsync(again)) });
  };
  return (
    <span className={styles['own']}>
      <Button look="quiet" onClick={onChange}>
        {words.comments.edit()}
      </Button>
      <Button look="quiet" busy={remove.isPending} onClick={confirm}>
        {words.comments.delete()}
      </Button>
    </span>
  );
}

function Change({ post, entry, onClose }: Props & { onClose: () => void }) {
  const { comments } = useWords();
  const { change } = useChangesOf(post.id);
  const [text, setText] = useState(entry.text);
  const readers = useReaders(post, true);
  // Somebody who was mentioned may not be a member any more.
  const known = readers.length === 0 ? entry.mentions : readers;
  return (
    <CommentForm
      label={comments.change()}
      act={comments.save()}
      value={text}
      members={known}
      isBusy={change.isPending}
      error={change.error}
      onChange={setText}
      onCancel={onClose}
      onSend={(said) =>
        change.mutate(
          { id: entry.id, ...said },
          {
            onSuccess: onClose,
          },
        )
      }
    />
  );
}
