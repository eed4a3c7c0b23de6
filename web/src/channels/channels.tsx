/** The channels of the workspace, in its order. */
import Plus from 'icon:plus';
import { Link } from '@tanstack/react-router';
import { useStart } from '../app/start.ts';
import { buttonClass } from '../look/button.tsx';
import { useWords } from '../words/words.ts';
import styles from './channels.module.css';
import { Empty } from './empty.tsx';
import { Rows } from './rows.tsx';

export function Page() {
  const { channels: words } = useWords();
  const { channels, permissions } = useStart();
  const canManage = permissions.includes('channel.manage');
  return (
    <main className={styles['page']}>
      <header className={styles['head']}>
        <h1 className={styles['title']}>{words.title()}</h1>
        {canManage && channels.length > 0 && (
          <Link to="/channels/connect" className={buttonClass('act')}>
            <Plus width={16} height={16} />
            {words.connect()}
          </Link>
        )}
      </header>
      {channels.length === 0 ? <Empty canManage={canManage} /> : <Rows canManage={canManage} />}
    </main>
  );
}
