/** What can be done with the whole post, now, by this person. What is not safe is absent. */

import { canMove } from '@belfry/contract/lifecycle.ts';
import type { Post } from '@belfry/contract/posts.ts';
import { Link, useNavigate } from '@tanstack/react-router';
import { tell } from '../app/acts.ts';
import { useCalendarPlace } from '../app/last-calendar.ts';
import { useStart } from '../app/start.ts';
import { api, keyOf, queries } from '../data/client.ts';
import { nameOf } from '../data/naming.ts';
import { Button, buttonClass } from '../look/button.tsx';
import { Problem } from '../look/problem.tsx';
import { useWords } from '../words/words.ts';
import { useChangeOf } from './changes.ts';
import { isInDoubt } from './in-doubt.ts';
import styles from './post.module.css';
import { mayDecide, Review } from './review.tsx';

export function Acts({ post }: { post: Post }) {
  const words = useWords();
  const start = useStart();
  const params = { id: String(post.id) };
  const isLive = post.targets.some(({ status }) => status === 'published');
  const isEditable = canMove('schedule', post.status) && !isInDoubt(post);
  const isPrimary = post.status !== 'failed' && !mayDecide(post, start);
  if (!start.permissions.includes('post.write')) return <Review post={post} />;
  return (
    <div className={styles['acts']}>
      <Review post={post} />
      {isEditable && (
        <Link to="/write/$id" params={params} className={buttonClass(isPrimary ? 'act' : 'plain')}>
          {post.status === 'failed' ? words.post.acts.editAgain() : words.post.acts.edit()}
        </Link>
      )}
      {isLive && (
        <Link to="/write" search={{ from: post.id }} className={buttonClass()}>
          {words.post.acts.again()}
        </Link>
      )}
      {post.status !== 'publishing' && <Deletion post={post} />}
      {isLive && <WhatStays post={post} isEditable={isEditable} />}
    </div>
  );
}

/** What is out stays as it is. An edit concerns the other channels. */
function WhatStays({ post: { targets }, isEditable }: { post: Post; isEditable: boolean }) {
  const { post } = useWords();
  const [out, open] = [true, false].map((isOut) =>
    targets.filter(({ status }) => (status === 'published') === isOut).map(({ channel }) => nameOf(channel)),
  ) as [string[], string[]];
  // While it is under way, its channels say what can be done first.
  if (!isEditable && open.length > 0) return null;
  return (
    <p className={styles['aside']}>{isEditable ? post.partlyEdited({ out, open }) : post.neverEdited()}</p>
  );
}

/** At once; undo is a second request. */
function Deletion({ post }: { post: Post }) {
  const words = useWords();
  const navigate = useNavigate();
  const calendar = useCalendarPlace();
  const { remove } = useChangeOf(post);
  const restore = async () => {
    const { data } = await api().call('restorePost', { params: { id: post.id } });
    const isAsBefore = post.status === 'draft' || data.status !== 'draft';
    tell(isAsBefore ? words.post.deletion.restored() : words.calendar.done.restoredAsDraft(), {
      isFailure: !isAsBefore,
    });
    // The version of before can no longer be changed.
    queries.removeQueries({ queryKey: keyOf('getPost', { params: { id: post.id } }) });
    await queries.invalidateQueries();
    await navigate({ to: '/posts/$id', params: { id: String(post.id) } });
  };
  const confirm = async () => {
    const answer = await remove.mutateAsync().catch(() => undefined);
    if (answer === undefined) return;
    tell(words.post.deletion.done(), { undo: restore });
    // A person who went elsewhere meanwhile stays there.
    if (location.pathname === `/posts/${post.id}`) await navigate(calendar);
  };
  return (
    <>
      <Button look="quiet" sends busy={remove.isPending} onClick={confirm}>
        {words.post.acts.delete()}
      </Button>
      {remove.isError && <Problem error={remove.error} />}
    </>
  );
}
