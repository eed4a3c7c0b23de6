/** Asks for a sign-in above any screen when the session has ended. Then what is shown is read again. */
import { useLocation, useRouter } from '@tanstack/react-router';
import { Suspense, useEffect, useState } from 'react';
import { onSignedOut, queries } from '../data/client.ts';
import { part } from '../data/part.ts';
import { beginAgain } from '../data/stream.ts';

const SignInSheet = part(() => import('./sign-in-sheet.tsx'));

export function SignInAgain() {
  const router = useRouter();
  const isWriting = useLocation({ select: ({ pathname }) => pathname.startsWith('/write') });
  const [isOut, setOut] = useState(false);
  useEffect(() => onSignedOut(() => setOut(true)), []);
  // The composer asks by itself, when its writer rests.
  if (isOut && isWriting) setOut(false);
  if (!isOut || isWriting) return null;
  const proceed = async () => {
    setOut(false);
    beginAgain();
    await queries.invalidateQueries();
    await router.invalidate();
  };
  return (
    <Suspense>
      <SignInSheet onSignedIn={proceed} />
    </Suspense>
  );
}
