/** Below the text: what is written into it by pressing. */
import Mention from 'icon:at-sign';
import Tag from 'icon:hash';
import Link from 'icon:link';
import Smile from 'icon:smile';
import { type ReactNode, Suspense, useRef, useState } from 'react';
import { part } from '../data/part.ts';
import { Button } from '../look/button.tsx';
import { useWords } from '../words/words.ts';
import { insertAddress, insertApart, insertText } from './completion/insert.ts';
import { type FindField, useLastField } from './last-field.ts';
import styles from './sheet.module.css';

const Popover = part(() => import('../look/popover.tsx'));
const EmojiPicker = part(() => import('./emoji/picker.tsx'));
const LinkForm = part(() => import('./link-form.tsx'));

export function Tools() {
  const findField = useLastField();
  const { tools } = useWords().composer;
  const write = (change: (field: HTMLTextAreaElement) => void) => {
    const field = findField();
    if (field !== null) change(field);
  };
  return (
    <fieldset className={styles['tools']} aria-label={tools.name()}>
      <Opener label={tools.emoji()} mark={<Smile />} findField={findField}>
        {(close) => (
          <EmojiPicker
            onChoose={(emoji) => {
              close();
              write((field) => insertText(field, field.selectionStart, field.selectionEnd, emoji));
            }}
          />
        )}
      </Opener>
      {/* Their lists of suggestions open by themselves. */}
      <Tool label={tools.mention()} mark={<Mention />} onClick={() => write((to) => insertApart(to, '@'))} />
      <Tool label={tools.tag()} mark={<Tag />} onClick={() => write((to) => insertApart(to, '#'))} />
      <Opener label={tools.link()} mark={<Link />} findField={findField}>
        {(close) => (
          <LinkForm
            onChoose={(address) => {
              close();
              write((field) => insertAddress(field, address));
            }}
          />
        )}
      </Opener>
    </fieldset>
  );
}

interface ToolProps {
  label: string;
  mark: ReactNode;
}

function Tool({ label, mark, onClick }: ToolProps & { onClick: () => void }) {
  return (
    <Button look="quiet" square aria-label={label} title={label} onClick={onClick}>
      {mark}
    </Button>
  );
}

/** Asks for something first. The text has the focus again afterwards. */
function Opener({
  label,
  mark,
  findField,
  children,
}: ToolProps & { findField: FindField; children: (close: () => void) => ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  const anchor = useRef<HTMLButtonElement>(null);
  const close = () => setOpen(false);
  return (
    <>
      <Button
        ref={anchor}
        look="quiet"
        square
        aria-label={label}
        title={label}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {mark}
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <Popover anchor={anchor} label={label} returnTo={findField} onClose={close}>
            {children(close)}
          </Popover>
        </Suspense>
      )}
    </>
  );
}
