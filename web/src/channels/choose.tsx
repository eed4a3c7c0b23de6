/** The choice among the accounts that a sign-in at a network opens. The network's redirect leads here. */
import { ApiError } from '@belfry/sdk/client.ts';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import { api, chooseWorkspace, keyOf } from '../data/client.ts';
import { Door } from '../doors/door.tsx';
import { buttonClass } from '../look/button.tsx';
import { Problem } from '../look/problem.tsx';
import { useWords } from '../words/words.ts';
import { ChoiceForm } from './choice-form.tsx';
import styles from './connect.module.css';
import { withConnected } from './errand.ts';

export function Page() {
  const { choose } = useWords().channels;
  const search = useLocation({ select: ({ searchStr }) => searchStr });
  const query = new URLSearchParams(search);
  const params = { id: Number(query.get('id')) };
  const workspace = Number(query.get('workspace'));
  const headers = { 'x-workspace': String(workspace) };
  const choice = useQuery({
    queryKey: keyOf('getAccountChoice', { params }),
    queryFn: async () => (await api().call('getAccountChoice', { params, headers })).data,
    // The accounts do not change, and the choice ends when it is made.
    staleTime: Number.POSITIVE_INFINITY,
  });
  const [connected, setConnected] = useState<readonly string[]>();
  if (connected !== undefined) return <Done handles={connected} />;
  return (
    <Door title={choose.title()}>
      {choice.isError && <Refused error={choice.error} />}
      {choice.data !== undefined && (
        <ChoiceForm
          choice={choice.data}
          headers={headers}
          onConnected={(channels) => {
            const { return_to } = choice.data;
            chooseWorkspace(workspace);
            if (return_to === null) setConnected(channels.map(({ username }) => username));
            else
              location.assign(
                withConnected(
                  return_to,
                  channels.map(({ id }) => id),
                ),
              );
          }}
        />
      )}
    </Door>
  );
}

/** A program began the sign-in with an API key, so this browser has no session, or not the one that may choose. */
function Refused({ error }: { error: unknown }) {
  const { choose } = useWords().channels;
  const isElsewhere =
    error instanceof ApiError && ['unauthenticated', 'choice_of_other_session'].includes(error.code);
  if (isElsewhere) return <p role="alert">{choose.elsewhere()}</p>;
  return (
    <Problem error={error}>
      <a href="/channels/connect" className={buttonClass()}>
        {choose.again()}
      </a>
    </Problem>
  );
}

function Done({ handles }: { handles: readonly string[] }) {
  const { channels: words } = useWords();
  return (
    <Door title={words.choose.done()}>
      <p>{words.choose.doneText()}</p>
      <ul className={styles['names']}>
        {handles.map((username) => (
          <li key={username}>{words.handle({ username })}</li>
        ))}
      </ul>
      <a href="/channels" className={buttonClass()}>
        {words.choose.toChannels()}
      </a>
    </Door>
  );
}
