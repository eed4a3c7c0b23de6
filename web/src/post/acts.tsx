/** What can be done with the whole post, now, by this person. What is not safe is absent. */

import { canMove } from '@belfry/contract/lifecycle.ts';
import type { Post } from '@belfry/contract/posts.ts';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useStart } from '../app/start.ts';
import { Button, buttonClass } from '../look/button.tsx';
import { Dialog } from '../look/dialog.tsx';
import { Problem } from '../look/problem.tsx';
import { useWords } from '../words/words.ts';
import { useChangeOf } from './changes.ts';
import styles from './post.module.css';

export function Acts({ post }: { post: Post }) {
  const words = useWords();
  const { permissions } = useStart();
  const [isDeleting, setDeleting] = useState(false);
  if (!permissions.includes('post.write')) return null;
  const params = { id: String(post.id) };
  const isLive = post.targets.some(({ status }) => status === 'published');
  return (
    <div className={styles['acts']}>
      {canMove('schedule', post.status) && (
        <Link
          to="/write/$id"
          params={params}
          className={buttonClass(post.status === 'failed' ? 'plain' : 'act')}
        >
          {post.status === 'failed' ? words.post.acts.editAgain() : words.post.acts.edit()}
        </Link>
      )}
      {isLive && (
        <Link to="/write" search={{ from: post.id }} className={buttonClass()}>
          {words.post.acts.again()}
        </Link>
      )}
      {post.status !== 'publishing' && (
        <Button look="quiet" onClick={() => setDeleting(true)}>
          {words.post.acts.delete()}
        </Button>
      )}
      {isLive && <p className={styles['aside']}>{words.post.neverEdited()}</p>}
      {isDeleting && <Deletion post={post} onClose={() => setDeleting(false)} />}
    </div>
  );
}

function Deletion({ post, onClose }: { post: Post; onClose: () => void }) {
  const words = useWords();
  const navigate = useNavigate();
  const { remove } = useChangeOf(post);
  const confirm = async () => {
    const answer = await remove.mutateAsync().catch(() => undefined);
    if (answer !== undefined) await navigate({ to: '/' });
  };
  return (
    <Dialog
      title={words.post.deletion.title()}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{words.frame.cancel()}</Button>
          <Button look="harm" busy={remove.isPending} onClick={confirm}>
            {words.post.deletion.confirm()}
          </Button>
        </>
      }
    >
      <p>{words.post.deletion.body()}</p>
      {remove.isError && <Problem error={remove.error} />}
    </Dialog>
  );
}
