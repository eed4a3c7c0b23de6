/** The first run: the first account, then the first channel. */
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { useCall } from '../data/client.ts';
import { Button } from '../look/button.tsx';
import { SelectField, TextField } from '../look/field.tsx';
import { errorOf, Problem } from '../look/problem.tsx';
import { useWords } from '../words/words.ts';
import styles from './door.module.css';
import { Door } from './door.tsx';
import { FirstChannel } from './first-channel.tsx';
import { listZones, ownZone } from './zones.ts';

/** Kept while the tab is open, so that reloading the page does not lose it. */
const TOKEN = 'belfry.set-up';

export function Page() {
  const { doors } = useWords();
  const [token] = useState(takeToken);
  const [isSetUp, setSetUp] = useState(false);
  if (isSetUp) return <FirstChannel />;
  return (
    <Door title={doors.setUp.title()}>
      {token === '' ? (
        <p>{doors.setUp.tokenMissing()}</p>
      ) : (
        <Account token={token} onDone={() => setSetUp(true)} />
      )}
    </Door>
  );
}

/** The token opens the installation: it does not stay in the address bar. */
function takeToken(): string {
  const token = new URLSearchParams(location.search).get('token') ?? '';
  if (token !== '') {
    sessionStorage.setItem(TOKEN, token);
    history.replaceState(null, '', location.pathname);
  }
  return token || (sessionStorage.getItem(TOKEN) ?? '');
}

/** Sends the form. The answer's cookie signs the person in. */
function useSetUp(token: string, onDone: () => void) {
  const queries = useQueryClient();
  const setUp = useCall('setUp');
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const text = (name: string) => String(form.get(name) ?? '');
    const account = { name: text('name'), email: text('email'), password: text('password') };
    const workspace = { workspace: text('workspace'), time_zone: text('time_zone') };
    const body = { token, ...account, ...workspace, create_key: false };
    const answer = await setUp.mutateAsync({ body }).catch(() => undefined);
    if (answer === undefined) return;
    sessionStorage.removeItem(TOKEN);
    queries.clear();
    onDone();
  };
  return { setUp, submit };
}

function Account({ token, onDone }: { token: string; onDone: () => void }) {
  const { doors } = useWords();
  const navigate = useNavigate();
  const { setUp, submit } = useSetUp(token, onDone);
  const error = (field: string) => errorOf(setUp.error, field);
  return (
    <form className={styles['form']} onSubmit={submit}>
      <p>{doors.setUp.intro()}</p>
      <TextField
        label={doors.name()}
        name="name"
        autoComplete="name"
        required
        autoFocus
        error={error('name')}
      />
      <TextField
        label={doors.email()}
        name="email"
        type="email"
        autoComplete="username"
        required
        error={error('email')}
      />
      <TextField
        label={doors.password()}
        name="password"
        type="password"
        autoComplete="new-password"
        minLength={10}
        required
        hint={doors.passwordHint()}
        error={error('password')}
      />
      <div className={styles['two']}>
        <TextField
          label={doors.setUp.workspace()}
          name="workspace"
          defaultValue={doors.setUp.workspaceName()}
          required
          error={error('workspace')}
        />
        <SelectField
          label={doors.setUp.zone()}
          name="time_zone"
          defaultValue={ownZone}
          error={error('time_zone')}
        >
          {listZones().map((zone) => (
            <option key={zone}>{zone}</option>
          ))}
        </SelectField>
      </div>
      {setUp.isError && <Problem error={setUp.error} />}
      <Button look="act" type="submit" busy={setUp.isPending}>
        {doors.setUp.create()}
      </Button>
      {setUp.isError && (
        <Button look="quiet" onClick={() => navigate({ to: '/sign-in', search: {} })}>
          {doors.signIn.title()}
        </Button>
      )}
    </form>
  );
}
