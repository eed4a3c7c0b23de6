/** What the app does for the time without a connection, once it stands. */
import { useLocation } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';
import { tell } from '../app/acts.ts';
import { useStart } from '../app/start.ts';
import { useDrafts } from '../calendar/drafts.ts';
import { onSignedOut, queries } from '../data/client.ts';
import { setReader, useAway } from '../data/connection.ts';
import { forgetTexts } from '../data/kept.ts';
import { listForeign, listUnsent } from '../data/wipe.ts';
import { AwayLine } from './away.tsx';
import { wipeSeen } from './last-seen.ts';
import { registerWorker } from './register.ts';
import { useOfflineWords } from './words.ts';

let hasBegun = false;

export function Offline() {
  const { pathname } = useLocation();
  const isHere = useAway() === undefined;
  const isWriting = pathname.startsWith('/write');
  useOnce();
  useSending(isHere && !isWriting);
  useForeign();
  return (
    <>
      <DraftsAhead />
      <AwayLine />
    </>
  );
}

/** Drafts open without a connection also where nobody has looked at them. */
function DraftsAhead() {
  const [canOpen, setCanOpen] = useState(false);
  useEffect(() => void navigator.serviceWorker?.ready.then(() => setCanOpen(true)), []);
  useDrafts({ enabled: canOpen });
  return null;
}

function useOnce(): void {
  useEffect(() => {
    if (!hasBegun) {
      hasBegun = true;
      void registerWorker();
    }
    // A session that ended leaves texts only, for the same person.
    return onSignedOut(() => {
      setReader(undefined);
      void wipeSeen();
    });
  }, []);
}

/** `isTime`: there is a connection, and the composer is closed. */
function useSending(isTime: boolean): void {
  const start = useStart();
  const words = useOfflineWords();
  const send = useEffectEvent(async () => {
    if ((await listUnsent(start.user.id)).length === 0) return;
    // It brings the composer.
    const { sendLeft } = await import('./outbox.ts');
    const count = await sendLeft(start);
    if (count === 0) return;
    await queries.invalidateQueries();
    tell(words.sentLater({ count }));
  });
  useEffect(() => {
    if (isTime) void send();
  }, [isTime]);
}

/** Texts that nobody here can send are deleted when the person says so. */
function useForeign(): void {
  const { user, workspaces } = useStart();
  const words = useOfflineWords();
  const ask = useEffectEvent(async () => {
    const ids = workspaces.map(({ id }) => id);
    const texts = await listForeign(user.id, ids);
    if (texts.length === 0) return;
    const forget = () => void forgetTexts(texts);
    tell(words.foreignTexts({ count: texts.length }), {
      offer: { name: words.forgetTexts(), run: forget },
    });
  });
  useEffect(() => void ask(), []);
}
