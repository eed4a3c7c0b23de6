/** Words of a part that opens by a click: loaded with it, and not with the app. */
import { isolating } from '@belfry/messages/isolate.ts';
import { use } from 'react';
import { type Language, useWords } from './words.ts';

type Load<Words> = Record<Language, () => Promise<Words>>;

const loaded = new Map<() => Promise<unknown>, Promise<unknown>>();

/** Suspends until the words have arrived. `load`: always the same object. */
export function useWordsLater<Words extends object>(load: Load<Words>): Words {
  const { language } = useWords();
  const ofLanguage = load[language];
  const words = (loaded.get(ofLanguage) as Promise<Words> | undefined) ?? ofLanguage().then(isolating);
  loaded.set(ofLanguage, words);
  return use(words);
}
