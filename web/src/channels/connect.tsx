/** Connects an account, or a channel again: which network, then how. */
import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useStart } from '../app/start.ts';
import { useAnswer } from '../data/client.ts';
import { Problem } from '../look/problem.tsx';
import { useWords } from '../words/words.ts';
import styles from './connect.module.css';
import { type Errand, withConnected } from './errand.ts';
import { Picker } from './picker.tsx';
import { useErrand } from './returning.ts';
import { Way } from './way.tsx';

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
  const { channels } = useStart();
  const networks = useAnswer('listNetworks');
  if (networks.data === undefined) return networks.isError && <Problem error={networks.error} />;
  const channel = channels.find(({ id }) => id === errand.channel);
  const platform = channel?.platform ?? errand.network;
  if (platform === undefined) return <Picker networks={networks.data} errand={errand} />;
  const network = networks.data.find((one) => one.platform === platform);
  if (network === undefined) return <p>{way.unknown()}</p>;
  return <Way key={platform} network={network} channel={channel} errand={errand} />;
}
