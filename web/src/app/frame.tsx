/** The frame around every screen: the rail at the left, or a bar at the bottom on phones. */
import { Outlet } from '@tanstack/react-router';
import { Suspense, useRef } from 'react';
import { useIdleAfter } from '../data/idle.ts';
import { part } from '../data/part.ts';
import { useFirstWords } from '../words/words.ts';
import styles from './frame.module.css';
import { useFrameCommands } from './frame-commands.ts';
import { useKeys } from './keys.ts';
import { Overlays, useOverlay } from './overlays.tsx';
import { Rail } from './rail.tsx';
import { StartContext, useAnsweredStart, useStart } from './start.ts';
import { Toasts } from './toasts.tsx';

const Background = part(() => import('./background.tsx'));
const NoWorkspace = part(() => import('../doors/no-workspace.tsx'));

/** A person who was removed from their last workspace, or whose workspace was deleted, has none. */
export function FrameOrNone() {
  const { start, hasWorkspace } = useAnsweredStart();
  return (
    <StartContext value={start}>
      {hasWorkspace ? (
        <Frame />
      ) : (
        <Suspense>
          <NoWorkspace />
        </Suspense>
      )}
    </StartContext>
  );
}

function Frame() {
  const { frame } = useFirstWords();
  const { user } = useStart();
  const { overlay, open, close } = useOverlay();
  const bell = useRef<HTMLButtonElement>(null);
  useFrameCommands(open);
  useKeys(user.id);
  const isIdle = useIdleAfter(true);
  return (
    <div className={styles['frame']}>
      <a className={styles['skip']} href="#content">
        {frame.skip()}
      </a>
      <Rail bell={bell} onOpen={open} />
      <div className={styles['content']} id="content">
        {isIdle && (
          <Suspense>
            <Background />
          </Suspense>
        )}
        <Outlet />
      </div>
      <Toasts />
      <Overlays overlay={overlay} bell={bell} onClose={close} />
    </div>
  );
}
