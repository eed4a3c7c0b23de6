import Left from 'icon:chevron-left';
import Right from 'icon:chevron-right';
import Film from 'icon:film';
import Close from 'icon:x';
import { ApiError } from '@belfry/sdk/client.ts';
import { type DragEvent, type KeyboardEvent, useState } from 'react';
import { useCall } from '../data/client.ts';
import { Button } from '../look/button.tsx';
import { sentenceOf } from '../look/problem.tsx';
import { useWords } from '../words/words.ts';
import { thumbnailOf } from './library.tsx';
import styles from './media.module.css';
import { dropUpload, learnFiles, retryUpload } from './uploads.ts';
import type { View } from './write.tsx';
import { mediaOf, setMedia } from './writing.ts';

interface Props {
  view: View;
  id: number;
  at: number;
  onMoved: (sentence: string) => void;
}

/** What is dragged inside the strip; files from outside have another type. */
const TYPE = 'application/x-belfry-file';

/** One file, in its place. It is moved by drag, by ⌥ and arrows, and by its two buttons. */
export function MediaTile({ view, id, at, onMoved }: Props) {
  const { composer } = useWords();
  const { desk, state, tab, findings } = view;
  const ids = mediaOf(state.writing, tab);
  const file = state.files.get(id);
  const upload = state.uploads.get(id);
  const name = file?.name ?? upload?.name ?? '';
  const isWrong = findings.some(
    (one) => one.field === `media_ids.${at}` && (tab === null || one.channel.id === tab),
  );
  const move = (from: number, to: number) => {
    const moved = ids[from];
    if (moved === undefined || to < 0 || to >= ids.length || to === from) return;
    const others = ids.toSpliced(from, 1);
    desk.write((writing) => setMedia(writing, tab, others.toSpliced(to, 0, moved)));
    onMoved(composer.media.moved({ name, at: to + 1, of: ids.length }));
  };
  const byKey = (event: KeyboardEvent) => {
    const step = { ArrowUp: -1, ArrowLeft: -1, ArrowDown: 1, ArrowRight: 1 }[event.key];
    if (!event.altKey || step === undefined) return;
    event.preventDefault();
    move(at, at + step);
  };
  const drop = (event: DragEvent) => {
    const from = event.dataTransfer.getData(TYPE);
    if (from === '') return;
    event.preventDefault();
    event.stopPropagation();
    move(Number(from), at);
  };
  const remove = () => {
    if (upload !== undefined) dropUpload(desk, id);
    else
      desk.write((writing) =>
        setMedia(
          writing,
          tab,
          ids.filter((one) => one !== id),
        ),
      );
  };
  return (
    <li
      className={styles['tile']}
      data-field={`media_ids.${at}`}
      data-wrong={isWrong}
      tabIndex={-1}
      draggable={upload === undefined}
      onDragStart={(event) => event.dataTransfer.setData(TYPE, String(at))}
      onDragOver={(event) => event.dataTransfer.types.includes(TYPE) && event.preventDefault()}
      onDrop={drop}
      onKeyDown={byKey}
    >
      <Picture view={view} id={id} />
      <div className={styles['over']}>
        <Button
          square
          look="quiet"
          aria-label={composer.media.before({ name })}
          onClick={() => move(at, at - 1)}
        >
          <Left width={16} height={16} />
        </Button>
        <Button
          square
          look="quiet"
          aria-label={composer.media.after({ name })}
          onClick={() => move(at, at + 1)}
        >
          <Right width={16} height={16} />
        </Button>
        <Button square look="quiet" aria-label={composer.media.remove({ name })} onClick={remove}>
          <Close width={16} height={16} />
        </Button>
      </div>
      {upload === undefined ? <Alt view={view} id={id} /> : <Way view={view} id={id} />}
    </li>
  );
}

export function Picture({ view: { state }, id }: { view: View; id: number }) {
  const file = state.files.get(id);
  const picture = state.uploads.get(id)?.picture;
  if (file === undefined && !picture) return <Film width={24} height={24} className={styles['film'] ?? ''} />;
  return (
    <>
      <img
        className={styles['picture']}
        src={file === undefined ? (picture ?? '') : thumbnailOf(file)}
        alt={file?.alt_text ?? ''}
        draggable={false}
      />
      {file?.kind === 'video' && <Film width={16} height={16} className={styles['badge'] ?? ''} />}
    </>
  );
}

/** How far an upload is, or why it ended. */
export function Way({ view: { desk, state }, id }: { view: View; id: number }) {
  const words = useWords();
  const { composer } = words;
  const upload = state.uploads.get(id);
  if (upload === undefined) return null;
  const { name, sent, file, error } = upload;
  if (error !== undefined) {
    return (
      <p className={styles['failed']} role="alert">
        {error instanceof ApiError ? sentenceOf(words, error) : composer.media.failed({ name })}
        <Button onClick={() => retryUpload(desk, id)}>{composer.media.retry()}</Button>
      </p>
    );
  }
  const percent = Math.round((sent / Math.max(1, file.size)) * 100);
  return (
    <progress
      className={styles['progress']}
      max={100}
      value={sent === 0 ? undefined : percent}
      aria-label={name}
    />
  );
}

/** Asked for in place. It belongs to the file, and is saved when the field is left. */
export function Alt({ view: { desk, state }, id }: { view: View; id: number }) {
  const words = useWords();
  const { composer } = words;
  const file = state.files.get(id);
  const [text, setText] = useState(file?.alt_text ?? '');
  const update = useCall('updateMedia');
  if (file === undefined) return null;
  const save = async () => {
    const wanted = text.trim() === '' ? null : text.trim();
    if (wanted === file.alt_text) return;
    learnFiles(desk, [{ ...file, alt_text: wanted }]);
    const answer = await update
      .mutateAsync({ params: { id }, body: { alt_text: wanted } })
      .catch(() => undefined);
    learnFiles(desk, [answer?.data ?? file]);
  };
  return (
    <>
      <textarea
        className={styles['alt']}
        rows={2}
        dir="auto"
        aria-label={composer.media.altFor({ name: file.name })}
        placeholder={composer.media.altAdd()}
        title={composer.media.altHint()}
        value={text}
        data-missing={text.trim() === ''}
        onChange={({ target }) => setText(target.value)}
        onBlur={save}
      />
      {update.isError && (
        <small role="alert" className={styles['failed']}>
          {sentenceOf(words, update.error)}
        </small>
      )}
    </>
  );
}
