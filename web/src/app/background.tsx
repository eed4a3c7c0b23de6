/** What goes on behind every screen. It is loaded when the browser is idle. */
import { useEffect, useEffectEvent } from 'react';
import { queries } from '../data/client.ts';
import { repeatFirstReads } from '../data/first-reads.ts';
import { followStream } from '../data/stream.ts';
import { Offline } from '../offline/offline.tsx';
import { keepFocus } from './lost-focus.ts';
import { Returned } from './returned.tsx';
import { SignInAgain } from './sign-in-again.tsx';
import { useStart } from './start.ts';
import { useVersion } from './version.ts';

// At once: React shows what was loaded a moment later.
keepFocus();
repeatFirstReads(queries);

export default function Background() {
  const { workspace, stream_position: position } = useStart();
  useLive(position, workspace.id);
  useVersion();
  return (
    <>
      <Returned />
      <Offline />
      <SignInAgain />
    </>
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
