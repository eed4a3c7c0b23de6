/** An invited person joins: as the person who is signed in, with an account, or as a new person. */
import { ApiError } from '@belfry/sdk/client.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { api, chooseWorkspace, keyOf, useAnswer, useCall } from '../data/client.ts';
import { Button, buttonClass } from '../look/button.tsx';
import { TextField } from '../look/field.tsx';
import { errorOf, Problem } from '../look/problem.tsx';
import { useWords } from '../words/words.ts';
import styles from './door.module.css';
import { Door } from './door.tsx';
import { takeToken } from './token.ts';

type Way = 'new' | 'known' | 'me';

export function Page() {
  const { doors } = useWords();
  const [token] = useState(takeToken);
  return (
    <Door title={doors.invited.title()}>
      {token === '' ? <p>{doors.linkIncomplete()}</p> : <Invitation token={token} />}
    </Door>
  );
}

/** From whom it is and to what, then the ways to accept it. */
function Invitation({ token }: { token: string }) {
  const { doors } = useWords();
  const invitation = useInvitation(token);
  if (invitation.isError) return <Problem error={invitation.error} />;
  if (invitation.data === undefined) return null;
  const { workspace, invited_by } = invitation.data;
  return (
    <>
      <p>{doors.invited.by({ inviter: invited_by.name, workspace: workspace.name })}</p>
      <Ways token={token} />
    </>
  );
}

/** In the body of a request, because the token opens the workspace. */
function useInvitation(token: string) {
  return useQuery({
    queryKey: ['readInvitation', token],
    queryFn: async ({ signal }) => (await api().call('readInvitation', { body: { token }, signal })).data,
    // It ends when it is accepted.
    staleTime: Number.POSITIVE_INFINITY,
  });
}

function Ways({ token }: { token: string }) {
  const { doors } = useWords();
  const self = useAnswer('getSession');
  const [chosen, choose] = useState<Way>();
  const accept = useAccept(token);
  if (self.isPending) return null;
  const way = chosen ?? (self.data === undefined ? 'new' : 'me');
  return (
    <form className={styles['form']} onSubmit={accept.submit}>
      {way === 'me' && self.data !== undefined && <p>{doors.invited.asMe(self.data.user)}</p>}
      {way !== 'me' && <p>{way === 'new' ? doors.invited.intro() : doors.invited.introKnown()}</p>}
      {way === 'new' && <TextField label={doors.name()} name="name" autoComplete="name" required autoFocus />}
      {way !== 'me' && <PasswordField way={way} error={accept.error} />}
      {accept.needsCode && (
        <TextField label={doors.signIn.code()} name="code" autoComplete="one-time-code" required autoFocus />
      )}
      {accept.error !== null && !accept.needsCode && <Problem error={accept.error} />}
      <Button look="act" type="submit" busy={accept.isPending}>
        {way === 'me' && self.data !== undefined
          ? doors.invited.joinAs(self.data.user)
          : doors.invited.submit()}
      </Button>
      <Button look="quiet" onClick={() => choose(way === 'new' ? 'known' : 'new')}>
        {way === 'new'
          ? doors.invited.hasAccount()
          : way === 'known'
            ? doors.invited.isNew()
            : doors.invited.other()}
      </Button>
      <ProviderWay token={token} />
    </form>
  );
}

function PasswordField({ way, error }: { way: Way; error: unknown }) {
  const { doors } = useWords();
  return (
    <TextField
      label={doors.password()}
      name="password"
      type="password"
      autoComplete={way === 'new' ? 'new-password' : 'current-password'}
      minLength={10}
      required
      {...(way === 'new' && { hint: doors.passwordHint() })}
      error={errorOf(error, 'password')}
    />
  );
}

function ProviderWay({ token }: { token: string }) {
  const { doors } = useWords();
  const { data: ways } = useAnswer('listWaysIn');
  const begin = useCall('beginOpenId');
  if (!ways?.openid) return null;
  const go = async () => {
    const answer = await begin.mutateAsync({ body: { invitation: token } }).catch(() => undefined);
    if (answer !== undefined) location.assign(answer.data.authorize_url);
  };
  return (
    <button type="button" className={buttonClass()} onClick={go}>
      {doors.signIn.provider(ways.openid)}
    </button>
  );
}

function useAccept(token: string) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const accept = useCall('acceptInvitation');
  const needsCode = accept.error instanceof ApiError && accept.error.code === 'code_required';
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const sent = ['name', 'password', 'code'].flatMap((name) =>
      form.get(name) ? [[name, String(form.get(name))]] : [],
    );
    const answer = await accept
      .mutateAsync({ body: { token, ...Object.fromEntries(sent) } })
      .catch(() => undefined);
    if (answer === undefined) return;
    chooseWorkspace(answer.data.workspace.id);
    queries.removeQueries({ queryKey: keyOf('getStart') });
    await navigate({ to: '/' });
  };
  return { submit, needsCode, error: accept.error, isPending: accept.isPending };
}
