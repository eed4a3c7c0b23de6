import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { useCall } from '../data/client.ts';
import { Button } from '../look/button.tsx';
import { TextField } from '../look/field.tsx';
import { errorOf, Problem } from '../look/problem.tsx';
import { useWords } from '../words/words.ts';
import styles from './door.module.css';
import { Door } from './door.tsx';
import { takeToken } from './token.ts';

export function Page() {
  const { doors } = useWords();
  const navigate = useNavigate();
  const [token] = useState(takeToken);
  const change = useCall('usePasswordReset');
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const password = String(new FormData(event.currentTarget).get('password'));
    const answer = await change.mutateAsync({ body: { token, password } }).catch(() => undefined);
    if (answer !== undefined) await navigate({ href: '/sign-in?done=password' });
  };
  return (
    <Door title={doors.newPassword.title()}>
      {token === '' ? (
        <p>{doors.linkIncomplete()}</p>
      ) : (
        <form className={styles['form']} onSubmit={submit}>
          <p>{doors.newPassword.intro()}</p>
          <TextField
            label={doors.password()}
            name="password"
            type="password"
            autoComplete="new-password"
            minLength={10}
            hint={doors.passwordHint()}
            error={errorOf(change.error, 'password')}
            required
            autoFocus
          />
          {change.isError && <Problem error={change.error} />}
          <Button look="act" type="submit" busy={change.isPending}>
            {doors.newPassword.submit()}
          </Button>
        </form>
      )}
    </Door>
  );
}
