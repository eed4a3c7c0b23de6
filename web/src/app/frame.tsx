/** The frame around every screen: the rail at the left, or a bar at the bottom on phones. */
import { Outlet } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef } from 'react';
import { followStream } from '../data/stream.ts';
import { useWords } from '../words/words.ts';
import styles from './frame.module.css';
import { useFrameCommands } from './frame-commands.ts';
import { useKeys } from './keys.ts';
import { Overlays, useOverlay } from './overlays.tsx';
import { Rail } from './rail.tsx';
import { Returned } from './returned.tsx';
import { useStart } from './start.ts';
import { Toasts } from './toasts.tsx';

export function Frame() {
  const { frame } = useWords();
  const { workspace, user, stream_position: position } = useStart();
  const { overlay, open, close } = useOverlay();
  const bell = useRef<HTMLButtonElement>(null);
  useLive(position, workspace.id);
  useFrameCommands(open);
  useKeys(user.id);
  return (
    <div className={styles['frame']}>
      <a className={styles['skip']} href="#content">
        {frame.skip()}
      </a>
      <Rail bell={bell} onOpen={open} />
      <div className={styles['content']} id="content">
        <Outlet />
      </div>
      <Returned />
      <Toasts />
      <Overlays overlay={overlay} bell={bell} onClose={close} />
    </div>
  );
}

/** Screens show what happens while it happens. */
function useLive(position: number | null, workspace: number): void {
  const isReader = position !== null;
  const begin = useEffectEvent(() => followStream(position ?? 0));
  // Another workspace has another stream.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the stream is that of the workspace
  useEffect(() => (isReader ? begin() : undefined), [isReader, workspace]);
}
