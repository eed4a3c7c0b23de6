/** The sign-in above the text when the session has ended. What was typed stays where it is. */
import { useState } from 'react';
import { useStart } from '../app/start.ts';
import { api, queries } from '../data/client.ts';
import { beginAgain } from '../data/stream.ts';
import { SignInForm } from '../doors/sign-in-form.tsx';
import Panel from '../look/panel.tsx';
import { useWords } from '../words/words.ts';
import type { Desk } from './desk.ts';

interface Props {
  desk: Desk;
  returnTo: () => HTMLElement | null;
}

export default function SignedOut({ desk, returnTo }: Props) {
  const { composer } = useWords();
  const { user } = useStart();
  const [isOther, setOther] = useState(false);
  const proceed = async () => {
    const { data } = await api().call('getStart');
    if (data.user?.id !== user.id) {
      setOther(true);
      return;
    }
    desk.set({ isSignedOut: false });
    beginAgain();
    await desk.flush();
    void queries.invalidateQueries();
  };
  return (
    <Panel title={composer.signedOut.title()} returnTo={returnTo}>
      <p>{isOther ? composer.signedOut.other() : composer.signedOut.hint()}</p>
      {isOther ? null : <SignInForm email={user.email} onSignedIn={proceed} />}
    </Panel>
  );
}
