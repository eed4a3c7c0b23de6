/** The files of one version of the post: added, described, ordered. */
import Library from 'icon:images';
import Plus from 'icon:plus';
import { Suspense, useRef, useState } from 'react';
import { part } from '../data/part.ts';
import { Button } from '../look/button.tsx';
import { useWords } from '../words/words.ts';
import { Camera } from './camera.tsx';
import styles from './media.module.css';
import { MediaTile } from './media-tile.tsx';
import { tellRewritten } from './rewriting.ts';
import { addFiles, learnFiles } from './uploads.ts';
import type { View } from './write.tsx';
import { changeTarget, mediaOf, setMedia, targetOf, type Writing, withoutWaiting } from './writing.ts';

const Choose = part(() => import('./library.tsx'));

/** Files of one post, by the API. */
const MOST = 20;

export function MediaStrip({ view }: { view: View }) {
  const { composer } = useWords();
  const { desk, state, tab } = view;
  const [isChoosing, setChoosing] = useState(false);
  const [said, setSaid] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const ids = mediaOf(state.writing, tab);
  const missing = ids.filter((id) => state.files.get(id)?.kind === 'image' && !state.files.get(id)?.alt_text);
  const add = (files: readonly File[]) => {
    const refused = addFiles(desk, tab, files);
    setSaid(refused.map((name) => composer.media.refusedType({ name })).join(' '));
  };
  return (
    <section
      className={styles['media']}
      aria-label={composer.media.name()}
      data-field="media_ids"
      tabIndex={-1}
    >
      {ids.length > 0 && (
        <ol className={styles['strip']}>
          {ids.map((id, at) => (
            <MediaTile key={id} view={view} id={id} at={at} onMoved={setSaid} />
          ))}
        </ol>
      )}
      <div className={styles['foot']}>
        <Button look="quiet" flush data-add-media onClick={() => input.current?.click()}>
          <Plus />
          {composer.media.add()}
        </Button>
        <Camera onTake={add} />
        <Button look="quiet" onClick={() => setChoosing(true)}>
          <Library />
          {composer.media.library()}
        </Button>
        {tab !== null && <OwnFiles view={view} channelId={tab} />}
        {missing.length > 0 && (
          <span className={styles['missing']}>
            {composer.media.altMissing({ count: missing.length, of: ids.length })}
          </span>
        )}
        <span role="status" className={styles['said']}>
          {said}
        </span>
      </div>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        accept="image/*,video/*"
        onChange={({ target }) => {
          add([...(target.files ?? [])]);
          target.value = '';
        }}
      />
      {isChoosing && (
        <Suspense fallback={null}>
          <Choose
            most={MOST - ids.length}
            onClose={() => setChoosing(false)}
            onChoose={(files) => {
              learnFiles(desk, files);
              const added = files.map(({ id }) => id).filter((id) => !ids.includes(id));
              desk.write((writing) => setMedia(writing, tab, [...mediaOf(writing, tab), ...added]));
              setChoosing(false);
            }}
          />
        </Suspense>
      )}
    </section>
  );
}

/** Whether a channel has files of its own, and the way back. */
function OwnFiles({ view: { desk, state }, channelId }: { view: View; channelId: number }) {
  const words = useWords();
  const { media } = words.composer;
  const { mediaIds = null } = targetOf(withoutWaiting(state.writing), channelId) ?? {};
  if (mediaIds === null) return null;
  const change = (to: readonly number[] | null) => (writing: Writing) =>
    changeTarget(writing, channelId, { mediaIds: to });
  const goBack = () => {
    desk.write(change(null));
    document.querySelector<HTMLElement>('[data-add-media]')?.focus();
    tellRewritten(desk, channelId, words, { text: media.commonAgain(), undo: change(mediaIds) });
  };
  return (
    <Button look="quiet" onClick={goBack}>
      {media.backToCommon()}
    </Button>
  );
}
