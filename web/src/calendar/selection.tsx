/** The bar of selected posts, and what can be done with all of them. */

import Close from 'icon:x';
import type { CalendarPost } from '@belfry/contract/calendar.ts';
import { Suspense, useEffect, useRef, useState } from 'react';
import { useStart } from '../app/start.ts';
import { part } from '../data/part.ts';
import { Button } from '../look/button.tsx';
import { useWords } from '../words/words.ts';
import { useDeskOf } from './desk.tsx';
import { changeMany, type Many } from './many.ts';
import styles from './selection.module.css';
import type { CalendarView } from './view.ts';

const LabelMany = part(() => import('./label-many.tsx'));

export function Selection({ view, posts }: { view: CalendarView; posts: readonly CalendarPost[] }) {
  const { bulk, calendar } = useWords();
  const many = bulk.acts;
  const desk = useDeskOf();
  const { permissions } = useStart();
  const chosen = posts.filter(({ id }) => desk.selected.has(id));
  const isShown = chosen.length > 0 && view.canWrite;
  useEffect(() => {
    if (!isShown) return undefined;
    document.documentElement.dataset['selecting'] = 'true';
    return () => void delete document.documentElement.dataset['selecting'];
  }, [isShown]);
  if (!isShown) return null;
  const acts: { name: string; act: Many }[] = [
    { name: many.dayBefore(), act: { action: 'move', days: -1 } },
    { name: many.dayAfter(), act: { action: 'move', days: 1 } },
    { name: many.weekAfter(), act: { action: 'move', days: 7 } },
    { name: many.queue(), act: { action: 'queue' } },
    ...(chosen.some(({ state }) => state === 'draft')
      ? [{ name: many.submit(), act: { action: 'submit' } as const }]
      : []),
    ...(permissions.includes('review.decide') && chosen.some(({ state }) => state === 'pending_approval')
      ? [{ name: many.approve(), act: { action: 'approve' } as const }]
      : []),
    { name: many.duplicate(), act: { action: 'duplicate' } },
  ];
  return (
    <section className={styles['selection']} aria-label={bulk.name()}>
      <p>{calendar.many.selected({ count: chosen.length })}</p>
      {acts.map(({ name, act }) => (
        <Button key={name} onClick={() => void changeMany(chosen, act, desk.said)}>
          {name}
        </Button>
      ))}
      <LabelButton posts={chosen} />
      <Button
        look="harm"
        onClick={() => {
          desk.select([]);
          void changeMany(chosen, { action: 'delete' }, desk.said);
        }}
      >
        {many.remove()}
      </Button>
      <Button look="quiet" square aria-label={many.clear()} onClick={() => desk.select([])}>
        <Close />
      </Button>
    </section>
  );
}

function LabelButton({ posts }: { posts: readonly CalendarPost[] }) {
  const { acts } = useWords().bulk;
  const [isOpen, setOpen] = useState(false);
  const anchor = useRef<HTMLButtonElement>(null);
  return (
    <>
      <Button ref={anchor} aria-haspopup="dialog" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {acts.label()}
      </Button>
      {isOpen && (
        <Suspense>
          <LabelMany posts={posts} anchor={anchor} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
