/** The menus of the rail: workspaces, the person, and on phones whatever else there is. */
import Chevron from 'icon:chevrons-up-down';
import Person from 'icon:circle-user-round';
import More from 'icon:ellipsis';
import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { api, chooseWorkspace } from '../data/client.ts';
import type { Item } from '../look/menu.tsx';
import { sentenceOf } from '../look/problem.tsx';
import { keepLanguage, type Language, languages, useFirstWords } from '../words/words.ts';
import { tell } from './acts.ts';
import styles from './frame.module.css';
import type { OverlayName } from './overlays.tsx';
import { useStart } from './start.ts';
import { chooseTheme, findTheme, themes } from './theme.ts';

const FloatingMenu = lazy(() => import('../look/menu.tsx'));

/** Absent where there is only one: then it is a name. */
export function WorkspaceMenu() {
  const { frame } = useFirstWords();
  const { workspace, workspaces } = useStart();
  const items = useWorkspaceItems();
  if (workspaces.length < 2) return <p className={styles['workspace']}>{workspace.name}</p>;
  return (
    <Opener label={frame.workspaces()} items={items} className={styles['workspace'] ?? ''}>
      <span className={styles['name']} dir="auto">
        {workspace.name}
      </span>
      <Chevron width={14} height={14} />
    </Opener>
  );
}

export function useWorkspaceItems(): Item[] {
  const { workspace, workspaces } = useStart();
  return workspaces.map(({ id, name }) => ({
    key: String(id),
    name,
    isChosen: id === workspace.id,
    run: () => {
      chooseWorkspace(id);
      // Nothing of the other workspace stays on the screen.
      location.assign('/');
    },
  }));
}

export function PersonMenu({ onOpen }: { onOpen: (name: OverlayName) => void }) {
  const { frame } = useFirstWords();
  const { user } = useStart();
  const signOut = useSignOut(() => onOpen('signOut'));
  return (
    <Opener
      label={frame.person()}
      className={styles['person'] ?? ''}
      items={[...usePreferences(), { key: 'out', name: frame.signOut(), run: () => void signOut() }]}
    >
      <Person />
      <span className={styles['name']} dir="auto">
        {user.name}
      </span>
    </Opener>
  );
}

/** On phones: what the bar has no room for. */
export function MoreMenu({ onOpen }: { onOpen: (name: OverlayName) => void }) {
  const { frame } = useFirstWords();
  const { counts } = useStart();
  const navigate = useNavigate();
  const signOut = useSignOut(() => onOpen('signOut'));
  const workspaces = useWorkspaceItems();
  const unread = counts.unread_notices ?? 0;
  // The menu closes first, and gives the focus back.
  const later = (name: OverlayName) => () => setTimeout(() => onOpen(name), 0);
  const count = unread > 0 ? ` (${frame.waiting({ count: unread })})` : '';
  return (
    <Opener
      label={frame.more()}
      className={`${styles['place']} ${styles['more']}`}
      items={[
        { key: 'channels', name: frame.channels(), run: () => void navigate({ to: '/channels' }) },
        { key: 'notices', name: frame.notices() + count, run: later('notices') },
        { key: 'find', name: frame.find(), run: later('palette') },
        ...(workspaces.length > 1 ? workspaces : []),
        ...usePreferences(),
        { key: 'out', name: frame.signOut(), run: () => void signOut() },
      ]}
    >
      <More />
      <span className={styles['name']}>{frame.more()}</span>
      {unread > 0 && <span className={styles['count']}>{frame.waiting({ count: unread })}</span>}
    </Opener>
  );
}

/** `ask`: called in place of signing out when that would delete texts that only this device has. */
export function useSignOut(ask: () => void): () => Promise<void> {
  const words = useFirstWords();
  const { user } = useStart();
  return async () => {
    const { countUnsent, leave } = await import('./leave.ts');
    if ((await countUnsent(user.id)) > 0) return ask();
    await leave(user.id).catch((error: unknown) => tell(sentenceOf(words, error), { isFailure: true }));
  };
}

interface Preference extends Item {
  kind: 'theme' | 'language';
}

export function usePreferences(): Preference[] {
  const { frame, language } = useFirstWords();
  const [theme, setTheme] = useState(findTheme);
  return [
    ...themes.map((one) => ({
      kind: 'theme' as const,
      key: one,
      name: frame.themes[one](),
      isChosen: one === theme,
      run: () => {
        chooseTheme(one);
        setTheme(one);
      },
    })),
    ...(Object.keys(languages) as Language[]).map((one) => ({
      kind: 'language' as const,
      key: one,
      name: languages[one],
      isChosen: one === language,
      run: () => void changeLanguage(one),
    })),
  ];
}

/** Mails and notices use it, too. All words are loaded again. */
async function changeLanguage(language: Language): Promise<void> {
  keepLanguage(language);
  await api()
    .call('updateProfile', { body: { language } })
    .catch(() => undefined);
  location.reload();
}

function Opener({
  label,
  items,
  className,
  children,
}: {
  label: string;
  items: readonly Item[];
  className: string;
  children: React.ReactNode;
}) {
  const [anchor, setAnchor] = useState<Element>();
  return (
    <>
      <button
        type="button"
        className={`${styles['opener']} ${className}`}
        aria-haspopup="menu"
        aria-expanded={anchor !== undefined}
        title={label}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        {children}
      </button>
      {anchor !== undefined && (
        <Suspense>
          <FloatingMenu label={label} anchor={anchor} items={items} onClose={() => setAnchor(undefined)} />
        </Suspense>
      )}
    </>
  );
}
