/** The two menus of the rail: the workspaces of the person, and the person. */
import Chevron from 'icon:chevrons-up-down';
import Person from 'icon:circle-user-round';
import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { api, chooseWorkspace, queries } from '../data/client.ts';
import type { Item } from '../look/menu.tsx';
import { keepLanguage, type Language, languages, useFirstWords } from '../words/words.ts';
import styles from './frame.module.css';
import { useStart } from './start.ts';
import { chooseTheme, findTheme, themes } from './theme.ts';

const FloatingMenu = lazy(() => import('../look/menu.tsx'));

/** Absent where there is only one: then it is a name. */
export function WorkspaceMenu() {
  const { frame } = useFirstWords();
  const { workspace, workspaces } = useStart();
  if (workspaces.length < 2) return <p className={styles['workspace']}>{workspace.name}</p>;
  const items = workspaces.map(({ id, name }) => ({
    key: String(id),
    name,
    isChosen: id === workspace.id,
    run: () => {
      chooseWorkspace(id);
      // Nothing of the other workspace stays on the screen.
      location.assign('/');
    },
  }));
  return (
    <Opener label={frame.workspaces()} items={items} className={styles['workspace'] ?? ''}>
      <span className={styles['name']} dir="auto">
        {workspace.name}
      </span>
      <Chevron width={14} height={14} />
    </Opener>
  );
}

export function PersonMenu() {
  const words = useFirstWords();
  const { user } = useStart();
  const navigate = useNavigate();
  const signOut = async () => {
    await api().call('signOut');
    chooseWorkspace(undefined);
    queries.clear();
    await navigate({ href: '/sign-in' });
  };
  return (
    <Opener
      label={words.frame.person()}
      className={styles['person'] ?? ''}
      items={[...usePreferences(), { key: 'out', name: words.frame.signOut(), run: () => void signOut() }]}
    >
      <Person />
      <span className={styles['name']} dir="auto">
        {user.name}
      </span>
    </Opener>
  );
}

function usePreferences(): Item[] {
  const { frame, language } = useFirstWords();
  const [theme, setTheme] = useState(findTheme);
  return [
    ...themes.map((one) => ({
      key: one,
      name: frame.themes[one](),
      isChosen: one === theme,
      run: () => {
        chooseTheme(one);
        setTheme(one);
      },
    })),
    ...(Object.keys(languages) as Language[]).map((one) => ({
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
