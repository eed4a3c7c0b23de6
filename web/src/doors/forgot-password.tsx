import { Link } from '@tanstack/react-router';
import type { FormEvent } from 'react';
import { useCall } from '../data/client.ts';
import { Button } from '../look/button.tsx';
import { TextField } from '../look/field.tsx';
import { Problem } from '../look/problem.tsx';
import { useWords } from '../words/words.ts';
import styles from './door.module.css';
import { Door } from './door.tsx';

export function Page() {
  const { doors, frame } = useWords();
  const request = useCall('requestPasswordReset');
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    request.mutate({ body: { email: String(new FormData(event.currentTarget).get('email')) } });
  };
  return (
    <Door title={doors.forgotten.title()}>
      {request.isSuccess ? (
        <p role="status">{doors.forgotten.sent(request.variables.body)}</p>
      ) : (
        <form className={styles['form']} onSubmit={submit}>
          <p>{doors.forgotten.intro()}</p>
          <TextField
            label={doors.email()}
            name="email"
            type="email"
            autoComplete="username"
            required
            autoFocus
          />
          {request.isError && <Problem error={request.error} />}
          <Button look="act" type="submit" busy={request.isPending}>
            {doors.forgotten.submit()}
          </Button>
        </form>
      )}
      <Link to="/sign-in" className={styles['aside']}>
        {frame.back()}
      </Link>
    </Door>
  );
}
