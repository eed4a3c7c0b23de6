/** The further parts of a thread, below the text, with hairlines between. */
import Down from 'icon:arrow-down';
import Up from 'icon:arrow-up';
import Close from 'icon:x';
import type { KeyboardEvent } from 'react';
import { flushSync } from 'react-dom';
import { Button } from '../look/button.tsx';
import { useWords } from '../words/words.ts';
import { type Checked, findCut } from './checking.ts';
import { Numbers } from './tabs.tsx';
import { TextArea } from './text-area.tsx';
import styles from './thread.module.css';
import { addPart, isBroken, joinPart, liftPart, removePart, setPart, textsOf } from './thread-parts.ts';
import type { View } from './write.tsx';

export function Thread({ view, one }: { view: View; one: Checked }) {
  const { composer } = useWords();
  const { id } = one.channel;
  const { desk, state } = view;
  const texts = textsOf(state.writing, id);
  return (
    <ol className={styles['thread']}>
      {texts.map((text, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a part is its place
        <li key={index} className={styles['part']}>
          <Part view={view} one={one} at={index + 1} of={texts.length + 1} text={text} />
        </li>
      ))}
      <li>
        <Button
          look="quiet"
          onClick={() => {
            flushSync(() => desk.write((writing) => addPart(writing, id)));
            focusPart(texts.length + 1, 'start');
          }}
        >
          {composer.thread.add()}
        </Button>
        {texts.length > 0 && <small className={styles['hint']}>{composer.thread.hint()}</small>}
      </li>
    </ol>
  );
}

interface PartProps {
  view: View;
  one: Checked;
  at: number;
  of: number;
  text: string;
}

function Part({ view, one, at, of, text }: PartProps) {
  const { composer } = useWords();
  const { desk, tab } = view;
  const { id } = one.channel;
  const field = `settings.thread.${at - 1}`;
  const length = one.lengths.find((found) => found.field === field);
  const isWrong = view.findings.some((found) => found.channel.id === id && found.field.startsWith(field));
  const move = (from: number, to: number) => {
    flushSync(() => desk.write((writing) => liftPart(writing, id, tab, from)));
    focusPart(to, 'start');
  };
  return (
    <>
      <TextArea
        label={composer.thread.part({ at: at + 1, of })}
        value={text}
        cut={findCut(one, field, text)}
        field={field}
        isWrong={isWrong}
        describedBy="findings"
        platforms={[one.channel.platform]}
        onChange={(value) => change(view, id, at, value)}
        onKeyDown={(event) => {
          joinAtStart(event, view, id, at);
          if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
          event.preventDefault();
          if (event.key === 'ArrowUp') move(at, at - 1);
          else if (at + 1 < of) move(at + 1, at + 1);
        }}
      />
      <p className={styles['acts']}>
        <span>{composer.thread.part({ at: at + 1, of })}</span>
        {length !== undefined && <Numbers of={length} />}
        <Button
          look="quiet"
          square
          aria-label={composer.thread.up({ at: at + 1 })}
          onClick={() => move(at, at - 1)}
        >
          <Up width={16} height={16} />
        </Button>
        {at + 1 < of && (
          <Button
            look="quiet"
            square
            aria-label={composer.thread.down({ at: at + 1 })}
            onClick={() => move(at + 1, at + 1)}
          >
            <Down width={16} height={16} />
          </Button>
        )}
        <Button
          look="quiet"
          square
          aria-label={composer.thread.remove({ at: at + 1 })}
          onClick={() => desk.write((writing) => removePart(writing, id, at))}
        >
          <Close width={16} height={16} />
        </Button>
      </p>
    </>
  );
}

/** Writes into a part; two blank lines begin the next one, and the caret goes there. */
export function change({ desk, tab }: View, channelId: number, at: number, text: string): void {
  flushSync(() => desk.write((writing) => setPart(writing, channelId, tab, at, text)));
  if (isBroken(text)) focusPart(at + 1, 'start');
}

function joinAtStart(
  event: KeyboardEvent<HTMLTextAreaElement>,
  { desk, tab }: View,
  channelId: number,
  at: number,
): void {
  const { selectionStart, selectionEnd } = event.currentTarget;
  if (event.key !== 'Backspace' || selectionStart !== 0 || selectionEnd !== 0) return;
  event.preventDefault();
  const before = fieldOf(at - 1)?.value.length ?? 0;
  flushSync(() => desk.write((writing) => joinPart(writing, channelId, tab, at)));
  focusPart(at - 1, before);
}

function fieldOf(at: number): HTMLTextAreaElement | null {
  return document.querySelector(
    `textarea[data-field="${at === 0 ? 'content' : `settings.thread.${at - 1}`}"]`,
  );
}

function focusPart(at: number, caret: number | 'start'): void {
  const found = fieldOf(at);
  found?.focus();
  const place = caret === 'start' ? 0 : caret;
  found?.setSelectionRange(place, place);
}
