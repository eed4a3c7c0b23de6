/** A free slot of the queue. Pressing it begins a post in that very slot. */
import { Link } from '@tanstack/react-router';
import { useFirstWords } from '../words/words.ts';
import styles from './marks.module.css';
import type { Shown } from './shown.ts';
import type { FreeSlot } from './slots.ts';

export function SlotLink({ slot, shown }: { slot: FreeSlot; shown: Pick<Shown, 'filters' | 'canWrite'> }) {
  const { calendar } = useFirstWords();
  if (!shown.canWrite) return null;
  const [channel] = shown.filters.channels;
  return (
    <li>
      <Link
        to="/write"
        search={{ at: slot.iso, ...(channel !== undefined && { channel }) }}
        preload={false}
        className={styles['slot']}
        aria-label={calendar.newInSlot({ time: slot.time })}
        data-stop
      >
        {calendar.slot({ time: slot.time })}
      </Link>
    </li>
  );
}
