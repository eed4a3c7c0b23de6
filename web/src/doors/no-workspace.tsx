/** For a person who is signed in and belongs to no workspace: create one, wait for an invitation, or leave. */
import { ApiError } from '@belfry/sdk/client.ts';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, Suspense, useState } from 'react';
import { useSignOut } from '../app/use-sign-out.ts';
import { chooseWorkspace, keyOf, useAnswer, useCall } from '../data/client.ts';
import { part } from '../data/part.ts';
import { Button } from '../look/button.tsx';
import { TextField } from '../look/field.tsx';
import { Problem } from '../look/problem.tsx';
import { useWords } from '../words/words.ts';
import styles from './door.module.css';
import { Door } from './door.tsx';

const SignOut = part(() => import('../app/sign-out.tsx'));

export default function NoWorkspace() {
  const { doors } = useWords();
  const { data: start, isFetching } = useAnswer('getStart');
  const queries = useQueryClient();
  const [isLeaving, setLeaving] = useState(false);
  const signOut = useSignOut(() => setLeaving(true));
  const create = useCreate();
  const isRefused = create.error instanceof ApiError && create.error.status === 403;
  return (
    <Door title={doors.alone.title()}>
      <p>{doors.alone.invited({ email: start?.user?.email ?? '' })}</p>
      <Button
        busy={isFetching}
        onClick={() => void queries.invalidateQueries({ queryKey: keyOf('getStart') })}
      >
        {doors.alone.again()}
      </Button>
      {isRefused ? (
        <p role="alert">{doors.alone.refused()}</p>
      ) : (
        <form className={styles['form']} onSubmit={create.submit}>
          <TextField
            label={doors.alone.create()}
            name="name"
            hint={doors.setUp.workspaceHint()}
            maxLength={100}
            autoComplete="off"
            required
          />
          {create.error !== null && <Problem error={create.error} />}
          <Button look="act" type="submit" busy={create.isPending}>
            {doors.setUp.create()}
          </Button>
        </form>
      )}
      <Button look="quiet" onClick={() => void signOut()}>
        {doors.alone.other()}
      </Button>
      {isLeaving && (
        <Suspense>
          <SignOut onClose={() => setLeaving(false)} />
        </Suspense>
      )}
    </Door>
  );
}

function useCreate() {
  const create = useCall('createWorkspace');
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const name = String(new FormData(event.currentTarget).get('name'));
    const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
    const answer = await create.mutateAsync({ body: { name, time_zone: timeZone } }).catch(() => undefined);
    if (answer === undefined) return;
    chooseWorkspace(answer.data.id);
    location.assign('/');
  };
  return { submit, error: create.error, isPending: create.isPending };
}
