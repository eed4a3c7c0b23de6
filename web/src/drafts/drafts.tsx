/** Ideas without a time. */
import { Link } from '@tanstack/react-router';
import { useStart } from '../app/start.ts';
import { DeskContext, useDesk } from '../calendar/desk.tsx';
import { DraftCard } from '../calendar/draft-card.tsx';
import { useShelf } from '../calendar/drafts.ts';
import { HandContext, useHandOf } from '../calendar/hand.ts';
import { PostActs } from '../calendar/post-acts.tsx';
import { UnsentCard } from '../calendar/unsent-card.tsx';
import { Button, buttonClass } from '../look/button.tsx';
import { Problem } from '../look/problem.tsx';
import { useFirstWords } from '../words/words.ts';
import styles from './drafts.module.css';

export function Page() {
  const { calendar } = useFirstWords();
  const { permissions, workspace } = useStart();
  const { drafts, unsent, hasMore, loadMore, isPending, error } = useShelf();
  const desk = useDesk({ zone: workspace.time_zone, days: [], go: () => undefined }, []);
  const canWrite = permissions.includes('post.write');
  return (
    <DeskContext value={desk}>
      <HandContext value={useHandOf(desk)}>
        <main className={styles['page']}>
          <h1 className={styles['title']}>{calendar.shelf.title()}</h1>
          {error !== null && <Problem error={error} />}
          {!isPending && error === null && drafts.length + unsent.length === 0 && (
            <div className={styles['empty']}>
              <Drawing />
              <p>{calendar.shelf.empty()}</p>
              {canWrite && (
                <Link to="/write" className={buttonClass('act')}>
                  {calendar.shelf.write()}
                </Link>
              )}
            </div>
          )}
          <ul className={styles['drafts']} aria-busy={isPending}>
            {unsent.map((one) => (
              <UnsentCard key={`${one.of} ${one.page}`} unsent={one} />
            ))}
            {drafts.map((post) => (
              <DraftCard key={post.id} post={post} />
            ))}
          </ul>
          {hasMore && <Button onClick={loadMore}>{calendar.shelf.loadMore()}</Button>}
          <PostActs />
        </main>
      </HandContext>
    </DeskContext>
  );
}

/** A shelf with three sheets. */
function Drawing() {
  return (
    <svg className={styles['drawing']} viewBox="0 0 120 64" aria-hidden="true">
      <path d="M4 56h112M20 56V20h22v36M48 56V12h22v44M78 56l-6-34 20-4 8 38M25 28h12M25 34h8M53 22h12M53 28h12M53 34h6" />
    </svg>
  );
}
