/** What a person chooses for themselves: the workspace, the theme, the language. */
import { useState } from 'react';
import { api, chooseWorkspace } from '../data/client.ts';
import type { Item } from '../look/menu.tsx';
import { keepLanguage, type Language, languages, useFirstWords } from '../words/words.ts';
import { useStart } from './start.ts';
import { chooseTheme, findTheme, themes } from './theme.ts';

export function useWorkspaceItems(): Item[] {
  const { workspace, workspaces } = useStart();
  return workspaces.map(({ id, name }) => ({
    key: String(id),
    name,
    isChosen: id === workspace.id,
    run: () => {
      // Not yet: a person who is asked may stay.
      addEventListener('pagehide', () => chooseWorkspace(id), { once: true });
      // Nothing of the other workspace stays on the screen.
      location.assign('/');
    },
  }));
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
