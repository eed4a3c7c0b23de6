/** A text on the shelf that only this browser has. */
import { Link } from '@tanstack/react-router';
import { Mark } from '../look/mark.tsx';
import { useFirstWords } from '../words/words.ts';
import styles from './shelf.module.css';
import type { Unsent } from './unsent.ts';

export function UnsentCard({ unsent: { of, page, text } }: { unsent: Unsent }) {
  const { calendar } = useFirstWords();
  const place =
    of === 'new'
      ? ({ to: '/write', search: { kept: page } } as const)
      : ({ to: '/write/$id', params: { id: String(of) } } as const);
  return (
    <li className={styles['draft']}>
      <Link {...place} preload={false} className={styles['draftlink']}>
        <span className={styles['drafttext']} dir="auto">
          <Mark state="draft" size={14} />
          <span>{text.slice(0, 160) || calendar.noText()}</span>
        </span>
        <span className={styles['draftmeta']}>
          <span className={styles['unsent']}>{calendar.shelf.device()}</span>
        </span>
      </Link>
    </li>
  );
}
