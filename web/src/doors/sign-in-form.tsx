/** The form of the sign-in: on its page, and above a text whose sign-in has ended. */
import { ApiError } from '@belfry/sdk/client.ts';
import { type FormEvent, useState } from 'react';
import { useCall } from '../data/client.ts';
import { Button } from '../look/button.tsx';
import { TextField } from '../look/field.tsx';
import { Problem } from '../look/problem.tsx';
import { useWords } from '../words/words.ts';
import styles from './door.module.css';

/** `email`: of the person whose sign-in has ended. */
export function SignInForm({ email = null, onSignedIn }: { email?: string | null; onSignedIn: () => void }) {
  const { doors } = useWords();
  const { signIn, submit, needsCode } = useSignIn(onSignedIn);
  return (
    <form className={styles['form']} onSubmit={submit}>
      {email === null ? (
        <TextField
          label={doors.email()}
          name="email"
          type="email"
          autoComplete="username"
          required
          autoFocus
        />
      ) : (
        <Known email={email} />
      )}
      <TextField
        label={doors.password()}
        name="password"
        type="password"
        autoComplete="current-password"
        required
        autoFocus={email !== null}
      />
      {needsCode && (
        <TextField
          label={doors.signIn.code()}
          name="code"
          autoComplete="one-time-code"
          hint={doors.signIn.codeHint()}
          autoFocus
          required
        />
      )}
      {signIn.isError && !isCodeRequired(signIn.error) && <Problem error={signIn.error} />}
      <Button look="act" type="submit" busy={signIn.isPending}>
        {doors.signIn.submit()}
      </Button>
    </form>
  );
}

/** A password manager finds the address in the field. */
function Known({ email }: { email: string }) {
  return (
    <p className={styles['known']}>
      {email}
      <input name="email" value={email} autoComplete="username" readOnly hidden />
    </p>
  );
}

function useSignIn(onSignedIn: () => void) {
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
    await signIn.mutateAsync({ body }).then(onSignedIn, (error: unknown) => {
      if (isCodeRequired(error)) setNeedsCode(true);
    });
  };
  return { signIn, submit, needsCode };
}

/** The password was right; the account has a second factor. */
function isCodeRequired(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'code_required';
}
