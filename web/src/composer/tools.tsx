/** Below the text: what is written into it by pressing. */
import Mention from 'icon:at-sign';
import Tag from 'icon:hash';
import Smile from 'icon:smile';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { Button } from '../look/button.tsx';
import { useWords } from '../words/words.ts';
import { insertApart, insertText } from './completion/insert.ts';
import styles from './sheet.module.css';

const Popover = lazy(() => import('../look/popover.tsx'));
const EmojiPicker = lazy(() => import('./emoji/picker.tsx'));

export function Tools() {
  const findField = useLastField();
  const { tools } = useWords().composer;
  const [isOpen, setOpen] = useState(false);
  const anchor = useRef<HTMLButtonElement>(null);
  /** Its list of suggestions opens by itself. */
  const begin = (sign: string) => {
    const field = findField();
    if (field !== null) insertApart(field, sign);
  };
  const write = (emoji: string) => {
    setOpen(false);
    const field = findField();
    if (field !== null) insertText(field, field.selectionStart, field.selectionEnd, emoji);
  };
  return (
    <fieldset className={styles['tools']} aria-label={tools.name()}>
      <Button
        ref={anchor}
        look="quiet"
        square
        aria-label={tools.emoji()}
        title={tools.emoji()}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <Smile />
      </Button>
      <Button
        look="quiet"
        square
        aria-label={tools.mention()}
        title={tools.mention()}
        onClick={() => begin('@')}
      >
        <Mention />
      </Button>
      <Button look="quiet" square aria-label={tools.tag()} title={tools.tag()} onClick={() => begin('#')}>
        <Tag />
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <Popover anchor={anchor} label={tools.emoji()} returnTo={findField} onClose={() => setOpen(false)}>
            <EmojiPicker onChoose={write} />
          </Popover>
        </Suspense>
      )}
    </fieldset>
  );
}

/** Finds the text that had the focus last, as long as it is there; else the first one. */
function useLastField(): () => HTMLTextAreaElement | null {
  const last = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    const note = ({ target }: FocusEvent) => {
      if (target instanceof HTMLTextAreaElement && target.hasAttribute('data-text')) last.current = target;
    };
    document.addEventListener('focusin', note);
    return () => document.removeEventListener('focusin', note);
  }, []);
  return () => (last.current?.isConnected ? last.current : document.querySelector('textarea[data-text]'));
}
