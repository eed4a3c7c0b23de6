/** Chooses files that the workspace has already, the newest first. */
import type { Media } from '@belfry/contract/media.ts';
import { useState } from 'react';
import { useAnswer } from '../data/client.ts';
import { Button } from '../look/button.tsx';
import Panel from '../look/panel.tsx';
import { Problem } from '../look/problem.tsx';
import { useDates } from '../words/dates.ts';
import { useWords } from '../words/words.ts';
import styles from './media.module.css';

interface Props {
  /** Files to choose at most. */
  most: number;
  kind?: Media['kind'];
  onClose: () => void;
  onChoose: (files: readonly Media[]) => void;
}

export default function Library({ most, kind, onClose, onChoose }: Props) {
  const { composer, frame } = useWords();
  const dates = useDates();
  const [page, setPage] = useState(1);
  const [chosen, setChosen] = useState<readonly Media[]>([]);
  const { data: files, error } = useAnswer('listMedia', { query: { page } });
  const shown = (files ?? []).filter((file) => kind === undefined || file.kind === kind);
  const toggle = (file: Media) => {
    if (chosen.some(({ id }) => id === file.id)) setChosen(chosen.filter(({ id }) => id !== file.id));
    else setChosen([...chosen, file].slice(-most));
  };
  return (
    <Panel title={composer.media.library()} size="wide" onClose={onClose}>
      {error !== null && <Problem error={error} />}
      {files?.length === 0 && page === 1 && <p>{composer.media.libraryEmpty()}</p>}
      <ul className={styles['library']}>
        {shown.map((file, place) => {
          const at = chosen.findIndex(({ id }) => id === file.id);
          return (
            <li key={file.id}>
              <button
                type="button"
                ref={place === 0 ? takeFocus : null}
                aria-pressed={at >= 0}
                onClick={() => toggle(file)}
              >
                <img src={thumbnailOf(file)} alt="" loading="lazy" />
                {at >= 0 && <span className={styles['order']}>{at + 1}</span>}
                <span className={styles['caption']} dir="auto">
                  {file.alt_text || file.name}
                </span>
              </button>
              <time className={styles['said']} dateTime={file.created_at}>
                {dates.momentOf(file.created_at)}
              </time>
            </li>
          );
        })}
      </ul>
      <div className={`${styles['foot']} ${styles['choosing']}`}>
        {page > 1 && (
          <Button look="quiet" onClick={() => setPage(page - 1)}>
            {frame.back()}
          </Button>
        )}
        {files?.length === 30 && (
          <Button look="quiet" onClick={() => setPage(page + 1)}>
            {composer.media.libraryMore()}
          </Button>
        )}
        <Button onClick={onClose}>{frame.cancel()}</Button>
        <Button look="act" onClick={() => onChoose(chosen)}>
          {composer.media.addChosen({ count: chosen.length })}
        </Button>
      </div>
    </Panel>
  );
}

/** The files arrive after the panel has opened, so that the first one takes the focus itself. */
function takeFocus(first: HTMLElement | null): void {
  first?.focus();
}

export function thumbnailOf({ thumbnail_url }: Media, width: 160 | 320 | 640 = 320): string {
  return `${thumbnail_url}&width=${width}`;
}
