/** The files of one part of a thread, where the network takes them. */

import Plus from 'icon:image-plus';
import Library from 'icon:images';
import Close from 'icon:x';
import { type ClipboardEvent, Suspense, useRef, useState } from 'react';
import { part } from '../data/part.ts';
import { Button } from '../look/button.tsx';
import { useWords } from '../words/words.ts';
import type { Checked } from './checking.ts';
import { swapIn } from './edited.ts';
import { useFileActs } from './file-acts.tsx';
import { hasPartFiles } from './findings.ts';
import { focusFile } from './focus.ts';
import styles from './media.module.css';
import { Alt, Picture, Way } from './media-tile.tsx';
import { filesOfPart } from './part.ts';
import { partsOf, setPartFiles } from './thread-parts.ts';
import { type TileAct, TileActs } from './tile-acts.tsx';
import { dropUpload, learnFiles, uploadFiles } from './uploads.ts';
import type { View } from './write.tsx';
import type { Writing } from './writing.ts';

const Choose = part(() => import('./library.tsx'));

/** Files of one part, by the schemas of the networks. */
const MOST = 20;

interface Props {
  view: View;
  one: Checked;
  at: number;
}

function filesAt({ view, one, at }: Props): readonly number[] {
  return filesOfPart(partsOf(view.state.writing, one.channel.id)[at - 1]);
}

export function usePartUpload(view: View, one: Checked, at: number) {
  const { id } = one.channel;
  const add = (files: readonly File[]) =>
    uploadFiles(view.desk, files, (writing, file) => setPartFiles(writing, id, at, (ids) => [...ids, file]));
  const paste = (event: ClipboardEvent) => {
    const files = [...event.clipboardData.files];
    if (files.length === 0 || !hasPartFiles(one)) return;
    event.preventDefault();
    add(files);
  };
  return { add, paste };
}

export function PartFiles(props: Props) {
  const ids = filesAt(props);
  if (ids.length === 0) return null;
  return (
    <ul className={styles['strip']}>
      {ids.map((id, index) => (
        <PartFile key={id} {...props} id={id} index={index} />
      ))}
    </ul>
  );
}

function PartFile({ view, one, at, id, index }: Props & { id: number; index: number }) {
  const { composer } = useWords();
  const { desk, state } = view;
  const { channel } = one;
  const upload = state.uploads.get(id);
  const name = state.files.get(id)?.name ?? upload?.name ?? '';
  const field = `settings.thread.${at - 1}.media_ids.${index}`;
  const isWrong = view.findings.some((found) => found.channel.id === channel.id && found.field === field);
  const change = (to: (ids: readonly number[]) => number[]) => (writing: Writing) =>
    setPartFiles(writing, channel.id, at, to);
  const own = useFileActs(view, id, {
    swap: (writing, from, to) => change((ids) => swapIn(ids, from, to))(writing),
    field,
    channelId: channel.id,
  });
  const remove: TileAct = {
    key: 'remove',
    name: composer.media.take(),
    label: composer.media.remove({ name }),
    mark: <Close width={16} height={16} />,
    isHarm: true,
    run() {
      if (upload === undefined) desk.write(change((ids) => ids.filter((file) => file !== id)));
      else dropUpload(desk, id);
      focusFile(`settings.thread.${at - 1}.media_ids`, index);
    },
  };
  return (
    <li className={styles['tile']} data-field={field} data-wrong={isWrong} tabIndex={-1}>
      <Picture view={view} id={id} />
      <TileActs file={name} acts={[...own.acts, remove]} />
      {own.dialog}
      {upload === undefined ? <Alt view={view} id={id} /> : <Way view={view} id={id} />}
    </li>
  );
}

/** Two buttons: from this device, and from the library. */
export function AddPartFiles(props: Props & { onAdd: (files: readonly File[]) => void }) {
  const { view, one, at, onAdd } = props;
  const { thread } = useWords().composer;
  const input = useRef<HTMLInputElement>(null);
  const [isChoosing, setChoosing] = useState(false);
  const ids = filesAt(props);
  if (!hasPartFiles(one)) return null;
  const [device, library] = [thread.addMedia({ at: at + 1 }), thread.library({ at: at + 1 })];
  return (
    <>
      <Button look="quiet" square aria-label={device} title={device} onClick={() => input.current?.click()}>
        <Plus width={16} height={16} />
      </Button>
      <Button look="quiet" square aria-label={library} title={library} onClick={() => setChoosing(true)}>
        <Library width={16} height={16} />
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        accept="image/*,video/*"
        data-part-files={at}
        onChange={({ target }) => {
          onAdd([...(target.files ?? [])]);
          target.value = '';
        }}
      />
      {isChoosing && (
        <Suspense fallback={null}>
          <Choose
            most={MOST - ids.length}
            onClose={() => setChoosing(false)}
            onChoose={(files) => {
              learnFiles(view.desk, files);
              const chosen = files.map(({ id }) => id);
              view.desk.write((writing) =>
                setPartFiles(writing, one.channel.id, at, (all) => [...new Set([...all, ...chosen])]),
              );
              setChoosing(false);
            }}
          />
        </Suspense>
      )}
    </>
  );
}
