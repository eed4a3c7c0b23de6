/** The bar of selected posts, and what can be done with all of them. */

import Close from 'icon:x';
import type { CalendarPost } from '@belfry/contract/calendar.ts';
import { useStart } from '../app/start.ts';
import { Button } from '../look/button.tsx';
import { useFirstWords } from '../words/words.ts';
import { useDeskOf } from './desk.tsx';
import { changeMany, type Many } from './many.ts';
import styles from './selection.module.css';
import type { CalendarView } from './view.ts';

export function Selection({ view, posts }: { view: CalendarView; posts: readonly CalendarPost[] }) {
  const { many } = useFirstWords().calendar;
  const desk = useDeskOf();
  const { permissions } = useStart();
  const chosen = posts.filter(({ id }) => desk.selected.has(id));
  if (chosen.length === 0 || !view.canWrite) return null;
  const acts: { name: string; act: Many; isHarm?: boolean }[] = [
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
    { name: many.remove(), act: { action: 'delete' }, isHarm: true },
  ];
  return (
    <section className={styles['selection']} aria-label={many.label()}>
      <p role="status">{many.selected({ count: chosen.length })}</p>
      {acts.map(({ name, act, isHarm }) => (
        <Button
          key={name}
          look={isHarm === true ? 'harm' : 'plain'}
          onClick={() => {
            if (act.action === 'delete') desk.select([]);
            void changeMany(chosen, act, desk.said);
          }}
        >
          {name}
        </Button>
      ))}
      <Button look="quiet" square aria-label={many.clear()} onClick={() => desk.select([])}>
        <Close />
      </Button>
    </section>
  );
}
