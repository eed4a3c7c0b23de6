/** What can be done with a file: buttons over its picture; one menu where fingers would find them too small. */
import Dots from 'icon:ellipsis';
import { type ReactNode, Suspense, useRef, useState } from 'react';
import { part } from '../data/part.ts';
import { Button } from '../look/button.tsx';
import { COARSE, useMedia } from '../look/media.ts';
import { useWords } from '../words/words.ts';
import styles from './media.module.css';

const FloatingMenu = part(() => import('../look/menu.tsx'));

export interface TileAct {
  key: string;
  /** In the menu, which is about one file. */
  name: string;
  /** Of the button: names the file. */
  label: string;
  mark: ReactNode;
  isHarm?: boolean;
  /** It would change nothing. The menu leaves it out; a button stays where it is. */
  isIdle?: boolean;
  run: () => void;
}

export function TileActs({ file, acts }: { file: string; acts: readonly TileAct[] }) {
  const isCoarse = useMedia(COARSE);
  if (isCoarse && acts.length > 1) return <OneMenu file={file} acts={acts} />;
  return (
    <div className={styles['over']}>
      {acts.map(({ key, label, mark, run }) => (
        <Button key={key} square look="quiet" aria-label={label} title={label} onClick={run}>
          {mark}
        </Button>
      ))}
    </div>
  );
}

function OneMenu({ file, acts }: { file: string; acts: readonly TileAct[] }) {
  const { composer } = useWords();
  const anchor = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const label = composer.media.acts({ name: file });
  const items = acts.filter(({ isIdle = false }) => !isIdle);
  return (
    <div className={styles['over']}>
      <Button
        ref={anchor}
        square
        look="quiet"
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={() => setOpen(true)}
      >
        <Dots width={16} height={16} />
      </Button>
      {isOpen && anchor.current !== null && (
        <Suspense fallback={null}>
          <FloatingMenu label={label} anchor={anchor.current} items={items} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </div>
  );
}
