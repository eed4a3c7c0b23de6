import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { SANDBOX } from '../data/sandbox.ts';
import { TextField } from '../look/field.tsx';
import { NetworkMark } from '../look/network-mark.tsx';
import { useWords, type Words } from '../words/words.ts';
import { BackToBegin } from './back-to-begin.tsx';
import styles from './connect.module.css';
import type { Errand } from './errand.ts';
import { canConnect, type Network, waysOf } from './ways.ts';

interface PickerProps {
  networks: readonly Network[];
  errand: Errand;
  /** The person may set the keys of the networks' apps. */
  setsKeys: boolean;
}

/** The networks, with a search. Those that cannot be connected here are apart. */
export function Picker({ networks, errand, setsKeys }: PickerProps) {
  const { picker } = useWords().channels;
  const [typed, setTyped] = useState('');
  const text = typed.trim().toLocaleLowerCase();
  const found = networks.filter(({ name }) => name.toLocaleLowerCase().includes(text));
  const able = found.filter(canConnect);
  const missing = found.filter((network) => !canConnect(network));
  return (
    <>
      <BackToBegin errand={errand} />
      <h1 className={styles['title']}>{picker.title()}</h1>
      <TextField
        label={picker.search()}
        type="search"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        autoFocus={!isCovered()}
      />
      {able.length > 0 && (
        <ul className={styles['networks']} aria-label={picker.networks()}>
          {able.map((network) => (
            <Entry key={network.platform} network={network} errand={errand} setsKeys={setsKeys} />
          ))}
        </ul>
      )}
      {found.length === 0 && <p role="status">{picker.nothing({ text: typed.trim() })}</p>}
      {missing.length > 0 && <Missing networks={missing} errand={errand} setsKeys={setsKeys} />}
    </>
  );
}

/** The palette may have been opened while this page loaded. What is typed there must not land here. */
function isCovered(): boolean {
  return document.querySelector('[role="dialog"]') !== null;
}

function Entry({ network, errand, setsKeys }: Omit<PickerProps, 'networks'> & { network: Network }) {
  const words = useWords();
  const { platform, name, app } = network;
  return (
    <li className={styles['network']}>
      <NetworkMark platform={platform} />
      <div className={styles['how']}>
        <Link
          to="/channels/connect"
          search={{ network: platform, return_to: errand.returnTo }}
          className={styles['link']}
        >
          {name}
        </Link>
        <span className={styles['aside']}>{howOf(network, words)}</span>
        {setsKeys && app?.is_optional && !app.is_configured && (
          <Link
            to="/channels/connect"
            search={{ network: platform, keys: 1, return_to: errand.returnTo }}
            className={styles['quiet']}
          >
            {words.channels.way.keys()}
          </Link>
        )}
      </div>
    </li>
  );
}

function howOf(network: Network, { channels: { picker } }: Words): string {
  if (network.platform === SANDBOX) return picker.byName();
  const { form, signIn } = waysOf(network);
  if (form !== undefined && signIn !== undefined) return picker.byBoth();
  return form === undefined ? picker.bySignIn() : picker.byForm();
}

function Missing({ networks, errand, setsKeys }: PickerProps) {
  const { picker } = useWords().channels;
  return (
    <section className={styles['missing']} aria-labelledby="missing">
      <h2 id="missing">{picker.missing()}</h2>
      <p className={styles['aside']}>{setsKeys ? picker.missingOwn() : picker.missingWhy()}</p>
      <ul className={styles['names']}>
        {networks.map(({ platform, name }) => (
          <li key={platform}>
            <NetworkMark platform={platform} />
            {setsKeys ? (
              <Link
                to="/channels/connect"
                search={{ network: platform, return_to: errand.returnTo }}
                className={styles['quiet']}
              >
                {name}
              </Link>
            ) : (
              name
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
