/** What opens above any screen. Each is loaded when it opens first. */
import { type RefObject, Suspense, useState } from 'react';
import { part } from '../data/part.ts';
import { awaitField } from './ahead.ts';

const Palette = part(() => import('../palette/palette.tsx'));
const Notices = part(() => import('../notices/notices.tsx'));
const KeysList = part(() => import('../palette/keys-list.tsx'));
const SignOut = part(() => import('./sign-out.tsx'));

export type OverlayName = 'palette' | 'keys' | 'notices' | 'signOut';

export interface Overlay {
  name: OverlayName;
  /** What had the focus. */
  at: Element | null;
}

export function useOverlay() {
  const [overlay, set] = useState<Overlay>();
  return {
    overlay,
    open: (name: OverlayName) => {
      if (name === 'palette') awaitField();
      set({ name, at: document.activeElement });
    },
    close: () => set(undefined),
  };
}

interface Props {
  overlay: Overlay | undefined;
  /** Notices open beside it. */
  bell: RefObject<HTMLButtonElement | null>;
  onClose: () => void;
}

export function Overlays({ overlay, bell, onClose }: Props) {
  if (overlay === undefined) return null;
  const { name, at } = overlay;
  // Phones have no bell in sight.
  const anchor = bell.current?.checkVisibility() === true ? bell : { current: at as HTMLElement | null };
  return (
    <Suspense>
      {name === 'palette' && <Palette at={at} onClose={onClose} />}
      {name === 'notices' && <Notices anchor={anchor} onClose={onClose} />}
      {name === 'keys' && <KeysList onClose={onClose} />}
      {name === 'signOut' && <SignOut onClose={onClose} />}
    </Suspense>
  );
}
