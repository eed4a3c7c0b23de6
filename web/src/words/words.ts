/** The words of the app, in the language of the person who uses it. */
import type { Language } from '@belfry/contract/profile.ts';
import { isolating } from '@belfry/messages/isolate.ts';
import { formatters } from '@belfry/messages/locale.ts';
import type { Screens } from '@belfry/messages/screens/en.ts';
import type { FirstScreens } from '@belfry/messages/screens/en-first.ts';
import { createContext, use } from 'react';

export type { Language };

/** Each by its own name. */
export const languages: Readonly<Record<Language, string>> = { en: 'English', de: 'Deutsch' };

const KEPT = 'belfry.language';

const loadFirst: Record<Language, () => Promise<{ firstScreens: FirstScreens }>> = {
  en: () => import('@belfry/messages/screens/en-first.ts'),
  de: () => import('@belfry/messages/screens/de-first.ts'),
};

const loadAll: Record<Language, () => Promise<{ screens: Screens }>> = {
  en: () => import('@belfry/messages/screens/en.ts'),
  de: () => import('@belfry/messages/screens/de.ts'),
};

const locales: Record<Language, string> = { en: 'en-GB', de: 'de-DE' };

interface InLanguage {
  language: Language;
  /** BCP 47: for dates and numbers. */
  locale: string;
  /** Whole numbers, and others with their first places. */
  number(value: number): string;
}

/** What the frame and the calendar say. */
export type FirstWords = FirstScreens & InLanguage;

/** What all screens say. */
export type Words = Screens & InLanguage;

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

/** In the language of the page. `words`: on their way, or here. */
let begun: { language: Language; words: Promise<FirstWords> } | undefined;
let first: FirstWords | undefined;
let loading: Promise<Words> | undefined;

/** Once per page: another language loads the page again. */
export function loadFirstWords(language: Language): Promise<FirstWords> {
  begun = { language, words: readFirst(language) };
  return begun.words;
}

async function readFirst(language: Language): Promise<FirstWords> {
  const { firstScreens } = await loadFirst[language]();
  const locale = locales[language];
  const { number } = formatters(locale);
  first = { ...isolating(firstScreens), language, locale, number };
  return first;
}

/** Of the language in which the app began. A failure is tried again by the next caller. */
export function loadWords(): Promise<Words> {
  loading ??= loadRest().catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

async function loadRest(): Promise<Words> {
  const { language, words } = begunWords();
  const [{ locale, number }, { screens }] = await Promise.all([words, loadAll[language]()]);
  const value = { ...isolating(screens), language, locale, number };
  // React reads both. Without them, each component would wait once for what has arrived.
  Object.assign(loading as Promise<Words>, { status: 'fulfilled', value });
  return value;
}

function begunWords() {
  if (begun === undefined) throw new Error('No words are loaded.');
  return begun;
}

/** For what may happen before the page is drawn. */
export const firstWords = (): Promise<FirstWords> => begunWords().words;

/** For functions that are no hooks, once the page is drawn. Components call {@link useFirstWords}. */
export function wordsOfPage(): FirstWords {
  if (first === undefined) throw new Error('No words are loaded.');
  return first;
}

export const WordsContext = createContext<FirstWords | undefined>(undefined);

/** For the frame, the calendar, and what both share with other screens. */
export function useFirstWords(): FirstWords {
  const words = use(WordsContext);
  if (words === undefined) throw new Error('No words are loaded.');
  return words;
}

/**
 * For every other screen. The router loads them with it; elsewhere, the caller waits for them. Always by `use`, also when
 * they have arrived: if React draws a component again that waited in `use`, it must get there again.
 */
export function useWords(): Words {
  return use(loadWords());
}
