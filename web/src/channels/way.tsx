import type { Channel } from '@belfry/contract/channels.ts';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { api, noteFailure } from '../data/client.ts';
import { nameOf } from '../data/naming.ts';
import { NetworkMark } from '../look/network-mark.tsx';
import { Problem } from '../look/problem.tsx';
import { safeLink } from '../look/safe-link.ts';
import { useWords } from '../words/words.ts';
import { BackToBegin } from './back-to-begin.tsx';
import { BackToPicker } from './back-to-picker.tsx';
import styles from './connect.module.css';
import { CredentialsForm } from './credentials-form.tsx';
import { type Errand, pathOf } from './errand.ts';
import type { SchemaField } from './schema.ts';
import { SchemaForm } from './schema-form.tsx';
import { canConnect, type Network, waysOf } from './ways.ts';

export interface WayProps {
  network: Network;
  /** The channel to connect again. */
  channel: Channel | undefined;
  errand: Errand;
}

/** How to connect an account of one network: its own page, a form, or both. `offersKeys`: to those who may set them. */
export function Way({ offersKeys, ...props }: WayProps & { offersKeys: boolean }) {
  const { way } = useWords().channels;
  const { network, channel, errand } = props;
  const { form, signIn } = waysOf(network);
  const { name } = network;
  return (
    <>
      {channel === undefined ? <BackToPicker errand={errand} /> : <BackToBegin errand={errand} />}
      <h1 className={styles['title']}>
        <NetworkMark platform={network.platform} />
        {channel === undefined
          ? way.title({ network: name })
          : way.titleAgain({ name: nameOf(channel), network: name })}
      </h1>
      {channel !== undefined && <p>{way.sameAccount(channel)}</p>}
      {errand.error !== undefined && <Problem code={errand.error} />}
      {!canConnect(network) && <p>{way.notHere({ network: name })}</p>}
      {signIn !== undefined && <SignIn {...props} fields={signIn} />}
      {form !== undefined &&
        (signIn === undefined ? (
          <CredentialsForm {...props} fields={form} look="act" />
        ) : (
          <details className={styles['folded']}>
            <summary>{way.or()}</summary>
            <CredentialsForm {...props} fields={form} look="plain" />
          </details>
        ))}
      {offersKeys && (
        <Link
          to="/channels/connect"
          search={{ network: network.platform, channel: channel?.id, keys: 1, return_to: errand.returnTo }}
          className={styles['quiet']}
        >
          {way.keys()}
        </Link>
      )}
    </>
  );
}

/** Leads to the network's own page, which sends the person back here. */
function SignIn({ network, channel, errand, fields }: WayProps & { fields: readonly SchemaField[] }) {
  const { way } = useWords().channels;
  const { platform, name } = network;
  const begin = useMutation({
    mutationFn: async (values: Record<string, unknown>) => {
      const again = channel !== undefined && { channel_id: channel.id };
      const body = { ...values, platform, ...again, return_to: pathOf(errand) };
      const { data } = await api().call('beginConnect', { body });
      const address = safeLink(data.authorize_url);
      if (address !== undefined) location.assign(address);
    },
    onError: noteFailure,
  });
  return (
    <section className={styles['form']}>
      <p className={styles['aside']}>{way.signInHint({ network: name })}</p>
      <SchemaForm
        fields={fields}
        prefix=""
        error={begin.error}
        isBusy={begin.isPending || begin.isSuccess}
        submit={way.goOn({ network: name })}
        onSubmit={(values) => begin.mutate(values)}
      />
    </section>
  );
}
