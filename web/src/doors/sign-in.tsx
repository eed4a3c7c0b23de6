/** Sign-in by password and second factor, by a passkey, or by the installation's provider. */
import { useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useAnswer } from '../data/client.ts';
import { Button, buttonClass } from '../look/button.tsx';
import { Problem } from '../look/problem.tsx';
import { useWords } from '../words/words.ts';
import styles from './door.module.css';
import { Door } from './door.tsx';
import { signInByPasskey } from './passkey.ts';
import { SignInForm } from './sign-in-form.tsx';

export function Page() {
  const { doors } = useWords();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const query = new URLSearchParams(location.search);
  const proceed = () => {
    queries.clear();
    void navigate({ to: returnPath(query), replace: true });
  };
  return (
    <Door title={doors.signIn.title()}>
      {query.get('done') === 'password' && <p role="status">{doors.newPassword.done()}</p>}
      {query.has('error') && <Problem code={query.get('error') ?? ''} />}
      <SignInForm onSignedIn={proceed} />
      <OtherWays returnTo={returnPath(query)} onSignedIn={proceed} />
      <Link to="/forgot-password" className={styles['aside']}>
        {doors.signIn.forgotten()}
      </Link>
    </Door>
  );
}

/** A path of ours only: an address from outside must not lead elsewhere. */
function returnPath(query: URLSearchParams): string {
  const to = query.get('to') ?? '/';
  return /^\/(?![/\\])/.test(to) ? to : '/';
}

function OtherWays({ returnTo, onSignedIn }: { returnTo: string; onSignedIn: () => void }) {
  const { doors } = useWords();
  const { data: ways } = useAnswer('listWaysIn');
  const [isRefused, setRefused] = useState(false);
  const byPasskey = async () => {
    setRefused(false);
    await signInByPasskey().then(onSignedIn, () => setRefused(true));
  };
  const canUsePasskey = ways?.passkey === true && 'PublicKeyCredential' in window;
  if (!canUsePasskey && !ways?.openid) return null;
  return (
    <div className={styles['form']}>
      <p className={styles['or']}>{doors.signIn.or()}</p>
      {isRefused && <p role="alert">{doors.signIn.passkeyFailed()}</p>}
      {canUsePasskey && <Button onClick={byPasskey}>{doors.signIn.passkey()}</Button>}
      {ways?.openid && (
        <a
          className={buttonClass()}
          href={`/api/v1/session/openid?${new URLSearchParams({ return_to: returnTo })}`}
        >
          {doors.signIn.provider(ways.openid)}
        </a>
      )}
    </div>
  );
}
