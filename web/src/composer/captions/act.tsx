/** Captions of a video of the post, in its tile. */
import Lines from 'icon:captions';
import type { Media } from '@belfry/contract/media.ts';
import { Suspense, useState } from 'react';
import { part } from '../../data/part.ts';
import { nameLanguage } from '../../words/languages.ts';
import { useWords } from '../../words/words.ts';
import { namesOfTakers } from '../checking.ts';
import type { FileActs } from '../file-acts.tsx';
import styles from '../media.module.css';
import type { TileAct } from '../tile-acts.tsx';
import { learnCaptions } from '../uploads.ts';
import type { View } from '../write.tsx';

const CaptionsDialog = part(() => import('./dialog.tsx'));

/** `channelId`: null if every channel shows the file. */
export function useCaptionsAct(
  { desk, state, checked }: View,
  id: number,
  channelId: number | null,
): FileActs {
  const { picture } = useWords();
  const [isOpen, setOpen] = useState(false);
  const file = state.files.get(id);
  if (file?.kind !== 'video') return { acts: [], dialog: null };
  const act: TileAct = {
    key: 'captions',
    name: picture.captions(),
    label: picture.captionsOf({ name: file.name }),
    mark: <Lines width={16} height={16} />,
    run: () => setOpen(true),
  };
  const shown = checked.filter(({ channel }) => channelId === null || channel.id === channelId);
  const dialog = isOpen && (
    <Suspense fallback={null}>
      <CaptionsDialog
        file={file}
        takers={namesOfTakers(shown)}
        onChanged={(changed) => learnCaptions(desk, [changed])}
        onClose={() => setOpen(false)}
      />
    </Suspense>
  );
  return { acts: [act], dialog };
}

export function CaptionsMark({ captions }: Pick<Media, 'captions'>) {
  const { picture } = useWords();
  if (captions.length === 0) return null;
  const label = picture.captionsIn({ languages: captions.map(({ language }) => nameLanguage(language)) });
  return (
    <span className={styles['captions']} role="img" aria-label={label} title={label}>
      CC
    </span>
  );
}
