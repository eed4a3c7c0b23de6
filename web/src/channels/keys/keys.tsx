/** The keys of the operator's app at a network: how to register it, and what to enter where. */
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { BackTo, backClass } from '../../app/back.tsx';
import { Button } from '../../look/button.tsx';
import { NetworkMark } from '../../look/network-mark.tsx';
import { useDates } from '../../words/dates.ts';
import { BackToPicker } from '../back-to-picker.tsx';
import connect from '../connect.module.css';
import type { Errand } from '../errand.ts';
import { canConnect, type Network } from '../ways.ts';
import { Addresses } from './addresses.tsx';
import type { App } from './app.ts';
import { DeletionDialog } from './deletion-dialog.tsx';
import { Guide } from './guide.tsx';
import styles from './keys.module.css';
import { KeysForm } from './keys-form.tsx';
import { useKeyWords } from './words.ts';

interface Props {
  network: Network;
  networks: readonly Network[];
  app: App;
  errand: Errand;
}

export default function Keys({ network, networks, app, errand }: Props) {
  const words = useKeyWords();
  const { name, platform } = network;
  const family = networks.filter((one) => app.networks.includes(one.platform)).map((one) => one.name);
  return (
    <>
      {canConnect(network) ? <BackToWay name={name} errand={errand} /> : <BackToPicker errand={errand} />}
      <h1 className={connect['title']}>
        <NetworkMark platform={platform} />
        {words.title({ network: name })}
      </h1>
      {app.is_optional && <p>{words.optional({ network: name })}</p>}
      {!app.is_optional && !app.is_configured && <p>{words.why({ network: name })}</p>}
      {family.length > 1 && <p>{words.shared({ networks: family })}</p>}
      {app.source === 'environment' && <p>{words.environment()}</p>}
      {app.source === 'stored' && <Stored app={app} networks={family} errand={errand} />}
      <Registering isFolded={app.is_configured}>
        <Guide app={app} />
      </Registering>
      <Addresses app={app} />
      {app.source === null && <KeysForm app={app} errand={errand} takesFocus={false} />}
    </>
  );
}

/** Keys that cannot be seen, only replaced or deleted. */
function Stored({ app, networks, errand }: Pick<Props, 'app' | 'errand'> & { networks: string[] }) {
  const words = useKeyWords();
  const { momentOf } = useDates();
  const [open, setOpen] = useState<'form' | 'deletion'>();
  const close = () => setOpen(undefined);
  return (
    <>
      <p>{words.stored({ moment: momentOf(app.updated_at ?? '') })}</p>
      {open === 'form' ? (
        <KeysForm app={app} errand={errand} takesFocus />
      ) : (
        <div className={styles['acts']}>
          <Button onClick={() => setOpen('form')}>{words.replace()}</Button>
          <Button look="harm" onClick={() => setOpen('deletion')}>
            {words.remove()}
          </Button>
        </div>
      )}
      {open === 'deletion' && <DeletionDialog app={app} networks={networks} onClose={close} />}
    </>
  );
}

function Registering({ isFolded, children }: { isFolded: boolean; children: ReactNode }) {
  const { guide, guideLanguage } = useKeyWords();
  const note = guideLanguage !== undefined && <p className={styles['aside']}>{guideLanguage()}</p>;
  if (!isFolded) {
    return (
      <section className={styles['section']} aria-labelledby="guide">
        <h2 id="guide">{guide()}</h2>
        {note}
        {children}
      </section>
    );
  }
  return (
    <details className={connect['folded']}>
      <summary>{guide()}</summary>
      <div className={styles['section']}>
        {note}
        {children}
      </div>
    </details>
  );
}

function BackToWay({ name, errand: { network, channel, returnTo } }: { name: string; errand: Errand }) {
  const { back } = useKeyWords();
  return (
    <Link to="/channels/connect" search={{ network, channel, return_to: returnTo }} className={backClass}>
      <BackTo name={back({ network: name })} />
    </Link>
  );
}
