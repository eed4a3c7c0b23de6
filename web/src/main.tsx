/** Starts the app: its words, and the place that the address names. */
import './look/tokens.css';
import './look/base.css';
import './look/fonts.css';
import { CSPProvider } from '@base-ui/react/csp-provider';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { router } from './app/router.tsx';
import { showTheme } from './app/theme.ts';
import { queries } from './data/client.ts';
import { watchConnection } from './data/connection.ts';
import { findLanguage, loadFirstWords, WordsContext } from './words/words.ts';

showTheme();
watchConnection();

async function beginWords() {
  const begun = await loadFirstWords(findLanguage());
  // A browser takes 15 ms for its first formatter of dates. The first answer is on its way meanwhile.
  setTimeout(() => new Intl.DateTimeFormat(begun.locale));
  return begun;
}

// Side by side, because both wait for the service.
const [words] = await Promise.all([beginWords(), router.load()]);
document.documentElement.lang = words.language;
const root = document.getElementById('app');
if (root === null) throw new Error('The page has no place for the app.');

// Drawn in short turns, so that a slow phone answers a touch meanwhile.
startTransition(() =>
  createRoot(root).render(
    <StrictMode>
      <WordsContext value={words}>
        <QueryClientProvider client={queries}>
          <CSPProvider disableStyleElements>
            <RouterProvider router={router} />
          </CSPProvider>
        </QueryClientProvider>
      </WordsContext>
    </StrictMode>,
  ),
);
