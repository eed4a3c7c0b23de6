/** What opens the menus of the rail: workspaces, the person, and on phones whatever else there is. */
import Chevron from 'icon:chevrons-up-down';
import Person from 'icon:circle-user-round';
import More from 'icon:ellipsis';
import { Suspense, useState } from 'react';
import { part } from '../data/part.ts';
import { Bell } from '../look/bell.tsx';
import { useFirstWords } from '../words/words.ts';
import styles from './frame.module.css';
import type { OverlayName } from './overlays.tsx';
import type { RailMenuName } from './rail-items.tsx';
import { useStart } from './start.ts';

const loadMenu = () => import('./rail-items.tsx');
const RailMenu = part(loadMenu);

interface Props {
  onOpen: (name: OverlayName) => void;
}

/** Where there is only one workspace, this is its name. */
export function WorkspaceMenu(props: Props) {
  const { frame } = useFirstWords();
  const { workspace, workspaces } = useStart();
  if (workspaces.length < 2) {
    return (
      <p className={`${styles['workspace']} ${styles['named']}`}>
        <Bell className={styles['bell']} />
        <span className={styles['name']} dir="auto">
          {workspace.name}
        </span>
      </p>
    );
  }
  return (
    <Opener {...props} of="workspaces" label={frame.workspaces()} className={styles['workspace'] ?? ''}>
      <Bell className={styles['bell']} />
      <span className={styles['name']} dir="auto">
        {workspace.name}
      </span>
      <Chevron width={14} height={14} />
    </Opener>
  );
}

export function PersonMenu(props: Props) {
  const { frame } = useFirstWords();
  const { user } = useStart();
  return (
    <Opener {...props} of="person" label={frame.person()} className={styles['person'] ?? ''}>
      <Person />
      <span className={styles['name']} dir="auto">
        {user.name}
      </span>
    </Opener>
  );
}

/** On phones: what the bar has no room for. */
export function MoreMenu(props: Props) {
  const { frame } = useFirstWords();
  const unread = useStart().counts.unread_notices ?? 0;
  return (
    <Opener {...props} of="more" label={frame.more()} className={`${styles['place']} ${styles['more']}`}>
      <More />
      <span className={styles['name']}>{frame.more()}</span>
      {unread > 0 && <span className={styles['count']}>{frame.waiting({ count: unread })}</span>}
    </Opener>
  );
}

/** Its menu is loaded as soon as somebody points at it. */
function Opener({
  of,
  label,
  className,
  onOpen,
  children,
}: Props & { of: RailMenuName; label: string; className: string; children: React.ReactNode }) {
  const [anchor, setAnchor] = useState<Element>();
  return (
    <>
      <button
        type="button"
        className={`${styles['opener']} ${className}`}
        aria-haspopup="menu"
        aria-expanded={anchor !== undefined}
        title={label}
        onPointerEnter={() => void loadMenu()}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        {children}
      </button>
      {anchor !== undefined && (
        <Suspense>
          <RailMenu
            of={of}
            label={label}
            anchor={anchor}
            onOpen={onOpen}
            onClose={() => setAnchor(undefined)}
          />
        </Suspense>
      )}
    </>
  );
}
