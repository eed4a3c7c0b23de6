/** The shelf of drafts beside the calendar. Drafts are dragged onto a day, and planned posts back onto the shelf. */
import Close from 'icon:x';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useStart } from '../app/start.ts';
import { Button, buttonClass } from '../look/button.tsx';
import { useFirstWords } from '../words/words.ts';
import { useDeskOf } from './desk.tsx';
import { DraftCard } from './draft-card.tsx';
import { useShelf } from './drafts.ts';
import { usePlace } from './drag.ts';
import type { Spot } from './dragging.tsx';
import styles from './shelf.module.css';
import { UnsentCard } from './unsent-card.tsx';

export function Shelf({ isOver }: { isOver: boolean }) {
  const { calendar } = useFirstWords();
  const { shelf } = calendar;
  const desk = useDeskOf();
  const { permissions } = useStart();
  const [isTarget, setTarget] = useState(false);
  const { drafts, unsent, hasMore, loadMore, isPending } = useShelf({ unplanned: true });
  const canWrite = permissions.includes('post.write');
  const place = usePlace<HTMLElement>(
    { at: () => ({ kind: 'shelf' }) satisfies Spot, onOver: (at) => setTarget(at !== undefined) },
    canWrite,
  );
  return (
    <aside
      ref={place}
      className={styles['shelf']}
      aria-label={shelf.title()}
      aria-busy={isPending}
      data-over={isTarget || undefined}
      data-float={isOver || undefined}
    >
      <header className={styles['shelfhead']}>
        <h2>{shelf.title()}</h2>
        <Button look="quiet" square aria-label={shelf.hide()} onClick={desk.toggleShelf}>
          <Close />
        </Button>
      </header>
      {!isPending && drafts.length + unsent.length === 0 && (
        <div className={styles['empty']}>
          <p>{shelf.empty()}</p>
          {canWrite && (
            <Link to="/write" className={buttonClass()}>
              {shelf.write()}
            </Link>
          )}
        </div>
      )}
      {drafts.length + unsent.length > 0 && (
        <ul className={styles['drafts']}>
          {unsent.map((one) => (
            <UnsentCard key={`${one.of} ${one.page}`} unsent={one} />
          ))}
          {drafts.map((post) => (
            <DraftCard key={post.id} post={post} />
          ))}
        </ul>
      )}
      {hasMore && <Button onClick={loadMore}>{shelf.loadMore()}</Button>}
      <p className={styles['drop']}>
        <span data-for="post">{shelf.drop()}</span>
        <span data-for="new">{shelf.dropNew()}</span>
      </p>
    </aside>
  );
}
