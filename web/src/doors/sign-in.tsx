/** Sign-in by password, and a second factor where one is set up. */
import { ApiError } from '@belfry/sdk/client.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { useCall } from '../data/client.ts';
import { Button } from '../look/button.tsx';
import { TextField } from '../look/field.tsx';
import { Problem } from '../look/problem.tsx';
import { useWords } from '../words/words.ts';
import styles from './door.module.css';
import { Door } from './door.tsx';

export function Page() {
  const { doors } = useWords();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const proceed = () => {
    queries.clear();
    void navigate({ to: returnPath(), replace: true });
  };
  return (
    <Door title={doors.signIn.title()}>
      <SignInForm onSignedIn={proceed} />
    </Door>
  );
}

/** A path of ours only: an address from outside must not lead elsewhere. */
function returnPath(): string {
  const to = new URLSearchParams(location.search).get('to') ?? '/';
  return /^\/(?![/\\])/.test(to) ? to : '/';
}

export function SignInForm({ onSignedIn }: { onSignedIn: () => void }) {
  const { doors } = useWords();
  const [needsCode, setNeedsCode] = useState(false);
  const signIn = useCall('signIn');
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const code = String(form.get('code') ?? '').trim();
    const body = {
      email: String(form.get('email')),
      password: String(form.get('password')),
      ...(code && { code }),
    };
    try {
      await signIn.mutateAsync({ body });
      onSignedIn();
    } catch (error) {
      if (error instanceof ApiError && error.code === 'code_required') setNeedsCode(true);
    }
  };
  const isRefused =
    signIn.isError && !(signIn.error instanceof ApiError && signIn.error.code === 'code_required');
  return (
    <form className={styles['form']} onSubmit={submit}>
      <TextField
        label={doors.email()}
        name="email"
        type="email"
        autoComplete="username webauthn"
        required
        autoFocus
      />
      <TextField
        label={doors.password()}
        name="password"
        type="password"
        autoComplete="current-password"
        required
      />
      {needsCode && (
        <TextField
          label={doors.signIn.code()}
          name="code"
          autoComplete="one-time-code"
          inputMode="numeric"
          hint={doors.signIn.codeHint()}
          autoFocus
          required
        />
      )}
      {isRefused && <Problem error={signIn.error} />}
      <Button look="act" type="submit" busy={signIn.isPending}>
        {doors.signIn.submit()}
      </Button>
    </form>
  );
}
