/** The frame around every screen: the rail at the left, or a bar at the bottom on phones. */

import Calendar from 'icon:calendar-days';
import Attention from 'icon:circle-alert';
import Drafts from 'icon:circle-dashed';
import Write from 'icon:pencil';
import Channels from 'icon:radio-tower';
import { Link, Outlet } from '@tanstack/react-router';
import { buttonClass } from '../look/button.tsx';
import { useWords } from '../words/words.ts';
import styles from './frame.module.css';
import { Returned } from './returned.tsx';
import { useStart } from './start.ts';
import { Toasts } from './toasts.tsx';

export function Frame() {
  const { frame } = useWords();
  const { counts, workspace, user } = useStart();
  const places = [
    { to: '/', icon: <Calendar />, name: frame.calendar(), count: 0 },
    { to: '/drafts', icon: <Drafts />, name: frame.drafts(), count: counts.drafts },
    { to: '/attention', icon: <Attention />, name: frame.attention(), count: counts.attention },
    { to: '/channels', icon: <Channels />, name: frame.channels(), count: 0 },
  ] as const;
  return (
    <div className={styles['frame']}>
      <a className={styles['skip']} href="#content">
        {frame.skip()}
      </a>
      <nav className={styles['rail']} aria-label={frame.mainMenu()}>
        <p className={styles['workspace']}>{workspace.name}</p>
        <Link to="/write" className={`${buttonClass('act')} ${styles['write']}`}>
          <Write />
          <span>{frame.newPost()}</span>
        </Link>
        <ul className={styles['places']}>
          {places.map(({ to, icon, name, count }) => (
            <li key={to}>
              <Link
                to={to}
                className={styles['place']}
                activeOptions={{ exact: to === '/', includeSearch: false }}
              >
                {icon}
                <span className={styles['name']}>{name}</span>
                {(count ?? 0) > 0 && (
                  <span className={styles['count']}>{frame.waiting({ count: count ?? 0 })}</span>
                )}
              </Link>
            </li>
          ))}
        </ul>
        <p className={styles['person']}>{user?.name}</p>
      </nav>
      <div className={styles['content']} id="content">
        <Outlet />
      </div>
      <Returned />
      <Toasts />
    </div>
  );
}
