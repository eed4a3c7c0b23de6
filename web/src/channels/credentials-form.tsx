import type { Channel } from '@belfry/contract/channels.ts';
import { useMutation } from '@tanstack/react-query';
import { api, noteFailure } from '../data/client.ts';
import { useWords } from '../words/words.ts';
import { AccountList } from './account-list.tsx';
import styles from './connect.module.css';
import { useReturn } from './returning.ts';
import { offeredBy, type SchemaField, withKnown } from './schema.ts';
import { SchemaForm } from './schema-form.tsx';
import type { WayProps } from './way.tsx';

/** Not the name of a field of any network. */
const ACCOUNT = '$account';

type Props = WayProps & { fields: readonly SchemaField[]; look: 'act' | 'plain' };

/** Connects by credentials. If they open several accounts, the person chooses one. */
export function CredentialsForm({ network: { platform }, channel, errand, fields, look }: Props) {
  const { way, choose, reconnect } = useWords().channels;
  const goBack = useReturn(errand.returnTo);
  const connect = useMutation({
    mutationFn: ({
      credentials,
      account,
    }: {
      credentials: Record<string, unknown>;
      account: string | undefined;
    }) =>
      api().call('createChannel', {
        body: {
          platform,
          credentials,
          ...(account !== undefined && { account_id: account }),
          ...(channel !== undefined && { channel_id: channel.id }),
        },
      }),
    onError: noteFailure,
    onSuccess: ({ data }: { data: Channel }) => goBack([data.id]),
  });
  const accounts = offeredBy(connect.error);
  return (
    <SchemaForm
      fields={channel === undefined ? fields : withKnown(fields, channel)}
      prefix="credentials."
      error={connect.error}
      isBusy={connect.isPending}
      look={look}
      submit={channel === undefined ? way.submit() : reconnect()}
      onSubmit={(credentials, data) => {
        const account = data.get(ACCOUNT);
        connect.mutate({ credentials, account: account === null ? undefined : String(account) });
      }}
    >
      {accounts.length > 0 && (
        <div className={styles['form']} role="alert">
          <p>{choose.one()}</p>
          <AccountList accounts={accounts} name={ACCOUNT} isMany={false} />
        </div>
      )}
    </SchemaForm>
  );
}
