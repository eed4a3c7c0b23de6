import { Link, useLocation } from '@tanstack/react-router';
import styles from '../doors/door.module.css';
import { SignInForm } from '../doors/sign-in-form.tsx';
import Panel from '../look/panel.tsx';
import { useWords } from '../words/words.ts';
import { useStart } from './start.ts';

/** The sign-in of the same person, where they are. */
export default function SignInSheet({ onSignedIn }: { onSignedIn: () => void }) {
  const { doors, composer } = useWords();
  const { user } = useStart();
  const here = useLocation({ select: ({ href }) => href });
  return (
    <Panel title={composer.signedOut.title()}>
      <p>{doors.signIn.again()}</p>
      <SignInForm email={user.email} onSignedIn={onSignedIn} />
      <Link to="/sign-in" search={{ to: here }} className={styles['aside']}>
        {doors.signIn.otherWay()}
      </Link>
    </Panel>
  );
}
