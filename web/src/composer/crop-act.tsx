/** Cropping a picture of the post, in its tile. */
import Crop from 'icon:crop';
import { Suspense, useState } from 'react';
import { part } from '../data/part.ts';
import { useWords } from '../words/words.ts';
import { ratiosOf } from './checking.ts';
import { canCut, replaceFile } from './edited.ts';
import type { FileActs, FilePlace } from './file-acts.tsx';
import type { TileAct } from './tile-acts.tsx';
import type { View } from './write.tsx';

const CropDialog = part(() => import('../picture/crop.tsx'));

export function useCropAct(view: View, id: number, { swap, field, channelId }: FilePlace): FileActs {
  const words = useWords();
  const [isOpen, setOpen] = useState(false);
  const file = view.state.files.get(id);
  if (file === undefined || !canCut(file)) return { acts: [], dialog: null };
  const act: TileAct = {
    key: 'crop',
    name: words.picture.crop(),
    label: words.picture.cropOf({ name: file.name }),
    mark: <Crop width={16} height={16} />,
    run: () => setOpen(true),
  };
  const done = async (blob: Blob, signal: AbortSignal) => {
    await replaceFile(view.desk, file, blob, { swap, signal, words });
    focusFile(field);
  };
  const shown = view.checked.filter(({ channel }) => channelId === null || channel.id === channelId);
  const dialog = isOpen && (
    <Suspense fallback={null}>
      <CropDialog file={file} spans={ratiosOf(shown)} onDone={done} onClose={() => setOpen(false)} />
    </Suspense>
  );
  return { acts: [act], dialog };
}

/** The tile that was pressed is gone, and another is in its place. */
function focusFile(field: string): void {
  requestAnimationFrame(() => document.querySelector<HTMLElement>(`[data-field="${field}"]`)?.focus());
}
