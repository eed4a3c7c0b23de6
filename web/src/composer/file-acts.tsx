/** What can be done with a file of the post besides moving it: what fits its kind. */
import type { ReactNode } from 'react';
import { useCaptionsAct } from './captions/act.tsx';
import { useCropAct } from './crop-act.tsx';
import type { SwapFile } from './edited.ts';
import type { TileAct } from './tile-acts.tsx';
import type { View } from './write.tsx';

export interface FileActs {
  acts: readonly TileAct[];
  dialog: ReactNode;
}

export interface FilePlace {
  swap: SwapFile;
  /** Where the file stands. */
  field: string;
  /** Null: every channel shows it. */
  channelId: number | null;
}

export function useFileActs(view: View, id: number, place: FilePlace): FileActs {
  const crop = useCropAct(view, id, place);
  const captions = useCaptionsAct(view, id, place.channelId);
  return {
    acts: [...crop.acts, ...captions.acts],
    dialog: (
      <>
        {crop.dialog}
        {captions.dialog}
      </>
    ),
  };
}
