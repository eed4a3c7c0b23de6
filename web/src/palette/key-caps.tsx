import { isMac } from '../app/commands.ts';
import { useFirstWords } from '../words/words.ts';
import styles from './palette.module.css';
import { useCommandWords } from './words.ts';

const signs: Readonly<Record<string, string>> = {
  ArrowLeft: '←',
  ArrowUp: '↑',
  ArrowRight: '→',
  ArrowDown: '↓',
  Enter: '↵',
  Escape: 'Esc',
  Backspace: '⌫',
  Delete: 'Del',
  PageUp: 'PgUp',
  PageDown: 'PgDn',
  shift: '⇧',
};

/** One way to press a key: `g c` one after the other, `mod+k` together. */
export function KeyCaps({ keys }: { keys: string }) {
  const words = useCommandWords();
  const { frame } = useFirstWords();
  const nameOf = (part: string) => {
    if (part === 'mod') return isMac ? '⌘' : frame.control();
    if (part === 'Space') return words.space();
    return signs[part] ?? (part.length === 1 ? part.toUpperCase() : part);
  };
  return (
    <span className={styles['keys']}>
      {keys.split(' ').map((together, index) => (
        <span key={together} className={styles['keys']}>
          {index > 0 && <span className={styles['between']}>{words.next()}</span>}
          {together.split('+').map((part) => (
            <kbd key={part} className={styles['key']}>
              {nameOf(part)}
            </kbd>
          ))}
        </span>
      ))}
    </span>
  );
}
