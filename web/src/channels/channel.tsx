/** One channel: whether it can publish, its posting times, and what its account takes. */
import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { BackTo, backClass } from '../app/back.tsx';
import { useStart } from '../app/start.ts';
import { Button } from '../look/button.tsx';
import { useWords } from '../words/words.ts';
import styles from './channel.module.css';
import { Head } from './head.tsx';
import { Limits } from './limits.tsx';
import { Quota } from './quota.tsx';
import { RemovalDialog } from './removal-dialog.tsx';
import { Times } from './times.tsx';

export function Page() {
  const { one, removal } = useWords().channels;
  const { id } = useParams({ strict: false });
  const { channels, permissions } = useStart();
  const [isRemoving, setRemoving] = useState(false);
  const channel = channels.find((candidate) => candidate.id === Number(id));
  const canManage = permissions.includes('channel.manage');
  return (
    <main className={styles['page']}>
      <Link to="/channels" className={backClass}>
        <BackTo name={one.all()} />
      </Link>
      {channel === undefined ? (
        <p>{one.gone()}</p>
      ) : (
        <>
          <Head key={channel.id} channel={channel} canManage={canManage} />
          <Times key={`times ${channel.id}`} channel={channel} canManage={canManage} />
          <div className={styles['two']}>
            <Limits channel={channel} />
            {!channel.needs_reconnect && <Quota channel={channel} />}
          </div>
          {canManage && (
            <footer className={styles['end']}>
              <Button look="harm" onClick={() => setRemoving(true)}>
                {removal.act()}
              </Button>
            </footer>
          )}
          {isRemoving && <RemovalDialog channel={channel} onClose={() => setRemoving(false)} />}
        </>
      )}
    </main>
  );
}
