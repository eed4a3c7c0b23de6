/** Connects an account, or a channel again: which network, then how. */
import { useNavigate } from '@tanstack/react-router';
import { Suspense, useEffect } from 'react';
import { useStart } from '../app/start.ts';
import { useAnswer } from '../data/client.ts';
import { part } from '../data/part.ts';
import { Problem } from '../look/problem.tsx';
import { useWords } from '../words/words.ts';
import styles from './connect.module.css';
import { type Errand, withConnected } from './errand.ts';
import { Picker } from './picker.tsx';
import { useErrand } from './returning.ts';
import { Way } from './way.tsx';
import { canConnect } from './ways.ts';

const Keys = part(() => import('./keys/keys.tsx'));

export function Page() {
  const { way } = useWords().channels;
  const { permissions } = useStart();
  const errand = useErrand();
  if (errand.connected !== undefined) {
    return <Forward href={withConnected(errand.returnTo, [errand.connected])} />;
  }
  return (
    <main className={styles['page']}>
      {permissions.includes('channel.manage') ? <Steps errand={errand} /> : <p>{way.notAllowed()}</p>}
    </main>
  );
}

/** Back to where the person began. */
function Forward({ href }: { href: string }) {
  const navigate = useNavigate();
  useEffect(() => void navigate({ href, replace: true }), [href, navigate]);
  return null;
}

function Steps({ errand }: { errand: Errand }) {
  const { way } = useWords().channels;
  const { channels, permissions } = useStart();
  const networks = useAnswer('listNetworks');
  // Only the owners of the first workspace get them.
  const apps = useAnswer('listNetworkApps', undefined, { enabled: permissions.includes('workspace.own') });
  if (networks.data === undefined) return networks.isError && <Problem error={networks.error} />;
  const channel = channels.find(({ id }) => id === errand.channel);
  const platform = channel?.platform ?? errand.network;
  if (platform === undefined)
    return <Picker networks={networks.data} errand={errand} setsKeys={apps.data !== undefined} />;
  const network = networks.data.find((one) => one.platform === platform);
  if (network === undefined) return <p>{way.unknown()}</p>;
  const isForKeys = errand.isForKeys || !canConnect(network);
  if (isForKeys && apps.isLoading) return null;
  const app = apps.data?.find((one) => one.networks.includes(network.platform));
  if (isForKeys && app !== undefined) {
    return (
      <Suspense>
        <Keys key={platform} network={network} networks={networks.data} app={app} errand={errand} />
      </Suspense>
    );
  }
  return (
    <Way key={platform} network={network} channel={channel} errand={errand} offersKeys={app !== undefined} />
  );
}
