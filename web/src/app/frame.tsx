/** The frame around every screen: the rail at the left, or a bar at the bottom on phones. */

import Calendar from 'icon:calendar-days';
import Attention from 'icon:circle-alert';
import Drafts from 'icon:circle-dashed';
import Write from 'icon:pencil';
import Channels from 'icon:radio-tower';
import { Link, Outlet } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import { followStream } from '../data/stream.ts';
import { buttonClass } from '../look/button.tsx';
import { useFirstWords } from '../words/words.ts';
import styles from './frame.module.css';
import { useKeys } from './keys.ts';
import { PersonMenu, WorkspaceMenu } from './rail-menus.tsx';
import { Returned } from './returned.tsx';
import { useStart } from './start.ts';
import { Toasts } from './toasts.tsx';

export function Frame() {
  const { frame } = useFirstWords();
  const { counts, workspace, stream_position: position } = useStart();
  useLive(position, workspace.id);
  useKeys();
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
        <WorkspaceMenu />
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
        <PersonMenu />
      </nav>
      <div className={styles['content']} id="content">
        <Outlet />
      </div>
      <Returned />
      <Toasts />
    </div>
  );
}

/** Screens show what happens while it happens. */
function useLive(position: number | null, workspace: number): void {
  const isReader = position !== null;
  const begin = useEffectEvent(() => followStream(position ?? 0));
  // Another workspace has another stream.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the stream is that of the workspace
  useEffect(() => (isReader ? begin() : undefined), [isReader, workspace]);
}
