/** Chooses a moment of a video, such as for its cover. */

import Left from 'icon:chevron-left';
import Right from 'icon:chevron-right';
import type { Media } from '@belfry/contract/media.ts';
import type { KeyboardEvent } from 'react';
import { useStart } from '../app/start.ts';
import { Button } from '../look/button.tsx';
import Panel from '../look/panel.tsx';
import { useWords } from '../words/words.ts';
import { Failure } from './failure.tsx';
import styles from './picture.module.css';
import { paint } from './still.ts';
import { type Film, useFilm } from './use-film.ts';
import { useResult } from './use-result.ts';

export interface Frame {
  /** Milliseconds. */
  at: number;
  /** As JPEG. Throws if the browser cannot do it. */
  takePicture(): Promise<Blob>;
}

interface Props {
  file: Media;
  /** Milliseconds. */
  begin: number;
  /** Resolves when the choice is kept. */
  onDone: (frame: Frame, signal: AbortSignal) => Promise<void>;
  onClose: () => void;
}

/** Seconds. Most videos have at least as many frames. */
const FRAME = 1 / 30;

export default function FrameDialog({ file, begin, onDone, onClose }: Props) {
  const { frame, picture } = useWords();
  const { workspace } = useStart();
  const film = useFilm(begin / 1000, file.duration);
  const { error, isBusy, run } = useResult(onClose);
  const isPlayable = film.last !== null && film.last !== undefined;
  const use = () =>
    run(async (signal) => {
      const video = await film.settle();
      signal.throwIfAborted();
      await onDone({ at: Math.round(film.at * 1000), takePicture: () => paint(video) }, signal);
    });
  return (
    <Panel title={picture.frame()} size="wide" onClose={onClose}>
      {film.last === null ? (
        <p role="alert">{picture.frameFailed()}</p>
      ) : (
        <video
          {...film.events}
          ref={film.element}
          src={`${file.url}?workspace=${workspace.id}`}
          className={styles['film']}
          aria-label={file.name}
          preload="auto"
          muted
          playsInline
        />
      )}
      {film.last === undefined && <p role="status">{picture.frameLoading()}</p>}
      {isPlayable && <Scrubber film={film} />}
      {error !== undefined && <Failure error={error} />}
      <div className={styles['acts']}>
        <Button onClick={onClose}>{frame.cancel()}</Button>
        {isPlayable && (
          <Button look="act" busy={isBusy} onClick={use}>
            {isBusy ? picture.saving() : picture.takeFrame()}
          </Button>
        )}
      </div>
    </Panel>
  );
}

/** Moves by a second or by a frame. A finger gets near, and the buttons do the rest. */
function Scrubber({ film: { at, last, goTo } }: { film: Film }) {
  const { picture } = useWords();
  const end = last ?? 0;
  const byKey = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 }[event.key];
    if (step === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    goTo(at + step * (event.shiftKey ? FRAME : 1));
  };
  return (
    <>
      <div className={styles['moment']}>
        <Button
          look="quiet"
          square
          aria-label={picture.frameBack()}
          title={picture.frameBack()}
          onClick={() => goTo(at - FRAME)}
        >
          <Left />
        </Button>
        <input
          type="range"
          min={0}
          max={end}
          step="any"
          value={at}
          aria-label={picture.moment()}
          aria-valuetext={picture.seconds({ seconds: at })}
          onKeyDown={byKey}
          onChange={({ target }) => goTo(target.valueAsNumber)}
        />
        <Button
          look="quiet"
          square
          aria-label={picture.frameOn()}
          title={picture.frameOn()}
          onClick={() => goTo(at + FRAME)}
        >
          <Right />
        </Button>
        <output>{picture.clock({ seconds: at })}</output>
      </div>
      <p className={styles['hint']}>
        <span>{picture.frameKeys()}</span>
      </p>
    </>
  );
}
