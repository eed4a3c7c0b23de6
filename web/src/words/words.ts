/** The words of the app, in the language of the person who uses it. */
import type { Language } from '@belfry/contract/profile.ts';
import type { Screens } from '@belfry/messages/screens/en.ts';
import { createContext, use } from 'react';

export type { Language };

/** Each by its own name. */
export const languages: Readonly<Record<Language, string>> = { en: 'English', de: 'Deutsch' };

const KEPT = 'belfry.language';

const load: Record<Language, () => Promise<{ screens: Screens }>> = {
  en: () => import('@belfry/messages/screens/en.ts'),
  de: () => import('@belfry/messages/screens/de.ts'),
};

const locales: Record<Language, string> = { en: 'en-GB', de: 'de-DE' };

export interface Words extends Screens {
  language: Language;
  /** BCP 47: for dates and numbers. */
  locale: string;
}

/** The language that the person chose here before, or the first of the browser's that Belfry has. */
export function findLanguage(): Language {
  const wanted = [localStorage.getItem(KEPT), ...navigator.languages].map((tag) => tag?.split('-')[0]);
  return wanted.find(isLanguage) ?? 'en';
}

function isLanguage(tag: string | undefined): tag is Language {
  return tag !== undefined && Object.hasOwn(languages, tag);
}

export function keepLanguage(language: Language): void {
  localStorage.setItem(KEPT, language);
}

let ofPage: Words | undefined;

/** Once per page: another language loads the page again. */
export async function loadWords(language: Language): Promise<Words> {
  const { screens } = await load[language]();
  ofPage = { ...screens, language, locale: locales[language] };
  return ofPage;
}

/** For functions that are no hooks. Components call {@link useWords}. */
export function wordsOfPage(): Words {
  if (ofPage === undefined) throw new Error('No words are loaded.');
  return ofPage;
}

export const WordsContext = createContext<Words | undefined>(undefined);

export function useWords(): Words {
  const words = use(WordsContext);
  if (words === undefined) throw new Error('No words are loaded.');
  return words;
}
