/** What is shown before a video plays: an image of the library, or a frame of the video. */
import Close from 'icon:x';
import type { Media } from '@belfry/contract/media.ts';
import { Suspense, useState } from 'react';
import { part } from '../../data/part.ts';
import { Button } from '../../look/button.tsx';
import type { Frame } from '../../picture/frame.tsx';
import { useWords } from '../../words/words.ts';
import { addFrame } from '../edited.ts';
import { thumbnailOf } from '../library.tsx';
import { Alt } from '../media-tile.tsx';
import { learnFiles } from '../uploads.ts';
import type { View } from '../write.tsx';
import { mediaOf, setSetting, targetOf } from '../writing.ts';
import { type FieldProps, useErrorOf } from './field-props.ts';
import { propertiesOf } from './schema.ts';
import styles from './settings.module.css';
import { useHint, useTitle } from './title.ts';

const Library = part(() => import('../library.tsx'));
const FrameDialog = part(() => import('../../picture/frame.tsx'));

/** Drawn with the image, where a network takes both. */
const MOMENT = 'settings.cover_at_ms';

export function CoverField(props: FieldProps) {
  const nameOf = useTitle();
  const hint = useHint()(props.schema);
  const { picture } = useWords();
  const { name, path, schema, context } = props;
  const cover = useCover(props);
  const errors = [useErrorOf(props), useErrorOf({ ...props, path: MOMENT })];
  return (
    <fieldset className={styles['image']} data-field={path} tabIndex={-1}>
      <legend>{nameOf(name, schema)}</legend>
      {cover.isSet && <Chosen cover={cover} view={context.view} />}
      <Acts cover={cover} />
      {cover.video === undefined && <small>{picture.frameNeedsVideo()}</small>}
      {cover.takesImage && hint !== undefined && <small>{hint}</small>}
      {[...new Set(errors)].map(
        (error) =>
          error !== undefined && (
            <small key={error} role="alert">
              {error}
            </small>
          ),
      )}
    </fieldset>
  );
}

function Chosen({ cover: { image, moment, set }, view }: { cover: Cover; view: View }) {
  const { composer, picture } = useWords();
  const remove = composer.settings.remove();
  return (
    <div className={styles['still']}>
      {image !== undefined && (
        <>
          <img src={thumbnailOf(image, 160)} alt={image.alt_text ?? image.name} />
          <Alt key={image.id} view={view} id={image.id} />
        </>
      )}
      {moment !== undefined && <p>{picture.frameAt({ seconds: moment / 1000 })}</p>}
      <Button look="quiet" square aria-label={remove} title={remove} onClick={() => set({})}>
        <Close />
      </Button>
    </div>
  );
}

function Acts({ cover }: { cover: Cover }) {
  const { composer, picture } = useWords();
  const [open, setOpen] = useState<'library' | 'frame'>();
  const close = () => setOpen(undefined);
  const choose = (files: readonly Media[]) => {
    cover.choose(files);
    close();
  };
  return (
    <div className={styles['acts']} data-field={MOMENT} tabIndex={-1}>
      {cover.takesImage && (
        <Button onClick={() => setOpen('library')}>{composer.settings.chooseImage()}</Button>
      )}
      {cover.video !== undefined && <Button onClick={() => setOpen('frame')}>{picture.frame()}</Button>}
      <Suspense fallback={null}>
        {open === 'library' && <Library most={1} kind="image" onClose={close} onChoose={choose} />}
        {open === 'frame' && cover.video !== undefined && (
          <FrameDialog
            file={cover.video}
            begin={cover.moment ?? 0}
            onDone={cover.chooseFrame}
            onClose={close}
          />
        )}
      </Suspense>
    </div>
  );
}

interface Choice {
  image?: number;
  /** Milliseconds. */
  moment?: number;
}

type Cover = ReturnType<typeof useCover>;

function useCover({ context: { view, channelId } }: FieldProps) {
  const { desk, state, checked } = view;
  const rules = checked.find(({ channel }) => channel.id === channelId)?.rules;
  const names = new Set(propertiesOf(rules?.settings).map(([name]) => name));
  const { cover, cover_at_ms } = targetOf(state.writing, channelId)?.settings ?? {};
  const files = mediaOf(state.writing, channelId).flatMap((id) => state.files.get(id) ?? []);
  const video = files.find(({ kind }) => kind === 'video');
  /** One of both: networks refuse or ignore the other. */
  const set = ({ image, moment }: Choice) =>
    desk.write((writing) =>
      setSetting(setSetting(writing, channelId, 'cover', image), channelId, 'cover_at_ms', moment),
    );
  return {
    image: state.files.get(Number(cover)),
    moment: typeof cover_at_ms === 'number' && cover === undefined ? cover_at_ms : undefined,
    isSet: cover !== undefined || cover_at_ms !== undefined,
    takesImage: names.has('cover'),
    video,
    set,
    choose(chosen: readonly Media[]) {
      learnFiles(desk, chosen);
      if (chosen[0] !== undefined) set({ image: chosen[0].id });
    },
    /** A network that takes a moment needs no picture. */
    async chooseFrame({ at, takePicture }: Frame, signal: AbortSignal): Promise<void> {
      if (names.has('cover_at_ms')) return set({ moment: at });
      if (video === undefined) return;
      const { id } = await addFrame(desk, video, await takePicture(), signal);
      set({ image: id });
    },
  };
}
