/** The further parts of a thread, below the text, with hairlines between. */
import Down from 'icon:arrow-down';
import Up from 'icon:arrow-up';
import Grip from 'icon:grip-vertical';
import Close from 'icon:x';
import { type KeyboardEvent, useState } from 'react';
import { flushSync } from 'react-dom';
import { Button } from '../look/button.tsx';
import { useWords } from '../words/words.ts';
import { type Checked, findCut } from './checking.ts';
import { textOfPart } from './part.ts';
import { AddPartFiles, PartFiles, usePartUpload } from './part-files.tsx';
import { Numbers } from './tabs.tsx';
import { TextArea } from './text-area.tsx';
import styles from './thread.module.css';
import {
  focusPart,
  joinAtStart,
  movedBy,
  moveTo,
  PART,
  threadOf,
  usePartDrop,
  writePart,
} from './thread-acts.ts';
import { addPart, partsOf, removePart } from './thread-parts.ts';
import type { View } from './write.tsx';

export function Thread({ view, one }: { view: View; one: Checked }) {
  const { composer } = useWords();
  const { id } = one.channel;
  const { desk, state } = view;
  const [said, setSaid] = useState('');
  const texts = partsOf(state.writing, id).map(textOfPart);
  const move = (from: number, to: number) => {
    if (!moveTo(view, one, from, to)) return;
    setSaid(composer.thread.moved({ at: from + 1, to: to + 1, of: texts.length + 1 }));
  };
  return (
    <ol className={styles['thread']}>
      {texts.map((text, index) => (
        <Part
          // biome-ignore lint/suspicious/noArrayIndexKey: a part is its place
          key={index}
          view={view}
          one={one}
          at={index + 1}
          of={texts.length + 1}
          text={text}
          onMove={move}
        />
      ))}
      <li>
        <Button
          look="quiet"
          flush
          onClick={() => {
            flushSync(() => desk.write((writing) => addPart(writing, id)));
            focusPart(texts.length + 1);
          }}
        >
          {composer.thread.add()}
        </Button>
        {texts.length > 0 && <small className={styles['hint']}>{composer.thread.hint()}</small>}
        <span role="status" className="spoken">
          {said}
        </span>
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
  onMove: (from: number, to: number) => void;
}

function Part(props: PartProps) {
  const { view, one, at, of, text, onMove } = props;
  const { composer } = useWords();
  const { id, platform } = one.channel;
  const field = `settings.thread.${at - 1}`;
  const isWrong = view.findings.some((found) => found.channel.id === id && isOfPart(found.field, field));
  const upload = usePartUpload(view, one, at);
  const press = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const to = movedBy(event, at);
    if (to !== undefined) onMove(at, to);
    else joinAtStart(event, view, one, at);
  };
  return (
    <li className={styles['part']} {...usePartDrop(at, onMove)} onPaste={upload.paste}>
      <TextArea
        label={composer.thread.part({ at: at + 1, of })}
        value={text}
        cut={findCut(one, field, text)}
        field={field}
        isWrong={isWrong}
        describedBy="findings"
        platforms={[platform]}
        onChange={(value) => writePart(view, threadOf(view, one), at, value)}
        onKeyDown={press}
      />
      <PartFiles view={view} one={one} at={at} />
      <Acts {...props} add={upload.add} />
    </li>
  );
}

/** `settings.thread.1.media_ids` is of part `settings.thread.1`, and not of `settings.thread.11`. */
function isOfPart(path: string, field: string): boolean {
  return path === field || path.startsWith(`${field}.`);
}

function Acts({ view, one, at, of, onMove, add }: PartProps & { add: (files: readonly File[]) => void }) {
  const { composer } = useWords();
  const words = composer.thread;
  const { id } = one.channel;
  const length = one.lengths.find((found) => found.field === `settings.thread.${at - 1}`);
  const acts = [
    { name: words.up({ at: at + 1 }), Icon: Up, run: () => onMove(at, at - 1) },
    ...(at + 1 < of ? [{ name: words.down({ at: at + 1 }), Icon: Down, run: () => onMove(at, at + 1) }] : []),
    {
      name: words.remove({ at: at + 1 }),
      Icon: Close,
      run: () => view.desk.write((writing) => removePart(writing, id, at)),
    },
  ];
  return (
    <div className={styles['acts']}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: keys and buttons move the part, too */}
      <span
        className={styles['grip']}
        draggable
        title={words.drag()}
        onDragStart={(event) => event.dataTransfer.setData(PART, String(at))}
      >
        <Grip width={16} height={16} />
        {words.part({ at: at + 1, of })}
      </span>
      {length !== undefined && <Numbers of={length} />}
      <AddPartFiles view={view} one={one} at={at} onAdd={add} />
      {acts.map(({ name, Icon, run }) => (
        <Button key={name} look="quiet" square aria-label={name} title={name} onClick={run}>
          <Icon width={16} height={16} />
        </Button>
      ))}
    </div>
  );
}
