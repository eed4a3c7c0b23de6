/** The rail at the left, or the bar at the bottom on phones: places, what is new, and the person. */
import Bell from 'icon:bell';
import Calendar from 'icon:calendar-days';
import Attention from 'icon:circle-alert';
import Drafts from 'icon:circle-dashed';
import Write from 'icon:pencil';
import Channels from 'icon:radio-tower';
import Search from 'icon:search';
import { Link } from '@tanstack/react-router';
import type { ReactNode, RefObject } from 'react';
import { buttonClass } from '../look/button.tsx';
import { PHONE, useMedia } from '../look/media.ts';
import { useFirstWords } from '../words/words.ts';
import { isMac } from './commands.ts';
import styles from './frame.module.css';
import { useCalendarPlace } from './last-calendar.ts';
import { beginAnother } from './new-post.ts';
import type { OverlayName } from './overlays.tsx';
import { MoreMenu, PersonMenu, WorkspaceMenu } from './rail-menus.tsx';
import { useStart } from './start.ts';

interface Props {
  bell: RefObject<HTMLButtonElement | null>;
  onOpen: (name: OverlayName) => void;
}

export function Rail({ bell, onOpen }: Props) {
  const { frame } = useFirstWords();
  const { counts, permissions } = useStart();
  const isPhone = useMedia(PHONE);
  const wanting = (counts.attention ?? 0) + (counts.reviews ?? 0);
  const places = [
    { ...useCalendarPlace(), icon: <Calendar />, name: frame.calendar(), count: 0 },
    { to: '/drafts', search: {}, icon: <Drafts />, name: frame.drafts(), count: counts.drafts },
    { to: '/attention', search: {}, icon: <Attention />, name: frame.attention(), count: wanting },
    { to: '/channels', search: {}, icon: <Channels />, name: frame.channels(), count: 0 },
  ] as const;
  return (
    <nav className={styles['rail']} aria-label={frame.mainMenu()}>
      <WorkspaceMenu onOpen={onOpen} />
      {permissions.includes('post.write') && (
        <Link to="/write" className={`${buttonClass('act')} ${styles['write']}`} onClick={beginAnother}>
          <Write />
          <span className={styles['name']}>{isPhone ? frame.newPostShort() : frame.newPost()}</span>
        </Link>
      )}
      <RailButton
        icon={<Search />}
        name={frame.find()}
        hint={isMac ? '⌘K' : `${frame.control()} K`}
        onClick={() => onOpen('palette')}
      />
      <ul className={styles['places']}>
        {places.map(({ to, search, icon, name, count }) => (
          <li key={to}>
            <Link
              to={to}
              search={search}
              className={styles['place']}
              activeOptions={{ exact: to === '/', includeSearch: false }}
            >
              {icon}
              <span className={styles['name']}>{name}</span>
              <Count of={count} />
            </Link>
          </li>
        ))}
      </ul>
      <div className={styles['foot']}>
        <RailButton
          ref={bell}
          icon={<Bell />}
          name={frame.notices()}
          count={counts.unread_notices}
          onClick={() => onOpen('notices')}
        />
        <PersonMenu onOpen={onOpen} />
      </div>
      <MoreMenu onOpen={onOpen} />
    </nav>
  );
}

function RailButton({
  icon,
  name,
  hint,
  count = null,
  onClick,
  ref,
}: {
  icon: ReactNode;
  name: string;
  hint?: string;
  count?: number | null;
  onClick: () => void;
  ref?: RefObject<HTMLButtonElement | null>;
}) {
  return (
    <button
      ref={ref}
      type="button"
      className={`${styles['place']} ${styles['opens']}`}
      title={name}
      onClick={onClick}
    >
      {icon}
      <span className={styles['name']}>{name}</span>
      {hint !== undefined && <kbd className={styles['hint']}>{hint}</kbd>}
      <Count of={count} />
    </button>
  );
}

function Count({ of }: { of: number | null }) {
  const { frame } = useFirstWords();
  return of ? <span className={styles['count']}>{frame.waiting({ count: of })}</span> : null;
}
