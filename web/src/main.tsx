/** Starts the app: its words first, then the place that the address names. */
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
const words = await loadFirstWords(findLanguage());
document.documentElement.lang = words.language;
const root = document.getElementById('app');
if (root === null) throw new Error('The page has no place for the app.');

// A browser takes 15 ms for its first formatter of dates. The first answer is on its way meanwhile.
setTimeout(() => new Intl.DateTimeFormat(words.locale));
await router.load();
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
