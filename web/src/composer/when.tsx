/** The three ways to say when: now, a time, the next free slot. */
import Clock from 'icon:clock';
import { lazy, Suspense, useRef } from 'react';
import { useWords } from '../words/words.ts';
import styles from './bar.module.css';
import { useMoments } from './moments.ts';
import type { View } from './write.tsx';
import { type When as Chosen, SOON } from './writing.ts';

const Popover = lazy(() => import('../look/popover.tsx'));
const TimePanel = lazy(() => import('./time-panel.tsx'));

interface Props {
  view: View;
  slot: string | null;
  isOpen: boolean;
  onOpen: (isOpen: boolean) => void;
  onChoose: (when: Chosen) => void;
}

export function When({ view, slot, isOpen, onOpen, onChoose }: Props) {
  const { composer } = useWords();
  const moments = useMoments();
  const anchor = useRef<HTMLButtonElement>(null);
  const { when } = view.state.writing;
  const at = when.as === 'at' ? when.at : undefined;
  const zone = composer.zone({ zone: moments.zone, offset: moments.offset(at) });
  return (
    <fieldset className={styles['when']} aria-label={composer.when()}>
      <button
        type="button"
        className={styles['choice']}
        aria-pressed={when.as === 'soon'}
        onClick={() => onChoose({ as: 'soon' })}
      >
        {when.as === 'soon' ? composer.inSeconds({ count: SOON }) : composer.now()}
      </button>
      <button
        ref={anchor}
        type="button"
        className={styles['choice']}
        aria-pressed={at !== undefined}
        aria-expanded={isOpen}
        title={zone}
        onClick={() => onOpen(!isOpen)}
      >
        <Clock width={16} height={16} />
        {at === undefined ? composer.pickTime() : moments.moment(at)}
      </button>
      {slot !== null && (
        <button
          type="button"
          className={styles['choice']}
          aria-pressed={when.as === 'slot'}
          onClick={() => onChoose({ as: 'slot' })}
        >
          {composer.nextSlotAt({ time: moments.moment(slot) })}
        </button>
      )}
      <span className={styles['zone']}>{zone}</span>
      {isOpen && (
        <Suspense fallback={null}>
          <Popover anchor={anchor} label={composer.pickTime()} onClose={() => onOpen(false)}>
            <TimePanel view={view} zone={zone} onChoose={onChoose} />
          </Popover>
        </Suspense>
      )}
    </fieldset>
  );
}
