import type { AccountChoice } from '@belfry/contract/account-choices.ts';
import type { Channel } from '@belfry/contract/channels.ts';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { api, noteFailure, useAnswer } from '../data/client.ts';
import { Button } from '../look/button.tsx';
import { TextField } from '../look/field.tsx';
import { Problem } from '../look/problem.tsx';
import { useWords } from '../words/words.ts';
import { AccountList } from './account-list.tsx';
import styles from './connect.module.css';

interface Props {
  choice: AccountChoice;
  headers: Record<string, string>;
  onConnected: (channels: readonly Channel[]) => void;
}

/** So many are seen at once. */
const FEW = 8;

/** Accounts that are connected already are chosen at first: they are connected again. */
export function ChoiceForm({ choice: { id, platform, accounts }, headers, onConnected }: Props) {
  const { choose } = useWords().channels;
  const networks = useAnswer('listNetworks');
  const [chosen, setChosen] = useState<ReadonlySet<string>>(
    new Set(accounts.filter(({ connected }) => connected).map((account) => account.id)),
  );
  const [isNone, setNone] = useState(false);
  const connect = useMutation({
    mutationFn: () =>
      api().call('connectAccounts', {
        params: { id },
        body: { account_ids: accounts.map((account) => account.id).filter((one) => chosen.has(one)) },
        headers,
      }),
    onError: noteFailure,
    onSuccess: ({ data }) => onConnected(data),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setNone(chosen.size === 0);
    if (chosen.size > 0) connect.mutate();
  };
  const network = networks.data?.find((one) => one.platform === platform)?.name ?? platform;
  return (
    <form className={styles['form']} onSubmit={submit}>
      <p>{choose.intro({ network })}</p>
      <Found accounts={accounts} chosen={chosen} onChosen={setChosen} />
      {isNone && chosen.size === 0 && <p role="alert">{choose.atLeastOne()}</p>}
      {connect.isError && <Problem error={connect.error} />}
      <Button look="act" type="submit" busy={connect.isPending || connect.isSuccess}>
        {choose.submit({ count: chosen.size })}
      </Button>
    </form>
  );
}

interface FoundProps {
  accounts: AccountChoice['accounts'];
  chosen: ReadonlySet<string>;
  onChosen: (ids: ReadonlySet<string>) => void;
}

/** With a search where there are many. A chosen account stays chosen when the search hides it. */
function Found({ accounts, chosen, onChosen }: FoundProps) {
  const { choose } = useWords().channels;
  const [typed, setTyped] = useState('');
  const text = typed.trim().toLocaleLowerCase();
  const found = accounts.filter(({ name, username }) =>
    `${name} ${username}`.toLocaleLowerCase().includes(text),
  );
  const isAll = found.length > 0 && found.every(({ id }) => chosen.has(id));
  const toggle = (ids: readonly string[], isOn: boolean) => {
    const next = new Set(chosen);
    for (const id of ids) isOn ? next.add(id) : next.delete(id);
    onChosen(next);
  };
  return (
    <>
      {accounts.length > FEW && (
        <TextField
          label={choose.search()}
          type="search"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      )}
      <AccountList
        accounts={found}
        name="account"
        isMany
        chosen={chosen}
        onToggle={(id) => toggle([id], !chosen.has(id))}
      />
      {found.length > 2 && (
        <Button
          look="quiet"
          className={styles['start'] ?? ''}
          onClick={() =>
            toggle(
              found.map(({ id }) => id),
              !isAll,
            )
          }
        >
          {isAll ? choose.none() : choose.all()}
        </Button>
      )}
    </>
  );
}
