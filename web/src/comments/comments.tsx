/** What members say to each other about a post, oldest first, and the field to say something. */
import type { ThreadEntry } from '@belfry/contract/comments.ts';
import { Fragment, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useStart } from '../app/start.ts';
import { Problem } from '../look/problem.tsx';
import { useWords } from '../words/words.ts';
import { CommentForm } from './comment-form.tsx';
import styles from './comments.module.css';
import { Entry } from './entry.tsx';
import { useKeptComment } from './kept-comment.ts';
import { type CommentedPost, useReaders } from './readers.ts';
import { type Said, type Thread, useChangesOf, useThread } from './thread.ts';

export function Comments({ post }: { post: CommentedPost }) {
  const { permissions } = useStart();
  const { data: thread, error } = useThread(post.id);
  return (
    <div className={styles['comments']}>
      {error !== null && thread === undefined && <Problem error={error} />}
      {thread !== undefined && <Entries post={post} thread={thread} />}
      {permissions.includes('post.write') && <Write post={post} />}
    </div>
  );
}

function Entries({ post, thread }: { post: CommentedPost; thread: Thread }) {
  const { comments } = useWords();
  const { user } = useStart();
  const [firstNew] = useState(() => findFirstNew(thread, user.id));
  const end = useRef<HTMLDivElement>(null);
  useReading(post.id, thread, end);
  return (
    <>
      {thread.entries.length === 0 && <p className={styles['empty']}>{comments.empty()}</p>}
      {thread.truncated && <p className={styles['empty']}>{comments.cut()}</p>}
      <div className={styles['entries']} role="log" aria-label={comments.title()}>
        {thread.entries.map((entry) => (
          <Fragment key={keyOfEntry(entry)}>
            {keyOfEntry(entry) === firstNew && <p className={styles['new']}>{comments.new()}</p>}
            <Entry post={post} entry={entry} />
          </Fragment>
        ))}
      </div>
      <div ref={end} className={styles['end']} />
    </>
  );
}

function keyOfEntry({ kind, id }: ThreadEntry): string {
  return `${kind} ${id}`;
}

/** The first entry that was unread when the person came. */
function findFirstNew({ entries, unread }: Thread, userId: number): string | undefined {
  const others = entries.filter(({ author }) => author.id !== userId);
  const first = unread === 0 ? undefined : others.at(-unread);
  return first && keyOfEntry(first);
}

/** Marks the thread as read once its end is on the screen. */
function useReading(
  postId: number,
  { entries, unread }: Thread,
  end: RefObject<HTMLDivElement | null>,
): void {
  const { read } = useChangesOf(postId);
  const until = unread === 0 ? undefined : entries.at(-1)?.created_at;
  const mark = useEffectEvent((at: string) => read.mutate(at));
  useEffect(() => {
    if (until === undefined || end.current === null) return;
    const seen = new IntersectionObserver(([entry]) => {
      if (entry?.isIntersecting !== true) return;
      seen.disconnect();
      mark(until);
    });
    const watch = () => document.visibilityState === 'visible' && end.current && seen.observe(end.current);
    watch();
    document.addEventListener('visibilitychange', watch);
    return () => {
      seen.disconnect();
      document.removeEventListener('visibilitychange', watch);
    };
  }, [until, end]);
}

function Write({ post }: { post: CommentedPost }) {
  const { comments } = useWords();
  const { add } = useChangesOf(post.id);
  const [text, setText] = useState('');
  const [isBegun, setBegun] = useState(false);
  const members = useReaders(post, isBegun);
  const keep = useKeptComment(post.id, (kept) => {
    setBegun(true);
    setText((current) => (current === '' ? kept : current));
  });
  const change = (changed: string) => {
    setText(changed);
    keep(changed);
  };
  const send = (said: Said) => add.mutate(said, { onSuccess: () => change('') });
  return (
    <CommentForm
      label={comments.write()}
      act={comments.send()}
      value={text}
      members={members}
      isBusy={add.isPending}
      error={add.error}
      onChange={change}
      onFocus={() => setBegun(true)}
      onSend={send}
    />
  );
}
