/** Crops and turns a picture in the browser. Its result is a new file; the original stays as it is. */

import Rotate from 'icon:rotate-cw';
import type { Media } from '@belfry/contract/media.ts';
import type { Span } from '@belfry/networks/core/limits.ts';
import { useEffect, useState } from 'react';
import { Button } from '../look/button.tsx';
import Panel from '../look/panel.tsx';
import { useWords } from '../words/words.ts';
import { Failure } from './failure.tsx';
import styles from './picture.module.css';
import { cutOut, type Loaded, loadPicture } from './pixels.ts';
import { offerRatios, type Ratio } from './ratios.ts';
import { Stage } from './stage.tsx';
import { type Crop, type Shape, useCrop } from './use-crop.ts';
import { useResult } from './use-result.ts';

interface Props {
  file: Media;
  /** Ratios that the chosen networks take. */
  spans: readonly Span[];
  /** Resolves when the new file has arrived. */
  onDone: (result: Blob, signal: AbortSignal) => Promise<void>;
  onClose: () => void;
}

export default function CropDialog(props: Props) {
  const { file, onClose } = props;
  const { frame, picture } = useWords();
  const [loaded, setLoaded] = useState<Loaded>();
  const [error, setError] = useState<unknown>();
  useEffect(() => {
    let isGone = false;
    let found: Loaded | undefined;
    loadPicture(file).then(
      (one) => {
        found = one;
        if (isGone) one.bitmap.close();
        else setLoaded(one);
      },
      (failure) => setError(failure ?? new Error()),
    );
    return () => {
      isGone = true;
      found?.bitmap.close();
    };
  }, [file]);
  return (
    <Panel title={picture.crop()} size="wide" onClose={onClose}>
      {loaded !== undefined && <Editor {...props} loaded={loaded} />}
      {loaded === undefined && (
        <>
          {error === undefined ? <p role="status">{picture.loading()}</p> : <Failure error={error} />}
          <div className={styles['acts']}>
            <Button onClick={onClose}>{frame.cancel()}</Button>
          </div>
        </>
      )}
    </Panel>
  );
}

function Editor({ spans, loaded, onDone, onClose }: Props & { loaded: Loaded }) {
  const { frame, picture } = useWords();
  const crop = useCrop(loaded.bitmap);
  const { error, isBusy, run } = useResult(onClose);
  const use = () =>
    crop.isWhole
      ? onClose()
      : run(async (signal) => onDone(await cutOut(loaded, crop.area, crop.turns), signal));
  return (
    <>
      <Stage bitmap={loaded.bitmap} crop={crop} scale={loaded.scale} />
      <div className={styles['tools']}>
        <Shapes crop={crop} spans={spans} />
        <Button onClick={crop.turn}>
          <Rotate width={16} height={16} />
          {picture.rotate()}
        </Button>
      </div>
      {error !== undefined && <Failure error={error} />}
      <div className={styles['acts']}>
        <Button onClick={onClose}>{frame.cancel()}</Button>
        <Button look="act" busy={isBusy} onClick={use}>
          {isBusy ? picture.saving() : picture.use()}
        </Button>
      </div>
    </>
  );
}

function Shapes({ crop, spans }: { crop: Crop; spans: readonly Span[] }) {
  const { picture } = useWords();
  const shapes: readonly Shape[] = ['free', 'original', ...offerRatios(spans)];
  return (
    <fieldset className={styles['shapes']} aria-label={picture.shape()}>
      {shapes.map((shape) => (
        <button
          key={String(shape)}
          type="button"
          aria-pressed={String(crop.shape) === String(shape)}
          onClick={() => crop.setShape(shape)}
        >
          {typeof shape === 'string' ? picture[shape]() : picture.ratio(asParts(shape))}
        </button>
      ))}
    </fieldset>
  );
}

function asParts([width, height]: Ratio): { width: number; height: number } {
  return { width, height };
}
