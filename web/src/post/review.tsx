/** A post that waits for approval: a person who may decide approves it, or rejects it with a sentence. */
import type { Post } from '@belfry/contract/posts.ts';
import { useState } from 'react';
import { type Start, useStart } from '../app/start.ts';
import { Button } from '../look/button.tsx';
import { Dialog } from '../look/dialog.tsx';
import { Field } from '../look/field.tsx';
import { Problem } from '../look/problem.tsx';
import { useDates } from '../words/dates.ts';
import { useWords } from '../words/words.ts';
import { useChangeOf } from './changes.ts';
import styles from './post.module.css';

export function mayDecide(post: Post, { permissions, user, workspace }: Start): boolean {
  const isOwn = post.author.id === user.id && !workspace.allow_self_review;
  return post.status === 'pending_approval' && permissions.includes('review.decide') && !isOwn;
}

/** Among the acts of the post. */
export function Review({ post }: { post: Post }) {
  const words = useWords();
  const start = useStart();
  const { review } = useChangeOf(post);
  const [open, setOpen] = useState<'approve' | 'reject'>();
  if (post.status !== 'pending_approval' || !start.permissions.includes('review.decide')) return null;
  if (!mayDecide(post, start)) return <p className={styles['aside']}>{words.post.review.own()}</p>;
  const close = () => setOpen(undefined);
  const approve = () => review.mutate({ decision: 'approve' });
  return (
    <>
      <Button
        look="act"
        sends
        busy={review.isPending}
        onClick={post.publishes_on_approval ? () => setOpen('approve') : approve}
      >
        {words.post.review.approve()}
      </Button>
      <Button onClick={() => setOpen('reject')}>{words.post.review.reject()}</Button>
      {review.isError && <Problem error={review.error} />}
      {open === 'approve' && <Approval post={post} onClose={close} />}
      {open === 'reject' && <Rejection post={post} onClose={close} />}
    </>
  );
}

/** What a reviewer said about a draft. */
export function Rejected({ post: { status, latest_review: review } }: { post: Post }) {
  const { post: words } = useWords();
  const { momentOf } = useDates();
  if (status === 'pending_approval' || status === 'scheduled' || review?.decision !== 'rejected') return null;
  return (
    <p className={styles['reason']}>
      {words.review.rejected({ name: review.reviewer.name, moment: momentOf(review.created_at) })}
      {review.comment !== null && (
        <q className={styles['note']} dir="auto">
          {review.comment}
        </q>
      )}
    </p>
  );
}

/** Asks first, because the approval publishes the post at once. */
function Approval({ post, onClose }: { post: Post; onClose: () => void }) {
  const words = useWords();
  const { review } = useChangeOf(post);
  const confirm = async () => {
    if (await review.mutateAsync({ decision: 'approve' }).catch(() => undefined)) onClose();
  };
  return (
    <Dialog
      title={words.post.review.nowTitle()}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{words.frame.cancel()}</Button>
          <Button look="act" sends busy={review.isPending} onClick={confirm}>
            {words.post.review.nowConfirm()}
          </Button>
        </>
      }
    >
      <p>{words.post.review.nowBody()}</p>
      {review.isError && <Problem error={review.error} />}
    </Dialog>
  );
}

function Rejection({ post, onClose }: { post: Post; onClose: () => void }) {
  const words = useWords();
  const { review } = useChangeOf(post);
  const [comment, setComment] = useState('');
  const [isMissing, setMissing] = useState(false);
  const confirm = async () => {
    if (comment.trim() === '') setMissing(true);
    else if (await review.mutateAsync({ decision: 'reject', comment }).catch(() => undefined)) onClose();
  };
  return (
    <Dialog
      title={words.post.review.rejectTitle()}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{words.frame.cancel()}</Button>
          <Button look="act" sends busy={review.isPending} onClick={confirm}>
            {words.post.review.reject()}
          </Button>
        </>
      }
    >
      <Field label={words.post.review.why()} error={isMissing ? words.post.review.whyMissing() : undefined}>
        {(props) => (
          <textarea
            {...props}
            rows={3}
            maxLength={2000}
            dir="auto"
            value={comment}
            onChange={({ target }) => {
              setComment(target.value);
              setMissing(false);
            }}
          />
        )}
      </Field>
      {review.isError && <Problem error={review.error} />}
    </Dialog>
  );
}
