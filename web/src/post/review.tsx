/** A post that waits for approval: a person who may decide approves it, or rejects it with a sentence. */
import type { Post } from '@belfry/contract/posts.ts';
import { useState } from 'react';
import { useStart } from '../app/start.ts';
import { Button } from '../look/button.tsx';
import { Dialog } from '../look/dialog.tsx';
import { Field } from '../look/field.tsx';
import { Problem } from '../look/problem.tsx';
import { useWords } from '../words/words.ts';
import { useChangeOf } from './changes.ts';
import styles from './post.module.css';

export function Review({ post }: { post: Post }) {
  const words = useWords();
  const { permissions, user, workspace } = useStart();
  const { review } = useChangeOf(post);
  const [open, setOpen] = useState<'approve' | 'reject'>();
  if (post.status !== 'pending_approval' || !permissions.includes('review.decide')) return null;
  const isOwn = post.author.id === user.id && !workspace.allow_self_review;
  if (isOwn) return <p className={styles['aside']}>{words.post.review.own()}</p>;
  const close = () => setOpen(undefined);
  const approve = () => review.mutate({ decision: 'approve' });
  return (
    <div className={styles['acts']}>
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
    </div>
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
