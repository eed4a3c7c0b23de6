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
import { CaptionsMark } from './captions/act.tsx';
import { swapIn } from './edited.ts';
import { useFileActs } from './file-acts.tsx';
import { findSurplus } from './findings.ts';
import { focusFile } from './focus.ts';
import { thumbnailOf } from './library.tsx';
import styles from './media.module.css';
import { type TileAct, TileActs } from './tile-acts.tsx';
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

/** One file, in its place. It is moved by drag, by ⌥ and arrows, and by its acts. */
export function MediaTile(props: Props) {
  const { view, id, at } = props;
  const { state, tab, findings } = view;
  const { name, move, remove } = useChanges(props);
  const upload = state.uploads.get(id);
  const own = useFileActs(view, id, {
    swap: (writing, from, to) => setMedia(writing, tab, swapIn(mediaOf(writing, tab), from, to)),
    field: `media_ids.${at}`,
    channelId: tab,
  });
  const acts = usePlaceActs(name, at, mediaOf(state.writing, tab).length, { move, remove });
  const kinds = mediaOf(state.writing, tab).map((file) => state.files.get(file)?.kind ?? '');
  const isWrong = findings.some(
    (one) =>
      (tab === null || one.channel.id === tab) &&
      (one.field === `media_ids.${at}` || findSurplus(one, kinds).includes(at)),
  );
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
      <TileActs file={name} acts={[...own.acts, ...acts]} />
      {own.dialog}
      {upload === undefined ? <Alt view={view} id={id} /> : <Way view={view} id={id} />}
    </li>
  );
}

interface Changes {
  move(from: number, to: number): void;
  remove(): void;
}

function useChanges({ view: { desk, state, tab }, id, onMoved }: Props): Changes & { name: string } {
  const { media } = useWords().composer;
  const ids = mediaOf(state.writing, tab);
  const upload = state.uploads.get(id);
  const name = state.files.get(id)?.name ?? upload?.name ?? '';
  return {
    name,
    move(from, to) {
      const moved = ids[from];
      if (moved === undefined || to < 0 || to >= ids.length || to === from) return;
      const others = ids.toSpliced(from, 1);
      desk.write((writing) => setMedia(writing, tab, others.toSpliced(to, 0, moved)));
      onMoved(media.moved({ name, at: to + 1, of: ids.length }));
    },
    remove() {
      const others = ids.filter((one) => one !== id);
      if (upload !== undefined) dropUpload(desk, id);
      else desk.write((writing) => setMedia(writing, tab, others));
      focusFile('media_ids', ids.indexOf(id));
    },
  };
}

function usePlaceActs(name: string, at: number, of: number, { move, remove }: Changes): TileAct[] {
  const { media } = useWords().composer;
  return [
    {
      key: 'before',
      name: media.toFront(),
      label: media.before({ name }),
      mark: <Left width={16} height={16} />,
      isIdle: at === 0,
      run: () => move(at, at - 1),
    },
    {
      key: 'after',
      name: media.toBack(),
      label: media.after({ name }),
      mark: <Right width={16} height={16} />,
      isIdle: at === of - 1,
      run: () => move(at, at + 1),
    },
    {
      key: 'remove',
      name: media.take(),
      label: media.remove({ name }),
      mark: <Close width={16} height={16} />,
      isHarm: true,
      run: remove,
    },
  ];
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
      {file !== undefined && <CaptionsMark captions={file.captions} />}
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
      <p className={styles['failed']} data-upload="failed" role="alert">
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
