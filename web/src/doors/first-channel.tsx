/** The second step of the first run: an account that posts can go to. */
import { Link, useNavigate } from '@tanstack/react-router';
import type { FormEvent } from 'react';
import { useCall } from '../data/client.ts';
import { SANDBOX } from '../data/sandbox.ts';
import { Button } from '../look/button.tsx';
import { TextField } from '../look/field.tsx';
import { NetworkMark } from '../look/network-mark.tsx';
import { errorOf, Problem } from '../look/problem.tsx';
import { useWords } from '../words/words.ts';
import styles from './door.module.css';
import { Door } from './door.tsx';

export function FirstChannel() {
  const { doors, fieldErrors } = useWords();
  const navigate = useNavigate();
  const connect = useCall('createChannel');
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const username = String(new FormData(event.currentTarget).get('username'));
    const answer = await connect
      .mutateAsync({ body: { platform: SANDBOX, credentials: { username } } })
      .catch(() => undefined);
    if (answer === undefined) return;
    await navigate({ to: '/write', search: { first: true, channel: answer.data.id } });
  };
  const isRefused = errorOf(connect.error, 'credentials.username') !== undefined;
  return (
    <Door title={doors.first.title()}>
      <form className={styles['form']} onSubmit={submit}>
        <section className={styles['chosen']}>
          <h2 className={styles['network']}>
            <NetworkMark platform={SANDBOX} />
            {doors.first.sandbox()}
          </h2>
          <p>{doors.first.sandboxHint()}</p>
        </section>
        <TextField
          label={doors.first.account()}
          name="username"
          defaultValue={doors.first.accountName()}
          required
          autoFocus
          autoCapitalize="none"
          spellCheck={false}
          hint={doors.first.accountHint()}
          error={isRefused ? fieldErrors.wrong() : undefined}
        />
        {connect.isError && !isRefused && <Problem error={connect.error} />}
        <Button look="act" type="submit" busy={connect.isPending}>
          {doors.first.add()}
        </Button>
        <Link to="/channels" className={styles['aside']}>
          {doors.first.others()}
        </Link>
      </form>
    </Door>
  );
}
