/** The frame around every screen: the rail at the left, or a bar at the bottom on phones. */
import { Outlet } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useEffectEvent, useRef } from 'react';
import { followStream } from '../data/stream.ts';
import { useFirstWords } from '../words/words.ts';
import styles from './frame.module.css';
import { useFrameCommands } from './frame-commands.ts';
import { useKeys } from './keys.ts';
import { Overlays, useOverlay } from './overlays.tsx';
import { Rail } from './rail.tsx';
import { Returned } from './returned.tsx';
import { useHasWorkspace, useStart } from './start.ts';
import { Toasts } from './toasts.tsx';
import { useVersion } from './version.ts';

const NoWorkspace = lazy(() => import('../doors/no-workspace.tsx'));

/** A person who was removed from their last workspace, or whose workspace was deleted, has none. */
export function FrameOrNone() {
  if (useHasWorkspace()) return <Frame />;
  return (
    <Suspense>
      <NoWorkspace />
    </Suspense>
  );
}

function Frame() {
  const { frame } = useFirstWords();
  const { workspace, user, stream_position: position } = useStart();
  const { overlay, open, close } = useOverlay();
  const bell = useRef<HTMLButtonElement>(null);
  useLive(position, workspace.id);
  useFrameCommands(open);
  useKeys(user.id);
  useVersion();
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
